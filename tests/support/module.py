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
OUTCOME = """
(promise) => promise.then(
  (answer) => ({answer}),
  (error) => ({code: error.code, isError: error instanceof Error, message: error.message}))
"""


def outcome(page: Page, promise: str) -> dict[str, Any]:
    """What becomes of a promise, given as JavaScript."""
    result: dict[str, Any] = page.evaluate(f"() => ({OUTCOME})({promise})")
    return result
