"""Groups with more results than are shown at first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.console import Console
from tests.support.dialog import CHUNK, Held, SearchDialog, paths_of
from tests.support.server import StaticServer, serve
from tests.support.sites import build_site

pytestmark = pytest.mark.browser

MANY = 37
PLACE = "(option) => [...option.closest('dialog').querySelectorAll('[role=option]')].indexOf(option)"
"""Where an option stands among all."""


def _words(number: int, count: int) -> str:
    return " ".join(f"word{number}x{each}" for each in range(count))


@pytest.fixture(scope="module")
def _many_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    folder = tmp_path_factory.mktemp("many")
    # Long titles and texts, so that the titles are not all in the first pack (`layout.HEADS_BYTES`), and the results
    # after the first ten stand in other pieces of the database.
    pages = {
        f"page{number:02}.md": f"# Page {_words(number, 700)}\n\nbarograph {_words(number, 500)}"
        for number in range(MANY)
    }
    theme = {"name": "mkdocs", "highlightjs": False}
    build = build_site(folder, {"index.md": "# Home", **pages}, {"prefetch": 0}, "--strict", theme=theme)
    with serve(build.site) as server:
        yield server


@pytest.fixture
def many_server(_many_server: StaticServer) -> Iterator[StaticServer]:
    """A site of one wiki on which the word `barograph` stands on 37 pages."""
    yield _many_server
    _many_server.broken.clear()


@pytest.fixture
def many(page: Page, many_server: StaticServer) -> SearchDialog:
    page.goto(many_server.address)
    dialog = SearchDialog(page)
    dialog.search("barograph", f"{MANY} results")
    return dialog


def test_show_more_goes_on_to_the_last_result(dialog: SearchDialog) -> None:
    dialog.type("calibration")
    dialog.switch.check()
    hits = dialog.hits_of("Field guide, 15 results")
    expect(hits).to_have_count(10)
    before = paths_of(hits)
    dialog.root.get_by_role("option", name="Show 5 more in Field guide").click()
    expect(hits).to_have_count(15)
    expect(dialog.show_more).to_have_count(0)
    after = paths_of(hits)
    assert after[:10] == before
    assert len(set(after)) == 15
    expect(dialog.status).to_have_text("5 more results in Field guide")


def test_the_keyboard_shows_more_and_goes_on_from_there(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    expect(dialog.show_more).to_have_count(1)
    options = dialog.root.get_by_role("option")
    for number in range(1, dialog.show_more.evaluate(PLACE) + 1):
        dialog.page.keyboard.press("ArrowDown")
        expect(options.nth(number)).to_have_attribute("aria-selected", "true")
    expect(dialog.show_more).to_have_accessible_name("Show 2 more in Field guide")
    expect(dialog.show_more).to_be_in_viewport()
    dialog.page.keyboard.press("Enter")
    expect(dialog.hits_of("Field guide, 12 results")).to_have_count(12)
    expect(dialog.selected).to_have_id("fts-hit-0-10-0")
    expect(dialog.input).to_be_focused()


def test_there_is_no_upper_limit(many: SearchDialog) -> None:
    for shown, more in ((10, 10), (20, 10), (30, 7)):
        expect(many.hits).to_have_count(shown)
        expect(many.show_more).to_have_accessible_name(f"Show {more} more in Test site")
        many.show_more.click()
    expect(many.hits).to_have_count(MANY)
    expect(many.show_more).to_have_count(0)
    assert len(set(paths_of(many.hits))) == MANY


def test_more_that_could_not_be_loaded_can_be_asked_for_again(
    many: SearchDialog, many_server: StaticServer, console: Console
) -> None:
    many_server.broken["/fts/.*(bin|json)$"] = 503
    console.expect("503")
    many.show_more.click()
    again = many.root.get_by_role("option", name="More in Test site could not be loaded. Try again")
    expect(again).to_be_visible()
    expect(many.hits).to_have_count(10)
    many_server.broken.clear()
    again.click()
    expect(many.hits).to_have_count(20)


def test_more_of_an_older_search_does_not_come_into_a_newer_one(many: SearchDialog) -> None:
    held = Held(many.page, CHUNK)
    with many.page.expect_request(CHUNK):
        many.show_more.click()
    expect(many.root.get_by_role("option", name="Loading more in Test site…")).to_be_visible()
    many.type("word3x1 ")
    held.release()
    expect(many.status).to_have_text("1 result for “word3x1”")
    expect(many.hits).to_have_count(1)
