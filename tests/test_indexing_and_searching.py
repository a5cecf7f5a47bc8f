"""Several processes at one index."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

import mkdocs_fts
from mkdocs_fts.errors import IndexNotReadable
from mkdocs_fts.folder import FolderNotIndexed, index_folder, store
from tests.support.folders import is_sound, search, start_index, write_files

PAGES = 200


def texts(word: str) -> dict[str, str]:
    return {f"{number}.md": f"# Page {number}\n\n{word}{number} shared" for number in range(PAGES)}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


def test_searches_go_on_while_an_index_is_written(tmp_path: Path, db: Path) -> None:
    write_files(tmp_path / "notes", texts("oldword"))
    index_folder(tmp_path / "notes", db)
    searches = 0
    for turn in range(3):
        word = f"turn{turn}word"
        write_files(tmp_path / "notes", texts(word), mtime=1_700_000_100 + turn)
        process = start_index(tmp_path / "notes", db)
        with mkdocs_fts.open(db) as index:
            while process.poll() is None:
                assert index.search(f'"{word}7"')["total"] in (0, 1)
                assert index.search("shared")["total"] == PAGES
                assert index.get("7.md")["total"] == 1
                searches += 1
            assert process.communicate()[1] == ""
            assert index.search(f'"{word}7"')["total"] == 1
    assert searches > 20
    assert is_sound(db)


def test_a_reader_keeps_its_snapshot_while_the_index_is_replaced(tmp_path: Path, db: Path) -> None:
    write_files(tmp_path / "notes", texts("oldword"))
    index_folder(tmp_path / "notes", db)
    with closing(sqlite3.connect(db, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        before = reader.execute("SELECT count(*) FROM page_fts WHERE page_fts MATCH 'oldword7'").fetchone()
        write_files(tmp_path / "notes", texts("newword"), mtime=1_700_000_100)
        index_folder(tmp_path / "notes", db)
        assert reader.execute("SELECT count(*) FROM page_fts WHERE page_fts MATCH 'oldword7'").fetchone() == before
        reader.execute("COMMIT")
        assert reader.execute("SELECT count(*) FROM page_fts WHERE page_fts MATCH 'oldword7'").fetchone() == (0,)
    assert search(db, "newword7") == ["7.md"]


def test_two_runs_at_once_end_well(tmp_path: Path, db: Path) -> None:
    write_files(tmp_path / "notes", texts("word"))
    processes = [start_index(tmp_path / "notes", db) for _ in range(3)]
    for process in processes:
        output, errors = process.communicate()
        assert process.returncode == 0
        assert "200 pages of 200 files" in output
        assert set(errors.splitlines()) <= {"another process writes this index; waiting for it"}
    assert search(db, "word7") == ["7.md"]
    assert is_sound(db)


def test_a_second_run_says_that_it_waits(tmp_path: Path, db: Path) -> None:
    write_files(tmp_path / "notes", texts("word"))
    index_folder(tmp_path / "notes", db)
    waiting = threading.Event()
    with closing(sqlite3.connect(db, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Thread(target=lambda: (waiting.wait(10), other.execute("COMMIT"))).start()
        index_folder(tmp_path / "notes", db, waiting=waiting.set)
    assert waiting.is_set()


def test_a_run_that_waits_too_long_is_told(tmp_path: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path / "notes", texts("word"))
    index_folder(tmp_path / "notes", db)
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.3)
    began = time.monotonic()
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(FolderNotIndexed, match=r"index.sqlite3 cannot be written: database is locked"):
            index_folder(tmp_path / "notes", db)
    assert time.monotonic() - began < 60  # the patience that was set, not the ten minutes of a run


def test_an_index_that_is_not_whole_for_the_first_time_is_told(tmp_path: Path, db: Path) -> None:
    write_files(tmp_path / "notes", texts("word"))
    with store.Store(db, str(tmp_path / "notes"), replace=False, waiting=pytest.fail):
        with pytest.raises(IndexNotReadable) as told:
            mkdocs_fts.open(db)
        assert str(told.value) == (
            f"{db} is empty: its first `mkdocs-fts index` is not done yet, or was ended; run it again"
        )
    index_folder(tmp_path / "notes", db)
    with mkdocs_fts.open(db) as index:
        assert index.search("word7")["total"] == 1
