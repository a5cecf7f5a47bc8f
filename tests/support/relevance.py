"""Searches whose page is known."""

from __future__ import annotations

import random
import re
import sqlite3

import pytest

from mkdocs_fts.recall.searches import Search, load
from mkdocs_fts.text import SPACED_RANGES
from tests.support.sites import CORPORA

_CJK = re.compile(
    "["
    + "".join(f"{chr(a)}-{chr(b)}" for a, b in SPACED_RANGES if a in (0x3041, 0x3400, 0x4E00, 0xAC00))
    + "\u30fc]{2,}"
)
"""Runs of Han, kana and Hangul."""


def known_items(name: str) -> list[Search]:
    """The searches of one of the shared files; skips the test where it is missing."""
    path = CORPORA / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is missing")
    return load(path)


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
