from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import deflate
import pytest
from mkdocs.utils import clean_directory

from mkdocs_fts import database, publish, resources
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
    for ranges in (manifest.pop("first"), manifest.pop("sqlite"), manifest.pop("ranges")):
        assert ranges  # tests/test_layout.py
    assert manifest.pop("ahead") == []  # so few rows stand on their tables' roots
    assert all(length > 0 for _, length in manifest.pop("leaves"))
    assert all(length > 0 for length in manifest.pop("heads"))
    assert manifest == {
        "format": 1,
        "db": hashlib.sha256(content).hexdigest()[:16],
        "size": len(content),
        "page_size": 8192,
        "prefetch": "whole",
        "pages": 9,
        "wikis": [
            {"id": "help", "title": "Help é", "pages": 6},
            {"id": "tech", "title": "Tech", "pages": 3},
            {"id": "empty", "title": "Empty", "pages": 0},
        ],
        "built": BUILT,
    }


@pytest.mark.parametrize(("less", "prefetch"), [(0, "whole"), (1, "some"), (None, "none")])
def test_the_manifest_says_whether_the_index_is_small_enough_to_be_fetched_whole(
    write: Callable[..., Path], tmp_path: Path, less: int | None, prefetch: str
) -> None:
    path = write(documents(50))
    folder = tmp_path / "fts" / publish_to(path, tmp_path / "fts")["db"]
    size = -(-sum(file.stat().st_size for file in folder.glob("[0-9]*.bin")) // 1000)
    limit = 0 if less is None else size - less
    manifest = publish.publish(path, tmp_path / "fts", settings={}, built=BUILT, prefetch=limit)
    assert manifest["prefetch"] == prefetch


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
    compress, calls = deflate.gzip_compress, []

    def fail_at_the_third(*arguments: Any, **options: Any) -> bytes:
        calls.append(arguments)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        return compress(*arguments, **options)

    monkeypatch.setattr(deflate, "gzip_compress", fail_at_the_third)
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
    assert (tmp_path / "fts" / "engine.wasm").read_bytes() == (browser_files / "engine.wasm").read_bytes()


@pytest.mark.usefixtures("browser_files")
def test_the_search_script_knows_the_database_that_it_was_published_with(
    write: Callable[..., Path], tmp_path: Path
) -> None:
    for count in (3, 4):
        manifest = publish_to(write(documents(count)), tmp_path / "fts")
        assert (tmp_path / "fts" / "search.js").read_text("utf-8") == f'const database="{manifest["db"]}";'


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
