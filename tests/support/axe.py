"""Looks for barriers with axe-core, as a person would who knows the guidelines by heart."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.support.sites import ROOT

_AXE = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"

_RUN = """
(selector) => axe.run(selector ?? document, {resultTypes: ["violations"]}).then(({violations}) => violations.flatMap(
  ({id, help, nodes}) => nodes.map(({html, any, all, none}) => [
    id, help, html.slice(0, 200), [...any, ...all, ...none].map(({message}) => message).join(" ")
  ].join(" | "))
))
"""


def violations(page: Page, selector: str | None = None) -> list[str]:
    """The rules that the page, or what `selector` finds, breaks, best practices included: what, where, why."""
    if not page.evaluate("'axe' in window"):
        # Beside the page's own content security policy, as an extension of the browser would.
        page.evaluate(_AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(_RUN, selector)
    return found
