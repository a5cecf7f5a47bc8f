"""Warnings about pages, gathered over a build: what is wrong in the same way on many pages is said once."""

from __future__ import annotations

import logging

_NAMED = 3
"""How many pages a notice names before it counts the others."""


class Notices:
    """Collects `(page, message)` and writes one warning a message."""

    def __init__(self, logger: logging.Logger | logging.LoggerAdapter[logging.Logger]) -> None:
        self._logger = logger
        self._pages: dict[str, list[str]] = {}

    def add(self, page: str, message: str) -> None:
        pages = self._pages.setdefault(message, [])
        if page not in pages:
            pages.append(page)

    def flush(self) -> None:
        """Write what was gathered and forget it."""
        for message, pages in self._pages.items():
            named = ", ".join(pages[:_NAMED])
            others = f" and {len(pages) - _NAMED} more" if len(pages) > _NAMED else ""
            self._logger.warning("%s%s: %s", named, others, message)
        self._pages.clear()
