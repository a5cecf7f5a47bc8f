"""Files that are no pages of the site: their text opens in the dialog and on the search page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import mkdocs_fts
from tests.support.axe import violations
from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer, serve
from tests.support.sites import mkdocs_build, write_project

pytestmark = pytest.mark.browser

LOG = """# State of the stations

Everything was quiet.

## Monday

The zeolite filter was changed.

<div data-search-exclude>The password is hunter2.</div>

<b>not bold</b> &amp; no markup
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "work log").mkdir()
    (folder / "work log" / "STATE & more.md").write_text(LOG, "utf-8")
    (folder / "work log" / "long.txt").write_text("\n\n".join(f"paragraph {n} of zebra" for n in range(900)), "utf-8")
    pages = {"index.md": "# Home\n\nA zeolite page.", "other.md": "# Other\n\nwords"}
    theme = {"name": "mkdocs", "highlightjs": False}
    write_project(folder, pages, {"sources": [{"path": "work log", "wiki": "log", "title": "Work log"}]}, theme=theme)
    done = mkdocs_build(folder, folder / "site", "--strict")
    assert done.returncode == 0, done.log
    return done.site


@pytest.fixture
def server(site: Path) -> Iterator[StaticServer]:
    with serve(site) as server:
        yield server


@pytest.fixture
def texts(page: Page, server: StaticServer) -> SearchDialog:
    page.goto(server.address)
    return SearchDialog(page)


def text_in(root: Locator) -> Locator:
    return root.get_by_role("article", name="Text of “State of the stations”")


def test_a_file_without_an_address_opens_as_text_at_its_section(texts: SearchDialog) -> None:
    texts.find("zeolite filter", "State of the stations")
    texts.page.keyboard.press("Enter")
    text = text_in(texts.root)
    expect(text.get_by_role("heading", name="Monday")).to_be_in_viewport()
    expect(text).to_contain_text("Everything was quiet.")
    expect(text).to_contain_text("not bold & no markup")
    expect(text).to_contain_text("[…]")
    expect(text).not_to_contain_text("hunter2")
    expect(texts.status).to_have_text("Text of “State of the stations”")
    assert not violations(texts.page, "dialog.fts-dialog")


@pytest.mark.parametrize("way", ["Escape", "button", "typing"])
def test_the_results_come_back(texts: SearchDialog, way: str) -> None:
    texts.find("zeolite filter", "State of the stations")
    texts.page.keyboard.press("Enter")
    expect(text_in(texts.root)).to_be_visible()
    if way == "Escape":
        texts.page.keyboard.press("Escape")
    elif way == "button":
        texts.root.get_by_role("button", name="Back to results").click()
    else:
        texts.input.fill("zeolite")
    expect(texts.hit("State of the stations")).to_be_visible()
    expect(texts.input).to_be_focused()
    expect(text_in(texts.root)).to_have_count(0)
    texts.page.keyboard.press("Escape")
    expect(texts.root).to_be_hidden()


def test_its_link_shows_it_on_the_search_page(texts: SearchDialog, server: StaticServer) -> None:
    texts.find("zeolite filter", "State of the stations")
    href = texts.root.locator("a.fts-option").first.get_attribute("href")
    assert href is not None
    assert href.startswith(server.address + "search.html?")
    page = texts.page.context.new_page()
    page.goto(href)
    text = text_in(page.locator("[data-fts-page]"))
    expect(text.get_by_role("heading", name="Monday")).to_be_in_viewport()
    assert not violations(page, "[data-fts-page]")
    page.get_by_role("button", name="Back to results").click()
    expect(text).to_have_count(0)
    expect(page).to_have_url(re.compile(r"search\.html(#monday)?$"))


def test_a_long_text_is_whole(texts: SearchDialog) -> None:
    texts.search('"paragraph 899 of zebra"', "1 result")
    texts.hits.first.click()
    article = texts.root.get_by_role("article")
    expect(article).to_contain_text("paragraph 0 of zebra")
    expect(article).to_contain_text("paragraph 450 of zebra")
    expect(article).to_contain_text("paragraph 899 of zebra")


def test_the_command_reads_what_the_site_shows(site: Path) -> None:
    with mkdocs_fts.open(site) as index:
        hit = next(hit for group in index.search("zeolite filter")["groups"] for hit in group["hits"])
        found = index.get(f"{hit['url']}#{hit['section']['anchor']}")
        assert index.get("work log/STATE & more.md")["url"] == found["url"] == hit["url"]
    assert found["title"] == "State of the stations"
    assert "zeolite filter" in found["passages"][0]["text"]
