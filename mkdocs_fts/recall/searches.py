"""Searches whose page is known, and files of them: batteries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Search:
    """A search and the page that is meant."""

    kind: str
    query: str
    url: str


class BatteryNotReadable(ValueError):
    """A file holds no battery. The message names it and the line."""


def load(path: Path) -> list[Search]:
    """Read a file with an object `{"kind", "query", "expect"}` a line, `expect` being the page's URL.

    Raises `BatteryNotReadable` or `OSError`.
    """
    searches = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            search = Search(entry["kind"], entry["query"], entry["expect"])
        except (ValueError, TypeError, KeyError):
            search = None
        if search is None or not all(isinstance(each, str) for each in (search.kind, search.query, search.url)):
            raise BatteryNotReadable(
                f'{path}:{number} is no search; a line is {{"kind": "…", "query": "…", "expect": "page/"}}'
            )
        searches.append(search)
    if not searches:
        raise BatteryNotReadable(f"{path} has no searches")
    return searches


def save(path: Path, searches: Iterable[Search]) -> None:
    """Write what `load` reads. Raises `OSError`."""
    lines = (
        json.dumps({"kind": each.kind, "query": each.query, "expect": each.url}, ensure_ascii=False)
        for each in searches
    )
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
