"""Phones: the back button, and room for everything; the same room that 300 % zoom leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.support.console import Console
from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer
from tests.support.themes import MATERIAL, MKDOCS, READTHEDOCS, Theme, ThemeSites

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
ZOOMED = {"width": 427, "height": 240}  # a window of 1280 × 720 at 300 %


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A page on a phone, touched with fingers."""
    with browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2) as context:
        console = Console(context)
        yield context.new_page()
        context.close()
        assert console.unexpected == []


@pytest.fixture
def on_phone(phone: Page, example_server: StaticServer) -> SearchDialog:
    """The dialog on the second page that was visited."""
    phone.goto(example_server.address)
    phone.goto(f"{example_server.address}field/")
    return SearchDialog(phone)


def open_with_finger(dialog: SearchDialog) -> None:
    box = MKDOCS.find_box(dialog.page)
    if not box.is_visible():
        dialog.page.get_by_role("button", name="Toggle navigation").tap()
        # Bootstrap says so once the menu stands still: a finger that comes earlier meets what moves past.
        expect(dialog.page.locator("#navbar-collapse")).to_contain_class("show")
    box.tap()
    expect(dialog.input).to_be_focused()


def test_back_closes_the_dialog(on_phone: SearchDialog) -> None:
    page, address = on_phone.page, on_phone.page.url
    open_with_finger(on_phone)
    page.go_back()
    expect(on_phone.root).to_be_hidden()
    expect(page).to_have_url(address)
    page.go_back()
    expect(page).to_have_url(re.sub("field/$", "", address))


@pytest.mark.parametrize("closing", ["button", "Escape"])
def test_closing_it_otherwise_leaves_nothing_to_go_back_from(on_phone: SearchDialog, closing: str) -> None:
    page, address = on_phone.page, on_phone.page.url
    for _ in range(2):
        open_with_finger(on_phone)
        if closing == "button":
            on_phone.close_button.tap()
        else:
            page.keyboard.press("Escape")
        expect(on_phone.root).to_be_hidden()
        page.wait_for_function("!history.state?.ftsDialog")
    page.go_back()
    expect(page).to_have_url(re.sub("field/$", "", address))


@pytest.mark.parametrize("leads_to", ["a page", "the same page", "all results"])
def test_a_page_that_was_reached_from_it_is_one_step_from_where_it_was_opened(
    on_phone: SearchDialog, leads_to: str
) -> None:
    page, address = on_phone.page, on_phone.page.url
    before = page.evaluate("history.length")
    open_with_finger(on_phone)
    if leads_to == "the same page":
        on_phone.type("title:Field")
        result = on_phone.hit("Field guide")
    else:
        on_phone.type("zeolite")
        result = on_phone.all_results if leads_to == "all results" else on_phone.hit("When a level drifts")
    result.tap()
    expect(on_phone.root).to_be_hidden()
    if leads_to == "the same page":
        expect(page).to_have_url(address)
        return
    page.wait_for_url(lambda url: url != address)
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page).to_have_url(address)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.sub("field/$", "", address))


def test_a_finger_opens_the_dialog_of_material(phone: Page, theme_sites: ThemeSites) -> None:
    phone.goto(theme_sites.address(MATERIAL))
    dialog = SearchDialog(phone)
    phone.get_by_role("banner").get_by_role("button", name="Search").tap()
    expect(dialog.input).to_be_focused()
    assert dialog.root.bounding_box() == {"x": 0, "y": 0, **PHONE}
    assert dialog.input.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") >= 16


def test_a_finger_opens_the_dialog_of_readthedocs(phone: Page, theme_sites: ThemeSites) -> None:
    phone.goto(theme_sites.address(READTHEDOCS))
    dialog = SearchDialog(phone)
    phone.locator("[data-toggle=wy-nav-top]").first.tap()
    READTHEDOCS.find_box(phone).tap()
    expect(dialog.input).to_be_focused()
    assert dialog.root.bounding_box() == {"x": 0, "y": 0, **PHONE}


def test_the_marks_can_be_cleared_on_a_page_that_is_wider_than_the_screen(
    phone: Page, example_server: StaticServer
) -> None:
    phone.goto(f"{example_server.address}field/glossary/?h=gauge")
    button = phone.get_by_role("button", name="Clear the marked words")
    expect(button).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") > PHONE["width"]
    box = button.bounding_box()
    assert box
    assert box["x"] + box["width"] < PHONE["width"]
    assert box["y"] + box["height"] < PHONE["height"]


def test_a_page_that_is_wider_than_a_tablet_does_not_push_the_dialog_out(
    browser: Browser, theme_sites: ThemeSites
) -> None:
    tablet = {"width": 768, "height": 1024}
    with browser.new_context(viewport=tablet, has_touch=True, is_mobile=True) as context:
        page = context.new_page()
        page.goto(theme_sites.address(MKDOCS))
        page.get_by_role("main").evaluate("(main) => { main.firstElementChild.style.width = '1400px' }")
        page.wait_for_function("document.documentElement.scrollWidth > 1400")
        dialog = SearchDialog(page)
        dialog.open()
        box = dialog.root.bounding_box()
        assert box
        assert box["x"] + box["width"] < tablet["width"]


CUT_OFF = """
(root) => [...root.querySelectorAll("*")].filter((each) => {
  const {left, right, width} = each.getBoundingClientRect();
  const chips = each.closest(".fts-wikis");  // they scroll
  return width > 1 && !chips && (left < -1 || right > innerWidth + 1);
}).map((each) => each.outerHTML.slice(0, 100))
"""


def reach(element: Locator) -> None:
    element.scroll_into_view_if_needed()
    expect(element).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", [ZOOMED, {"width": 320, "height": 256}], ids=["300 %", "400 %"])
def test_nothing_is_cut_off_at_large_zoom(page: Page, example_server: StaticServer, size: dict[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(example_server.address)
    dialog = SearchDialog(page)
    dialog.open()
    for text in ("", "calibration", "stylus", "qxzvjkwq", "pluviometrro "):
        dialog.type(text)
        expect(dialog.root.locator(".fts-note, .fts-list").first).to_be_visible()
        assert dialog.root.evaluate(CUT_OFF) == []
    dialog.search("calibration", "20 results")
    reach(dialog.hits.last)
    reach(dialog.generated)
    for part in (dialog.chips.first, dialog.switch, dialog.close_button, dialog.input):
        reach(part)
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        expect(dialog.selected).to_be_in_viewport(ratio=0.5)
    page.goto(f"{example_server.address}search.html?q=calibration")
    expect(page.locator(".fts-page [role=option]").first).to_be_attached()
    assert page.locator(".fts-page").evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("theme", [READTHEDOCS, MATERIAL], ids=str)
def test_the_search_page_fits_a_phone(phone: Page, theme_sites: ThemeSites, theme: Theme) -> None:
    phone.goto(f"{theme_sites.address(theme)}search.html?q=zeolite")
    expect(phone.locator(".fts-page [role=option]").first).to_be_visible()
    assert phone.locator(".fts-page").evaluate(CUT_OFF) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_from_right_to_left_everything_is_mirrored(page: Page, example_server: StaticServer) -> None:
    page.goto(example_server.address)
    page.evaluate("document.documentElement.dir = 'rtl'; document.documentElement.lang = 'ar'")
    dialog = SearchDialog(page)
    # There are no texts in Arabic: the dialog is in English, and reads as English does.
    dialog.search("calibration", "20 results")
    expect(dialog.root).to_have_css("direction", "ltr")
    expect(dialog.root).to_have_attribute("lang", "en")
    # With texts of the site's own it would be mirrored.
    dialog.root.evaluate("(dialog) => dialog.dir = 'rtl'")
    box = dialog.root.bounding_box()
    close = dialog.close_button.bounding_box()
    assert box
    assert close
    assert close["x"] < box["x"] + 20
    # A result in English reads as English does.
    expect(dialog.selected).to_have_css("border-left-width", "3px")
    assert dialog.root.evaluate(CUT_OFF) == []
    dialog.switch.check()
    expect(dialog.switch).to_be_checked()
    expect(dialog.count).to_have_text("23 results")
