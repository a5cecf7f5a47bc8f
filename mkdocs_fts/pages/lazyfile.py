"""A published database as a file that SQLite reads page by page, through a virtual file system of APSW.

Python's own `sqlite3` has no virtual file systems. APSW brings an SQLite of its own, with FTS5.
"""

from __future__ import annotations

import itertools

import apsw

from mkdocs_fts.pages.chunks import Chunks

_NAME = "mkdocs-fts"
_opening: dict[str, Chunks] = {}
_numbers = itertools.count()


def connect(chunks: Chunks) -> apsw.Connection:
    """SQLite over the chunks, for reading. What goes wrong with a chunk is raised out of the statement that needs it,
    as `IndexNotReadable`."""
    name = f"published-{next(_numbers)}"
    _opening[name] = chunks
    try:
        connection = apsw.Connection(name, flags=apsw.SQLITE_OPEN_READONLY, vfs=_NAME)
    finally:
        del _opening[name]
    # Nothing of a stranger's database but its rows is trusted; there is no file for what is temporary.
    connection.execute("PRAGMA trusted_schema = off; PRAGMA temp_store = memory")
    return connection


class _File:
    """A file that never changes, and so needs no locks."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks

    def xRead(self, amount: int, offset: int) -> bytes:
        return self._chunks.read(offset, offset + amount)

    def xFileSize(self) -> int:
        return self._chunks.manifest["size"]

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_IMMUTABLE

    def xSectorSize(self) -> int:
        return self._chunks.manifest["page_size"]

    def xClose(self) -> None:
        pass

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False


class _FileSystem(apsw.VFS):
    """Has the files that are being opened, and no others: no journal, no write-ahead log."""

    def __init__(self) -> None:
        super().__init__(_NAME, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # type: ignore[override]
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        if filename not in _opening:
            raise apsw.CantOpenError(f"no file {filename}")
        return _File(_opening[filename])

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        return False


_file_system = _FileSystem()
