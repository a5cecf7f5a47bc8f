from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mkdocs_fts import btree

PAGE_SIZE = 1024


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A table, an index and a WITHOUT ROWID table, each deep enough for interior pages and with large rows."""
    path = tmp_path / "file.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript(
            f"""
            PRAGMA page_size = {PAGE_SIZE};
            CREATE TABLE small (x);
            CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT);
            CREATE INDEX plain_text ON plain (text);
            CREATE TABLE keyed (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
            BEGIN;
            """
        )
        rows = [(number * 37 % 1009, f"{number}{'x' * (number % 50)}") for number in range(1000)]
        rows += [(2000 + size, "y" * size) for size in (980, 981, 985, 989, 990, 1500, 2049, 5_000, 70_000)]
        rows += [(3000 + size, "z" * size) for size in range(200, 260, 3)]
        db.executemany("INSERT INTO plain VALUES (?, ?)", rows)
        db.executemany("INSERT INTO keyed VALUES (?, ?)", ((str(key), text) for key, text in rows))
        db.execute("COMMIT")
    return path


def roots(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as db:
        return {"sqlite_schema": 1, **dict(db.execute("SELECT name, rootpage FROM sqlite_schema"))}


def test_every_page_of_the_file_belongs_to_exactly_one_table(file: Path) -> None:
    content = file.read_bytes()
    found = [page for root in roots(file).values() for page in btree.pages(content, PAGE_SIZE, root)]
    assert sorted(found) == list(range(1, len(content) // PAGE_SIZE + 1))


@pytest.mark.parametrize(
    ("table", "query"),
    [
        ("plain", "SELECT sum(id), sum(length(text)), sum(unicode(substr(text, -1))) FROM plain NOT INDEXED"),
        ("plain_text", "SELECT count(*), sum(length(text)), max(text), min(text) FROM plain INDEXED BY plain_text"),
        ("keyed", "SELECT sum(length(key)), sum(length(value)), max(value), min(value) FROM keyed"),
    ],
)
def test_a_table_can_be_read_from_its_pages_alone(file: Path, table: str, query: str) -> None:
    content = file.read_bytes()
    kept = bytearray(len(content))
    for page in {*btree.pages(content, PAGE_SIZE, 1), *btree.pages(content, PAGE_SIZE, roots(file)[table])}:
        span = slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
        kept[span] = content[span]
    alone = file.with_name("alone.sqlite3")
    alone.write_bytes(kept)
    with closing(sqlite3.connect(file)) as db, closing(sqlite3.connect(alone)) as copy:
        assert copy.execute(query).fetchall() == db.execute(query).fetchall()


@pytest.mark.parametrize("table", ["plain", "plain_text", "keyed"])
def test_interior_pages_alone_are_few_and_come_before_their_children(file: Path, table: str) -> None:
    content = file.read_bytes()
    root = roots(file)[table]
    interior = list(btree.pages(content, PAGE_SIZE, root, leaves=False))
    every = list(btree.pages(content, PAGE_SIZE, root))
    assert interior[0] == every[0] == root
    assert 0 < len(interior) < len(every) / 4
    kinds = {content[(page - 1) * PAGE_SIZE] for page in interior}
    assert kinds == {btree.INTERIOR_TABLE if table == "plain" else btree.INTERIOR_INDEX}


def test_a_table_of_one_page_has_no_interior(file: Path) -> None:
    root = roots(file)["small"]
    content = file.read_bytes()
    assert list(btree.pages(content, PAGE_SIZE, root, leaves=False)) == []
    assert list(btree.pages(content, PAGE_SIZE, root)) == [root]
    assert btree.first_leaf(content, PAGE_SIZE, root) == root


def test_the_first_leaf_holds_the_lowest_key(file: Path) -> None:
    content = file.read_bytes()
    leaf = btree.first_leaf(content, PAGE_SIZE, roots(file)["plain"])
    start = (leaf - 1) * PAGE_SIZE
    assert content[start] == btree.LEAF_TABLE
    with closing(sqlite3.connect(file)) as db:
        (lowest,) = db.execute("SELECT text FROM plain ORDER BY id LIMIT 1").fetchone()
    assert lowest.encode() in content[start : start + PAGE_SIZE]
