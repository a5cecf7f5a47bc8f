"""The search dialog, as a reader meets it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress

from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

CHUNK = re.compile(r"/fts/[0-9a-f]+/\d+\.bin$")
"""The address of a piece of the database's body."""

_HAS_TEXT = """
([selector, text]) => [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text))
"""
_FIRST_HAS_EXCERPT = "() => !document.querySelector('.fts-result')?.hasAttribute('data-pending')"
_HIT = "[id^=fts-hit-][id$='-0']"


class SearchDialog:
    """Finds the parts of the dialog by what they are for a reader, wherever there is such a way."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("dialog.fts-dialog").and_(
            page.get_by_role("dialog", name="Search", include_hidden=True)
        )
        self.input = self.root.get_by_role("combobox", name="Search")
        self.close_button = self.root.get_by_role("button", name="Close")
        self.switch = self.root.get_by_role("switch", name="Include drafts and archived")
        self.status = self.root.get_by_role("status")
        self.count = self.root.locator(".fts-count")
        self.results = self.root.get_by_role("listbox", name="Results")
        self.generated = self.root.get_by_role("button", name="Generated pages")
        self.generated_results = self.root.get_by_role("listbox", name="Generated pages")
        self.groups = self.root.locator(".fts-body").get_by_role("group")
        self.chips = self.root.get_by_role("group", name="Narrow to one wiki").get_by_role("button")
        self.recent = self.root.get_by_role("region", name="Recent searches")
        self.all_results = self.root.get_by_role("link", name="All results")
        self.hits = self.root.locator(_HIT)
        """Results, without their further sections."""
        self.selected = self.root.locator("[aria-selected=true]")
        self.show_more = self.root.get_by_role("option", name=re.compile("^Show .* more in"))
        self.excerpts = self.root.locator(".fts-hit .fts-excerpt")
        self.marks = self.root.locator("mark.fts-mark")
        self.progress = self.root.locator(".fts-progress")
        self.old_body = self.root.locator(".fts-body-old")
        self.failure = self.root.locator(".fts-failure")
        self.retry = self.failure.get_by_role("button", name="Retry")

    def open(self) -> None:
        """With the keyboard, as from everywhere."""
        self.page.keyboard.press("Control+k")
        expect(self.input).to_be_focused()

    def type(self, text: str) -> None:
        """Put `text` in the place of what stands in the input, after opening the dialog if it is not open."""
        if not self.root.is_visible():
            self.open()
        self.input.fill(text)

    def search(self, text: str, results: str) -> None:
        """Type `text`; returns when the count says `results`. Tells nothing if it has said the same before."""
        self.type(text)
        self._await(".fts-count", results)
        expect(self.count).to_have_text(results)
        with suppress(TimeoutError):  # sections, which the keyboard stops at too, come after titles
            self.page.wait_for_function(_FIRST_HAS_EXCERPT, timeout=5000)

    def find(self, text: str, title: str) -> None:
        """Type `text`; returns when a result with this title is there."""
        self.type(text)
        self._await(".fts-title", title)
        expect(self.hit(title)).to_be_visible()

    def group(self, label: str) -> Locator:
        return self.root.get_by_role("group", name=label, exact=True)

    def hits_of(self, label: str) -> Locator:
        """The results of a group."""
        return self.group(label).locator(_HIT)

    def hit(self, title: str) -> Locator:
        return self.hits.filter(has=self.page.locator(".fts-title").get_by_text(title, exact=True))

    def expect_nothing_found(self, text: str) -> None:
        says = f"Nothing found for “{text}”."
        self._await(".fts-note-title", says)
        expect(self.root.locator(".fts-note-title")).to_have_text(says)
        expect(self.root.get_by_role("option")).to_have_count(0)

    def expect_failure(self, message: str) -> None:
        """It is said in words, to all senses, and nothing else at the same time."""
        self._await(".fts-failure .fts-note-title", message)
        expect(self.failure).to_contain_text(message)
        expect(self.failure).to_be_visible()
        expect(self.status).to_contain_text(message)
        expect(self.root.get_by_text("Nothing found")).to_have_count(0)
        expect(self.root.get_by_role("option")).to_have_count(0)
        expect(self.count).to_be_empty()
        expect(self.progress).to_have_count(0)

    def _await(self, selector: str, text: str) -> None:
        """Wait for an element with this text at every frame, where `expect` looks at ever longer intervals."""
        with suppress(TimeoutError):
            self.page.wait_for_function(_HAS_TEXT, arg=[selector, text], timeout=5000)


class Held:
    """Answers to a page and its workers that are held back until they are released."""

    def __init__(self, page: Page, pattern: re.Pattern[str]) -> None:
        self._routes: list[Route] = []
        self._released = False
        page.route(pattern, self._take)

    def release(self) -> None:
        self._released = True
        self.let_through()

    def let_through(self) -> None:
        """Answer those that are held now; those that follow are held again."""
        routes, self._routes = self._routes, []
        for route in routes:
            route.continue_()

    def abort(self) -> None:
        """They fail, as where the network does."""
        routes, self._routes = self._routes, []
        for route in routes:
            route.abort()

    def _take(self, route: Route) -> None:
        if self._released:
            route.continue_()
        else:
            self._routes.append(route)


def click_result(result: Locator) -> None:
    """Click it when its section is known: a click before that leads to the page, without a section."""
    expect(result.locator("xpath=ancestor-or-self::*[@data-pending]")).to_have_count(0)
    result.click()


def clear_button(page: Page, name: str = "Clear the marked words") -> Locator:
    """The button that clears the marks on a page."""
    return page.get_by_role("main").get_by_role("button", name=name)


def chunks_in(requests: Iterable[str]) -> list[str]:
    """Those of the paths that are pieces of the database's body."""
    return [path for path in requests if CHUNK.search(path)]


def paths_of(links: Locator) -> list[str]:
    """The paths that links lead to, without their anchors."""
    paths: list[str] = links.evaluate_all("(links) => links.map((link) => new URL(link.href).pathname)")
    return paths


def top_of(element: Locator) -> float:
    """The distance from the upper edge of the window."""
    box = element.bounding_box()
    assert box
    return box["y"]
