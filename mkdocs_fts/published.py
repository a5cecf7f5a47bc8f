"""Reads an index back from its published form, the chunks of `site/fts/`."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from mkdocs_fts.publish import FORMAT


class IndexNotReadable(Exception):
    """There is no index, or none that this version reads. The message names the file and the mend."""


def find(where: Path) -> Path:
    """The folder with the manifest: `where` itself, or `fts` in a site folder."""
    for folder in (where, where / "fts"):
        if (folder / "manifest.json").is_file():
            return folder
    raise IndexNotReadable(f"no index in {where}: build the site with the plugin `fts`, then name its folder")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the index in `folder`."""
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise IndexNotReadable(f"{path} cannot be read: {error}; build the site again") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format") if isinstance(manifest, dict) else None
        raise IndexNotReadable(f"{path} has format {found}, this version reads {FORMAT}; build the site again")
    return manifest


def read_database(folder: Path) -> bytes:
    """The whole database of the index in `folder`, put together from its chunks."""
    manifest = read_manifest(folder)
    parts = []
    number = 0
    for piece in manifest["ranges"]:
        for start in range(piece["start"], piece["end"], piece["chunk"]):
            path = folder / manifest["db"] / f"{number}.bin"
            try:
                chunk = gzip.decompress(path.read_bytes())
            except (OSError, EOFError, zlib.error) as error:
                raise IndexNotReadable(f"{path} cannot be read: {error}; build the site again") from error
            size = min(piece["chunk"], piece["end"] - start)
            if len(chunk) != size:
                raise IndexNotReadable(f"{path} cannot be read: {len(chunk)} bytes, not {size}; build the site again")
            parts.append(chunk)
            number += 1
    return b"".join(parts)
