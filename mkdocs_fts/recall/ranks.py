"""How well known pages are found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mkdocs_fts.recall.searches import Search

IN_TEN = 10


def rank(answer: Mapping[str, Any], url: str) -> int:
    """The place of a page among all hits by their score, from 1; 0 where it is not among them."""
    hits = [hit for group in answer["groups"] for hit in group["hits"]]
    urls = [hit["url"] for hit in sorted(hits, key=lambda hit: -hit["score"])]
    return urls.index(url) + 1 if url in urls else 0


def ranks(ask: Callable[[str], Mapping[str, Any]], searches: Iterable[Search]) -> Ranks:
    """Ask each search; `ask` gives the answer to a query."""
    return Ranks({each: rank(ask(each.query), each.url) for each in searches})


@dataclass
class Ranks:
    """The places at which pages were found."""

    by_search: dict[Search, int]

    def __len__(self) -> int:
        return len(self.by_search)

    @property
    def kinds(self) -> list[str]:
        """The kinds, as they come."""
        return list(dict.fromkeys(each.kind for each in self.by_search))

    def of(self, kind: str) -> Ranks:
        """Those of a kind."""
        return Ranks({each: rank for each, rank in self.by_search.items() if each.kind == kind})

    @property
    def misses(self) -> dict[Search, int]:
        """The searches whose page is not among the first ten hits, and where it is."""
        return {each: rank for each, rank in self.by_search.items() if not 0 < rank <= IN_TEN}

    @property
    def found_in_ten(self) -> float:
        """In percent. Of at least one search."""
        return 100 - 100 * len(self.misses) / len(self)

    @property
    def mean_reciprocal_rank(self) -> float:
        """1 where every page comes first, 0 where none is found. Of at least one search."""
        return sum(1 / rank for rank in self.by_search.values() if rank) / len(self)
