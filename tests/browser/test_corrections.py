"""What is said where the search has found something else than what was typed."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.dialog import CHUNK, Held, SearchDialog

pytestmark = pytest.mark.browser


def test_a_corrected_spelling_is_said(dialog: SearchDialog) -> None:
    dialog.find("zeolyte ", "When a level drifts")
    expect(dialog.root.get_by_text("Showing zeolite.")).to_be_visible()
    expect(dialog.marks).to_have_text(["zeolite"])
    expect(dialog.status).to_have_text("1 result for “zeolite”")
    expect(dialog.input).to_have_value("zeolyte ")


def test_the_text_can_be_searched_as_it_was_typed(dialog: SearchDialog) -> None:
    dialog.find("zeolyte ", "When a level drifts")
    dialog.root.get_by_role("button", name='Search instead for "zeolyte"').click()
    dialog.expect_nothing_found('"zeolyte"')
    expect(dialog.input).to_have_value('"zeolyte"')
    expect(dialog.input).to_be_focused()


def test_results_with_most_of_the_words_are_said_to_be_that(dialog: SearchDialog) -> None:
    dialog.find("zeolite kingfisher ", "When a level drifts")
    expect(dialog.root.get_by_text("No page has all the words. These have most:", exact=True)).to_be_visible()
    expect(dialog.hit("Installing a station")).to_be_visible()


def test_enter_before_the_answer_does_not_open_a_corrected_result(dialog: SearchDialog) -> None:
    address = dialog.page.url
    dialog.open()
    held = Held(dialog.page, CHUNK)
    with dialog.page.expect_request(CHUNK):
        dialog.type("zeolyte ")
    dialog.page.keyboard.press("Enter")
    held.release()
    expect(dialog.root.get_by_text("Showing zeolite.")).to_be_visible()
    expect(dialog.page).to_have_url(address)
    dialog.page.keyboard.press("Enter")
    dialog.page.wait_for_url("**/field/drifting-levels/#keeping-the-tube-dry")
