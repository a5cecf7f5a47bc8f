from __future__ import annotations

import gzip
import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from mkdocs.utils import clean_directory

from mkdocs_fts import btree, database, publish, resources
from mkdocs_fts.document import Document, Labels, Wiki
from tests.support.documents import document

WIKIS = [Wiki("help", "Help é"), Wiki("tech", "Tech"), Wiki("empty", "Empty")]
pytestmark = pytest.mark.usefixtures("browser_files")
BUILT = "2026-01-31T10:00:00+00:00"


@pytest.fixture
def write(tmp_path: Path) -> Callable[[Sequence[Document]], Path]:
    """Writes a database and returns its path."""

    def write(documents: Sequence[Document]) -> Path:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.sqlite3"
        database.write(path, documents, WIKIS)
        return path

    return write


def documents(count: int, words: int = 40) -> list[Document]:
    return [
        document(
            f"{number}/",
            *(" ".join(f"word{number * words + n}" for n in range(words)) for _ in range(2)),
            labels=Labels("help" if number % 3 else "tech"),
        )
        for number in range(count)
    ]


def publish_to(path: Path, target: Path) -> dict[str, Any]:
    return publish.publish(path, target, settings={}, built=BUILT)


def manifest_of(target: Path) -> dict[str, Any]:
    return json.loads((target / "manifest.json").read_text("utf-8"))


def chunks_joined(target: Path, name: str) -> bytes:
    chunks = sorted((int(file.stem), file) for file in (target / name).glob("[0-9]*.bin"))
    assert [number for number, _ in chunks] == list(range(len(chunks)))
    return b"".join(gzip.decompress(file.read_bytes()) for _, file in chunks)


def test_chunks_joined_are_the_database(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write(documents(50))
    manifest = publish_to(path, tmp_path / "site" / "fts")
    assert chunks_joined(tmp_path / "site" / "fts", manifest["db"]) == path.read_bytes()


def test_the_manifest_says_what_readers_need(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write(documents(9))
    content = path.read_bytes()
    manifest = publish_to(path, tmp_path / "fts")
    assert manifest == manifest_of(tmp_path / "fts")
    first = manifest.pop("first")
    assert first[0][0] == 0
    assert manifest == {
        "format": 1,
        "db": hashlib.sha256(content).hexdigest()[:16],
        "size": len(content),
        "page_size": 8192,
        "ranges": [{"start": 0, "end": len(content), "chunk": 8192}],
        "pages": 9,
        "wikis": [
            {"id": "help", "title": "Help é", "pages": 6},
            {"id": "tech", "title": "Tech", "pages": 3},
            {"id": "empty", "title": "Empty", "pages": 0},
        ],
        "built": BUILT,
    }


def only_first_pack(path: Path, target: Path) -> Path:
    """The database as a reader has it who has loaded nothing but the first pack."""
    manifest = publish_to(path, target)
    content = path.read_bytes()
    pack = gzip.decompress((target / manifest["db"] / "first.bin").read_bytes())
    assert pack == b"".join(content[start:end] for start, end in manifest["first"])
    known, at = bytearray(len(content)), 0
    for start, end in manifest["first"]:
        assert start % 8192 == end % 8192 == 0
        known[start:end] = pack[at : at + end - start]
        at += end - start
    assert len(pack) < len(content) / 2
    alone = target.with_suffix(".first")
    alone.write_bytes(known)
    return alone


def test_the_first_pack_holds_all_that_every_search_reads(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write(documents(3_000))
    alone = only_first_pack(path, tmp_path / "fts")
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(alone)) as known:
        for query in (
            "SELECT * FROM sqlite_schema",
            "SELECT * FROM meta",
            "SELECT * FROM wiki",
            "SELECT * FROM page_fts_config",
            "SELECT * FROM page_fts_docsize",
            "SELECT segid, term, pgno FROM page_fts_idx",
            "SELECT block FROM page_fts_data WHERE id IN (1, 10) ORDER BY id",
        ):
            assert known.execute(query).fetchall() == db.execute(query).fetchall(), query


def pages_of(path: Path, *tables: str, leaves: bool) -> set[int]:
    content = path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        roots = dict(db.execute("SELECT name, rootpage FROM sqlite_schema"))
    return {page for name in tables for page in btree.pages(content, 8192, roots[name], leaves=leaves)}


def first_pages(manifest: dict[str, Any]) -> set[int]:
    return {at // 8192 + 1 for start, end in manifest["first"] for at in range(start, end, 8192)}


def test_the_first_pack_leads_into_the_large_tables(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write(documents(3_000))
    interior = pages_of(path, "page", "page_fts_data", "section", "section_start", leaves=False)
    assert len(interior) >= 4
    assert interior <= first_pages(publish_to(path, tmp_path / "fts"))


def test_a_hot_table_that_has_grown_large_goes_by_its_interior_pages(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(documents(3_000))
    every, interior = (pages_of(path, "page_fts_docsize", leaves=leaves) for leaves in (True, False))
    assert interior < every
    assert every <= first_pages(publish_to(path, tmp_path / "whole"))
    monkeypatch.setattr(publish, "HOT_TABLE_BYTES", 8192)
    assert first_pages(publish_to(path, tmp_path / "part")) & every == interior


def test_chunks_double_so_that_files_stay_few(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(documents(200))
    assert path.stat().st_size > 10 * 8192
    monkeypatch.setattr(publish, "MAX_CHUNKS", 5)
    manifest = publish_to(path, tmp_path / "fts")
    (piece,) = manifest["ranges"]
    assert piece["chunk"] % 16384 == 0
    assert 2 <= len(list((tmp_path / "fts" / manifest["db"]).glob("[0-9]*.bin"))) <= 5
    assert chunks_joined(tmp_path / "fts", manifest["db"]) == path.read_bytes()


def test_a_database_that_just_fits_is_not_doubled(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(documents(20))
    monkeypatch.setattr(publish, "MAX_CHUNKS", path.stat().st_size // 8192)
    assert publish_to(path, tmp_path / "fts")["ranges"][0]["chunk"] == 8192


def test_publishing_twice_gives_the_same_files(write: Callable[..., Path], tmp_path: Path) -> None:
    path = write(documents(20))
    for folder in ("a", "b", "b"):
        publish_to(path, tmp_path / folder)
    a, b = (
        {file.relative_to(tmp_path / folder): file.read_bytes() for file in (tmp_path / folder).rglob("*.*")}
        for folder in ("a", "b")
    )
    assert a == b
    assert {content[4:8] for path, content in a.items() if path.suffix == ".bin"} == {bytes(4)}  # gzip's time


def test_old_databases_are_removed_and_nothing_else(write: Callable[..., Path], tmp_path: Path) -> None:
    target = tmp_path / "fts"
    old = publish_to(write(documents(5)), target)
    (target / "mine").mkdir()
    (target / "mine" / "file.txt").write_text("kept")
    new = publish_to(write(documents(6)), target)
    assert old["db"] != new["db"]
    assert {entry.name for entry in target.iterdir() if entry.is_dir()} == {new["db"], "mine"}
    assert (target / "mine" / "file.txt").read_text() == "kept"


def test_the_manifest_changes_when_the_new_chunks_are_whole_and_before_the_old_ones_go(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "fts"
    old_path, new_path = write(documents(5)), write(documents(6))
    old = publish_to(old_path, target)
    seen = []

    def spy(path: Path, text: str) -> None:
        assert manifest_of(target) == old
        assert chunks_joined(target, old["db"]) == old_path.read_bytes()
        assert chunks_joined(target, json.loads(text)["db"]) == new_path.read_bytes()
        assert (target / json.loads(text)["db"] / "first.bin").exists()
        seen.append(path)
        replace_text(path, text)

    replace_text = publish.replace_text
    monkeypatch.setattr(publish, "replace_text", spy)
    new = publish_to(new_path, target)
    assert seen == [target / "manifest.json"]
    assert manifest_of(target) == new


def test_an_index_that_cannot_be_written_leaves_the_old_one_whole(
    write: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "fts"
    old_path, new_path = write(documents(5)), write(documents(60))
    old = publish_to(old_path, target)
    compress, calls = gzip.compress, []

    def fail_at_the_third(*arguments: Any, **options: Any) -> bytes:
        calls.append(arguments)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        return compress(*arguments, **options)

    monkeypatch.setattr(gzip, "compress", fail_at_the_third)
    with pytest.raises(OSError, match="No space left"):
        publish_to(new_path, target)
    assert manifest_of(target) == old
    assert chunks_joined(target, old["db"]) == old_path.read_bytes()
    new = publish_to(new_path, target)
    assert chunks_joined(target, new["db"]) == new_path.read_bytes()
    assert {entry.name for entry in target.iterdir() if entry.is_dir()} == {new["db"]}


def test_settings_go_into_the_start_script(write: Callable[..., Path], tmp_path: Path, browser_files: Path) -> None:
    publish.publish(write([]), tmp_path / "fts", settings={"shortcuts": ["mod+k", "ß"], "locale": "pt_BR"}, built=BUILT)
    script = (tmp_path / "fts" / "start.js").read_text("utf-8")
    assert script == 'const settings={"shortcuts": ["mod+k", "ß"], "locale": "pt_BR"};'
    for name in ("search.js", "engine.wasm"):
        assert (tmp_path / "fts" / name).read_bytes() == (browser_files / name).read_bytes()


@pytest.mark.parametrize("inside", [False, True])
def test_a_file_in_the_folders_place_is_an_error_that_names_it(
    write: Callable[..., Path], tmp_path: Path, inside: bool
) -> None:
    (tmp_path / "taken").write_text("a file")
    target = tmp_path / "taken" / "fts" if inside else tmp_path / "taken"
    with pytest.raises(OSError, match=r"taken"):
        publish_to(write([]), target)
    assert (tmp_path / "taken").read_text() == "a file"


def test_any_folder_name_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "50%25 off? #1"
    folder.mkdir()
    database.write(folder / "a?b#c.sqlite3", documents(3), WIKIS)
    assert publish_to(folder / "a?b#c.sqlite3", folder / "fts")["pages"] == 3


def test_missing_browser_files_are_an_error_with_the_mend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "checkout")
    with pytest.raises(
        FileNotFoundError, match=r"browser files of mkdocs-fts are missing in .*; in a checkout run `make"
    ):
        resources.static_folder()


def test_an_index_that_was_set_aside_comes_back_unless_a_new_one_has_come(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    target = site / "fts"
    publish.set_aside(target)
    publish.put_back(target)
    assert list(site.iterdir()) == []
    target.mkdir()
    (target / "manifest.json").write_text("old")
    publish.set_aside(target)
    clean_directory(str(site))  # as a build does
    assert (target / "manifest.json").read_text() == "old"  # who reads the site meanwhile finds it
    publish.set_aside(target)  # the build was ended: the next one begins
    clean_directory(str(site))
    publish.put_back(target)
    assert [path.name for path in site.iterdir()] == ["fts"]
    assert not target.is_symlink()
    assert (target / "manifest.json").read_text() == "old"


def test_drafts_that_killed_builds_left_are_removed_when_they_are_old(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    target = tmp_path / "fts"
    (target / ".0123456789abcdef.77").mkdir(parents=True)
    (target / ".manifest.json.77").write_text("{")
    publish_to(write(documents(1)), target)
    assert (target / ".manifest.json.77").exists()
    for draft in (target / ".0123456789abcdef.77", target / ".manifest.json.77"):
        os.utime(draft, (0, 0))
    publish_to(write(documents(2)), target)
    assert list(target.glob(".*")) == []
