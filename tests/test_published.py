from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from mkdocs_fts import database, published
from mkdocs_fts.publish import publish
from mkdocs_fts.published import IndexNotReadable
from tests.support.documents import SITE, document

pytestmark = pytest.mark.usefixtures("browser_files")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "index.sqlite3"
    database.write(path, [document(f"{n}/", f"word{n} " * 500) for n in range(20)], [SITE])
    return path


@pytest.fixture
def index(source: Path, tmp_path: Path) -> Path:
    """The folder of a published index."""
    folder = tmp_path / "site" / "fts"
    publish(source, folder, settings={}, built="2026-01-31T10:00:00+00:00")
    return folder


def test_the_index_is_found_in_the_site_and_in_its_own_folder(index: Path) -> None:
    assert published.find(index) == published.find(index.parent) == index


def test_a_folder_without_index_is_an_error_with_the_mend(tmp_path: Path) -> None:
    with pytest.raises(IndexNotReadable) as caught:
        published.find(tmp_path / "nowhere")
    assert str(caught.value) == (
        f"no index in {tmp_path / 'nowhere'}: build the site with the plugin `fts`, then name its folder"
    )


def test_the_database_is_read_back(index: Path, source: Path) -> None:
    assert published.read_database(index) == source.read_bytes()


def test_ranges_of_different_chunks_are_read_in_order(index: Path) -> None:
    parts = [b"a" * 8, b"b" * 8, b"c" * 16, b"d" * 16, b"e" * 3]
    for number, part in enumerate(parts):
        (index / "x").mkdir(exist_ok=True)
        (index / "x" / f"{number}.bin").write_bytes(gzip.compress(part))
    ranges = [{"start": 0, "end": 16, "chunk": 8}, {"start": 16, "end": 51, "chunk": 16}]
    edit_manifest(index, db="x", ranges=ranges, size=51, sqlite=[])
    assert published.read_database(index) == b"".join(parts)


def edit_manifest(index: Path, **changes: Any) -> None:
    path = index / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **changes}), "utf-8")


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"not json"])
def test_a_damaged_manifest_is_an_error_that_names_it(index: Path, content: bytes) -> None:
    (index / "manifest.json").write_bytes(content)
    with pytest.raises(IndexNotReadable, match=r"manifest\.json cannot be read: .*; build the site again"):
        published.read_manifest(index)


NEWER = "it was made by a newer mkdocs-fts: `pip install --upgrade mkdocs-fts`"
OLDER = "build the site again"


@pytest.mark.parametrize(
    ("content", "found", "mend"),
    [('{"format": 2}', "2", NEWER), ('{"format": 0}', "0", OLDER), ("{}", "None", OLDER), ("[]", "None", OLDER)],
)
def test_another_format_is_an_error_that_says_which(index: Path, content: str, found: str, mend: str) -> None:
    (index / "manifest.json").write_text(content)
    with pytest.raises(IndexNotReadable) as caught:
        published.read_manifest(index)
    assert str(caught.value) == f"{index / 'manifest.json'} has format {found}, this version reads 1; {mend}"


@pytest.mark.parametrize(
    "changes",
    [
        {"db": "../../elsewhere"},
        {"db": ""},
        {"size": 7},
        {"ranges": []},
        {"ranges": [{"start": 0, "end": 8192, "chunk": 0}]},
        {"ranges": [{"start": 8192, "end": 16384, "chunk": 8192}]},
        {"ranges": None},
        {"sqlite": [[0, 10**9]]},
    ],
)
def test_a_manifest_whose_chunks_make_up_no_database_is_an_error(index: Path, changes: dict[str, Any]) -> None:
    edit_manifest(index, **changes)
    with pytest.raises(IndexNotReadable, match=r"manifest\.json cannot be read: its chunks do not make up a database"):
        published.read_manifest(index)


def missing(chunk: Path) -> None:
    chunk.unlink()


def cut_short(chunk: Path) -> None:
    chunk.write_bytes(chunk.read_bytes()[:-20])


def one_bit_changed(chunk: Path) -> None:
    content = bytearray(chunk.read_bytes())
    content[len(content) // 2] ^= 1
    chunk.write_bytes(content)


def empty(chunk: Path) -> None:
    chunk.write_bytes(b"")


def an_error_page(chunk: Path) -> None:
    chunk.write_text("<html>Not found</html>")


@pytest.mark.parametrize("damage", [missing, cut_short, one_bit_changed, empty, an_error_page])
def test_a_damaged_chunk_is_an_error_that_names_it(index: Path, damage: Any) -> None:
    (name,) = (folder.name for folder in index.iterdir() if folder.is_dir())
    damage(index / name / "1.bin")
    with pytest.raises(IndexNotReadable, match=r"1\.bin cannot be read: .*; build the site again"):
        published.read_database(index)


def test_chunks_that_do_not_make_up_the_database_are_an_error(index: Path) -> None:
    (name,) = (folder.name for folder in index.iterdir() if folder.is_dir())
    (index / name / "1.bin").write_bytes(gzip.compress(b"of another database"))
    with pytest.raises(IndexNotReadable, match="build the site again"):
        published.read_database(index)
