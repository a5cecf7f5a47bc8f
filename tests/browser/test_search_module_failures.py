"""`createSearch` where something is given up, missing, damaged or replaced."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.support.console import Console
from tests.support.dialog import CHUNK, Held
from tests.support.module import OPEN, answer, outcome, value
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser


def test_a_search_can_be_given_up_before_it_begins(module: Page) -> None:
    result = outcome(module, "search.search('zeolite', {signal: AbortSignal.abort()})")
    assert (result["code"], result["isError"]) == ("aborted", True)


def test_a_search_can_be_given_up_while_it_runs(module: Page) -> None:
    held = Held(module, CHUNK)
    with module.expect_request(CHUNK):
        module.evaluate(
            """() => {
              window.giveUp = new AbortController();
              window.given = search.search("zeolite", {signal: giveUp.signal});
              given.catch(() => {});
            }"""
        )
    module.evaluate("giveUp.abort()")
    assert outcome(module, "given")["code"] == "aborted"
    held.release()
    assert answer(module, "kingfisher")["total"] == 1
    assert answer(module, "zeolite")["total"] == 1


def test_a_search_that_is_closed_rejects_what_it_still_owes(module: Page) -> None:
    held = Held(module, CHUNK)
    with module.expect_request(CHUNK):
        module.evaluate("() => { window.owed = search.search('zeolite'); owed.catch(() => {}); }")
    module.evaluate("search.close()")
    held.release()
    assert outcome(module, "owed")["code"] == "aborted"


def test_a_closed_search_cannot_be_used_again(module: Page) -> None:
    answer(module, "zeolite")
    module.evaluate("search.close()")
    module.evaluate("search.close()")
    for promise in ("search.search('zeolite')", "search.warm()"):
        result = outcome(module, promise)
        assert (result["code"], result["isError"]) == ("aborted", True)


@pytest.mark.parametrize(
    ("path", "served", "code"),
    [
        ("manifest.json", 500, "network"),
        ("manifest.json", b"<!doctype html>", "damaged"),
        ("manifest.json", b"null", "format"),
        ("manifest.json", b'{"format": 999}', "format"),
        ("worker.js", 404, "network"),
        ("first.bin", 404, "network"),
        ("first.bin", b"", "damaged"),
        (CHUNK.pattern, 404, "network"),
        (CHUNK.pattern, b"<!doctype html><title>Not here</title>", "damaged"),
    ],
)
def test_a_failure_has_a_code_and_the_next_search_is_another_try(
    module: Page, example_server: StaticServer, console: Console, *, path: str, served: int | bytes, code: str
) -> None:
    example_server.broken[path] = served
    console.expect("Failed to load resource")
    result = outcome(module, "search.search('zeolite')")
    assert (result["code"], result["isError"]) == (code, True)
    assert result["message"]
    example_server.broken.clear()
    assert answer(module, "zeolite")["total"] == 1


def test_warming_up_fails_with_a_code_too(module: Page, example_server: StaticServer, console: Console) -> None:
    example_server.broken["manifest.json"] = 500
    console.expect("500.*manifest.json")
    assert outcome(module, "search.warm()")["code"] == "network"


def test_a_browser_without_workers_is_told_apart(home: Page) -> None:
    home.add_init_script("delete window.Worker")
    home.reload()
    home.evaluate(OPEN, {"base": "fts/"})
    assert outcome(home, "search.search('zeolite')")["code"] == "engine"


def test_a_chunk_that_is_missing_once_is_fetched_again(
    module: Page, example_server: StaticServer, console: Console
) -> None:
    value(module, "search.warm()")
    example_server.broken[CHUNK.pattern] = 503
    console.expect("503")
    assert outcome(module, "search.search('zeolite')")["code"] == "network"
    example_server.broken.clear()
    assert answer(module, "zeolite")["total"] == 1


@pytest.mark.parametrize("path", ["first.bin", CHUNK.pattern])
def test_a_damaged_file_in_the_browser_s_cache_is_fetched_again(
    module: Page, example_server: StaticServer, path: str
) -> None:
    example_server.headers["Cache-Control"] = "max-age=3600"
    example_server.broken[path] = b"<!doctype html><title>Please log in</title>"
    assert outcome(module, "search.search('zeolite')")["code"] == "damaged"
    example_server.broken.clear()
    assert answer(module, "zeolite")["total"] == 1
