"""Reads an index of a site that was built here back from its published form, the chunks of `site/fts/`."""

from __future__ import annotations

from pathlib import Path

from mkdocs_fts.errors import IndexNotReadable
from mkdocs_fts.pages.chunks import Chunks
from mkdocs_fts.pages.manifest import NAME, Manifest
from mkdocs_fts.pages.transport import Folder

__all__ = ["IndexNotReadable", "find", "holds_index", "read_database", "read_manifest"]


def holds_index(where: Path) -> Path | None:
    """The folder with the manifest: `where` itself, or `fts` in a site folder; None where there is none."""
    return next((folder for folder in (where, where / "fts") if (folder / NAME).is_file()), None)


def find(where: Path) -> Path:
    """The same, and `IndexNotReadable` where there is none."""
    folder = holds_index(where)
    if folder is None:
        raise IndexNotReadable(f"no index in {where}: build the site with the plugin `fts`, then name its folder")
    return folder


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the index in `folder`."""
    return Folder(folder).manifest()


def read_database(folder: Path) -> bytes:
    """The whole database of the index in `folder`, put together from its chunks."""
    transport = Folder(folder)
    return b"".join(Chunks(transport.manifest(), transport).all())
