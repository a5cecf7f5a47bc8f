"""Warnings about pages, gathered over a build: what is wrong in the same way on many pages is said once."""

from __future__ import annotations

import logging

_NAMED = 3
"""How many pages a notice names before it counts the others."""


class Notices:
    """Collects `(page, message)` and gives one line a message."""

    def __init__(self) -> None:
        self._pages: dict[str, list[str]] = {}

    def add(self, page: str, message: str) -> None:
        pages = self._pages.setdefault(message, [])
        if page not in pages:
            pages.append(page)

    def lines(self) -> list[str]:
        """What was gathered."""
        lines = []
        for message, pages in self._pages.items():
            named = ", ".join(pages[:_NAMED])
            others = f" and {len(pages) - _NAMED} more" if len(pages) > _NAMED else ""
            lines.append(f"{named}{others}: {message}")
        return lines

    def flush(self, logger: logging.Logger | logging.LoggerAdapter[logging.Logger]) -> None:
        """Write what was gathered as warnings and forget it."""
        for line in self.lines():
            logger.warning("%s", line)
        self._pages.clear()
