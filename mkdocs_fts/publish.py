"""The database ► `site/fts/`: gzip chunks under the database's hash, the first pack, the manifest, the client's files.

A reader sees the old index or the new one, never a mixture: the chunks of a new database go to a folder of their own,
and the manifest, which names that folder, takes the old one's place in one rename.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import deflate

from mkdocs_fts.btree import Content
from mkdocs_fts.layout import Layout, lay_out
from mkdocs_fts.resources import static_folder

FORMAT = 1
GZIP_LEVEL = 10
"""Of libdeflate's 12: 2 % less than zlib's best, at twice the time of zlib's default."""
PREFETCH = 600
"""Kilobytes, see `publish`."""
_BATCH = 128
"""Chunks that a thread compresses in one go: one by one, handing them out would cost more than it gains."""
DRAFT_SECONDS = 3600
"""A draft that is older belongs to no build that still runs."""
_DATABASE = re.compile(r"[0-9a-f]{16}")
_DRAFT = re.compile(r"\..+\.[0-9]+")
SQLJS_FILES = ("sql-wasm.js", "sql-wasm.wasm")
_SETTINGS_MARK, _DATABASE_MARK = b"__FTS_SETTINGS__", b"__FTS_DATABASE__"
"""What is written in the place of these names, in `start.js` and `search.js`."""


def publish(
    database: Path,
    target: Path,
    *,
    settings: Mapping[str, Any],
    built: str,
    sqljs: bool = False,
    prefetch: int = PREFETCH,
    known: dict[bytes, Path] | None = None,
) -> dict[str, Any]:
    """Write `database` and the client's files into the folder `target`; return the manifest.

    `settings` go into the start script; `built` is an ISO 8601 time. `sqljs`: the site is searched by SQLite as
    WebAssembly. `prefetch`: readers fetch an index of up to so many kilobytes whole in pauses; 0: they fetch nothing
    ahead. `known`: remembers the chunks, so that one that was published before need not be compressed again.
    Raises `OSError` where the folder cannot be written.
    """
    target.mkdir(parents=True, exist_ok=True)
    with (
        database.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as db,
    ):
        size = len(content)
        name = hashlib.sha256(content).hexdigest()[:16]
        page_size = db.execute("PRAGMA page_size").fetchone()[0]
        layout = lay_out(db, content)
        wikis = [
            {"id": slug, "title": title, "pages": count}
            for slug, title, count in db.execute(
                "SELECT slug, wiki.title, count(page.id) FROM wiki LEFT JOIN page ON wiki_id = wiki.id "
                "GROUP BY wiki.id ORDER BY position, wiki.id"
            )
        ]
        _write_chunks(content, target / name, layout, known)
    marks = {"start.js": (_SETTINGS_MARK, settings), "search.js": (_DATABASE_MARK, name)}
    _copy_client(target, marks, sqljs=sqljs)
    manifest = {
        "format": FORMAT,
        "db": name,
        "size": size,
        "page_size": page_size,
        "ranges": layout.ranges,
        "first": [[start, end] for start, end in layout.first],
        "leaves": [[root, len(packed)] for root, packed in layout.leaves],
        "heads": layout.heads and [len(part) for part in layout.heads],
        "sqlite": [[start, end] for start, end in layout.sqlite],
        "ahead": [[start, end] for start, end in layout.ahead],
        "prefetch": _prefetched(target / name, prefetch),
        "pages": sum(wiki["pages"] for wiki in wikis),
        "wikis": wikis,
        "built": built,
    }
    replace_text(target / "manifest.json", json.dumps(manifest, ensure_ascii=False, separators=(",", ":")))
    _remove_old(target, keep=name)
    return manifest


def _write_chunks(content: Content, folder: Path, layout: Layout, known: dict[bytes, Path] | None) -> None:
    if folder.exists():
        return  # the same database, published before: a folder gets its name only when it is whole
    draft = folder.with_name(f".{folder.name}.{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir()

    def compressed(numbers: Sequence[int]) -> list[bytes]:
        return [_gzip(content[slice(*pieces[number])]) for number in numbers]

    first = [content[start:end] for start, end in layout.first] + [packed for _, packed in layout.leaves]
    first += layout.heads or ()
    (draft / "first.bin").write_bytes(_gzip(b"".join(first)))
    (draft / "sqlite.bin").write_bytes(_gzip(b"".join(content[start:end] for start, end in layout.sqlite)))
    pieces = [
        (start, min(start + each["chunk"], each["end"]))
        for each in layout.ranges
        for start in range(each["start"], each["end"], each["chunk"])
    ]
    wanted: Sequence[int] = range(len(pieces))
    if known is not None:
        digests = [hashlib.sha256(content[start:end]).digest() for start, end in pieces]
        wanted = [number for number in wanted if not _link(known.get(digests[number]), draft / f"{number}.bin")]
    batches = [wanted[at : at + _BATCH] for at in range(0, len(wanted), _BATCH)]
    with ThreadPoolExecutor(os.cpu_count()) as threads:  # compressing lets other threads run; writing files does not
        for numbers, chunks in zip(batches, threads.map(compressed, batches), strict=True):
            for number, chunk in zip(numbers, chunks, strict=True):
                (draft / f"{number}.bin").write_bytes(chunk)
    draft.rename(folder)
    if known is not None:
        known.clear()
        known.update((digest, folder / f"{number}.bin") for number, digest in enumerate(digests))


def _prefetched(folder: Path, kilobytes: int) -> str:
    """How much of the chunks in `folder` readers fetch before they are asked for."""
    if kilobytes == 0:
        return "none"
    chunks = (file.stat().st_size for file in folder.glob("[0-9]*.bin"))
    return "whole" if sum(chunks) <= 1000 * kilobytes else "some"


def _link(source: Path | None, path: Path) -> bool:
    """Give a file a second name; False where it cannot be."""
    try:
        if source:
            os.link(source, path)
    except OSError:  # it is gone, or the file system has no links
        return False
    return source is not None


def _gzip(data: bytes) -> bytes:
    return bytes(deflate.gzip_compress(data, GZIP_LEVEL))


def _copy_client(target: Path, marks: Mapping[str, tuple[bytes, Any]], *, sqljs: bool) -> None:
    """`marks`: file ► a name in it, and the value to write in its place."""
    for file in filter(Path.is_file, static_folder().iterdir()):
        if file.name in SQLJS_FILES and not sqljs:
            (target / file.name).unlink(missing_ok=True)
            continue
        content = file.read_bytes()
        if file.name in marks:
            mark, value = marks[file.name]
            content = content.replace(mark, json.dumps(value, ensure_ascii=False).encode())
        _replace(target / file.name, content)


def replace_text(path: Path, text: str) -> None:
    """Write a file so that a reader finds the old content or the new, never a part."""
    _replace(path, text.encode())


def _replace(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)


def _remove_old(target: Path, *, keep: str) -> None:
    """Remove databases published before, and drafts of builds that were ended long ago."""
    for entry in target.iterdir():
        if _DATABASE.fullmatch(entry.name) and entry.name != keep:
            shutil.rmtree(entry)
        elif _DRAFT.fullmatch(entry.name) and time.time() - entry.stat().st_mtime > DRAFT_SECONDS:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def set_aside(target: Path) -> None:
    """Keep an index while MkDocs empties the site's folder: that leaves hidden folders alone, and links to folders."""
    aside = _aside(target)
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(aside, ignore_errors=True)
        with contextlib.suppress(OSError):  # a server has a file open, on Windows: then it is lost to the emptying
            target.rename(aside)
            target.symlink_to(aside.name, target_is_directory=True)


def put_back(target: Path) -> None:
    """Where there is an index that was set aside, put it back: it stays until the new one takes its place."""
    if target.is_symlink():
        target.unlink()
    if _aside(target).is_dir() and not target.exists():
        _aside(target).rename(target)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}")
