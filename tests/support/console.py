"""Errors that pages report on the console, or throw."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError


class Console:
    """Collects the errors of all pages and workers of a context."""

    def __init__(self, context: BrowserContext) -> None:
        self._errors: list[str] = []
        self._expected: list[str] = []
        context.on("console", self._on_message)
        context.on("weberror", self._on_error)

    def expect(self, *patterns: str) -> None:
        """Let errors pass in which one of these regular expressions is found."""
        self._expected += patterns

    @property
    def unexpected(self) -> list[str]:
        return [error for error in self._errors if not any(re.search(each, error) for each in self._expected)]

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._errors.append(f"{message.text} ({message.location.get('url')})")

    def _on_error(self, error: WebError) -> None:
        self._errors.append(f"uncaught: {error.error}")
