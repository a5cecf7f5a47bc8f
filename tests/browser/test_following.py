"""From a result to its page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser


@pytest.fixture
def marked(page: Page, example_server: StaticServer) -> Page:
    """A page that tells whether it was loaded anew."""
    page.goto(f"{example_server.address}field/drifting-levels/")
    page.evaluate("window.marked = true")
    return page


def test_the_first_result_is_selected(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    expect(dialog.selected).to_have_id("fts-hit-0-0-0")
    expect(dialog.input).to_have_attribute("aria-activedescendant", "fts-hit-0-0-0")
    expect(dialog.input).to_have_attribute("aria-expanded", "true")


def test_arrow_keys_move_through_results_and_their_sections(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    options = dialog.results.get_by_role("option")
    for number in (1, 2, 3):
        dialog.page.keyboard.press("ArrowDown")
        expect(options.nth(number)).to_have_attribute("aria-selected", "true")
        expect(dialog.selected).to_have_count(1)
        expect(dialog.input).to_have_attribute("aria-activedescendant", options.nth(number).get_attribute("id") or "")
    dialog.page.keyboard.press("ArrowUp")
    expect(options.nth(2)).to_have_attribute("aria-selected", "true")
    expect(dialog.input).to_be_focused()


def test_the_selection_stays_at_the_ends(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    options = dialog.results.get_by_role("option")
    dialog.page.keyboard.press("ArrowUp")
    expect(options.first).to_have_attribute("aria-selected", "true")
    for _ in range(options.count() + 2):
        dialog.page.keyboard.press("ArrowDown")
    expect(options.last).to_have_attribute("aria-selected", "true")
    expect(options.last).to_be_in_viewport(ratio=1)


def test_the_mouse_does_not_take_the_selection(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    dialog.hits.nth(1).hover()
    expect(dialog.selected).to_have_id("fts-hit-0-0-0")


def test_enter_opens_the_selected_section(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    dialog.page.keyboard.press("ArrowDown")
    expect(dialog.selected).to_have_id("fts-hit-0-0-1")
    address = re.sub(r"\?h=[^#]*", "", dialog.selected.get_attribute("href") or "")
    assert "#" in address
    dialog.page.keyboard.press("Enter")
    dialog.page.wait_for_url(address)
    expect(dialog.page.locator(":target")).to_be_in_viewport()


def test_a_click_opens_a_result(dialog: SearchDialog) -> None:
    dialog.search("zeolite", "1 result")
    row = dialog.hit("When a level drifts")
    box = row.bounding_box()
    assert box
    row.click(position={"x": box["width"] - 8, "y": box["height"] / 2})  # the whole row is the target
    expect(dialog.page).to_have_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))


def test_control_click_opens_a_tab_and_leaves_the_dialog(dialog: SearchDialog, context: BrowserContext) -> None:
    address = dialog.page.url
    dialog.search("zeolite", "1 result")
    with context.expect_page() as opened:
        dialog.hit("When a level drifts").click(modifiers=["Control"])
    expect(opened.value).to_have_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))
    expect(dialog.root).to_be_visible()
    expect(dialog.page).to_have_url(address)


def test_control_click_on_a_result_of_the_same_page_opens_a_tab_too(marked: Page, context: BrowserContext) -> None:
    dialog = SearchDialog(marked)
    dialog.search("zeolite", "1 result")
    with context.expect_page():
        dialog.hit("When a level drifts").click(modifiers=["Control"])
    expect(dialog.root).to_be_visible()


def test_control_enter_opens_a_tab_and_leaves_the_dialog(dialog: SearchDialog, context: BrowserContext) -> None:
    address = dialog.page.url
    dialog.search("zeolite", "1 result")
    with context.expect_page() as opened:
        dialog.page.keyboard.press("Control+Enter")
    expect(opened.value).to_have_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))
    expect(dialog.root).to_be_visible()
    expect(dialog.page).to_have_url(address)


def test_tab_leads_to_the_selected_result(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    dialog.page.keyboard.press("ArrowDown")
    for _ in range(6):
        dialog.page.keyboard.press("Tab")
        if dialog.selected.evaluate("(link) => link === document.activeElement"):
            break
    expect(dialog.selected).to_be_focused()
    expect(dialog.selected).to_have_id("fts-hit-0-0-1")


def test_a_result_on_the_same_page_closes_the_dialog(marked: Page) -> None:
    dialog = SearchDialog(marked)
    dialog.search("zeolite", "1 result")
    dialog.page.keyboard.press("Enter")
    expect(dialog.root).to_be_hidden()
    expect(marked).to_have_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))
    expect(marked.locator(":target")).to_be_in_viewport()
    assert marked.evaluate("window.marked")


@pytest.mark.parametrize("address", ["#keeping-the-tube-dry", "index.html#keeping-the-tube-dry"])
def test_the_top_of_the_same_page_is_reached_without_loading_it(marked: Page, address: str) -> None:
    dialog = SearchDialog(marked)
    marked.evaluate("(address) => history.pushState(null, '', address)", address)
    dialog.type("title:drifts")
    dialog.hit("When a level drifts").click()
    expect(dialog.root).to_be_hidden()
    expect(marked.locator("h1")).to_be_in_viewport()
    expect(marked).to_have_url(re.compile("/field/drifting-levels/$"))
    assert marked.evaluate("window.marked")


def test_back_leads_to_the_page_where_the_search_began(dialog: SearchDialog) -> None:
    address = dialog.page.url
    dialog.search("zeolite", "1 result")
    dialog.page.keyboard.press("Enter")
    dialog.page.wait_for_url(re.compile("/field/drifting-levels/"))
    dialog.page.go_back()
    expect(dialog.page).to_have_url(address)
    expect(dialog.page.get_by_role("heading", level=1)).to_be_visible()


def test_opened_again_before_the_browser_has_told_that_it_was_closed_it_is_open(dialog: SearchDialog) -> None:
    dialog.search("cheia ", "5 results")
    # The event `close` comes in a task of its own, after this.
    dialog.root.evaluate(
        """async (root) => {
            root.close();
            document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve, 100));
        }"""
    )
    expect(dialog.input).to_be_focused()
    expect(dialog.page.locator("html.fts-locked")).to_be_attached()
    dialog.search("cheia", "6 results")  # also those of longer words, now that it may go on
