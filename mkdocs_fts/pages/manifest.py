"""`manifest.json`: which chunks make up the database. See docs/index-format.md."""

from __future__ import annotations

import json
import re
from typing import Any, TypedDict

from mkdocs_fts.errors import BUILD, UPGRADE, IndexNotReadable, newer
from mkdocs_fts.publish import FORMAT

NAME = "manifest.json"
_FOLDER = re.compile(r"[0-9A-Za-z_-]{1,128}")


class Range(TypedDict):
    """Bytes `[start, end)` of the database, in chunks of so many bytes."""

    start: int
    end: int
    chunk: int


class Manifest(TypedDict):
    """The published form, as `publish.py` writes it."""

    format: int
    db: str
    """The folder of the chunks: the hash of the database."""
    size: int
    """Bytes of the whole database."""
    page_size: int
    ranges: list[Range]
    """Chunks are numbered over all of them."""
    sqlite: list[list[int]]
    """The byte ranges `[start, end)` in SQLite's pack, in order."""
    pages: int
    wikis: list[dict[str, Any]]
    built: str


def parse(content: bytes, name: str) -> Manifest:
    """Read a manifest and check all that reading chunks relies on. `name` is what an error calls it. Raises
    `IndexNotReadable`."""
    try:
        manifest = json.loads(content.decode("utf-8"))
    except ValueError as error:
        raise IndexNotReadable(f"{name} cannot be read: {error}; {BUILD}") from error
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        mend = UPGRADE if newer(found, FORMAT) else BUILD
        raise IndexNotReadable(f"{name} has format {found}, this version reads {FORMAT}; {mend}")
    if not _is_sound(manifest):
        raise IndexNotReadable(f"{name} cannot be read: its chunks do not make up a database; {BUILD}")
    checked: Manifest = manifest
    return checked


def _is_sound(manifest: dict[str, Any]) -> bool:
    try:
        at = 0
        for piece in manifest["ranges"]:
            if piece["start"] != at or piece["chunk"] <= 0 or piece["end"] <= at:
                return False
            at = piece["end"]
        first = all(0 <= start < end <= at for start, end in manifest["sqlite"])
        # The folder's name becomes part of paths and addresses.
        return first and 0 < at == manifest["size"] and _FOLDER.fullmatch(manifest["db"]) is not None
    except (KeyError, TypeError, ValueError):
        return False
