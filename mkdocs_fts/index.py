"""The Python interface: `mkdocs_fts.open(where)` ► `Index`."""

from __future__ import annotations

import os
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import apsw

from mkdocs_fts.document import KINDS, READ_AT_ONCE, STATUSES
from mkdocs_fts.errors import IndexNotReadable, PageNotFound
from mkdocs_fts.query import documents, reading
from mkdocs_fts.query.answer import Options, answer
from mkdocs_fts.query.engine import Database, Engine, SchemaNotReadable
from mkdocs_fts.query.texts import Text, read_texts
from mkdocs_fts.storage import Storage, storage

T = TypeVar("T")

TEXTS_AT_ONCE = 100
"""Documents whose whole texts are read at once."""
_DAMAGE = (LookupError, TypeError, ValueError, struct.error)
"""What comes of rows that are missing or hold something else. Arguments are checked before anything is read."""


def open(where: str | os.PathLike[str]) -> Index:
    """Open an index: a site folder, its folder `fts`, an SQLite file of mkdocs-fts, a folder that `mkdocs-fts index`
    has read, or the `http(s)` address of a published site.

    Raises `IndexNotReadable` where there is none, or none that this version reads.
    """
    return Index(storage(where))


class Index:
    """An open index. For any number of threads; an answer is of one state of the index, also while it is being written.

    Every method raises `IndexNotReadable` where the index has become unreadable, and `ValueError` where an argument is
    none or the index has been closed. Answers are dictionaries and lists that can be written as JSON.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        # A connection is used by one thread at a time. There are as many as threads have asked at once.
        self._idle: list[_Reader] = []
        self._lock = threading.Lock()
        self._closed = False
        try:
            self._ask(lambda db, engine: None)
        except BaseException:
            self.close()
            raise

    def search(
        self,
        query: str,
        *,
        drafts: bool = False,
        wiki: str | None = None,
        kind: str | None = None,
        page: int = 1,
        size: int = 10,
        typing: bool = False,
        today: date | None = None,
    ) -> dict[str, Any]:
        """Search, as the site does. Every query has an answer, of the shape of `createSearch` (docs/javascript.md).

        `drafts`: drafts and archived pages too. `wiki`, `kind` (`written` or `auto`): only these. `page`, `size`: which
        slice of each group's hits, and how long it is. `typing`: the last word also counts as a beginning. `today`: the
        day from which new pages count as new; default: today, in UTC.
        """
        _check(page, "page", 1)
        _check(size, "size", 1)
        _choice(kind, "kind", KINDS)
        options = Options(drafts, wiki, kind, page, size, typing, today)
        return self._ask(lambda db, engine: answer(engine, query, options))

    def get(
        self, page: str, *, offset: int | None = None, limit: int = READ_AT_ONCE, query: str | None = None
    ) -> dict[str, Any]:
        """Read `limit` passages of a document. `page` is a URL as in results, with or without `#anchor`.

        They begin at `offset` (passages to skip), or else at the best match of `query`, or else at the section of the
        anchor. `next` and `previous` are offsets to go on with, `match` the number of the passage that matches `query`.
        Raises `PageNotFound`.
        """
        _check(limit, "limit", 1)
        if offset is not None:
            _check(offset, "offset", 0)
        base = self._storage.base
        return self._ask(
            lambda db, engine: reading.read_document(
                db, engine, page, base=base, offset=offset, limit=limit, query=query
            )
        )

    def list(
        self,
        *,
        wiki: str | None = None,
        status: str | None = None,
        kind: str | None = None,
        match: str | None = None,
        offset: int = 0,
        limit: int | None = None,
    ) -> dict[str, Any]:
        """The documents with their labels, drafts and archived pages included, by wiki and URL.

        `match`: a pattern with `*` for URLs, or a text that stands in the URL or the title. `total` counts all that
        fit, `documents` has `limit` of them from `offset` on; None: all.
        """
        _choice(status, "status", STATUSES)
        _choice(kind, "kind", KINDS)
        _check(offset, "offset", 0)
        if limit is not None:
            _check(limit, "limit", 1)
        return self._ask(
            lambda db, engine: documents.list_documents(
                db, wiki=wiki, status=status, kind=kind, match=match, offset=offset, limit=limit
            )
        )

    def texts(self) -> Iterator[Text]:
        """Every document with its whole text, drafts and archived pages included: `url`, `title` and `text`, in which
        U+FFFC stands for what was left out of the index.

        Few are held at once. An index that is written anew meanwhile may give a document twice, or pass over one.
        """
        last = 0
        while True:
            pages, last = self._ask(partial(_texts, last))
            if not pages:
                return
            yield from pages

    def wikis(self) -> Sequence[dict[str, Any]]:
        """The wikis in the order to show them: `id` and `title`."""
        return self._ask(lambda db, engine: documents.list_wikis(db))

    def stats(self) -> dict[str, Any]:
        """Counts of pages by wiki, status and kind, the number of words, the largest pages, and sizes in bytes: of the
        database and of the files that it lies in, which are not known (None) of a site on a web server."""
        return {"ok": True, **self._ask(lambda db, engine: documents.statistics(db)), **self._storage.size()}

    def export(self, file: str | os.PathLike[str]) -> int:
        """Write the whole index to an SQLite file, which takes the place of an older one; return its bytes. Raises
        `OSError` where it cannot be written."""
        self._ask(lambda db, engine: None)  # what is not readable is not copied
        return self._storage.export(Path(file))

    def close(self) -> None:
        """End all connections. A closed index cannot be used again."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.close()
        self._storage.close()

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, question: Callable[[Database, Engine], T]) -> T:
        self._storage.renew()
        version = self._storage.version
        try:
            return self._ask_once(question)
        except IndexNotReadable:
            # A site that has just been published anew has no chunks of the old index any more.
            self._storage.renew(force=True)
            if self._storage.version == version:
                raise
            return self._ask_once(question)

    def _ask_once(self, question: Callable[[Database, Engine], T]) -> T:
        try:
            reader = self._take()
            try:
                found = reader.ask(question)
            except BaseException:
                reader.close()
                raise
        except (sqlite3.Error, apsw.Error, SchemaNotReadable, UnicodeError) as error:
            raise IndexNotReadable(f"{self._storage.name} cannot be read as an index: {error}") from error
        self._give_back(reader)
        return found

    def _take(self) -> _Reader:
        with self._lock:
            if self._closed:
                raise ValueError("this index has been closed")
            version = self._storage.version
            fitting = [reader for reader in self._idle if reader.version == version]
            outdated = [reader for reader in self._idle if reader.version != version]
            reader = fitting.pop() if fitting else None
            self._idle = fitting
        for each in outdated:
            each.close()
        return reader or _Reader(self._storage)

    def _give_back(self, reader: _Reader) -> None:
        with self._lock:
            if not self._closed:
                self._idle.append(reader)
                return
        reader.close()


class _Reader:
    """A connection, and what is known from the index through it."""

    def __init__(self, storage: Storage) -> None:
        self.version = storage.version
        self._storage = storage
        self._db = storage.connect()
        self._engine: Engine | None = None
        self._state: int | None = None

    def ask(self, question: Callable[[Database, Engine], T]) -> T:
        """Ask about one state of the index. Raises `IndexNotReadable`, an error of SQLite or of the question."""
        try:
            self._db.execute("BEGIN")
            ((state,),) = self._db.execute("PRAGMA data_version")
            if self._engine is None or state != self._state:  # somebody else has written since
                self._engine, self._state = self._storage.engine(self._db), state
            found = question(self._db, self._engine)
            self._db.execute("COMMIT")
        except PageNotFound:
            raise
        except _DAMAGE as error:
            what = f"{type(error).__name__}: {error}"
            raise IndexNotReadable(f"{self._storage.name} is damaged ({what}); write it anew") from error
        return found

    def close(self) -> None:
        self._db.close()


def _texts(after: int, db: Database, engine: Engine) -> tuple[Sequence[Text], int]:
    return read_texts(db, engine, after, TEXTS_AT_ONCE)


def _check(value: int, name: str, least: int) -> None:
    if value < least:
        raise ValueError(f"{name} is {value}, and must be {least} or more")


def _choice(value: str | None, name: str, choices: tuple[str, ...]) -> None:
    if value is not None and value not in choices:
        raise ValueError(f"{name} is {value!r}, and must be one of {', '.join(choices)}")
