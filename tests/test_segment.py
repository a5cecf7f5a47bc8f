"""Where a term's postings stand in `page_fts`."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

import pytest

from mkdocs_fts import segment
from mkdocs_fts.document import Document
from mkdocs_fts.segment import Segment
from tests.support.documents import database_of, document
from tests.support.vectors import LAYOUT


def pages(count: int) -> list[Document]:
    """Pages with words of all frequencies, some of them on every page."""
    chance = random.Random(3)
    words = ["".join(chance.choices("bcdfgklmnpé", k=3)) for _ in range(1500)]
    drawn = (chance.choices(words, [1 / (n + 1) for n in range(1500)], k=150) for _ in range(count))
    return [document(f"{number:04}/", " ".join(text)) for number, text in enumerate(drawn)]


def test_the_mark_of_a_leaf_is_that_of_the_term_that_goes_on() -> None:
    with database_of(pages(800)) as db:
        terms, first_pages = _terms(db)
        found = Segment(db)
        marks = db.execute("SELECT value FROM meta WHERE key = 'marks'").fetchone()[0]
        expected = bytearray(len(marks))
        for term, following, page in zip(terms, [*terms[1:], None], first_pages, strict=True):
            leaves = found.leaves_of(term, following, page)
            if len(leaves) > 1:
                assert expected[leaves[0][0]] == 0
                expected[leaves[0][0]] = segment.mark(term)
    assert marks == expected
    assert sum(map(bool, marks)) > 20
    assert 0 in marks[1:]


def test_an_index_of_very_many_leaves_has_no_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment, "MOST_MARKS", 20)
    with database_of(pages(400)) as db:
        assert Segment(db).marks(_terms(db)[0]) == b""
    with database_of([]) as db:
        assert Segment(db).marks([]) == b""


@pytest.mark.parametrize("vector", LAYOUT["marks"], ids=lambda vector: vector["term"])
def test_marks_are_those_of_the_shared_vectors(vector: dict[str, Any]) -> None:
    assert segment.mark(vector["term"]) == vector["mark"]


def _terms(db: sqlite3.Connection) -> tuple[list[str], list[int]]:
    db.execute("CREATE VIRTUAL TABLE temp.place USING fts5vocab(main, page_fts, instance)")
    rows = db.execute("SELECT term, min(doc) FROM temp.place GROUP BY term ORDER BY term").fetchall()
    db.execute("DROP TABLE temp.place")
    return [term for term, _ in rows], [page for _, page in rows]
