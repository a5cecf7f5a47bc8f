"""What an index lies in: an SQLite file, or the chunks of a published site."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
import time
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Protocol

from mkdocs_fts.errors import BUILD, IndexNotReadable
from mkdocs_fts.locations import cache_folder, index_of
from mkdocs_fts.pages.ahead import Ahead, EngineAhead
from mkdocs_fts.pages.chunks import AT_ONCE, Chunks
from mkdocs_fts.pages.lazyfile import connect
from mkdocs_fts.pages.manifest import NAME, Manifest
from mkdocs_fts.pages.transport import Folder, Transport
from mkdocs_fts.query.engine import Database, Engine

BUSY_SECONDS = 10.0
"""How long to wait for somebody who has locked the file."""
FRESH_SECONDS = 60.0
"""How long the manifest of a site on a web server is taken for current."""
_MAGIC = b"SQLite format 3\0"


class Storage(Protocol):
    """Where an index comes from. For any number of threads."""

    name: str
    """What errors call it."""

    @property
    def base(self) -> str | None:
        """The address of the site, where the index was opened by one."""

    @property
    def version(self) -> Hashable:
        """Changes when another index takes this one's place."""

    def renew(self, *, force: bool = False) -> None:
        """Look whether another index has taken this one's place, and if so change to it. Raises `IndexNotReadable`."""

    def connect(self) -> Database:
        """A connection for reading. Raises `IndexNotReadable`."""

    def engine(self, db: Database) -> Engine:
        """What asks such a connection. Raises `IndexNotReadable`, or an error of SQLite."""

    def size(self) -> dict[str, int | None]:
        """`bytes` and `files` of what is stored, as far as they are known, and `database_bytes`."""

    def export(self, file: Path) -> int:
        """Write the whole database to a file, which appears whole; return its bytes. Raises `IndexNotReadable` or
        `OSError`."""

    def close(self) -> None:
        """Let go of what connections share."""


def storage(where: str | os.PathLike[str]) -> Storage:
    """Find an index. Raises `IndexNotReadable`."""
    if isinstance(where, str) and where.lower().startswith(("http://", "https://")):
        from mkdocs_fts.pages.http import Address  # a tenth of a second

        return Published(Address(where, cache_folder() / "sites"))
    path = Path(where).expanduser()
    if path.is_dir():
        found = index_of(path)
        if found is None:
            raise IndexNotReadable(
                f"no index in {path}: build the site with the plugin `fts`, or run `mkdocs-fts index {path}`"
            )
        path = found
    if path.name == NAME and path.is_file():
        path = path.parent
    return Published(Folder(path)) if path.is_dir() else SQLiteFile(path)


class SQLiteFile:
    """A database file, which somebody may be writing."""

    base = None

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)
        self.version = self._identity()
        try:
            with path.open("rb") as file:
                begin = file.read(len(_MAGIC))
        except OSError as error:
            raise IndexNotReadable(f"{path} cannot be read: {error.strerror}") from error
        if begin not in (_MAGIC, b""):  # a first `mkdocs-fts index` may have written nothing yet
            raise IndexNotReadable(f"{path} is no SQLite database; name a file that mkdocs-fts has written")

    def renew(self, *, force: bool = False) -> None:
        self.version = self._identity()

    def connect(self) -> sqlite3.Connection:
        try:
            return self._connect("mode=ro")
        except sqlite3.OperationalError as error:
            # Beside a write-ahead log SQLite wants another file, which it cannot make on a read-only disk.
            log = self.path.with_name(f"{self.path.name}-wal")
            if "unable to open" not in str(error) or (log.exists() and log.stat().st_size):
                raise
            return self._connect("immutable=1")

    def _connect(self, how: str) -> sqlite3.Connection:
        # By one thread at a time, but not always the same.
        address = f"{self.path.absolute().as_uri()}?{how}"
        db = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            db.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
        except BaseException:
            db.close()
            raise
        return db

    def engine(self, db: Database) -> Engine:
        if not list(db.execute("SELECT 1 FROM sqlite_schema LIMIT 1")):
            raise IndexNotReadable(
                f"{self.name} is empty: its first `mkdocs-fts index` is not done yet, or was ended; run it again"
            )
        return Engine(db)

    def size(self) -> dict[str, int | None]:
        size = self.path.stat().st_size
        return {"bytes": size, "files": 1, "database_bytes": size}

    def export(self, file: Path) -> int:
        with _draft(file) as draft:
            try:
                with closing(self.connect()) as source, closing(sqlite3.connect(draft)) as target:
                    source.backup(target)  # whole, even while somebody writes
                    target.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.Error as error:
                raise IndexNotReadable(f"{self.name} cannot be read: {error}") from error
        return file.stat().st_size

    def close(self) -> None:
        pass

    def _identity(self) -> tuple[int, int, int]:
        try:
            found = self.path.stat()
        except OSError as error:
            raise IndexNotReadable(
                f"no index at {self.path}: {error.strerror}; build a site with the plugin `fts`, or run "
                "`mkdocs-fts index FOLDER`"
            ) from error
        return found.st_dev, found.st_ino, found.st_mtime_ns


class Published:
    """The chunks of a site, on disk or on a web server, read one by one as they are needed: a search needs few of
    them. A copy of the whole, unpacked, would be one more thing to keep in step with the site."""

    def __init__(self, transport: Transport) -> None:
        self.name = transport.name
        self._transport = transport
        self._executor = ThreadPoolExecutor(AT_ONCE) if transport.far else None
        self._lock = threading.Lock()
        self._use(transport.manifest())
        self._looked = time.monotonic()

    @property
    def base(self) -> str | None:
        return self._transport.base

    @property
    def version(self) -> str:
        return self._chunks.manifest["db"]

    def renew(self, *, force: bool = False) -> None:
        with self._lock:
            if force or not self._transport.far or time.monotonic() - self._looked >= FRESH_SECONDS:
                manifest = self._transport.manifest()
                self._looked = time.monotonic()
                if manifest["db"] != self.version:
                    self._use(manifest)

    def _use(self, manifest: Manifest) -> None:
        self._chunks = Chunks(manifest, self._transport)
        self._ahead = Ahead(self._chunks, self._executor) if self._executor else None

    def connect(self) -> Database:
        return connect(self._chunks)

    def engine(self, db: Database) -> Engine:
        return EngineAhead(db, self._ahead) if self._ahead else Engine(db)

    def size(self) -> dict[str, int | None]:
        total, files = self._transport.stored() or (None, None)
        return {"bytes": total, "files": files, "database_bytes": self._chunks.manifest["size"]}

    def export(self, file: Path) -> int:
        chunks = self._chunks
        digest = hashlib.sha256()
        with _draft(file) as draft, draft.open("wb") as target:
            for chunk in chunks.all():
                digest.update(chunk)
                target.write(chunk)
            if not digest.hexdigest().startswith(chunks.manifest["db"]):
                raise IndexNotReadable(f"{self.name} cannot be read: its chunks are of different databases; {BUILD}")
        return chunks.manifest["size"]

    def close(self) -> None:
        if self._executor:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._transport.close()


@contextlib.contextmanager
def _draft(file: Path) -> Iterator[Path]:
    """A file to write that takes the place of `file` at the end, or goes away where something fails."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        draft.unlink(missing_ok=True)
        yield draft
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
