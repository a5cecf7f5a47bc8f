"""Material for MkDocs: pages that it loads by itself, its other features, and light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.dialog import CHUNK, Held, SearchDialog, click_result
from tests.support.themes import MATERIAL_INSTANT, ThemeSites

pytestmark = pytest.mark.browser


@pytest.fixture
def site(theme_sites: ThemeSites) -> str:
    return theme_sites.address(MATERIAL_INSTANT)


def visit(page: Page, address: str) -> None:
    """Load a page that tells whether it is loaded anew later."""
    # The theme loads pages by itself once it has read which there are.
    with page.expect_request_finished(lambda request: request.url.endswith("/sitemap.xml")):
        page.goto(address)
    page.evaluate("window.marked = true")


@pytest.fixture
def marked(page: Page, site: str) -> Page:
    """A page of the site that was visited."""
    visit(page, f"{site}guide/valves/")
    return page


def go_to_home(page: Page, site: str) -> None:
    page.get_by_role("navigation").get_by_role("link", name="Home").first.click()
    page.wait_for_url(site)
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    assert page.evaluate("window.marked")


def expect_its_looks(dialog: SearchDialog) -> None:
    expect(dialog.root).to_have_css("overflow", "hidden")
    expect(dialog.root.locator(".fts-frame")).to_have_css("display", "flex")


def test_the_dialog_keeps_its_looks_and_its_field_over_pages_that_the_theme_loads(marked: Page, site: str) -> None:
    dialog = SearchDialog(marked)
    dialog.find("zeolite", "Pumps")
    marked.keyboard.press("Escape")
    go_to_home(marked, site)
    dialog.open()
    expect_its_looks(dialog)
    marked.keyboard.press("Escape")

    field = marked.get_by_role("textbox", name="Search")
    field.focus()
    marked.keyboard.type("kingf")
    expect(dialog.input).to_have_value("kingf")
    expect_its_looks(dialog)
    click_result(dialog.hit("Valves"))
    marked.wait_for_url(f"{site}guide/valves/#springs")
    expect(marked.locator("#springs")).to_be_in_viewport()
    expect(dialog.root).to_be_hidden()
    assert marked.evaluate("window.marked")


def test_a_result_that_the_theme_loads_is_left_by_back(marked: Page, site: str) -> None:
    dialog = SearchDialog(marked)
    dialog.find("zeolite", "Pumps")
    marked.keyboard.press("Enter")
    marked.wait_for_url(f"{site}guide/pumps/#seals")
    expect(dialog.root).to_be_hidden()
    marked.go_back()
    expect(marked).to_have_url(f"{site}guide/valves/")
    expect(marked.get_by_role("heading", name="Valves")).to_be_visible()
    assert marked.evaluate("window.marked")


def test_the_search_page_works_wherever_the_theme_comes_from(page: Page, site: str) -> None:
    visit(page, f"{site}search.html?q=zeolite")
    results = page.get_by_role("main").get_by_role("listbox", name="Results")
    expect(results.get_by_role("option").first).to_contain_text("Pumps")
    click_result(results.get_by_role("option").first)
    page.wait_for_url(f"{site}guide/pumps/#seals")
    expect(page.locator("#seals")).to_be_in_viewport()
    assert page.evaluate("window.marked"), "the theme did not load the page by itself"
    assert page.title() == "Pumps - Test site"
    page.go_back()
    expect(page).to_have_url(f"{site}search.html?q=zeolite")
    expect(results.get_by_role("option").first).to_contain_text("Pumps")
    expect(page.get_by_role("combobox", name="Search")).to_have_value("zeolite")
    expect(page.locator(".fts-page .fts-frame")).to_have_css("display", "flex")
    page.get_by_role("combobox", name="Search").fill("kingfisher")
    expect(results.get_by_role("option").first).to_contain_text("Valves")
    expect(page).to_have_url(f"{site}search.html?q=kingfisher")


def test_a_late_answer_leaves_the_address_of_the_next_page_alone(page: Page, site: str) -> None:
    visit(page, f"{site}search.html")
    # The address changes before the page's content does.
    answer, content = Held(page, CHUNK), Held(page, re.compile(f"^{re.escape(site)}$"))
    with page.expect_request(CHUNK):
        page.get_by_role("combobox", name="Search").fill("zeolite")
    with page.expect_request(site):
        page.get_by_role("navigation").get_by_role("link", name="Home").first.click()
    expect(page).to_have_url(site)
    answer.release()
    expect(page.get_by_role("option").first).to_be_attached()
    expect(page).to_have_url(site)
    content.release()
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    expect(page).to_have_url(site)
    expect(page).to_have_title("Test site")
    assert page.evaluate("window.marked")


def test_a_query_typed_into_the_field_on_the_search_page_goes_to_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}search.html?q=zeolite")
    box = page.get_by_role("main").get_by_role("combobox", name="Search")
    expect(box).to_have_value("zeolite")
    page.get_by_role("banner").get_by_role("textbox", name="Search").focus()
    page.keyboard.type("kingf")
    expect(box).to_have_value("kingf")
    expect(box).to_be_focused()
    expect(page.get_by_role("main").get_by_role("option").first).to_contain_text("Valves")


def test_the_dialog_follows_the_palette(marked: Page) -> None:
    dialog = SearchDialog(marked)
    colours = []
    for name in ("To dark", "To light"):
        dialog.open()
        page_colour = marked.evaluate("getComputedStyle(document.body).backgroundColor")
        expect(dialog.root).to_have_css("background-color", page_colour)
        colours.append(page_colour)
        marked.keyboard.press("Escape")
        marked.get_by_title(name).click()
    assert len(set(colours)) == 2


def test_the_themes_other_components_live(marked: Page) -> None:
    """With the theme's own search half gone they died all at once."""
    marked.mouse.wheel(0, 900)
    expect(marked.locator("[data-md-component=sidebar][data-md-type=toc] .md-nav__link--active")).to_have_text(
        re.compile("Seats|Springs")
    )
    marked.mouse.wheel(0, -300)
    expect(marked.locator("[data-md-component=top]")).to_be_visible()
