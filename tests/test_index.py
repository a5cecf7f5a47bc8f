"""`mkdocs_fts.open`, on folders and SQLite files."""

from __future__ import annotations

import gzip
import random
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import mkdocs_fts
from mkdocs_fts import Index, IndexNotReadable, database
from mkdocs_fts.layout import CHUNK_SIZE
from tests.support.documents import SITE
from tests.support.published import many, write_site

pytestmark = pytest.mark.usefixtures("browser_files", "cache")

PATIENCE = 60


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "index.sqlite3"
    database.write(path, many(60), [SITE])
    return path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write_site(tmp_path / "site", many(60))


def found(index: Index, query: str) -> list[str]:
    return [hit["url"] for group in index.search(query)["groups"] for hit in group["hits"]]


@pytest.mark.parametrize("inside", ["", "fts", "fts/manifest.json"])
@pytest.mark.parametrize("form", [str, Path])
def test_a_site_is_opened_by_any_of_its_names(site: Path, inside: str, form: Callable[[Path], str | Path]) -> None:
    with mkdocs_fts.open(form(site / inside)) as index:
        assert found(index, "own7") == ["p0007/"]


def test_a_file_answers_as_the_site_does(file: Path, site: Path) -> None:
    with mkdocs_fts.open(file) as one, mkdocs_fts.open(site) as other:
        for query in ("own7", "common", "ownn12", "filler3 nowhere"):
            assert one.search(query) == other.search(query)
        assert one.list() == other.list()


def test_an_export_is_an_index_itself(site: Path, file: Path, tmp_path: Path) -> None:
    for number, where in enumerate([site, file]):
        copy = tmp_path / f"copy{number}.sqlite3"
        with mkdocs_fts.open(where) as index:
            assert index.export(copy) == copy.stat().st_size
        with mkdocs_fts.open(copy) as index:
            assert found(index, "own7") == ["p0007/"]
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_mkdocs_is_not_needed_to_search(file: Path) -> None:
    code = (
        "import sys, mkdocs_fts; index = mkdocs_fts.open(sys.argv[1]); index.search('own7'); index.close();"
        "print([name for name in sys.modules if name.partition('.')[0] == 'mkdocs'])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_threads_at_once_get_the_answers_that_they_get_alone(file: Path, site: Path) -> None:
    queries = [f"own{n} common" for n in range(60)] + ["ownn12", "filler3 nowhere", '"filler1 sentence"'] * 5
    random.Random(5).shuffle(queries)
    for where in (file, site):
        with mkdocs_fts.open(where) as index:
            alone = [index.search(query) for query in queries]
            with ThreadPoolExecutor(8) as executor:
                assert list(executor.map(index.search, queries)) == alone


def test_threads_may_come_and_go(file: Path) -> None:
    with mkdocs_fts.open(file) as index:
        answers: list[list[str]] = []
        for _ in range(20):
            thread = threading.Thread(target=lambda: answers.append(found(index, "own7")))
            thread.start()
            thread.join()
        assert answers == [["p0007/"]] * 20


def test_closing_while_others_search_ends_well(file: Path) -> None:
    index = mkdocs_fts.open(file)
    outcomes: list[str] = []

    def search_on() -> None:
        while True:
            try:
                index.search("common")
            except ValueError as error:
                outcomes.append(str(error))
                return

    threads = [threading.Thread(target=search_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    index.close()
    for thread in threads:
        thread.join(10)
    assert outcomes == ["this index has been closed"] * 4
    index.close()  # again is no error


WRITER = """
import json, sqlite3, sys, threading, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
blocks = [(id, json.loads(heads)) for id, heads in db.execute("SELECT id, heads FROM head")]
print("writing", flush=True)
reader = threading.Thread(target=sys.stdin.read)
reader.start()
n = 0
while reader.is_alive():
    n += 1
    db.execute("BEGIN IMMEDIATE")
    for id, (urls, titles, *others) in blocks:
        heads = json.dumps([urls, [f"Title {n}"] * len(titles), *others])
        db.execute("UPDATE head SET heads = ? WHERE id = ?", (heads, id))
    time.sleep(0.002)
    db.execute("UPDATE section SET title = ?", (f"Title {n}",))
    db.execute("COMMIT")
    if n % 20 == 0:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
"""
"""Writes one title after another to a file, until its input ends."""


def test_an_answer_is_of_one_state_while_another_process_writes(file: Path) -> None:
    command = [sys.executable, "-c", WRITER, file]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdout.readline()
        seen = set()
        with mkdocs_fts.open(file) as index, ThreadPoolExecutor(4) as executor, writer.stdin:
            end = time.monotonic() + PATIENCE
            while len(seen) < 50 and time.monotonic() < end:
                for answer in executor.map(index.search, ["own7", "own8", "own9", "common"]):
                    hits = [hit for group in answer["groups"] for hit in group["hits"]]
                    titles = {title for hit in hits for title in (hit["title"], hit["section"]["title"])}
                    assert len(titles) == 1 or titles == {hit["title"] for hit in hits}
                    seen |= titles
    assert writer.returncode == 0
    assert len(seen) >= 50


def test_what_is_written_is_found_by_an_index_that_is_open(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        with mkdocs_fts.open(file) as index:
            assert index.search("own7", drafts=False)["total"] == 1
            (labels,) = db.execute("SELECT value FROM meta WHERE key = 'labels'").fetchone()
            with db:  # all pages become drafts
                drafts = b"".join((n | 1 << 12).to_bytes(2, "little") for n in memoryview(labels).cast("H"))
                db.execute("UPDATE meta SET value = ? WHERE key = 'labels'", (drafts,))
            answer = index.search("own7")
            assert (answer["total"], answer["hidden"]) == (0, 1)


def test_a_file_that_another_has_replaced_is_opened_anew(file: Path, tmp_path: Path) -> None:
    with mkdocs_fts.open(file) as index:
        assert index.list()["total"] == 60
        database.write(tmp_path / "new", many(40), [SITE])
        (tmp_path / "new").replace(file)
        assert index.list()["total"] == 40


def test_an_index_on_a_read_only_disk_is_searched(file: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = WAL")
    # So that nobody, not even root, can make the file that SQLite wants there.
    file.with_name(f"{file.name}-shm").symlink_to(tmp_path / "none" / "none")
    with mkdocs_fts.open(file) as index:
        assert found(index, "own7") == ["p0007/"]


def test_a_site_that_is_built_again_is_opened_anew(site: Path) -> None:
    with mkdocs_fts.open(site) as index:
        assert index.list()["total"] == 60
        write_site(site, many(40))
        assert index.list()["total"] == 40


def test_further_tables_in_a_file_are_no_hindrance(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.executescript("PRAGMA journal_mode = WAL; CREATE TABLE file (path TEXT PRIMARY KEY, hash BLOB)")
    with mkdocs_fts.open(file) as index:
        assert found(index, "own7") == ["p0007/"]


class TestFailures:
    def test_where_there_is_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(
            IndexNotReadable, match=r"no index at .*/none: .*; build a site .* or run `mkdocs-fts index"
        ):
            mkdocs_fts.open(tmp_path / "none")

    def test_a_folder_without_an_index(self, tmp_path: Path) -> None:
        with pytest.raises(IndexNotReadable, match=r"no index in .*; build the site|no index in .*: build the site"):
            mkdocs_fts.open(tmp_path)

    @pytest.mark.parametrize("content", [b"plain text", b"\x00" * 10_000])
    def test_a_file_that_is_no_database(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(IndexNotReadable, match="file is no SQLite database"):
            mkdocs_fts.open(tmp_path / "file")

    def test_a_file_in_which_nothing_is_written_yet(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(IndexNotReadable, match="file is empty: its first `mkdocs-fts index` is not done yet"):
            mkdocs_fts.open(tmp_path / "file")

    @pytest.mark.parametrize(
        "damage",
        [
            "DELETE FROM meta WHERE key = 'alphabet'",
            "UPDATE meta SET value = '{' WHERE key = 'weights'",
            "UPDATE meta SET value = x'00' WHERE key = 'labels'",
            "DELETE FROM section",
            "DELETE FROM head",
            "UPDATE head SET starts = x'00'",
            "UPDATE page SET trail = '['",
            "UPDATE page SET title = CAST(x'ff' AS TEXT)",
        ],
    )
    def test_a_database_whose_rows_are_damaged(self, file: Path, damage: str) -> None:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute(damage)

        def read() -> None:
            with mkdocs_fts.open(file) as index:
                index.search("own7")
                index.get("p0007/")
                list(index.texts())

        with pytest.raises(IndexNotReadable, match=r"index\.sqlite3 (is damaged|cannot be read)"):
            read()

    def test_a_database_of_something_else(self, tmp_path: Path) -> None:
        with closing(sqlite3.connect(tmp_path / "other")) as db:
            db.execute("CREATE TABLE t (x)")
        with pytest.raises(IndexNotReadable, match="other cannot be read as an index: no such table: meta"):
            mkdocs_fts.open(tmp_path / "other")

    def test_a_database_that_is_cut_short(self, file: Path) -> None:
        file.write_bytes(file.read_bytes()[:30_000])
        with pytest.raises(IndexNotReadable, match="cannot be read as an index"), mkdocs_fts.open(file) as index:
            index.search("own7")

    def test_a_newer_schema(self, file: Path) -> None:
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("UPDATE meta SET value = 99 WHERE key = 'schema'")
        with pytest.raises(
            IndexNotReadable,
            match=r"index.sqlite3 cannot be read as an index: it has schema 99, .*pip install --up",
        ):
            mkdocs_fts.open(file)

    def test_a_damaged_chunk_is_named(self, site: Path) -> None:
        with mkdocs_fts.open(site) as index:
            for chunk in site.glob("fts/*/[0-9]*.bin"):
                chunk.write_bytes(b"damaged")
            with pytest.raises(IndexNotReadable, match=r"\d+\.bin cannot be read: .*; build the site again"):
                index.search("own7")

    def test_chunks_of_another_database_are_no_export(self, site: Path, tmp_path: Path) -> None:
        chunks = sorted(site.glob("fts/*/[0-9]*.bin"))
        one, other, *_ = (each for each in chunks if len(gzip.decompress(each.read_bytes())) == CHUNK_SIZE)
        one.write_bytes(other.read_bytes())
        with mkdocs_fts.open(site) as index, pytest.raises(IndexNotReadable, match="of different databases"):
            index.export(tmp_path / "out.sqlite3")
        assert not (tmp_path / "out.sqlite3").exists()

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"page": 0}, "page is 0, and must be 1 or more"),
            ({"size": 0}, "size is 0"),
            ({"kind": "all"}, "kind is 'all', and must be one of written, auto"),
        ],
    )
    def test_arguments_that_are_none(self, file: Path, arguments: dict[str, object], message: str) -> None:
        with mkdocs_fts.open(file) as index, pytest.raises(ValueError, match=message):
            index.search("own7", **arguments)  # type: ignore[arg-type]

    def test_a_closed_index(self, file: Path) -> None:
        index = mkdocs_fts.open(file)
        index.close()
        with pytest.raises(ValueError, match="this index has been closed"):
            index.search("own7")
