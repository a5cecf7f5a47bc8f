"""The same site wherever, and however, it is served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer, serve
from tests.support.sites import EXAMPLE, Build, mkdocs_build

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def below_a_path(example: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example site at the address `/some/path/`."""
    root = tmp_path_factory.mktemp("root")
    (root / "some").mkdir()
    (root / "some" / "path").symlink_to(example.site)
    with serve(root) as server:
        yield f"{server.address}some/path/"


@pytest.fixture(scope="module")
def without_directories(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example site with `use_directory_urls: false`."""
    build = mkdocs_build(EXAMPLE, tmp_path_factory.mktemp("flat") / "site", "--strict", "--no-directory-urls")
    assert build.returncode == 0, build.log
    with serve(build.site) as server:
        yield server.address


def search_and_open(page: Page) -> None:
    dialog = SearchDialog(page)
    dialog.search("zeolite", "1 result")
    page.keyboard.press("Enter")


@pytest.mark.parametrize("start", ["", "tecnica/runbooks/estacion-muda/"])
def test_a_site_below_a_path(page: Page, below_a_path: str, start: str) -> None:
    page.goto(below_a_path + start)
    search_and_open(page)
    page.wait_for_url(f"{below_a_path}field/drifting-levels/#keeping-the-tube-dry")
    expect(page.locator(":target")).to_be_in_viewport()


@pytest.mark.parametrize("start", ["index.html", "tecnica/runbooks/estacion-muda.html"])
def test_a_site_without_directory_urls(page: Page, without_directories: str, start: str) -> None:
    page.goto(without_directories + start)
    search_and_open(page)
    page.wait_for_url(f"{without_directories}field/drifting-levels.html#keeping-the-tube-dry")
    expect(page.locator(":target")).to_be_in_viewport()


@pytest.mark.parametrize("start", ["cards/vei-02/index.html", "404.html"])
def test_from_any_page(page: Page, example_server: StaticServer, start: str) -> None:
    page.goto(example_server.address + start)
    search_and_open(page)
    page.wait_for_url(f"{example_server.address}field/drifting-levels/#keeping-the-tube-dry")
    expect(page.locator(":target")).to_be_in_viewport()


def test_the_home_page_is_a_result_like_any_other(page: Page, without_directories: str) -> None:
    page.goto(f"{without_directories}field/glossary.html")
    dialog = SearchDialog(page)
    dialog.type("municipalities ")
    dialog.hit("Home").click()
    expect(page.get_by_role("heading", name="Redondo Rivers")).to_be_visible()


def test_a_phone_shows_the_dialog_over_the_whole_screen(page: Page, example_server: StaticServer) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(example_server.address)
    dialog = SearchDialog(page)
    dialog.search("calibration", "20 results")
    box = dialog.root.bounding_box()
    assert box == {"x": 0, "y": 0, "width": 360, "height": 640}
    assert dialog.input.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") >= 16
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    dialog.hits.last.scroll_into_view_if_needed()
    expect(dialog.hits.last).to_be_in_viewport()
