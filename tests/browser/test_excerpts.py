"""Titles are shown at once; excerpts follow, and move nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.console import Console
from tests.support.dialog import CHUNK, Held, SearchDialog, clear_button, top_of
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser

WINDOWS = {
    "wide": {"viewport": {"width": 1100, "height": 700}},
    "narrow": {"viewport": {"width": 500, "height": 700}},
    "phone": {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True},
}


@pytest.fixture(params=WINDOWS)
def home_page(browser: Browser, example_server: StaticServer, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The home page of the example site in windows of several sizes."""
    with browser.new_context(**WINDOWS[request.param]) as context:
        page = context.new_page()
        page.goto(example_server.address)
        yield page


def titles_of(dialog: SearchDialog, held: Held) -> None:
    """Search until titles are there; the excerpts' answers are held."""
    dialog.type("calibration")
    deadline = time.monotonic() + 30
    while dialog.hits.count() == 0:
        assert time.monotonic() < deadline
        held.let_through()
        dialog.page.wait_for_timeout(20)


def test_excerpts_come_after_titles_and_move_nothing(home_page: Page) -> None:
    dialog = SearchDialog(home_page)
    held = Held(home_page, CHUNK)
    titles_of(dialog, held)
    title = dialog.hit("Data quality")
    expect(title).to_have_accessible_name("Data quality Data")
    expect(dialog.marks).to_have_count(0)
    options = dialog.root.get_by_role("option").count()
    before = [top_of(hit) for hit in dialog.hits.all()]

    held.release()
    expect(dialog.marks.first).to_be_visible()
    expect(title).to_have_accessible_name(re.compile("^Data quality Data Automatic checks .* calibration"))
    # Further sections have come too, and all hits are where they were.
    assert dialog.root.get_by_role("option").count() > options
    after = [top_of(hit) for hit in dialog.hits.all()]
    assert after == pytest.approx(before, abs=0.5)
    expect(dialog.selected).to_have_id("fts-hit-0-0-0")


def test_enter_on_a_title_leads_to_its_section_when_that_is_known(dialog: SearchDialog) -> None:
    held = Held(dialog.page, CHUNK)
    titles_of(dialog, held)
    dialog.page.keyboard.press("Enter")
    held.release()
    dialog.page.wait_for_url("**/#field-calibration")


def test_a_click_on_a_title_does_not_wait_for_its_section(dialog: SearchDialog) -> None:
    held = Held(dialog.page, CHUNK)
    titles_of(dialog, held)
    title = dialog.hits.first
    address = re.sub(r"\?h=[^#]*", "", title.get_attribute("href") or "")
    assert "#" not in address
    title.click()
    dialog.page.wait_for_url(address)
    expect(clear_button(dialog.page)).to_be_in_viewport()  # it stands at the first mark, which is scrolled to


def test_titles_stay_where_excerpts_cannot_be_had_and_get_them_when_seen_again(
    dialog: SearchDialog, example_server: StaticServer, console: Console
) -> None:
    held = Held(dialog.page, CHUNK)
    titles_of(dialog, held)
    console.expect("404")
    example_server.broken[r"/\d+\.bin$"] = 404
    with dialog.page.expect_response(lambda response: response.status == 404):
        held.release()
    expect(dialog.status).to_have_text("20 results for “calibration”")
    expect(dialog.hit("Data quality")).to_be_visible()
    expect(dialog.marks).to_have_count(0)
    expect(dialog.failure).to_have_count(0)

    example_server.broken.clear()
    dialog.show_more.scroll_into_view_if_needed()
    expect(dialog.hits.first).not_to_be_in_viewport()
    dialog.hits.first.scroll_into_view_if_needed()
    expect(dialog.hits.first.locator(".fts-excerpt")).not_to_be_empty()
