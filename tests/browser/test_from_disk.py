"""Sites opened from disk, where browsers refuse modules, workers and `fetch`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import BrowserContext, Page, expect

from mkdocs_fts import offline
from tests.support.console import Console
from tests.support.dialog import SearchDialog, click_result
from tests.support.server import serve
from tests.support.sites import EXAMPLE, Build, mkdocs_build

pytestmark = pytest.mark.browser

SHIM = "https://unpkg.com/iframe-worker/shim"
"""What Material's plugin `offline` puts into every page."""
SHIM_TEXT = 'window.Worker = class { constructor() { throw new Error("a worker from the shim"); } };'


def example_for_disk(folder: Path, *plugins: str, **config: Any) -> Path:
    """Build the example site with the option `offline`, other plugins and settings."""
    folder.mkdir()
    settings = yaml.safe_load((EXAMPLE / "mkdocs.yml").read_text("utf-8"))
    options = settings["plugins"][0]["fts"] | {"offline": True}
    settings |= {"plugins": [{"fts": options}, *plugins], "docs_dir": str(EXAMPLE / "docs"), **config}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings, allow_unicode=True), "utf-8")
    build = mkdocs_build(folder, folder / "site", "--strict")
    assert build.returncode == 0, build.log
    return build.site


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # A space and a letter beyond ASCII, as home folders have them.
    return example_for_disk(tmp_path_factory.mktemp("disk") / "mi código", use_directory_urls=False)


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    theme = {"name": "material", "font": False, "features": ["navigation.instant"]}
    return example_for_disk(tmp_path_factory.mktemp("disk") / "material", "offline", theme=theme)


def open_page(page: Page, site: Path, path: str = "index.html") -> SearchDialog:
    page.goto((site / path).as_uri())
    return SearchDialog(page)


@pytest.mark.parametrize("start", ["index.html", "tecnica/runbooks/estacion-muda.html"])
def test_a_search_opens_a_section_of_another_page(page: Page, flat: Path, start: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    dialog = open_page(page, flat, start)
    dialog.search("zeolite", "1 result")
    assert all(url.startswith(flat.as_uri()) for url in requests)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{flat.as_uri()}/field/drifting-levels.html#keeping-the-tube-dry")
    expect(page.locator(":target")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Clear the marked words")).to_be_visible()
    # And from there on.
    dialog.find("kingfisher", "Installing a station")


def test_it_finds_what_a_server_would_find(page: Page, flat: Path) -> None:
    dialog = open_page(page, flat)
    dialog.search("calibration", "20 results")
    dialog.type("zeolit ")
    expect(dialog.root.get_by_role("button", name="Search instead for")).to_be_visible()
    dialog.type("!!!")
    dialog.expect_nothing_found("!!!")


def test_the_search_page_answers_its_address(page: Page, flat: Path) -> None:
    page.goto(f"{(flat / 'search.html').as_uri()}?q=zeolite")
    click_result(page.get_by_role("option", name="When a level drifts"))
    page.wait_for_url(f"{flat.as_uri()}/field/drifting-levels.html#keeping-the-tube-dry")


def test_the_dialog_speaks_the_language_of_the_page(page: Page, flat: Path) -> None:
    open_page(page, flat)
    page.evaluate("document.documentElement.lang = 'es'")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog").get_by_role("combobox", name="Buscar")).to_be_focused()


def test_nothing_but_the_start_script_is_loaded_before_intent(page: Page, flat: Path) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_page(page, flat)
    page.get_by_role("heading", level=1).hover()
    assert [url for url in requests if "/fts/" in url] == [f"{flat.as_uri()}/fts/start.js"]
    with page.expect_request("**/fts/offline/files-*.js"):
        page.get_by_role("link", name="Search").hover()


def test_with_folders_as_addresses_a_result_leads_to_the_page(page: Page, example: Build, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(example.site, site)
    offline.pack(site / "fts")
    dialog = open_page(page, site)
    dialog.search("zeolite", "1 result")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site.as_uri()}/field/drifting-levels/index.html#keeping-the-tube-dry")
    expect(page.locator(":target")).to_be_in_viewport()


def test_the_same_folder_served_is_searched_in_the_ordinary_way(page: Page, flat: Path) -> None:
    with serve(flat) as server:
        page.goto(server.address)
        SearchDialog(page).search("zeolite", "1 result")
        assert "/fts/worker.js" in server.requests
        assert [path for path in server.requests if "offline" in path] == []


def test_beside_material_s_plugin_offline(page: Page, context: BrowserContext, material: Path) -> None:
    context.route(SHIM, lambda route: route.fulfill(body=SHIM_TEXT, content_type="text/javascript"))
    dialog = open_page(page, material)
    assert "a worker from the shim" in page.evaluate("String(window.Worker)")
    dialog.search("zeolite", "1 result")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{material.as_uri()}/field/drifting-levels.html#keeping-the-tube-dry")
    dialog.find("kingfisher", "Installing a station")


def test_a_site_that_was_not_built_for_it_says_so(page: Page, example: Build, console: Console) -> None:
    console.expect("ERR_FILE_NOT_FOUND", "offline/dialog.js could not be loaded")
    open_page(page, example.site)
    page.keyboard.press("Control+k")
    message = page.get_by_role("dialog").filter(has_text="not built to be searched from disk")
    expect(message).to_contain_text("offline: true")
    message.get_by_role("button", name="OK").click()
    expect(message).to_have_count(0)


def test_a_folder_from_which_files_are_missing_is_said_in_the_dialog(
    page: Page, flat: Path, tmp_path: Path, console: Console
) -> None:
    site = tmp_path / "site"
    shutil.copytree(flat, site)
    part = site / "fts" / "offline" / "files-0.js"
    content = part.read_bytes()
    part.unlink()
    console.expect("ERR_FILE_NOT_FOUND")
    dialog = open_page(page, site)
    dialog.type("zeolite")
    dialog.expect_failure("The search index could not be loaded.")
    part.write_bytes(content)
    dialog.retry.click()
    expect(dialog.hit("When a level drifts")).to_be_visible()
