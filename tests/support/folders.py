"""Indexes of folders: looked into, searched, and written by processes of their own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from mkdocs_fts.database import FTS_TABLES
from mkdocs_fts.query.answer import answer
from mkdocs_fts.query.engine import Engine


def write_files(folder: Path, texts: Mapping[str, str | bytes], *, mtime: float = 1_700_000_000) -> None:
    """Write files with a date of long ago, so that it tells whether they change."""
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        os.utime(file, (mtime, mtime))


def search(database: Path, query: str) -> list[str]:
    """The URLs that a search finds, read in one snapshot as every reader should."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=10)) as db:
        db.execute("BEGIN")
        found = answer(Engine(db), query)
        return [hit["url"] for group in found["groups"] for hit in group["hits"]]


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()


def start_index(folder: Path, database: Path, *arguments: str) -> subprocess.Popen[str]:
    """`mkdocs-fts index` in a process of its own."""
    command = [sys.executable, "-c", "from mkdocs_fts.cli import main; main()", "index", str(folder)]
    return subprocess.Popen(
        [*command, "--db", str(database), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def is_sound(database: Path) -> bool:
    """Whether SQLite and FTS5 find no fault with an index."""
    with closing(sqlite3.connect(database)) as db:
        if db.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            return False
        for table in FTS_TABLES:
            db.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
        return True
