"""What every search needs goes first, and the rest is cut as it is read. See test_publish.py for the files."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mkdocs_fts import btree, database, facts, heads, layout, publish, varint
from mkdocs_fts.document import Document, Labels, Wiki
from mkdocs_fts.query.engine import Engine
from tests.support.documents import document
from tests.support.vectors import LAYOUT

PAGE = 8192


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a database of so many pages, of which each has words of its own."""

    def write(count: int, words: int = 40) -> Path:
        path = tmp_path / f"{count}.sqlite3"
        database.write(path, [page(number, words) for number in range(count)], [Wiki("help", "Help")])
        return path

    return write


def page(number: int, words: int) -> Document:
    text = " ".join(f"word{number * words + n}" for n in range(words))
    return document(f"{number:05}/", text, text, labels=Labels("help"))


def laid_out(path: Path) -> layout.Layout:
    with closing(sqlite3.connect(path)) as db:
        return layout.lay_out(db, path.read_bytes())


def roots(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as db:
        return dict(db.execute("SELECT name, rootpage FROM sqlite_schema"))


def pages_of(path: Path, *tables: str, leaves: bool = True) -> set[int]:
    content = path.read_bytes()
    return {number for name in tables for number in btree.pages(content, PAGE, roots(path)[name], leaves=leaves)}


def pages_in(ranges: list[tuple[int, int]]) -> set[int]:
    assert all(start % PAGE == end % PAGE == 0 for start, end in ranges)
    return {at // PAGE + 1 for start, end in ranges for at in range(start, end, PAGE)}


def only(path: Path, ranges: list[tuple[int, int]]) -> Path:
    """The database as somebody has it who has loaded nothing else."""
    content = path.read_bytes()
    known = bytearray(len(content))
    for start, end in ranges:
        known[start:end] = content[start:end]
    alone = path.with_suffix(".alone")
    alone.write_bytes(known)
    return alone


def test_the_reader_s_pack_holds_what_every_search_reads(write: Callable[..., Path]) -> None:
    path = write(300)
    known = pages_in(laid_out(path).first)
    assert pages_of(path, "meta", "wiki", "page_fts_idx") | {1} <= known
    assert btree.first_leaf(path.read_bytes(), PAGE, roots(path)["page_fts_data"]) in known
    assert pages_of(path, "section", "head", "page_fts_data", leaves=False).isdisjoint(known)


def test_sqlite_s_pack_holds_all_that_every_search_reads(write: Callable[..., Path]) -> None:
    path = write(300)
    alone = only(path, laid_out(path).sqlite)
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(alone)) as known:
        for query in (
            "SELECT * FROM sqlite_schema",
            "SELECT * FROM meta",
            "SELECT * FROM wiki",
            "SELECT slug FROM wiki WHERE slug > ''",
            "SELECT * FROM page_fts_config",
            "SELECT * FROM page_fts_docsize",
            "SELECT segid, term, pgno FROM page_fts_idx",
            "SELECT block FROM page_fts_data WHERE id IN (1, 10) ORDER BY id",
        ):
            assert known.execute(query).fetchall() == db.execute(query).fetchall(), query


def test_sqlite_s_pack_leads_into_the_large_tables(write: Callable[..., Path]) -> None:
    path = write(600)
    interior = pages_of(path, "head", "page_fts_data", "section", leaves=False)
    assert len(interior) >= 3
    assert interior <= pages_in(laid_out(path).sqlite)


def test_a_hot_table_that_has_grown_large_goes_by_its_interior_pages(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(600)
    every, interior = (pages_of(path, "page_fts_docsize", leaves=leaves) for leaves in (True, False))
    assert interior < every
    assert every <= pages_in(laid_out(path).sqlite)
    monkeypatch.setattr(layout, "HOT_TABLE_BYTES", PAGE)
    assert pages_in(laid_out(path).sqlite) & every == interior


@pytest.mark.parametrize("table", ["head", "page_fts_data", "section", "term"])
def test_the_reader_is_told_on_which_leaf_each_row_stands(write: Callable[..., Path], table: str) -> None:
    path = write(600)
    root = roots(path)[table]
    numbers = varint.unpack(dict(laid_out(path).leaves)[root])
    leaf, last, told = 0, 0, {}
    with closing(sqlite3.connect(path)) as db:
        ids = [number for (number,) in db.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]
    for ahead, ids_ahead in zip(numbers[::2], [*numbers[1::2], ids[-1]], strict=True):
        leaf += ahead + 1
        told.update(dict.fromkeys((number for number in ids if last < number <= last + ids_ahead), leaf))
        last += ids_ahead
    leaves = pages_of(path, table) - pages_of(path, table, leaves=False)
    for number in ids[1 :: len(ids) // 5 + 1]:
        # With all other leaves gone, the row is still there.
        alone = bytearray(path.read_bytes())
        for other in leaves - {told[number]}:
            alone[(other - 1) * PAGE : other * PAGE] = bytes(PAGE)
        path.with_suffix(".one").write_bytes(alone)
        with closing(sqlite3.connect(path.with_suffix(".one"))) as db:
            assert db.execute(f"SELECT rowid FROM {table} WHERE rowid = ?", (number,)).fetchone() == (number,)


@pytest.mark.parametrize("vector", LAYOUT["leaves"], ids=lambda vector: vector["packed"] or str(vector["leaves"]))
def test_leaves_are_packed_as_the_shared_vectors_say(vector: dict[str, Any]) -> None:
    assert layout.pack_leaves((page, key) for page, key in vector["leaves"]).hex() == vector["packed"]


def test_heads_are_in_the_first_pack_of_a_small_site_and_fetched_ahead_on_a_larger_one(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(600)
    leaves = pages_of(path, "head") - pages_of(path, "head", leaves=False)
    assert leaves.isdisjoint(pages_in(laid_out(path).first))
    text, starts = laid_out(path).heads or (b"", b"")
    assert len(heads.unpack(text.decode(), starts)) == 600
    assert leaves.isdisjoint(pages_in(laid_out(path).ahead))
    monkeypatch.setattr(layout, "HEADS_BYTES", PAGE)
    assert laid_out(path).heads is None
    assert leaves <= pages_in(laid_out(path).ahead)
    monkeypatch.setattr(layout, "AHEAD_BYTES", PAGE)
    assert laid_out(path).ahead == []


def test_heads_that_stand_on_overflow_pages_count_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.sqlite3"
    titles = (" ".join(f"word{n}x{each}" for each in range(600)) for n in range(37))
    documents = [document(f"{n:05}/", "text", title=title, labels=Labels("help")) for n, title in enumerate(titles)]
    database.write(path, documents, [Wiki("help", "Help")])
    every = pages_of(path, "head") - {roots(path)["head"]}
    assert len(btree.leaf_pages(path.read_bytes(), PAGE, roots(path)["head"])) * PAGE < layout.HEADS_BYTES
    assert laid_out(path).heads is None
    assert pages_in(laid_out(path).ahead) == every
    monkeypatch.setattr(layout, "AHEAD_BYTES", (len(every) - 1) * PAGE)
    assert laid_out(path).ahead == []


def test_a_table_of_very_many_leaves_is_read_from_its_root(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(300)
    told = dict(laid_out(path).leaves)
    assert len(told[roots(path)["section"]]) > 20
    monkeypatch.setattr(layout, "LEAVES_BYTES", 1)
    assert roots(path)["section"] not in dict(laid_out(path).leaves)


def test_ranges_follow_each_other_and_each_table_has_chunks_of_its_own_size(write: Callable[..., Path]) -> None:
    path = write(600)
    ranges = laid_out(path).ranges
    assert [each["start"] for each in ranges] == [0, *(each["end"] for each in ranges[:-1])]
    assert ranges[-1]["end"] == path.stat().st_size
    size_of = {
        number: each["chunk"] for each in ranges for number in range(each["start"] // PAGE + 1, each["end"] // PAGE + 1)
    }
    for table, size in (("head", 2 * PAGE), ("page", 8 * PAGE), ("section", 2 * PAGE), ("page_fts_data", PAGE)):
        leaves = pages_of(path, table) - pages_of(path, table, leaves=False)
        assert {size_of[number] for number in leaves} == {size}


def test_chunks_double_so_that_files_stay_few(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(600)

    def counts() -> list[int]:
        return [-(-(each["end"] - each["start"]) // each["chunk"]) for each in laid_out(path).ranges]

    plain = counts()
    monkeypatch.setattr(layout, "MAX_CHUNKS", sum(plain) // 3)
    monkeypatch.setattr(layout, "MAX_CHUNKS_A_PAGE", 1)
    assert counts() == plain  # the site has more files itself
    monkeypatch.setattr(layout, "MAX_CHUNKS_A_PAGE", 0.01)
    doubled = counts()
    assert len(doubled) <= sum(doubled) <= sum(plain) // 3
    manifest = publish.publish(path, tmp_path / "fts", settings={}, built="2026-01-31T10:00:00+00:00")
    chunks = sorted((tmp_path / "fts" / manifest["db"]).glob("[0-9]*.bin"), key=lambda file: int(file.stem))
    assert b"".join(gzip.decompress(file.read_bytes()) for file in chunks) == path.read_bytes()


def test_the_sizes_of_pages_are_told_together(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def sizes(path: Path) -> tuple[list[int], list[int], list[int]]:
        with closing(sqlite3.connect(path)) as db:
            db.execute("CREATE VIRTUAL TABLE temp.token USING fts5vocab(main, page_fts, instance)")
            counted = db.execute("SELECT count(*) FROM temp.token GROUP BY doc ORDER BY doc").fetchall()
            in_meta = db.execute("SELECT value FROM meta WHERE key = 'sizes'").fetchone()[0]
            apart = db.execute("SELECT counts FROM frequent WHERE id = 0").fetchone() or (b"",)
        return [count for (count,) in counted], varint.unpack(in_meta), varint.unpack(apart[0])

    counted, in_meta, apart = sizes(write(5, words=200))
    assert (in_meta, apart) == (counted, [])
    monkeypatch.setattr(facts, "MAX_SIZES", 5)
    counted, in_meta, apart = sizes(write(6))
    assert (in_meta, apart) == ([], counted)
    assert len(apart) == 6


def test_heads_tell_where_the_passages_of_every_page_begin(write: Callable[..., Path]) -> None:
    path = write(2 * heads.BLOCK + 3)
    with closing(sqlite3.connect(path)) as db:
        count = db.execute("SELECT count(*) FROM page").fetchone()[0]
        found = Engine(db).starts(range(1, count + 1))
        expected = db.execute("SELECT id, page_id, first_token, first_part FROM section ORDER BY id").fetchall()
    assert [(start.id, start.page, start.first_token, start.first_part) for start in found] == expected
