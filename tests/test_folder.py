"""The index of a folder, without MkDocs."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from mkdocs_fts import database
from mkdocs_fts.folder import FolderNotIndexed, Report, index_folder, reading, run, store
from tests.support.documents import SITE, document
from tests.support.folders import is_sound, rows, search, write_files

NOTES = {
    "top.md": "# Top\n\ntopword shared",
    "work/plan.md": "---\ntags: [a, b]\nstatus: wip\nupdated: 2026-01-02\n---\n# Plan\n\nplanword shared",
    "work/log/2026.txt": "logword shared",
    "data/a.json": '{"key": {"inner": "jsonword"}}',
    "chats/a.jsonl": '{"role": "system", "content": "secretword"}\n{"role": "user", "content": "chatword shared"}',
    "page.html": "<title>Page</title><p>htmlword",
}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    write_files(tmp_path / "notes", NOTES)
    return tmp_path / "notes"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite3"


def pages(db: Path) -> dict[str, list[object]]:
    found = rows(db, "SELECT url, page.title, slug, status, trail, modified FROM page JOIN wiki ON wiki.id = wiki_id")
    return {str(url): list(rest) for url, *rest in found}


def counts(report: Report) -> tuple[int, int, int, int]:
    return report.files, report.read, report.removed, report.pages


def test_every_kind_of_file_is_found(notes: Path, db: Path) -> None:
    report = index_folder(notes, db)
    assert counts(report) == (6, 6, 0, 6)
    for word, url in [
        ("topword", "top.md"),
        ("logword", "work/log/2026.txt"),
        ("jsonword", "data/a.json"),
        ("chatword", "chats/a.jsonl"),
        ("htmlword", "page.html"),
    ]:
        assert search(db, word) == [url]
    assert search(db, "planword status:draft tag:a") == ["work/plan.md"]
    assert search(db, "secretword") == []
    assert is_sound(db)


def test_pages_have_titles_labels_and_dates(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    day = date.fromtimestamp(1_700_000_000).isoformat()
    assert pages(db) == {
        "top.md": ["Top", "site", "active", '["notes"]', day],
        "page.html": ["Page", "site", "active", '["notes"]', day],
        "work/plan.md": ["Plan", "work", "draft", '["work"]', "2026-01-02"],
        "work/log/2026.txt": ["2026.txt", "work", "active", '["work", "log"]', day],
        "data/a.json": ["a.json", "data", "active", '["data"]', day],
        "chats/a.jsonl": ["chatword shared", "chats", "active", '["chats"]', day],
    }
    assert rows(db, "SELECT title FROM wiki WHERE slug = 'site'") == [("notes",)]


def test_front_matter_may_name_another_wiki(notes: Path, db: Path) -> None:
    write_files(notes, {"work/plan.md": "---\nwiki: plans\n---\n# Plan\n"})
    index_folder(notes, db)
    assert pages(db)["work/plan.md"][1:4] == ["plans", "active", '["plans", "work"]']


def test_many_folders_are_no_wikis(notes: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MAX_FOLDER_WIKIS", 2)
    index_folder(notes, db)
    assert rows(db, "SELECT slug FROM wiki") == [("site",)]
    assert pages(db)["work/log/2026.txt"][3] == '["notes", "work", "log"]'
    monkeypatch.setattr(run, "MAX_FOLDER_WIKIS", 3)
    assert index_folder(notes, db).read == 6
    assert len(rows(db, "SELECT slug FROM wiki")) == 4


def test_pages_that_exclude_themselves_are_left_out(notes: Path, db: Path) -> None:
    write_files(notes, {"top.md": "---\nsearch: {exclude: true}\n---\n# Top\n\ntopword"})
    assert counts(index_folder(notes, db)) == (6, 6, 0, 5)
    assert search(db, "topword") == []


# What has changed


def test_only_new_and_changed_files_are_read_again(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    before = rows(db, "SELECT * FROM page ORDER BY url"), rows(db, "SELECT page_id, text FROM section ORDER BY id")
    assert counts(index_folder(notes, db)) == (6, 0, 0, 6)
    write_files(notes, {"top.md": "# Top\n\nnewword shared", "more.md": "# More\n\nmoreword"}, mtime=1_700_000_100)
    assert counts(index_folder(notes, db)) == (7, 2, 0, 7)
    assert (search(db, "topword"), search(db, "newword"), search(db, "moreword")) == ([], ["top.md"], ["more.md"])
    write_files(notes, {"top.md": NOTES["top.md"]})
    (notes / "more.md").unlink()
    assert counts(index_folder(notes, db)) == (6, 1, 1, 6)
    after = rows(db, "SELECT * FROM page ORDER BY url"), rows(db, "SELECT page_id, text FROM section ORDER BY id")
    assert after == before
    assert is_sound(db)


def test_kept_pages_are_what_reading_them_anew_gives(notes: Path, db: Path, tmp_path: Path) -> None:
    index_folder(notes, db)
    write_files(notes, {"more.md": "# More\n\n## Deep\n\n<!-- fts:auto -->\nmade\n<!-- /fts:auto -->"})
    index_folder(notes, db)
    index_folder(notes, tmp_path / "fresh.sqlite3")
    for table in ("page", "section", "wiki", "term", "meta", "page_fts_data"):
        query = f"SELECT * FROM {table} ORDER BY 1, 2"
        assert rows(db, query) == rows(tmp_path / "fresh.sqlite3", query)


def test_a_new_date_alone_changes_nothing(notes: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index_folder(notes, db)
    os.utime(notes / "top.md", (1_700_000_500, 1_700_000_500))
    monkeypatch.setattr(store.Store, "replace", pytest.fail)
    assert counts(index_folder(notes, db)) == (6, 0, 0, 6)
    monkeypatch.setattr(reading.files, "read", pytest.fail)
    assert counts(index_folder(notes, db)) == (6, 0, 0, 6)


def test_a_change_within_the_same_tick_of_the_clock_is_seen(notes: Path, db: Path) -> None:
    (notes / "top.md").write_text("# Top\n\nearlyword")
    index_folder(notes, db)
    about = (notes / "top.md").stat()
    (notes / "top.md").write_text("# Top\n\nlaterword")
    os.utime(notes / "top.md", ns=(about.st_atime_ns, about.st_mtime_ns))
    assert index_folder(notes, db).read == 1
    assert search(db, "laterword") == ["top.md"]


def test_removed_files_leave_the_index(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    (notes / "top.md").unlink()
    assert counts(index_folder(notes, db)) == (5, 0, 1, 5)
    assert search(db, "topword") == []
    for file in notes.rglob("*.*"):
        file.unlink()
    assert counts(index_folder(notes, db)) == (0, 0, 5, 0)
    assert search(db, "shared") == []


def test_force_reads_all(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    assert counts(index_folder(notes, db, force=True)) == (6, 6, 0, 6)


def test_another_version_reads_all(notes: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index_folder(notes, db)
    monkeypatch.setattr(run, "__version__", "0.0.1")
    assert index_folder(notes, db).read == 6


def test_languages_stay_until_others_are_named(notes: Path, db: Path) -> None:
    write_files(notes, {"es.md": "# Copias\n\nrestauraciones"})
    index_folder(notes, db, languages=["es"])
    stems = "SELECT term FROM term JOIN term_fts ON term_fts.rowid = term.id WHERE term_fts MATCH ?"
    with closing(sqlite3.connect(db)) as index:
        before = index.execute(stems, ["\ue102restaur"]).fetchall()
    assert before == [("restauraciones",)]
    assert index_folder(notes, db).read == 0
    assert json.loads(str(rows(db, "SELECT value FROM meta WHERE key = 'folder'")[0][0]))["languages"] == ["es"]
    assert index_folder(notes, db, languages=["en"]).read == 0
    with closing(sqlite3.connect(db)) as index:
        assert index.execute(stems, ["\ue102restaur"]).fetchall() == []


# What goes wrong


def test_files_that_cannot_be_read_are_told_each_time_and_the_others_are_indexed(notes: Path, db: Path) -> None:
    write_files(notes, {"bad.txt": b"bad \xff", "bad.json": "{", "top.md": "---\nstatus: [x\n---\n# Top"})
    problems = [
        ("bad.json", "no valid JSON (Expecting property name enclosed in double quotes)"),
        ("bad.txt", "line 1 is no valid UTF-8; save the file as UTF-8"),
    ]
    first = index_folder(notes, db)
    assert [problem for problem in first.problems if problem[0] != "top.md"] == problems
    assert counts(first) == (6, 6, 0, 6)
    assert "front matter is no valid YAML" in dict(first.problems)["top.md"]
    again = index_folder(notes, db)
    assert (again.problems, again.read) == (problems, 0)
    write_files(notes, {"bad.txt": "mendedword"})
    assert counts(index_folder(notes, db)) == (7, 1, 0, 7)
    write_files(notes, {"bad.txt": b"broken \xff"}, mtime=1_700_000_100)
    assert counts(index_folder(notes, db)) == (6, 0, 1, 6)
    assert search(db, "mendedword") == []


def test_a_folder_without_files_has_an_empty_index(tmp_path: Path, db: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert counts(index_folder(tmp_path / "empty", db)) == (0, 0, 0, 0)
    assert search(db, "word") == []


def test_databases_of_others_are_left_alone(notes: Path, db: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(db)) as other:
        other.execute("CREATE TABLE precious (x)")
    database.write(tmp_path / "site.sqlite3", [document("a/", "word")], [SITE])
    (tmp_path / "text.md").write_text("no database, but longer than a hundred bytes " * 3)
    for path, message in [
        (db, "is not the index of a folder; name another file with --db"),
        (tmp_path / "site.sqlite3", "is not the index of a folder; name another file with --db"),
        (tmp_path / "text.md", "is no SQLite database; name another file with --db"),
    ]:
        before = path.read_bytes()
        with pytest.raises(FolderNotIndexed) as told:
            index_folder(notes, path, force=True)
        assert str(told.value) == f"{path} {message}"
        assert path.read_bytes() == before


def test_the_index_of_another_folder_is_replaced_only_when_told(notes: Path, db: Path, tmp_path: Path) -> None:
    write_files(tmp_path / "other", {"o.md": "otherword"})
    index_folder(tmp_path / "other", db)
    with pytest.raises(FolderNotIndexed) as told:
        index_folder(notes, db)
    assert str(told.value) == (
        f"{db} is the index of {tmp_path / 'other'}; name another file with --db, or replace it with --force"
    )
    assert search(db, "otherword") == ["o.md"]
    index_folder(notes, db, force=True)
    assert (search(db, "otherword"), search(db, "topword")) == ([], ["top.md"])


def test_a_newer_schema_is_told_and_an_older_one_is_replaced(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    for schema in (database.SCHEMA_VERSION + 1, database.SCHEMA_VERSION - 1):
        with closing(sqlite3.connect(db)) as index, index:
            index.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (schema,))
        if schema > database.SCHEMA_VERSION:
            with pytest.raises(FolderNotIndexed, match=r"has schema 2, this version writes 1; upgrade mkdocs-fts"):
                index_folder(notes, db)
    assert index_folder(notes, db).read == 6
    assert search(db, "topword") == ["top.md"]


def test_a_place_where_nothing_can_be_written_is_told(notes: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(FolderNotIndexed, match=r"file/index.sqlite3 cannot be written: (Not a directory|File exists)"):
        index_folder(notes, tmp_path / "file" / "index.sqlite3")


def test_a_damaged_index_is_told(notes: Path, db: Path) -> None:
    index_folder(notes, db)
    content = bytearray(db.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    db.write_bytes(content)
    with pytest.raises(FolderNotIndexed, match=r"is damaged: .*; remove it and index again"):
        index_folder(notes, db)


# Several processes


def test_several_processes_give_the_same_index(
    notes: Path, db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "BATCH", 7)
    write_files(notes, {f"many/{number}.md": f"# Page {number}\n\nword{number}" for number in range(100)})
    steps: list[tuple[int, int]] = []
    index_folder(notes, db, processes=3, progress=lambda done, total: steps.append((done, total)))
    index_folder(notes, tmp_path / "one.sqlite3", processes=1)
    for table in ("page", "section", "file", "meta", "page_fts_data"):
        query = f"SELECT * FROM {table} ORDER BY 1, 2"
        assert rows(db, query) == rows(tmp_path / "one.sqlite3", query)
    assert steps == [(number, 106) for number in range(1, 107)]


def test_without_processes_files_are_read_here(notes: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "")
    assert index_folder(notes, db, processes=2).read == 6


def test_a_process_that_dies_is_told_and_the_index_stays(
    notes: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_folder(notes, db)
    write_files(notes, {"top.md": "newword"}, mtime=1_700_000_100)
    monkeypatch.setattr(reading, "__name__", "os")  # whose `serve` does not exist: the process ends at once
    with pytest.raises(
        FolderNotIndexed, match=r"a process that was reading files from top.md to top.md died; the index"
    ):
        index_folder(notes, db, processes=2)
    assert search(db, "topword") == ["top.md"]
