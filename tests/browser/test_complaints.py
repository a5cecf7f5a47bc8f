"""What readers complained of in other searches, and which test keeps it from ours.

| complaint | test |
| --- | --- |
| a container with `role="button"` | here |
| a live region outside the modal, which is not read out | here |
| the list itself made live, which is read over and over | here |
| shortcuts on single letters that cannot be turned off | here |
| shortcuts tested by key code, unreachable on AZERTY | here; js/test/dialog/shortcuts.test.ts |
| opening on focus alone | here |
| Enter taken while an input method composes | test_searching.py, test_fields.py |
| hover that steals the selection | test_following.py |
| a result on the same page that leaves the dialog open | test_following.py, test_phone.py |
| results that cannot be opened in a new tab | test_following.py |
| results that are cut off at 300 % zoom | test_phone.py |
| a keyboard of iOS that zooms, for the font is under 16 px | here; test_hosting.py, test_phone.py |
| an error that looks like "no results" | test_failures.py |
| a stale answer that overwrites a newer one | test_searching.py |
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.dialog import SearchDialog
from tests.support.server import serve
from tests.support.themes import MATERIAL, MKDOCS, READTHEDOCS, Theme, ThemeSites

pytestmark = pytest.mark.browser


def test_what_can_be_pressed_is_a_button_or_a_link_and_holds_no_other(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.generated.click()
    expect(dialog.generated_results).to_be_visible()
    expect(dialog.root.locator(":is(div, span, li)[role=button]")).to_have_count(0)
    expect(dialog.root.locator(":is(button, a) :is(button, a, input, [tabindex])")).to_have_count(0)


def test_the_live_region_is_inside_the_modal_and_never_goes(dialog: SearchDialog) -> None:
    dialog.open()
    expect(dialog.page.locator("[aria-live], [role=status], [role=alert]")).to_have_count(1)
    expect(dialog.status).to_be_attached()
    dialog.status.evaluate("(status) => window.first = status")
    dialog.search("calibration", "20 results")
    dialog.type("qxzvjkwq")
    dialog.expect_nothing_found("qxzvjkwq")
    # Screen readers listen to a region that was there before its text.
    assert dialog.status.evaluate("(status) => status === window.first")


def test_the_list_is_not_live(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    expect(dialog.results).to_be_visible()
    expect(dialog.root.locator("[aria-live] [role=listbox], [role=listbox][aria-live]")).to_have_count(0)
    dialog.page.keyboard.press("ArrowDown")
    expect(dialog.status).to_have_text("20 results for “calibration”")


@pytest.mark.parametrize("shortcuts", [[], ["ctrl+shift+f"]], ids=["none", "another"])
def test_shortcuts_can_be_turned_off(page: Page, tmp_path: Path, shortcuts: list[str]) -> None:
    theme = READTHEDOCS  # has none of its own
    theme.write(tmp_path, {"shortcuts": shortcuts})
    dialog = SearchDialog(page)
    with serve(theme.build(tmp_path).site) as server:
        page.goto(server.address)
        for key in ("/", "s", "k", "Control+k"):
            page.keyboard.press(key)
        if shortcuts:
            page.keyboard.press("Control+Shift+F")
            expect(dialog.input).to_be_focused()
        else:
            page.evaluate("fetch('fts/start.js', {cache: 'reload'})")  # what a key had asked for comes before
            assert "/fts/dialog.js" not in server.requests
        page.goto("about:blank")


def test_a_shortcut_is_the_character_wherever_its_key_is(dialog: SearchDialog) -> None:
    """On AZERTY `/` is Shift and the key that elsewhere writes a full stop."""
    dialog.page.evaluate(
        """document.body.dispatchEvent(new KeyboardEvent("keydown", {
          key: "/", code: "Period", keyCode: 190, shiftKey: true, bubbles: true, cancelable: true
        }))"""
    )
    expect(dialog.input).to_be_focused()


@pytest.mark.parametrize("theme", [MKDOCS, READTHEDOCS, MATERIAL], ids=str)
def test_focus_alone_opens_nothing(page: Page, theme_sites: ThemeSites, theme: Theme) -> None:
    page.goto(theme_sites.address(theme))
    with page.expect_response("**/fts/search.css"):  # it gets ready
        theme.find_box(page).focus()
    page.wait_for_timeout(300)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(theme.find_box(page)).to_be_focused()


@pytest.mark.parametrize("place", ["dialog", "search page"])
def test_no_input_is_so_small_that_ios_zooms_in(dialog: SearchDialog, place: str) -> None:
    page = dialog.page
    if place == "dialog":
        dialog.open()
    else:
        page.goto(f"{page.url}search.html")
    field = page.get_by_role("combobox", name="Search")
    for root in ("16px", "10px", "20px"):  # a theme's own size
        page.evaluate("(size) => document.documentElement.style.fontSize = size", root)
        assert field.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") >= 16
