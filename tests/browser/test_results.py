"""What stands where in the results."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.dialog import SearchDialog, paths_of, top_of

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Redondo", ["Técnica, 6 results", "Operação, 3 results", "Redondo Rivers, 1 result"]),
        ("calib", ["Field guide, 12 results", "Operação, 2 results"]),
    ],
)
def test_written_groups_stand_in_the_configured_order(dialog: SearchDialog, text: str, labels: list[str]) -> None:
    dialog.type(text)
    expect(dialog.results.get_by_role("group")).to_have_count(len(labels))
    for number, label in enumerate(labels):
        expect(dialog.groups.nth(number)).to_have_accessible_name(label)


def test_generated_pages_come_after_the_written_ones_and_collapsed(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    expect(dialog.generated).to_have_accessible_name("Generated pages 8")
    expect(dialog.generated).to_have_attribute("aria-expanded", "false")
    expect(dialog.generated_results).to_have_count(0)
    assert top_of(dialog.results) < top_of(dialog.generated)
    assert not [path for path in paths_of(dialog.hits) if path.startswith("/cards/")]


def test_a_click_opens_the_generated_pages_and_another_closes_them(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.generated.click()
    expect(dialog.generated).to_have_attribute("aria-expanded", "true")
    expect(dialog.generated_results.get_by_role("group", name="Station cards, 8 results")).to_be_visible()
    cards = paths_of(dialog.generated_results.get_by_role("option"))
    assert len({path for path in cards if path.startswith("/cards/")}) == 8
    dialog.generated.click()
    expect(dialog.generated_results).to_have_count(0)


def test_the_keyboard_opens_the_generated_pages(dialog: SearchDialog) -> None:
    dialog.search("transducer", "10 results")
    for _ in range(12):
        if dialog.generated.evaluate("(button) => button === document.activeElement"):
            break
        dialog.page.keyboard.press("ArrowDown")
    expect(dialog.generated).to_be_focused()
    dialog.page.keyboard.press("Enter")
    expect(dialog.generated_results).to_be_visible()
    dialog.page.keyboard.press("ArrowDown")
    expect(dialog.input).to_be_focused()
    expect(dialog.generated_results.locator("[aria-selected=true]")).to_have_count(1)
    expect(dialog.selected).to_be_in_viewport()
    dialog.page.keyboard.press("ArrowUp")
    expect(dialog.generated).to_be_focused()


def test_a_new_search_finds_the_generated_pages_collapsed_again(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.generated.click()
    expect(dialog.generated_results).to_be_visible()
    dialog.search("transducer", "10 results")
    expect(dialog.generated).to_have_attribute("aria-expanded", "false")


def test_a_match_in_a_generated_block_stands_among_the_generated_pages(dialog: SearchDialog) -> None:
    dialog.search("UTC", "12 results")
    expect(dialog.results.get_by_role("group")).to_have_accessible_name("Técnica, 3 results")
    dialog.generated.click()
    block = dialog.generated_results.get_by_role("group", name="Field guide, 1 result")
    expect(block.get_by_role("option").first).to_contain_text("Maintenance rounds")


def test_where_only_generated_pages_match_they_are_open(dialog: SearchDialog) -> None:
    dialog.search("TCK-4471", "1 result")
    expect(dialog.results).to_have_count(0)
    expect(dialog.generated_results.get_by_role("option")).to_contain_text("Open tickets")
    expect(dialog.generated_results.locator("[aria-selected=true]")).to_have_count(1)


def test_a_further_section_shows_in_its_one_line_what_it_was_found_by(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    section = dialog.root.get_by_role("option", name=re.compile("^If the logger does not come back"))
    line = section.locator(".fts-passage").bounding_box()
    mark = section.get_by_role("mark").bounding_box()
    assert line
    assert mark
    assert line["y"] < mark["y"] + mark["height"] / 2 < line["y"] + line["height"]


def test_drafts_and_archived_pages_are_labelled_in_words(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    expect(dialog.root.get_by_text("Draft", exact=True)).to_have_count(0)
    dialog.switch.check()
    expect(dialog.count).to_have_text("23 results")
    expect(dialog.hit("Radar level sensors").get_by_text("Draft", exact=True)).to_be_visible()
    expect(dialog.hit("Mk2 logger").get_by_text("Archived", exact=True)).to_be_visible()
    expect(dialog.hit("Data quality").get_by_text("Draft")).to_have_count(0)


def test_the_switch_says_how_many_it_adds_and_adds_so_many(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    expect(dialog.switch).to_have_accessible_name("Include drafts and archived +3")
    expect(dialog.group("Field guide, 12 results")).to_be_visible()
    dialog.switch.check()
    expect(dialog.count).to_have_text("23 results")
    expect(dialog.group("Field guide, 15 results")).to_be_visible()
    expect(dialog.switch).to_have_accessible_name("Include drafts and archived")
    dialog.switch.uncheck()
    expect(dialog.count).to_have_text("20 results")


def test_the_switch_adds_nothing_where_nothing_is_hidden(dialog: SearchDialog) -> None:
    dialog.search("zeolite", "1 result")
    expect(dialog.switch).to_have_accessible_name("Include drafts and archived")


def test_the_space_key_turns_the_switch(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.switch.focus()
    dialog.page.keyboard.press("Space")
    expect(dialog.switch).to_be_checked()
    expect(dialog.count).to_have_text("23 results")


def test_the_switch_holds_for_the_next_search(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.switch.check()
    expect(dialog.count).to_have_text("23 results")
    dialog.search("stylus", "2 results")


@pytest.mark.parametrize(
    ("text", "says", "results"),
    [
        ("stylus", "No current page matches “stylus”, but 2 drafts and archived pages do.", "2 results"),
        ("beamwidth", "No current page matches “beamwidth”, but 1 draft or archived page does.", "1 result"),
    ],
)
def test_where_only_drafts_match_they_are_at_hand(dialog: SearchDialog, text: str, says: str, results: str) -> None:
    dialog.type(text)
    expect(dialog.root.get_by_text(says).first).to_be_visible()
    expect(dialog.root.get_by_text("Nothing found")).to_have_count(0)
    expect(dialog.switch).not_to_be_checked()
    dialog.root.get_by_role("button", name="Include them").press("Enter")
    expect(dialog.count).to_have_text(results)
    expect(dialog.switch).to_be_checked()
    # The button has gone with the text: the keyboard goes on where it is of use.
    expect(dialog.input).to_be_focused()
