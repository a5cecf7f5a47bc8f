"""From what is typed to what is found."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.dialog import CHUNK, Held, SearchDialog, top_of
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser

RARE = {
    "zeolite": ("When a level drifts", "field/drifting-levels/#keeping-the-tube-dry"),
    "kingfisher": ("Installing a station", "field/installing-a-station/"),
    "TCK-4471": ("Maintenance rounds", "field/maintenance-rounds/#open-tickets"),
    "client.fetch_all": ("Python client", "field/python-client/#last-day-of-one-station"),
}
"""Words that stand on one page only: late in a long text, in an image's text, in a generated block, in code."""


def test_results_come_while_typing(dialog: SearchDialog) -> None:
    dialog.open()
    dialog.page.keyboard.type("zeol")
    expect(dialog.hit("When a level drifts")).to_be_visible()
    expect(dialog.marks).to_have_text(["zeolite"])


def test_a_space_ends_a_word(dialog: SearchDialog) -> None:
    dialog.search("station", "19 results")  # pages with "stations" only among them
    dialog.search("station ", "17 results")


@pytest.mark.parametrize("word", RARE)
def test_a_rare_word_leads_to_its_section(dialog: SearchDialog, example_server: StaticServer, word: str) -> None:
    title, address = RARE[word]
    dialog.search(word, "1 result")
    expect(dialog.hit(title)).to_be_visible()
    expect(dialog.marks).to_have_text([word])
    dialog.page.keyboard.press("Enter")
    dialog.page.wait_for_url(example_server.address + address)
    heading = dialog.page.locator(":target" if "#" in address else "h1")
    expect(heading).to_be_in_viewport(ratio=1)
    end_of_the_bar = dialog.page.locator(".navbar").evaluate("(bar) => bar.getBoundingClientRect().bottom")
    assert top_of(heading) >= end_of_the_bar - 1


@pytest.mark.parametrize("word", ["maskedword", "unlistedword"])
def test_what_an_author_has_excluded_is_not_found(dialog: SearchDialog, word: str) -> None:
    dialog.type(word)
    dialog.expect_nothing_found(word)


def test_accents_and_case_are_optional(dialog: SearchDialog) -> None:
    for typed, title, marked in (
        ("autenticacion", "Pasarela de telemetría", "autenticación"),
        ("plantao", "Plantões", "plantão"),
        ("relatorio", "Depois da cheia", "relatório"),
        ("precipitação", "Relatórios", "Precipitação"),
        ("PRECIPITACAO", "Relatórios", "Precipitação"),
    ):
        dialog.find(f"{typed} ", title)
        expect(dialog.hit(title).locator("mark").first).to_have_text(marked)
        dialog.type("")


def test_marks_are_the_words_that_were_asked_for(dialog: SearchDialog) -> None:
    dialog.find('zeolite "silica gel" ', "When a level drifts")
    expect(dialog.marks.first).to_be_visible()
    marked = {text.lower() for text in dialog.marks.all_text_contents()}
    assert marked == {"zeolite", "silica gel"}
    assert dialog.marks.first.evaluate("(mark) => mark.tagName") == "MARK"


def test_typing_quickly_ends_with_the_answer_to_the_last_text(dialog: SearchDialog) -> None:
    dialog.open()
    dialog.input.press_sequentially("station", delay=15)
    dialog.input.press("Control+a")
    dialog.input.press_sequentially("zeolite", delay=15)
    expect(dialog.status).to_have_text("1 result for “zeolite”")
    expect(dialog.hits).to_have_count(1)
    expect(dialog.hit("When a level drifts")).to_be_visible()


def test_a_stale_answer_never_takes_the_place_of_a_newer_one(dialog: SearchDialog) -> None:
    dialog.open()
    dialog.root.evaluate(
        """(dialog) => {
          window.titles = new Set();
          new MutationObserver(() => {
            for (const {textContent} of dialog.querySelectorAll(".fts-title")) titles.add(textContent);
          }).observe(dialog, {childList: true, subtree: true, characterData: true});
        }"""
    )
    held = Held(dialog.page, CHUNK)
    with dialog.page.expect_request(CHUNK):
        dialog.type("zeolite")
    dialog.type("kingfisher")
    held.release()
    expect(dialog.status).to_have_text("1 result for “kingfisher”")
    assert dialog.page.evaluate("[...titles]") == ["Installing a station"]


def test_an_answer_that_comes_after_the_text_was_deleted_is_dropped(dialog: SearchDialog) -> None:
    dialog.open()
    held = Held(dialog.page, CHUNK)
    with dialog.page.expect_request(CHUNK):
        dialog.type("zeolite")
    dialog.type("")
    held.release()
    expect(dialog.root.get_by_text("Finds pages with all your words.")).to_be_visible()
    dialog.search("kingfisher", "1 result")  # an answer that must come after the one given up
    expect(dialog.hit("Installing a station")).to_be_visible()


def test_enter_before_the_answer_opens_its_first_result(dialog: SearchDialog) -> None:
    dialog.open()
    held = Held(dialog.page, CHUNK)
    with dialog.page.expect_request(CHUNK):
        dialog.page.keyboard.type("zeolite")
    dialog.page.keyboard.press("Enter")
    held.release()
    dialog.page.wait_for_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))


def test_enter_while_an_input_method_composes_opens_nothing(
    page: Page, context: BrowserContext, example_server: StaticServer
) -> None:
    address = f"{example_server.address}field/drifting-levels/"
    page.goto(address)  # a result on the same page would close the dialog at once
    dialog = SearchDialog(page)
    dialog.open()
    keyboard = context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "zeolite", "selectionStart": 7, "selectionEnd": 7})
    expect(dialog.hit("When a level drifts")).to_be_visible()
    page.keyboard.press("Enter")
    expect(dialog.input).to_be_focused()
    keyboard.send("Input.insertText", {"text": "zeolite"})
    expect(dialog.status).to_have_text("1 result for “zeolite”")
    expect(dialog.input).to_have_value("zeolite")
    expect(page).to_have_url(address)
    page.keyboard.press("Enter")
    expect(dialog.root).to_be_hidden()
    expect(page).to_have_url(f"{address}#keeping-the-tube-dry")


def test_enter_that_safari_sends_after_a_composition_opens_nothing(dialog: SearchDialog) -> None:
    address = dialog.page.url
    dialog.search("zeolite", "1 result")
    dialog.input.evaluate(
        """(input) => input.dispatchEvent(
          new KeyboardEvent("keydown", {key: "Enter", keyCode: 229, bubbles: true, cancelable: true}))"""
    )
    expect(dialog.page).to_have_url(address)
    expect(dialog.root).to_be_visible()


def test_words_of_the_query_language_narrow(dialog: SearchDialog) -> None:
    dialog.search("calibration ", "20 results")
    dialog.search("calibration wiki:cards ", "8 results")
    dialog.search("calibration -transducer ", "10 results")


def test_the_count_is_read_out(dialog: SearchDialog) -> None:
    dialog.type("transducer ")
    expect(dialog.status).to_have_text("10 results for “transducer”")
    expect(dialog.status).to_have_attribute("aria-live", "polite")
