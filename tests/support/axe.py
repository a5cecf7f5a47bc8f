"""Accessibility checks in the browser, by axe-core."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.support.sites import ROOT

_SCRIPT = ROOT / "js" / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """
async (selector) => {
  const { violations } = await axe.run(selector ?? document);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
}
"""


def violations(page: Page, selector: str | None = None) -> list[str]:
    """The rules that the page, or what `selector` finds, breaks, each with the elements that break it."""
    page.evaluate(_SCRIPT.read_text("utf-8"))
    found: list[str] = page.evaluate(_RUN, selector)
    return found
