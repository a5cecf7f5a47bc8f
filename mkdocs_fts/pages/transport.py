"""Where the published form is fetched from: a folder, or an address with a cache."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Protocol

from mkdocs_fts.errors import BUILD, IndexNotReadable
from mkdocs_fts.pages import manifest
from mkdocs_fts.pages.manifest import Manifest

_GZIP = 16 + zlib.MAX_WBITS


class Transport(Protocol):
    """How manifest and chunks travel. For any number of threads."""

    name: str
    """What errors and people call the place."""
    far: bool
    """Whether each file costs a round trip."""

    @property
    def base(self) -> str | None:
        """The address of the site, where it is known."""

    def manifest(self) -> Manifest:
        """The manifest as it is now. Raises `IndexNotReadable`."""

    def chunk(self, db: str, name: str, length: int) -> bytes:
        """A file of the folder `db`, unpacked and checked; `length` is how many bytes it must have. Raises
        `IndexNotReadable`."""

    def stored(self) -> tuple[int, int] | None:
        """Bytes and number of all the files, where they can be counted."""

    def close(self) -> None:
        """Let go of connections."""


class Folder:
    """The folder `fts` of a site that was built here."""

    far = False
    base = None

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = str(path)

    def manifest(self) -> Manifest:
        path = self.path / manifest.NAME
        try:
            content = path.read_bytes()
        except OSError as error:
            raise IndexNotReadable(f"{path} cannot be read: {error.strerror}; {BUILD}") from error
        return manifest.parse(content, str(path))

    def chunk(self, db: str, name: str, length: int) -> bytes:
        path = self.path / db / name
        try:
            return unpack(path.read_bytes(), length)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise IndexNotReadable(f"{path} cannot be read: {reason}; {BUILD}") from error

    def stored(self) -> tuple[int, int]:
        sizes = [file.stat().st_size for file in self.path.rglob("*") if file.is_file()]
        return sum(sizes), len(sizes)

    def close(self) -> None:
        pass


def unpack(packed: bytes, length: int) -> bytes:
    """Unpack a gzip file of one member, whose checksum and length are checked. Raises `ValueError` with the reason."""
    unpacker = zlib.decompressobj(_GZIP)
    try:
        # No further than it should go, whatever it claims to hold.
        content = unpacker.decompress(packed, length + 1)
    except zlib.error as error:
        raise ValueError(f"not what was written ({error})") from error
    if len(content) > length:
        raise ValueError(f"more than {length} bytes")
    if not unpacker.eof:
        raise ValueError("it is cut short")
    if len(content) != length:
        raise ValueError(f"{len(content)} bytes, not {length}")
    return content
