"""How the dialog opens and closes, and that the theme lives on beside it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.console import Console
from tests.support.dialog import Held, SearchDialog
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser


def box(page: Page) -> Locator:
    """The theme's own search box: a link in its bar."""
    return page.get_by_role("link", name="Search")


def on_apple(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'platform', {get: () => 'MacIntel'})")
    page.reload()


def has_loaded_the_dialog(page: Page, server: StaticServer) -> bool:
    """Whether a key that was pressed before has let the dialog load."""
    page.evaluate("fetch('fts/start.js', {cache: 'reload'})")  # a request that the dialog's own comes before
    return "/fts/dialog.js" in server.requests


def test_a_click_on_the_box_opens(dialog: SearchDialog) -> None:
    expect(dialog.root).to_have_count(0)
    box(dialog.page).click()
    expect(dialog.root).to_be_visible()
    expect(dialog.input).to_be_focused()


def test_enter_on_the_box_opens(dialog: SearchDialog) -> None:
    box(dialog.page).focus()
    dialog.page.keyboard.press("Enter")
    expect(dialog.input).to_be_focused()


@pytest.mark.parametrize("key", ["Control+k", "/", "s"])
def test_a_shortcut_opens(dialog: SearchDialog, key: str) -> None:
    dialog.page.keyboard.press(key)
    expect(dialog.input).to_be_focused()
    expect(dialog.input).to_have_value("")


def test_command_k_opens_on_apple_platforms(dialog: SearchDialog) -> None:
    on_apple(dialog.page)
    dialog.page.keyboard.press("Meta+k")
    expect(dialog.input).to_be_focused()


def test_control_k_edits_text_on_apple_platforms(dialog: SearchDialog, example_server: StaticServer) -> None:
    on_apple(dialog.page)
    dialog.page.keyboard.press("Control+k")
    assert not has_loaded_the_dialog(dialog.page, example_server)


def test_the_meta_key_with_k_opens_nothing_elsewhere(dialog: SearchDialog, example_server: StaticServer) -> None:
    dialog.page.keyboard.press("Meta+k")
    assert not has_loaded_the_dialog(dialog.page, example_server)


@pytest.mark.parametrize(
    ("html", "key"),
    [
        ("<input>", "/"),
        ("<input>", "s"),
        ("<textarea></textarea>", "/"),
        ("<select><option>a</select>", "/"),
        ("<p contenteditable>text</p>", "/"),
    ],
)
def test_a_character_typed_into_a_field_opens_nothing(
    dialog: SearchDialog, example_server: StaticServer, html: str, key: str
) -> None:
    dialog.page.evaluate("(html) => document.body.insertAdjacentHTML('afterbegin', html)", html)
    dialog.page.locator("body > :first-child").focus()
    dialog.page.keyboard.press(key)
    assert not has_loaded_the_dialog(dialog.page, example_server)


def test_control_k_opens_from_a_field_too(dialog: SearchDialog) -> None:
    dialog.page.evaluate("document.body.prepend(document.createElement('input'))")
    dialog.page.locator("body > :first-child").focus()
    dialog.page.keyboard.press("Control+k")
    expect(dialog.input).to_be_focused()


def test_an_element_of_the_author_opens_with_its_query(dialog: SearchDialog) -> None:
    dialog.page.evaluate("""document.body.innerHTML += '<button data-fts-open="zeolite">What is it?</button>'""")
    dialog.page.get_by_role("button", name="What is it?").click()
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("When a level drifts")).to_be_visible()


def test_an_address_with_a_query_opens_with_it(dialog: SearchDialog, example_server: StaticServer) -> None:
    dialog.page.goto(f"{example_server.address}?q=zeolite")
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("When a level drifts")).to_be_visible()


def test_the_shortcut_in_the_open_dialog_goes_back_to_the_input(dialog: SearchDialog) -> None:
    dialog.find("zeolite", "When a level drifts")
    dialog.close_button.focus()
    dialog.page.keyboard.press("Control+k")
    expect(dialog.input).to_be_focused()
    expect(dialog.hit("When a level drifts")).to_be_visible()


def close_by_escape(dialog: SearchDialog) -> None:
    dialog.page.keyboard.press("Escape")


def close_by_button(dialog: SearchDialog) -> None:
    dialog.close_button.click()


def close_by_backdrop(dialog: SearchDialog) -> None:
    dialog.page.mouse.click(5, 300)


CLOSINGS = [close_by_escape, close_by_button, close_by_backdrop]


@pytest.mark.parametrize("close", CLOSINGS)
def test_the_focus_goes_back_to_the_box(dialog: SearchDialog, close: Callable[[SearchDialog], None]) -> None:
    box(dialog.page).click()
    expect(dialog.input).to_be_focused()
    close(dialog)
    expect(dialog.root).to_be_hidden()
    expect(box(dialog.page)).to_be_focused()


@pytest.mark.parametrize("close", CLOSINGS)
def test_the_focus_goes_back_to_where_a_shortcut_was_pressed(
    dialog: SearchDialog, close: Callable[[SearchDialog], None]
) -> None:
    link = dialog.page.get_by_role("link", name="Next")
    link.focus()
    dialog.page.keyboard.press("/")
    expect(dialog.input).to_be_focused()
    close(dialog)
    expect(dialog.root).to_be_hidden()
    expect(link).to_be_focused()


@pytest.mark.parametrize("loads_at_last", [True, False], ids=["it loads", "it does not"])
def test_keys_pressed_while_it_loads_go_to_the_dialog_alone(
    dialog: SearchDialog, console: Console, loads_at_last: bool
) -> None:
    page, address = dialog.page, dialog.page.url
    held = Held(page, re.compile(r"/fts/dialog\.js$"))
    with page.expect_request("**/fts/dialog.js"):
        page.keyboard.press("/")
    for key in ("n", "/", "Backspace", "i", "v", "Enter", "e", "l"):  # "n" is the theme's for the next page
        page.keyboard.press(key)
    if loads_at_last:
        held.release()
        expect(dialog.input).to_be_focused()
        page.keyboard.type(" s")
        expect(dialog.input).to_have_value("nivel s")
    else:
        console.expect("Failed to load|dynamically imported")
        held.abort()
        page.get_by_role("button", name="OK").click()
        page.keyboard.press("n")
        address = f"{address}field/"
    expect(page).to_have_url(address)


def test_who_turns_to_something_else_meanwhile_types_there(dialog: SearchDialog) -> None:
    page = dialog.page
    Held(page, re.compile(r"/fts/dialog\.js$"))
    page.keyboard.press("/")
    page.mouse.click(600, 500)
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/field/$"))


def test_a_selection_drawn_out_of_the_input_does_not_close(dialog: SearchDialog) -> None:
    dialog.find("zeolite", "When a level drifts")
    dialog.input.hover()
    dialog.page.mouse.down()
    dialog.page.mouse.move(5, 300)
    dialog.page.mouse.up()
    expect(dialog.root).to_be_visible()


def test_the_dialog_opens_again_with_what_it_was_left_with(dialog: SearchDialog) -> None:
    dialog.search("zeolite", "1 result")
    dialog.page.keyboard.press("Escape")
    expect(dialog.root).to_be_hidden()
    dialog.open()
    expect(dialog.input).to_have_value("zeolite")
    expect(dialog.hit("When a level drifts")).to_be_visible()
    dialog.page.keyboard.type("kingfisher")  # the text is selected, so that it is replaced
    expect(dialog.input).to_have_value("kingfisher")


def test_the_page_behind_keeps_its_place(page: Page, example_server: StaticServer) -> None:
    page.goto(f"{example_server.address}field/drifting-levels/")
    page.evaluate("scrollTo({top: 400, behavior: 'instant'})")
    dialog = SearchDialog(page)
    dialog.open()
    page.mouse.move(5, 300)
    page.mouse.wheel(0, 300)
    page.keyboard.press("Escape")
    expect(dialog.root).to_be_hidden()
    assert page.evaluate("scrollY") == 400


def test_the_menus_of_the_theme_work(dialog: SearchDialog) -> None:
    menu = dialog.page.locator(".navbar-nav")
    dialog.open()
    dialog.page.keyboard.press("Escape")
    menu.get_by_role("button", name="Field guide").click()
    menu.get_by_text("On site", exact=True).click()
    menu.get_by_role("link", name="Installing a station").click()
    dialog.page.wait_for_url(re.compile("/field/installing-a-station/$"))


def test_other_shortcuts_of_the_theme_work(dialog: SearchDialog) -> None:
    dialog.page.keyboard.press("Shift+?")
    expect(dialog.page.get_by_role("heading", name="Keyboard Shortcuts")).to_be_visible()
    dialog.page.keyboard.press("n")
    expect(dialog.page).to_have_url(re.compile("/field/$"))


def test_keys_pressed_in_the_dialog_are_no_shortcuts_of_the_theme(dialog: SearchDialog) -> None:
    address = dialog.page.url
    dialog.open()
    dialog.close_button.focus()
    dialog.page.keyboard.type("n")
    expect(dialog.input).to_be_focused()
    expect(dialog.input).to_have_value("n")
    expect(dialog.page).to_have_url(address)


def test_keys_pressed_right_after_closing_are_for_the_page(dialog: SearchDialog) -> None:
    dialog.open()
    keys = dialog.page.evaluate("""() => {
      const keys = [];
      addEventListener("keydown", ({ key }) => keys.push(key));
      const input = document.activeElement;
      const press = (key) => input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      press("n");
      input.closest("dialog").close();
      press("Escape");  // the browser moves the focus away when it paints
      return keys;
    }""")
    assert keys == ["Escape"]
