"""The database of a folder's index.

It has a write-ahead log, and one transaction takes it from one state of the folder to the next: readers see the old
index until the new one is whole, and so does whoever comes after a process that was killed.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from mkdocs_fts import database
from mkdocs_fts.document import Document, Labels, Passage, Wiki
from mkdocs_fts.files import File
from mkdocs_fts.labels import SITE_WIKI

BUSY_SECONDS = 600.0
"""How long to wait for another process that writes the same index."""
YOUNG_NS = 2_000_000_000
"""Some file systems date files by two seconds."""
_POLL_SECONDS = 0.1


class FolderNotIndexed(Exception):
    """The index cannot be written. The message is one line that names the file and the mend."""


class Store:
    """An index that is being written; use it as a context, which holds its lock. What is not committed is undone."""

    def __init__(self, path: Path, folder: str, *, replace: bool, waiting: Callable[[], None]) -> None:
        """`replace`: whether the index of another folder may be replaced. `waiting` is called once where another
        process writes the index, before waiting for it. Raises `FolderNotIndexed`."""
        self._path = path
        self._waiting = waiting
        self._began = time.time_ns()
        with self._errors():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            with self._errors():
                self._lock()
                self._check(folder, replace)
        except BaseException:
            self._db.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    @property
    def settings(self) -> dict[str, Any]:
        """What was said to `replace` last; empty for a new index."""
        if not self._has_tables:
            return {}
        found = self._db.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()
        settings: dict[str, Any] = json.loads(found[0]) if found else {}
        return settings

    def files(self) -> dict[str, tuple[File, bytes]]:
        """The files of the index by path, each with its hash."""
        rows = self._db.execute("SELECT path, size, mtime_ns, hash FROM file") if self._has_tables else ()
        return {path: (File(path, size, mtime), digest) for path, size, mtime, digest in rows}

    def documents(self) -> dict[str, list[Document]]:
        """The documents of the index by the path of their file."""
        passages: dict[int, list[Passage]] = {}
        for page, anchor, title, level, generated, text in self._db.execute(
            "SELECT page_id, anchor, title, level, generated, text FROM section ORDER BY id"
        ):
            passages.setdefault(page, []).append(Passage(anchor, title, level, bool(generated), text))
        found: dict[str, list[Document]] = {}
        for path, page, url, title, wiki, status, kind, trail, tags, modified, boost in self._db.execute(
            "SELECT path, page.id, url, page.title, slug, status, kind, trail, tags, modified, boost FROM file "
            "JOIN file_page ON file_id = file.id JOIN page ON page.id = page_id JOIN wiki ON wiki.id = wiki_id "
            "ORDER BY page.id"
        ):
            document = Document(
                url,
                title,
                Labels(wiki, status, kind),
                passages[page],
                json.loads(trail),
                json.loads(tags),
                modified,
                boost,
            )
            found.setdefault(path, []).append(document)
        return found

    def count(self) -> int:
        """How many documents the index has."""
        number: int = self._db.execute("SELECT count(*) FROM page").fetchone()[0]
        return number

    def touch(self, same: Sequence[File]) -> None:
        """Remember files whose content is the same as before, and commit."""
        with self._errors():
            self._db.executemany(
                "UPDATE file SET size = ?, mtime_ns = ? WHERE path = ?",
                [(file.size, self._mtime(file), file.path) for file in same],
            )
            self._db.execute("COMMIT")

    def replace(
        self,
        read: Iterable[tuple[File, bytes, Sequence[Document]]],
        name: str,
        settings: Mapping[str, Any],
        languages: Sequence[str],
    ) -> None:
        """Put the index of these files, in this order, in the place of what there is, and commit. `name` is what
        readers see of the folder."""
        with self._errors():
            self._clear()
            writer = database.Writer(languages, self._db)
            page = 0
            for number, (file, digest, own) in enumerate(read, 1):
                for document in own:
                    page += 1
                    writer.add(document)
                    self._db.execute("INSERT INTO file_page VALUES (?, ?)", (page, number))
                self._db.execute(
                    "INSERT INTO file VALUES (?, ?, ?, ?, ?)", (number, file.path, file.size, self._mtime(file), digest)
                )
            used = sorted(writer.wikis())
            wikis = [Wiki(each, name if each == SITE_WIKI else each) for each in used]
            writer.complete(wikis, ordered_wikis=False)
            self._db.execute("INSERT INTO meta VALUES ('folder', ?)", (json.dumps(dict(settings)),))
            self._db.execute("COMMIT")
            with contextlib.suppress(sqlite3.OperationalError):  # somebody reads: SQLite does it later
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _mtime(self, file: File) -> int:
        """A file that is as young as this run may change again without a later date: its content is to decide then."""
        return file.mtime_ns if file.mtime_ns < self._began - YOUNG_NS else 0

    def _lock(self) -> None:
        """Begin the one transaction. Another process that writes is waited for."""
        begin = time.monotonic()
        told = False
        while True:
            try:
                self._check_owner()
                self._db.execute(f"PRAGMA page_size = {database.PAGE_SIZE}")
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = NORMAL")
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("PRAGMA busy_timeout = 5000")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > begin + BUSY_SECONDS:
                    raise
            time.sleep(_POLL_SECONDS)
            if not told and time.monotonic() > begin + 2 * _POLL_SECONDS:
                self._waiting()
                told = True

    def _check_owner(self) -> None:
        """Nothing is done to databases of others, not even to their journal."""
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        self._has_tables = bool(tables)
        if tables and not {"meta", "file", "file_page"} <= tables:
            raise FolderNotIndexed(f"{self._path} is not the index of a folder; name another file with --db")

    def _check(self, folder: str, replace: bool) -> None:
        """Whether the database is an index of the folder, or is empty."""
        self._check_owner()
        if not self._has_tables:
            return
        schema = self._db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0]
        if schema > database.SCHEMA_VERSION:
            raise FolderNotIndexed(
                f"{self._path} has schema {schema}, this version writes {database.SCHEMA_VERSION}; upgrade mkdocs-fts, "
                "or name another file with --db"
            )
        if schema < database.SCHEMA_VERSION:
            self._clear()
        elif (other := self.settings.get("path")) != folder and not replace:
            raise FolderNotIndexed(
                f"{self._path} is the index of {other}; name another file with --db, or replace it with --force"
            )

    def _clear(self) -> None:
        """Take all tables away and make them anew."""
        if self._has_tables:
            tables = self._db.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY sql NOT LIKE 'CREATE VIRTUAL%'"
            ).fetchall()
            for (name,) in tables:
                self._db.execute(f'DROP TABLE IF EXISTS "{name}"')
        database.create(self._db)
        for statement in database.statements(files(__package__).joinpath("schema.sql").read_text("utf-8")):
            self._db.execute(statement)
        self._has_tables = True

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise FolderNotIndexed(f"{self._path} cannot be written: {error}") from error
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error):
                raise FolderNotIndexed(f"{self._path} is no SQLite database; name another file with --db") from error
            raise FolderNotIndexed(f"{self._path} is damaged: {error}; remove it and index again") from error
        except OSError as error:
            raise FolderNotIndexed(f"{self._path} cannot be written: {error.strerror}") from error
