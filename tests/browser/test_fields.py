"""Fields of themes, and of authors' templates, that hand what is typed over to the dialog."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.console import Console
from tests.support.dialog import Held, SearchDialog
from tests.support.themes import MATERIAL, READTHEDOCS, Theme, ThemeSites

pytestmark = pytest.mark.browser

DIALOG = re.compile(r"/fts/dialog\.js$")
STYLES = re.compile(r"/fts/search\.css$")
WITH_FIELD = pytest.mark.parametrize("theme", [READTHEDOCS, MATERIAL], ids=str)


@WITH_FIELD
@pytest.mark.parametrize("held_back", [DIALOG, STYLES], ids=["the dialog", "its looks"])
def test_nothing_that_is_typed_is_lost_while_it_loads(
    page: Page, theme_sites: ThemeSites, theme: Theme, held_back: re.Pattern[str]
) -> None:
    held = Held(page, held_back)
    page.goto(theme_sites.address(theme))
    dialog = SearchDialog(page)
    field = theme.find_box(page)
    with page.expect_request(held_back):
        field.focus()
    page.keyboard.type("zeo")
    page.keyboard.type("li")
    expect(field).to_have_value("zeoli")
    held.release()
    expect(dialog.input).to_be_focused()
    page.keyboard.type("te")
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("Pumps")).to_be_visible()
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    expect(field).to_be_focused()

    page.keyboard.type("k")  # takes the place of what was searched before
    expect(dialog.input).to_have_value("k")


def test_enter_in_the_field_opens_the_dialog_with_what_it_had(page: Page, theme_sites: ThemeSites) -> None:
    page.goto(theme_sites.address(READTHEDOCS))
    dialog = SearchDialog(page)
    dialog.find("zeolite", "Pumps")
    page.keyboard.press("Escape")
    page.get_by_role("textbox", name="Search docs").press("Enter")
    expect(dialog.input).to_be_focused()
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("Pumps")).to_be_visible()


def test_an_input_method_keeps_the_field_until_it_has_composed(
    page: Page, context: BrowserContext, theme_sites: ThemeSites
) -> None:
    page.goto(theme_sites.address(READTHEDOCS))
    dialog = SearchDialog(page)
    field = page.get_by_role("textbox", name="Search docs")
    with page.expect_response(DIALOG):
        field.focus()
    keyboard = context.new_cdp_session(page)
    keyboard.send("Input.imeSetComposition", {"text": "zeoli", "selectionStart": 5, "selectionEnd": 5})
    expect(field).to_have_value("zeoli")
    expect(dialog.root).to_have_count(0)
    expect(field).to_be_focused()
    keyboard.send("Input.insertText", {"text": "zeolite"})
    expect(dialog.input).to_be_focused()
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("Pumps")).to_be_visible()


def test_a_dialog_that_cannot_be_loaded_leaves_what_was_typed_in_the_field(
    page: Page, theme_sites: ThemeSites, console: Console
) -> None:
    console.expect("dialog.js", "dynamically imported module")
    page.route(re.compile(r"/fts/dialog\.js"), lambda route: route.abort())
    page.goto(theme_sites.address(READTHEDOCS))
    field = page.get_by_role("textbox", name="Search docs")
    field.focus()
    page.keyboard.type("z")
    page.get_by_role("dialog").get_by_role("button", name="OK").click()
    expect(field).to_have_value("z")


@pytest.mark.parametrize("directory_urls", [True, False], ids=["directories", "files"])
def test_without_javascript_the_field_leads_to_the_search_page(
    browser: Browser, theme_sites: ThemeSites, *, directory_urls: bool
) -> None:
    """Material hides its box there."""
    site = theme_sites.address(READTHEDOCS, directory_urls=directory_urls)
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(site + ("guide/pumps/" if directory_urls else "guide/pumps.html"))
        field = READTHEDOCS.find_box(page)
        field.fill("zeolite ring")
        field.press("Enter")
        expect(page).to_have_url(f"{site}search.html?q=zeolite+ring")
        expect(page.get_by_role("heading", name="Search", level=1)).to_be_visible()
