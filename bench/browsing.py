"""Asks the engines in a headless Chromium."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.server import CountingServer, Traffic
from tests.support import chromium

PAUSE = 3
"""Seconds in which a reader looks at what the first search has found, at least."""
QUIET = 0.5
"""Seconds after which an engine that has fetched nothing will not go on."""


@dataclass
class First:
    """The first search of a visit: import, opening and ten results with excerpts."""

    milliseconds: float
    traffic: Traffic


@dataclass
class Next:
    """A search with an engine that has answered before."""

    milliseconds: float
    urls: list[str]


@contextmanager
def browser() -> Iterator[Browser]:
    path = chromium.find()
    if path is None:
        raise SystemExit("no Chromium: run python -m tests.support.chromium, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        try:
            yield started
        finally:
            started.close()


def first_searches(browser: Browser, server: CountingServer, engine: str, query: str) -> tuple[First, First]:
    """That of a new profile, and that of a second visit with the same query, when the HTTP cache is warm."""
    context = browser.new_context()
    try:
        return _visit(context, server, engine, query), _visit(context, server, engine, query)
    finally:
        context.close()


def first_search(browser: Browser, server: CountingServer, engine: str, query: str) -> First:
    """That of a new profile."""
    with browser.new_context() as context:
        return _visit(context, server, engine, query)


def _visit(context: BrowserContext, server: CountingServer, engine: str, query: str) -> First:
    page = _open(context, server, engine)
    answer = page.evaluate("query => bench.first(query)", query)
    traffic = server.take()
    _settle(server)
    page.close()
    if answer["urls"] and not answer["excerpts"]:
        raise SystemExit(f"{engine} gave no excerpt for what it found for {query!r}: look at bench/pages/{engine}.js")
    return First(answer["milliseconds"], traffic)


def next_searches(
    browser: Browser, server: CountingServer, engine: str, first: str, queries: Sequence[str], times: int
) -> tuple[Traffic, list[list[Next]]]:
    """After a first search and a pause, all queries one after another in the same visit, so many times; and what was
    fetched in the pause."""
    context = browser.new_context()
    try:
        page = _open(context, server, engine)
        page.evaluate("query => bench.first(query)", first)
        server.take()
        page.wait_for_timeout(1000 * PAUSE)
        ahead, more = server.take(), True
        while more:
            page.wait_for_timeout(1000 * QUIET)
            fetched = server.take().answers
            ahead.answers += fetched
            more = bool(fetched)
        return ahead, [_all(page, queries) for _ in range(times)]
    finally:
        context.close()


def _all(page: Page, queries: Sequence[str]) -> list[Next]:
    answers: list[dict[str, Any]] = page.evaluate("queries => bench.next(queries)", list(queries))
    return [Next(answer["milliseconds"], answer["urls"]) for answer in answers]


def _open(context: BrowserContext, server: CountingServer, engine: str) -> Page:
    """The engine's page, which has loaded nothing of the engine yet; from here on traffic is counted."""
    page = context.new_page()
    page.set_default_timeout(0)
    page.goto(f"{server.address}{engine}.html")
    page.wait_for_function("globalThis.bench")
    page.wait_for_load_state("networkidle")  # nobody searches while the page itself is still being loaded
    server.take()
    return page


def _settle(server: CountingServer) -> None:
    """Wait until nothing is fetched any more, so that it does not count as the next visit's."""
    while True:
        time.sleep(0.1)
        if server.take().requests == 0:
            return
