"""Where in `page_fts` a term's postings stand: the leaves of its one segment; see the top of SQLite's fts5_index.c."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from mkdocs_fts import varint

MAIN_INDEX = b"0"
"""Begins every term of FTS5's."""
MOST_MARKS = 8_192
"""Leaves for which is told whose postings go on: a byte each, which does not compress."""
_FIRST_TERM = 4
"""Where on a leaf a term begins before which there is nothing."""


class Segment:
    """The only segment of `page_fts`, as 'optimize' leaves it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        # An entry for each leaf on which a term begins: bytes that no term before them reaches.
        entries = db.execute("SELECT term, pgno, segid FROM page_fts_idx ORDER BY segid, term").fetchall()
        self._firsts: list[bytes] = [term for term, _, _ in entries]
        self._numbers: list[int] = [number >> 1 for _, number, _ in entries]  # the lowest bit tells of a doclist index
        self._first_id: int = entries[0][2] << 37 if entries else 0

    def leaves_of(self, term: str, following: str | None, first_page: int) -> list[tuple[int, int | None]]:
        """The leaves over which the postings of `term` run, each with the first page that begins on it. `following` is
        the term after it, `first_page` its first page."""
        start = self._leaf(term)
        found: list[tuple[int, int | None]] = [(start, first_page)]
        last = None if following is None else self._leaf(following)
        if last == start:
            return found
        for rowid, block in self._db.execute(
            "SELECT id, block FROM page_fts_data WHERE id > ? AND id <= ?",
            (self._first_id + start, self._first_id + (2**31 - 1 if last is None else last)),
        ):
            if _begins_with_a_term(block):
                break
            first_row = int.from_bytes(block[:2], "big")
            page = _varint(block, first_row) if first_row else None
            if page == first_page:  # the first leaf holds the term alone
                found[0] = start, None
            found.append((rowid - self._first_id, page))
        return found

    def marks(self, terms: Sequence[str]) -> bytes:
        """A byte for each leaf, from 0: the mark of the term whose postings begin there and go on on the next, or 0.
        Empty where there are very many leaves. `terms` are all, in the order of their bytes."""
        if not self._numbers or self._numbers[-1] >= MOST_MARKS:
            return b""
        marks = bytearray(self._numbers[-1] + 1)
        keys = [MAIN_INDEX + term.encode() for term in terms]
        blocks = self._db.execute(
            "SELECT id - ?1, block FROM page_fts_data WHERE id BETWEEN ?1 AND ?2",
            (self._first_id, self._first_id + self._numbers[-1]),
        )
        fresh = {number for number, block in blocks if _begins_with_a_term(block)}
        for number, following in zip(self._numbers, self._firsts[1:], strict=False):
            if number + 1 not in fresh:
                marks[number] = mark(terms[bisect_left(keys, following) - 1])
        return bytes(marks)

    def _leaf(self, term: str) -> int:
        """The leaf on which a term begins."""
        return self._numbers[bisect_right(self._firsts, MAIN_INDEX + term.encode()) - 1]


def mark(term: str) -> int:
    """A number from 1 to 255, most often another for another term."""
    number = 0
    for byte in term.encode():
        number = number * 31 + byte & 0xFFFF
    return number % 255 + 1


def _begins_with_a_term(block: bytes) -> bool:
    """Whether nothing on a leaf goes on from the one before."""
    footer = block[int.from_bytes(block[2:4], "big") :]
    return bool(footer) and _varint(footer, 0) == _FIRST_TERM


def _varint(block: bytes, at: int) -> int:
    return varint.unpack(block[at : at + 9])[0]
