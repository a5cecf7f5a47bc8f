"""Every theme's own search box opens the dialog, wherever the site is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.dialog import SearchDialog
from tests.support.themes import BELOW, MATERIAL, THEMES, Theme, ThemeSites

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", ["", BELOW], ids=["at the root", "below a path"])
@pytest.mark.parametrize("directory_urls", [True, False], ids=["directories", "files"])
@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_the_box_and_the_shortcut_open_the_dialog_and_a_result_its_section(
    page: Page, theme_sites: ThemeSites, theme: Theme, *, directory_urls: bool, path: str
) -> None:
    site = theme_sites.address(theme, directory_urls=directory_urls, path=path)
    page.goto(site + ("guide/valves/" if directory_urls else "guide/valves.html"))
    dialog = SearchDialog(page)
    theme.find_box(page).click()
    expect(dialog.input).to_be_focused()
    expect(dialog.root).to_have_css("overflow", "hidden")  # it has its looks
    page.keyboard.press("Escape")
    expect(dialog.root).to_be_hidden()
    expect(theme.find_box(page)).to_be_focused()

    page.keyboard.press("Control+k")
    expect(dialog.input).to_be_focused()
    dialog.find("zeolite", "Pumps")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}guide/pumps{'/' if directory_urls else '.html'}#seals")
    expect(page.locator("#seals")).to_be_in_viewport()
    expect(page.locator("#seals ~ p").first).to_be_in_viewport()
    expect(dialog.root).to_be_hidden()


@pytest.mark.parametrize("directory_urls", [True, False], ids=["directories", "files"])
def test_on_a_phone_a_button_stands_for_the_box_of_material(
    page: Page, theme_sites: ThemeSites, *, directory_urls: bool
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(theme_sites.address(MATERIAL, directory_urls=directory_urls))
    dialog = SearchDialog(page)
    button = page.get_by_role("banner").get_by_role("button", name="Search")
    expect(button).to_have_count(1)
    expect(page.locator("label[for=__search]").first).to_be_hidden()
    button.click()
    expect(dialog.input).to_be_focused()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(button).to_have_count(0)
    expect(MATERIAL.find_box(page)).to_be_visible()


def test_a_site_changes_the_look_by_custom_properties(page: Page, theme_sites: ThemeSites) -> None:
    page.goto(theme_sites.address(MATERIAL))
    # Before the dialog's own style sheet, as `extra_css` comes.
    page.add_style_tag(content=".fts-search { --fts-bg: rgb(1, 2, 3); --fts-radius: 7px; --fts-width: 400px; }")
    dialog = SearchDialog(page)
    dialog.open()
    expect(dialog.root).to_have_css("background-color", "rgb(1, 2, 3)")
    expect(dialog.root).to_have_css("border-radius", "7px")
    expect(dialog.root).to_have_css("width", "400px")
