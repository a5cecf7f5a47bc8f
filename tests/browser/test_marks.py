"""The words of a search are marked on the page that a result leads to, until the reader clears them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.support import axe
from tests.support.console import Console
from tests.support.dialog import SearchDialog, clear_button, click_result
from tests.support.server import StaticServer, serve
from tests.support.sites import build_site

pytestmark = pytest.mark.browser

FILLER = "\n\n".join(["The quick brown fox jumps over the lazy dog."] * 40)
FOLDED = "??? note\n\n    heron"
PAGES = {
    "index.md": "# Home\n\nfiller",
    "long.md": f"# Long\n\n{FILLER}\n\nheron\n\n## Folded\n\n{FOLDED}\n\n## After\n\n{FOLDED}\n\n{FILLER}",
}
MARKED = """
() => {
  const range = document.createRange();
  return [...(CSS.highlights.get("fts-found") ?? [])].map((each) => {
    range.setStart(each.startContainer, each.startOffset);
    range.setEnd(each.endContainer, each.endOffset);
    return range.toString();
  });
}
"""


def marked(page: Page) -> list[str]:
    """What is marked, in order."""
    words: list[str] = page.evaluate(MARKED)
    return words


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    """A site with a long page, on which blocks are folded."""
    folder = tmp_path_factory.mktemp("marks")
    extensions = ["pymdownx.details", "pymdownx.superfences"]
    theme = {"name": "mkdocs", "highlightjs": False}
    build = build_site(folder, PAGES, None, "--strict", theme=theme, markdown_extensions=extensions)
    with serve(build.site) as server:
        yield server


def follow(dialog: SearchDialog, query: str, title: str) -> Locator:
    """Open a result; returns the button once it is there."""
    dialog.type(query)
    click_result(dialog.hit(title))
    button = clear_button(dialog.page)
    expect(button).to_be_in_viewport(ratio=1)
    return button


def test_the_words_of_a_result_are_marked_and_its_address_is_clean(dialog: SearchDialog) -> None:
    follow(dialog, "client.fetch_all", "Python client")
    page = dialog.page
    # Each part of the call has an element of its own.
    assert marked(page) == ["client.fetch_all"]
    expect(page).to_have_url(re.compile("/field/python-client/#last-day-of-one-station$"))
    expect(page.locator(":target")).to_be_in_viewport()
    page.reload()
    expect(page.locator(":target")).to_be_in_viewport()
    assert marked(page) == []


def test_a_word_that_the_excerpt_does_not_show_is_marked_too(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    result = dialog.hit("Tipping-bucket rain gauge")
    expect(result.locator("mark")).to_have_count(0)  # only the heading of the section has it
    click_result(result)
    expect(clear_button(dialog.page)).to_be_in_viewport(ratio=1)
    assert marked(dialog.page) == ["calibration"]


def test_the_button_clears_the_marks_and_gives_the_focus_to_the_section(dialog: SearchDialog) -> None:
    button = follow(dialog, "zeolite", "When a level drifts")
    page = dialog.page
    assert marked(page) == ["zeolite"]
    button.click()
    assert marked(page) == []
    expect(button).to_have_count(0)
    expect(page.locator(":target")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("h2[tabindex]")).to_have_count(0)


def test_from_the_button_the_focus_goes_back_to_where_it_was(page: Page, example_server: StaticServer) -> None:
    page.goto(f"{example_server.address}field/?h=station")
    button = clear_button(page)
    before = page.get_by_role("main").get_by_role("link").last
    before.focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(button).to_have_count(0)
    expect(before).to_be_focused()


def test_escape_clears_the_marks_unless_it_is_meant_for_something_else(dialog: SearchDialog) -> None:
    button = follow(dialog, "zeolite", "When a level drifts")
    page = dialog.page
    dialog.open()
    page.keyboard.press("Escape")
    expect(dialog.root).to_be_hidden()
    assert marked(page) == ["zeolite"]

    page.evaluate("document.body.addEventListener('keydown', (event) => event.preventDefault(), {once: true})")
    page.keyboard.press("Escape")
    assert marked(page) == ["zeolite"]

    page.keyboard.press("Escape")
    assert marked(page) == []
    expect(button).to_have_count(0)


def test_a_result_on_the_same_page_is_marked_without_loading_it(page: Page, example_server: StaticServer) -> None:
    page.goto(f"{example_server.address}field/drifting-levels/?h=level")
    expect(clear_button(page)).to_be_visible()
    page.evaluate("window.same = true")
    dialog = SearchDialog(page)
    for _ in range(2):
        follow(dialog, "zeolite", "When a level drifts")
        expect(page).to_have_url(re.compile("/field/drifting-levels/#keeping-the-tube-dry$"))
        page.wait_for_function(f"() => ({MARKED})().join() === 'zeolite'")
        page.keyboard.press("Escape")
        expect(clear_button(page)).to_have_count(0)
    assert page.evaluate("window.same")


def test_without_a_section_the_first_mark_is_scrolled_to(page: Page, server: StaticServer) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server.address}long/?h=heron")
    expect(page.get_by_text("heron").first).to_be_in_viewport(ratio=1)
    expect(page.locator("details[open]")).to_have_count(0)
    page.goto(f"{server.address}long/?h=long")
    expect(clear_button(page)).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_what_is_folded_over_a_mark_of_the_section_is_opened(page: Page, server: StaticServer) -> None:
    page.goto(f"{server.address}long/?h=heron#folded")
    expect(page.locator("#folded + details")).to_have_attribute("open", "")
    expect(page.locator("#folded")).to_be_in_viewport(ratio=1)
    expect(page.locator("details[open]")).to_have_count(1)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_button_is_accessible(browser: Browser, server: StaticServer, mode: str) -> None:
    with browser.new_context(color_scheme="dark" if mode == "dark" else "light") as context:
        page = context.new_page()
        page.goto(f"{server.address}long/?h=heron#folded")
        page.evaluate("(mode) => document.documentElement.setAttribute('data-bs-theme', mode)", mode)
        expect(clear_button(page)).to_be_visible()
        assert axe.violations(page, ".fts-clear") == []
        assert [each for each in axe.violations(page) if "fts-clear" in each] == []


def test_the_button_speaks_the_pages_language_and_is_not_printed(page: Page, server: StaticServer) -> None:
    page.add_init_script("addEventListener('DOMContentLoaded', () => { document.documentElement.lang = 'es-MX' })")
    page.goto(f"{server.address}long/?h=heron")
    button = clear_button(page, "Quitar el resaltado")
    expect(button).to_have_attribute("lang", "es")
    page.emulate_media(media="print")
    expect(button).to_be_hidden()


def test_marks_need_no_inline_style(page: Page, server: StaticServer, console: Console) -> None:
    def restrict(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={**response.headers, "content-security-policy": "style-src 'self'"})

    console.expect("Applying inline style")  # of the theme
    page.route("**/long/**", restrict)
    page.goto(f"{server.address}long/?h=heron")
    expect(clear_button(page)).to_have_css("position", "fixed")
    color = page.evaluate("getComputedStyle(document.querySelector('p'), '::highlight(fts-found)').backgroundColor")
    assert color not in ("", "rgba(0, 0, 0, 0)")


def test_a_browser_without_highlights_shows_the_page_as_it_is(page: Page, server: StaticServer) -> None:
    page.add_init_script("delete CSS.highlights")
    with page.expect_response("**/marks.js"):
        page.goto(f"{server.address}long/?h=heron#folded")
    expect(page.locator("#folded")).to_be_in_viewport()
    expect(page).to_have_url(f"{server.address}long/#folded")
    expect(page.locator(".fts-clear")).to_have_count(0)


def test_marks_that_cannot_be_loaded_leave_the_page_as_it_is(
    page: Page, server: StaticServer, console: Console
) -> None:
    server.broken["marks.js"] = 404
    console.expect("404")
    page.goto(f"{server.address}long/?h=heron#folded")
    expect(page).to_have_url(f"{server.address}long/#folded")
    server.broken.clear()


def test_a_page_that_no_result_led_to_loads_no_marks(page: Page, server: StaticServer) -> None:
    server.requests.clear()
    page.goto(f"{server.address}long/?x=1")
    expect(page).to_have_url(f"{server.address}long/?x=1")
    assert [path for path in server.requests if "marks" in path] == []
