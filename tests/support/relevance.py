"""Searches whose page is known, and how well they are answered."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from mkdocs_fts.text import SPACED_RANGES
from tests.support.sites import CORPORA

IN_TEN = 10
_CJK = re.compile(
    "["
    + "".join(f"{chr(a)}-{chr(b)}" for a, b in SPACED_RANGES if a in (0x3041, 0x3400, 0x4E00, 0xAC00))
    + "\u30fc]{2,}"
)
"""Runs of Han, kana and Hangul."""


@dataclass(frozen=True)
class Search:
    """A search and the page that is meant."""

    kind: str
    query: str
    url: str


def known_items(name: str) -> list[Search]:
    """The searches of one of the shared files; skips the test where it is missing."""
    path = CORPORA / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is missing")
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [Search(line["kind"], line["query"], line["expect"]) for line in lines]


def phrases_of_bodies(db: sqlite3.Connection, count: int, seed: int = 1) -> list[Search]:
    """Phrases of two to six characters, cut at any place out of runs of CJK characters."""
    chance = random.Random(seed)
    rows = db.execute("SELECT url, text FROM section JOIN page ON page.id = page_id ORDER BY section.id").fetchall()
    searches: list[Search] = []
    while len(searches) < count:
        url, text = chance.choice(rows)
        if runs := _CJK.findall(text):
            run = chance.choice(runs)
            length = chance.randint(2, min(6, len(run)))
            start = chance.randint(0, len(run) - length)
            searches.append(Search("cjk", run[start : start + length], url))
    return searches


def rank(answer: dict[str, Any], url: str) -> int:
    """The place of a page among all hits by their score, from 1; 0 where it is not among them."""
    hits = [hit for group in answer["groups"] for hit in group["hits"]]
    urls = [hit["url"] for hit in sorted(hits, key=lambda hit: -hit["score"])]
    return urls.index(url) + 1 if url in urls else 0


def mean_reciprocal_rank(ranks: Sequence[int]) -> float:
    return sum(1 / rank for rank in ranks if rank) / len(ranks)


@dataclass
class Ranks:
    """The places at which pages were found."""

    by_search: dict[Search, int]

    def missed(self, kind: str, within: int = IN_TEN) -> list[str]:
        """The queries of a kind whose page is not among so many first hits."""
        return [each.query for each, rank in self.by_search.items() if each.kind == kind and not 0 < rank <= within]

    def count(self, kind: str) -> int:
        return sum(each.kind == kind for each in self.by_search)

    @property
    def mean_reciprocal_rank(self) -> float:
        return mean_reciprocal_rank(list(self.by_search.values()))
