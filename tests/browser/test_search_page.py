"""The search page: the same search at an address that can be shared."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.support.dialog import SearchDialog, click_result
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser


class SearchPage:
    """The parts of the search page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".fts-page")
        self.input = self.root.get_by_role("combobox", name="Search")
        self.options = self.root.get_by_role("option")
        self.switch = self.root.get_by_role("switch")
        self.count = self.root.locator(".fts-count")

    def chip(self, name: str) -> Locator:
        return self.root.get_by_role("group", name="Narrow to one wiki").get_by_role("button", name=name)


@pytest.fixture
def address(example_server: StaticServer) -> str:
    return f"{example_server.address}search.html"


@pytest.fixture
def search(page: Page, address: str) -> SearchPage:
    page.goto(address)
    search = SearchPage(page)
    expect(search.input).to_be_focused()
    return search


def test_the_address_says_what_is_searched(search: SearchPage, address: str) -> None:
    search.input.fill("calibration")
    expect(search.count).to_have_text("20 results")
    expect(search.page).to_have_url(f"{address}?q=calibration")
    expect(search.page).to_have_title("calibration – Search - Redondo Rivers")
    search.switch.check()
    expect(search.count).to_have_text("23 results")
    expect(search.page).to_have_url(f"{address}?q=calibration&drafts=1")
    search.chip("Station cards").click()
    expect(search.count).to_have_text("8 results")
    expect(search.page).to_have_url(f"{address}?q=calibration&drafts=1&wiki=cards")
    search.switch.uncheck()
    search.chip("All").click()
    search.input.fill("")
    expect(search.page).to_have_url(address)
    expect(search.page).to_have_title("Search - Redondo Rivers")


def test_a_browser_that_lets_the_address_change_no_more_goes_on_searching(search: SearchPage, address: str) -> None:
    search.page.evaluate(
        """() => {
          const { replaceState } = history;
          history.replaceState = () => { throw new DOMException("too often", "SecurityError"); };
          window.allow = () => { history.replaceState = replaceState; };
        }"""
    )
    search.input.fill("calibration")
    expect(search.count).to_have_text("20 results")
    expect(search.page).to_have_url(address)
    search.page.evaluate("allow()")
    search.input.press("ArrowDown")
    expect(search.page).to_have_url(f"{address}?q=calibration")


def test_a_shared_address_gives_the_same_results(search: SearchPage, context: BrowserContext) -> None:
    search.switch.check()  # which this device remembers, and the other does not
    search.input.fill("calibration")
    expect(search.count).to_have_text("23 results")
    search.chip("Field guide").click()
    expect(search.count).to_have_text("15 results")
    shown = search.options.all_text_contents()

    browser = context.browser
    assert browser
    with browser.new_context() as other:
        shared = SearchPage(other.new_page())
        shared.page.goto(search.page.url)
        expect(shared.count).to_have_text("15 results")
        assert shared.options.all_text_contents() == shown
        expect(shared.switch).to_be_checked()
        expect(shared.chip("Field guide")).to_have_attribute("aria-pressed", "true")
        expect(shared.input).to_have_value("calibration")
        expect(shared.input).not_to_be_focused()  # there is something to read first
        # Back on this device, an address without drafts is one without drafts.
        search.page.goto(re.sub("&drafts=1", "", search.page.url))
        expect(search.count).to_have_text("12 results")


def test_back_from_a_result_leads_to_the_same_results(search: SearchPage, address: str) -> None:
    search.input.fill("zeolite")
    click_result(search.options.first)
    search.page.wait_for_url(re.compile("/field/drifting-levels/#"))
    search.page.go_back()
    expect(search.page).to_have_url(f"{address}?q=zeolite")
    expect(search.options.first).to_contain_text("When a level drifts")


def test_enter_opens_nothing_until_a_result_is_chosen(search: SearchPage, address: str) -> None:
    search.input.fill("zeolite")
    expect(search.count).to_have_text("1 result")
    search.page.keyboard.press("Enter")
    expect(search.page).to_have_url(f"{address}?q=zeolite")
    expect(search.input).to_be_focused()
    expect(search.root.locator("[aria-selected=true]")).to_have_count(0)
    search.page.keyboard.press("ArrowDown")
    search.page.keyboard.press("Enter")
    search.page.wait_for_url(re.compile("/field/drifting-levels/#"))


def test_all_results_of_the_dialog_are_on_the_search_page(dialog: SearchDialog, address: str) -> None:
    dialog.search("calibration", "20 results")
    dialog.chips.filter(has_text="Field guide").click()
    expect(dialog.count).to_have_text("12 results")
    dialog.switch.check()
    expect(dialog.count).to_have_text("15 results")
    dialog.all_results.click()
    search = SearchPage(dialog.page)
    expect(search.count).to_have_text("15 results")
    expect(search.page).to_have_url(f"{address}?q=calibration&drafts=1&wiki=field")


def test_the_shortcut_and_the_themes_box_lead_to_the_input_of_the_page(search: SearchPage) -> None:
    for key in ("Control+k", "/"):
        search.root.get_by_role("heading").click()
        expect(search.input).not_to_be_focused()
        search.page.keyboard.press(key)
        expect(search.input).to_be_focused()
    search.root.get_by_role("heading").click()
    search.page.get_by_role("link", name="Search").click()
    expect(search.input).to_be_focused()
    expect(search.page.get_by_role("dialog")).to_have_count(0)


def test_a_wiki_that_is_not_there_can_be_lifted(page: Page, address: str) -> None:
    page.goto(f"{address}?q=zeolite&wiki=none")
    search = SearchPage(page)
    expect(search.root.get_by_text("Nothing found for “zeolite” in none.").first).to_be_visible()
    search.root.get_by_role("button", name="Search all wikis").click()
    expect(search.count).to_have_text("1 result")
    expect(page).to_have_url(f"{address}?q=zeolite")


def test_other_parameters_of_the_address_stay(page: Page, address: str) -> None:
    page.goto(f"{address}?lang=es&q=zeolite#top")
    search = SearchPage(page)
    expect(search.count).to_have_text("1 result")
    search.input.fill("kingfisher")
    expect(search.options.first).to_contain_text("Installing a station")
    expect(page).to_have_url(f"{address}?lang=es&q=kingfisher#top")
