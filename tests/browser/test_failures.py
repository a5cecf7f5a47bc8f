"""What a reader meets when files are missing or damaged, and that it works as soon as they are back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.console import Console
from tests.support.dialog import CHUNK, SearchDialog
from tests.support.server import StaticServer
from tests.support.sites import Build

pytestmark = pytest.mark.browser

NETWORK = "The search index could not be loaded."
DAMAGED = "A part of the search index arrived damaged."
FORMAT = "The site has changed since this page was opened."
ENGINE = "This browser could not start the search."
CANNOT_LOAD = "The search could not be loaded."


def flipped(example: Build) -> bytes:
    """A piece of the database in which one bit has changed on the way."""
    piece = bytearray(next((example.site / "fts").glob("*/1.bin")).read_bytes())
    piece[len(piece) // 2] ^= 0x10
    return bytes(piece)


@pytest.mark.parametrize(
    ("path", "answer", "message"),
    [
        ("manifest.json", 500, NETWORK),
        ("manifest.json", b"<!doctype html>", DAMAGED),
        (CHUNK.pattern, 404, NETWORK),
        (CHUNK.pattern, flipped, DAMAGED),
        ("worker.js", 404, NETWORK),
    ],
)
def test_a_failure_is_said_and_mended_by_retry(
    dialog: SearchDialog,
    example_server: StaticServer,
    example: Build,
    console: Console,
    *,
    path: str,
    answer: int | bytes | Callable[[Build], bytes],
    message: str,
) -> None:
    example_server.broken[path] = answer(example) if callable(answer) else answer
    console.expect("Failed to load resource")
    dialog.type("zeolite")
    dialog.expect_failure(message)
    example_server.broken.clear()
    dialog.retry.click()
    expect(dialog.hit("When a level drifts")).to_be_visible()
    expect(dialog.failure).to_have_count(0)
    expect(dialog.input).to_be_focused()


def test_a_failure_that_lasts_is_said_again(
    dialog: SearchDialog, example_server: StaticServer, console: Console
) -> None:
    example_server.broken["manifest.json"] = 500
    console.expect("500.*manifest.json")
    dialog.type("zeolite")
    dialog.expect_failure(NETWORK)
    with dialog.page.expect_response("**/fts/manifest.json"):
        dialog.retry.click()
    dialog.expect_failure(NETWORK)


def test_typing_on_is_another_try(dialog: SearchDialog, example_server: StaticServer, console: Console) -> None:
    example_server.broken[CHUNK.pattern] = 503
    console.expect("503")
    dialog.type("zeolite")
    dialog.expect_failure(NETWORK)
    example_server.broken.clear()
    dialog.find("kingfisher", "Installing a station")
    expect(dialog.failure).to_have_count(0)


def test_older_results_do_not_stand_beside_a_failure(
    dialog: SearchDialog, example_server: StaticServer, console: Console
) -> None:
    dialog.search("autenticacion ", "2 results")
    example_server.broken["/fts/.*(bin|json)$"] = 404
    console.expect("404")
    dialog.type("plantao ")
    dialog.expect_failure(NETWORK)


def test_an_index_of_another_version_asks_for_the_page_to_be_loaded_anew(
    dialog: SearchDialog, example_server: StaticServer
) -> None:
    example_server.broken["manifest.json"] = b'{"format": 999}'
    dialog.type("zeolite")
    dialog.expect_failure(FORMAT)
    example_server.broken.clear()
    with dialog.page.expect_navigation():
        dialog.failure.get_by_role("button", name="Reload the page").click()
    dialog.search("zeolite", "1 result")


def test_a_browser_without_workers_is_told(dialog: SearchDialog, console: Console) -> None:
    console.expect("the worker could not be started")
    dialog.page.add_init_script("delete window.Worker")
    dialog.page.reload()
    dialog.type("zeolite")
    dialog.expect_failure(ENGINE)
    expect(dialog.retry).to_be_visible()


@pytest.mark.parametrize("path", ["fts/dialog.js", "fts/search.js"])
def test_a_dialog_that_cannot_be_loaded_is_said_and_opens_later(
    dialog: SearchDialog, example_server: StaticServer, console: Console, path: str
) -> None:
    example_server.broken[path] = 404
    console.expect("404", "dynamically imported module")
    message = dialog.page.get_by_role("dialog").filter(has_text=CANNOT_LOAD)
    dialog.page.keyboard.press("Control+k")
    expect(message).to_be_visible()
    message.get_by_role("button", name="OK").click()
    expect(message).to_have_count(0)
    example_server.broken.clear()
    dialog.search("zeolite", "1 result")
