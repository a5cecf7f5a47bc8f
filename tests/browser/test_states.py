"""What the dialog says when there are no results to show: nothing asked, not there yet, nothing found."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.dialog import CHUNK, Held, SearchDialog

pytestmark = pytest.mark.browser


def test_idle_it_says_how_to_ask(dialog: SearchDialog) -> None:
    dialog.open()
    expect(dialog.root.get_by_text("Finds pages with all your words.")).to_be_visible()
    expect(dialog.root.locator("code")).to_have_text(['"two words"', "-word"])
    expect(dialog.count).to_be_empty()
    expect(dialog.status).to_be_empty()
    expect(dialog.input).to_have_attribute("aria-expanded", "false")


@pytest.mark.parametrize("text", ["", "   "])
def test_a_cleared_input_is_idle_again(dialog: SearchDialog, text: str) -> None:
    dialog.search("zeolite", "1 result")
    dialog.type(text)
    expect(dialog.root.get_by_text("Finds pages with all your words.")).to_be_visible()
    expect(dialog.hits).to_have_count(0)


def test_the_first_answer_is_awaited_visibly(dialog: SearchDialog) -> None:
    dialog.open()
    held = Held(dialog.page, CHUNK)
    dialog.type("zeolite")
    expect(dialog.progress).to_be_visible()
    expect(dialog.root.get_by_role("paragraph").filter(has_text="Searching…")).to_be_visible()
    expect(dialog.status).to_have_text("Searching…")
    expect(dialog.root.get_by_text("Nothing found")).to_have_count(0)
    held.release()
    expect(dialog.hit("When a level drifts")).to_be_visible()
    expect(dialog.progress).to_have_count(0)
    expect(dialog.status).to_have_text("1 result for “zeolite”")


def test_older_results_stay_dimmed_while_newer_ones_are_awaited(dialog: SearchDialog) -> None:
    dialog.search("autenticacion ", "2 results")
    held = Held(dialog.page, CHUNK)
    dialog.type("plantao ")
    expect(dialog.old_body.get_by_text("Pasarela de telemetría", exact=True)).to_be_visible()
    expect(dialog.progress).to_be_visible()
    held.release()
    expect(dialog.hit("Plantões")).to_be_visible()
    expect(dialog.old_body).to_have_count(0)
    expect(dialog.hit("Pasarela de telemetría")).to_have_count(0)


def test_a_closed_dialog_takes_up_what_was_awaited_when_it_opens_again(dialog: SearchDialog) -> None:
    dialog.open()
    held = Held(dialog.page, CHUNK)
    with dialog.page.expect_request(CHUNK):
        dialog.type("zeolite")
    dialog.page.keyboard.press("Escape")
    expect(dialog.root).to_be_hidden()
    held.release()
    dialog.open()
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("When a level drifts")).to_be_visible()


def test_nothing_found_says_what_could_help(dialog: SearchDialog) -> None:
    dialog.type("qxzvjkwq")
    dialog.expect_nothing_found("qxzvjkwq")
    expect(dialog.root.get_by_text("Check the spelling, or try fewer or other words.")).to_be_visible()
    expect(dialog.root.get_by_text("Try it without quotation marks")).to_have_count(0)
    expect(dialog.status).to_have_text("Nothing found for “qxzvjkwq”.")
    expect(dialog.input).to_have_attribute("aria-expanded", "false")


def test_nothing_found_points_to_what_may_stand_in_the_way(dialog: SearchDialog) -> None:
    dialog.type('"qxzvjkwq wqkjvzxq"')
    expect(dialog.root.get_by_text("Try it without quotation marks, minus signs and filters.")).to_be_visible()


def test_no_input_is_an_error(dialog: SearchDialog) -> None:
    for text in ('"', "-", "NEAR(", "a:b:c", "*", "'; --", "(((", "🌊", "wiki:", "<b>x</b>"):
        dialog.type(text)
        dialog.find("zeolite", "When a level drifts")
        expect(dialog.failure).to_have_count(0)


def test_text_is_never_taken_for_markup(dialog: SearchDialog) -> None:
    text = "<img src=x onerror=alert(1)>qxzvjkwq"
    dialog.type(text)
    dialog.expect_nothing_found(text)
    expect(dialog.root.locator("img")).to_have_count(0)
