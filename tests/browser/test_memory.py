"""What the device keeps: the recent searches and the drafts switch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.support.dialog import SearchDialog

pytestmark = pytest.mark.browser


def searches(dialog: SearchDialog) -> Locator:
    return dialog.recent.locator(".fts-recent-search")


@pytest.fixture
def remembering(dialog: SearchDialog) -> SearchDialog:
    """The dialog, open, after two searches that were of use."""
    for text, title, page in (
        ("kingfisher", "Installing a station", "/field/installing-a-station/"),
        ("zeolite", "When a level drifts", "/field/drifting-levels/"),
    ):
        dialog.find(text, title)
        dialog.page.keyboard.press("Enter")
        dialog.page.wait_for_url(re.compile(page))
    dialog.open()
    return dialog


def test_searches_that_were_of_use_are_offered_again(remembering: SearchDialog) -> None:
    expect(searches(remembering)).to_have_text(["zeolite", "kingfisher"])
    searches(remembering).last.click()
    expect(remembering.hit("Installing a station")).to_be_visible()
    expect(remembering.input).to_have_value("kingfisher")
    expect(remembering.input).to_be_focused()


def test_a_search_that_was_given_up_is_not_kept(dialog: SearchDialog) -> None:
    dialog.search("zeolite", "1 result")
    dialog.page.reload()
    dialog.open()
    expect(dialog.root.get_by_text("Finds pages with all your words.")).to_be_visible()


def test_the_keyboard_reaches_recent_searches_and_typing_goes_back(remembering: SearchDialog) -> None:
    keyboard = remembering.page.keyboard
    keyboard.press("ArrowDown")
    expect(searches(remembering).first).to_be_focused()
    keyboard.press("ArrowDown")
    expect(searches(remembering).last).to_be_focused()
    keyboard.press("ArrowDown")
    expect(searches(remembering).last).to_be_focused()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowUp")
    expect(remembering.input).to_be_focused()
    keyboard.press("ArrowDown")
    keyboard.type("kin")
    expect(remembering.input).to_be_focused()
    expect(remembering.input).to_have_value("kin")
    expect(remembering.hit("Installing a station")).to_be_visible()
    remembering.type("")
    expect(remembering.recent).to_be_visible()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(remembering.input).to_have_value("kingfisher")
    expect(remembering.input).to_be_focused()


def test_each_is_removed_and_all_are_cleared(remembering: SearchDialog) -> None:
    remembering.recent.get_by_role("button", name="Remove “zeolite” from recent searches").press("Enter")
    expect(searches(remembering)).to_have_text(["kingfisher"])
    expect(remembering.input).to_be_focused()
    remembering.page.reload()
    remembering.open()
    expect(searches(remembering)).to_have_text(["kingfisher"])
    remembering.recent.get_by_role("button", name="Clear").click()
    expect(remembering.recent).to_have_count(0)
    expect(remembering.input).to_be_focused()
    remembering.page.reload()
    remembering.open()
    expect(remembering.root.get_by_text("Finds pages with all your words.")).to_be_visible()


def test_the_drafts_switch_is_remembered(dialog: SearchDialog) -> None:
    dialog.open()
    dialog.switch.check()
    dialog.page.reload()
    dialog.search("calibration", "23 results")
    expect(dialog.switch).to_be_checked()
    dialog.switch.uncheck()
    dialog.page.reload()
    dialog.search("calibration", "20 results")
