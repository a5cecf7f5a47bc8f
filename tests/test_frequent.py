"""The terms that stand nearly everywhere are told by counts, and where their postings stand."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from mkdocs_fts import database, frequent, varint
from mkdocs_fts.database import COLUMNS
from mkdocs_fts.document import Document
from mkdocs_fts.folder import index_folder
from tests.support.documents import database_of, document, passage

SEGMENT = 2**37


@pytest.fixture
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms with hardly any postings are frequent."""
    monkeypatch.setattr(frequent, "LEAST_BYTES", 20)


def pages(count: int, words: int) -> list[Document]:
    """Pages on which some words stand nearly everywhere, in all columns, and most on one or two."""
    chance = random.Random(7)

    def text() -> str:
        common = ["the", "common", "the", "readFile"]
        return " ".join(
            chance.choice(common) if chance.random() < 0.4 else "".join(chance.choices("bcdfgklmnp", k=4))
            for _ in range(words)
        )

    return [
        document(
            f"{number:04}/",
            passage(f"The heading\n{text()}", title="The heading", level=2),
            passage(text(), generated=chance.random() < 0.3),
            title=f"The page {number}" if number % 2 else "Other",
            tags=["common"] if not number % 5 else [],
        )
        for number in range(count)
    ]


def told(db: sqlite3.Connection) -> list[list[object]]:
    found: list[list[object]] = json.loads(db.execute("SELECT value FROM meta WHERE key = 'frequent'").fetchone()[0])
    return found


def rows(db: sqlite3.Connection) -> Iterator[tuple[str, list[int], list[int]]]:
    """Each frequent term, with its numbers."""
    for (term, _), row in zip(told(db), db.execute("SELECT * FROM frequent ORDER BY id"), strict=True):
        yield str(term), varint.unpack(row[1]), varint.unpack(row[2])


def unpack_counts(numbers: Sequence[int]) -> dict[tuple[int, str], int]:
    """Page and column ► how often."""
    found = {}
    rest = iter(numbers)
    page = 0
    for number in rest:
        page += number >> 1
        if in_body := next(rest):
            found[page, "body"] = in_body
        mask = next(rest) if number & 1 else 0
        found |= {(page, column): next(rest) for bit, column in enumerate(COLUMNS) if mask >> bit & 1}
    return found


def check(db: sqlite3.Connection) -> list[str]:
    """Hold what is told against FTS5's own tables; gives the terms."""
    db.execute("CREATE VIRTUAL TABLE temp.instance USING fts5vocab(main, page_fts, instance)")
    segment = db.execute("SELECT segid FROM page_fts_idx").fetchone()[0] * SEGMENT
    terms = []
    for term, counts, leaves in rows(db):
        terms.append(term)
        sql = "SELECT doc, col, count(*) FROM temp.instance WHERE term = ? GROUP BY doc, col"
        assert unpack_counts(counts) == {(page, col): n for page, col, n in db.execute(sql, (term,))}
        leaf, page = 0, 0
        for distance, step in zip(leaves[::2], leaves[1::2], strict=True):
            is_first = leaf == 0
            leaf, page = leaf + distance, page + step
            (block,) = db.execute("SELECT block FROM page_fts_data WHERE id = ?", (segment + leaf,)).fetchone()
            at = int.from_bytes(block[:2], "big")
            begins = varint.unpack(block[at : at + 9])[0] if at else 0
            if is_first:  # a page of the term before may come first there
                begins = counts[0] >> 1 if step else 0
            assert begins == (page if step else 0)
    return terms


def test_counts_and_leaves_are_those_of_fts5(low: None) -> None:
    with database_of(pages(200, 200)) as db:
        terms = check(db)
    assert terms[0] == "the"
    assert {"common", "readfile", "read", "page", "heading"} <= set(terms)
    assert len(terms) > 500


def test_a_term_whose_postings_fill_leaves_is_led_to_all_of_them() -> None:
    with database_of(pages(600, 100)) as db:
        assert check(db)[0] == "the"
        leaves = next(leaves for term, _, leaves in rows(db) if term == "the")
        size = db.execute("SELECT sum(length(block)) FROM page_fts_data").fetchone()[0]
    assert 4 < len(leaves) // 2 < size / database.FTS_PAGE_SIZE


def test_a_page_that_fills_leaves_by_itself_begins_on_one(low: None) -> None:
    with database_of([*pages(9, 20), document("long/", "the " * 60_000), document("z/", "the")]) as db:
        assert "the" in check(db)
        leaves = next(leaves for term, _, leaves in rows(db) if term == "the")
    assert leaves[1::2].count(0) > 5


def test_terms_of_a_small_site_are_not_frequent() -> None:
    with database_of(pages(20, 50)) as db:
        assert told(db) == []
        assert not db.execute("SELECT * FROM frequent").fetchall()


def test_of_many_the_largest_are_told(low: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequent, "MOST_TERMS", 1)
    with database_of(pages(200, 200)) as db:
        assert [term for term, _ in told(db)] == ["the"]


def test_the_index_of_a_folder_has_them_too(low: None, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number:02}.md").write_text("# The note\n\n" + "the common word " * number, "utf-8")
    for _ in range(2):
        index_folder(folder, tmp_path / "index.sqlite3")
        with closing(sqlite3.connect(tmp_path / "index.sqlite3")) as db:
            assert {"the", "common"} <= set(check(db))
        (folder / "00.md").write_text("the common " * 90, "utf-8")
