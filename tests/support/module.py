"""The public module `search.js`, as a script in a page uses it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

OPEN = """
async (settings) => {
  const {createSearch} = await import(new URL("fts/search.js", location));
  window.search = createSearch(settings);
}
"""
_OUTCOME = """
(promise) => Promise.race([
  promise.then(
    (value) => ({value}),
    (error) => ({code: error.code, isError: error instanceof Error, message: error.message})),
  new Promise((resolve) => setTimeout(resolve, 15_000, {code: "nothing has come of it"})),
])
"""


def outcome(page: Page, promise: str, argument: Any = None) -> dict[str, Any]:
    """What becomes of a promise, given as JavaScript in which `argument` stands for that value."""
    result: dict[str, Any] = page.evaluate(f"(argument) => ({_OUTCOME})({promise})", argument)
    return result


def value(page: Page, promise: str, argument: Any = None) -> Any:
    """What a promise resolves to."""
    result = outcome(page, promise, argument)
    assert "value" in result, result
    return result["value"]


def answer(page: Page, query: str, /, **options: Any) -> dict[str, Any]:
    """The answer of the page's `search`."""
    result: dict[str, Any] = value(page, "search.search(...argument)", [query, options])
    return result
