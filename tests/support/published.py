"""Publishes small indexes for tests."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from mkdocs_fts import database
from mkdocs_fts.document import Document, Wiki
from mkdocs_fts.publish import publish
from tests.support.documents import SITE, document

BUILT = "2026-01-31T10:00:00+00:00"


def write_site(site: Path, documents: Sequence[Document], wikis: Sequence[Wiki] = (SITE,)) -> Path:
    """Publish an index of the documents in `site`, or in place of the one that is there."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite3"
        database.write(path, documents, wikis)
        publish(path, site / "fts", settings={}, built=BUILT)
    return site


def many(count: int, word: str = "common") -> list[Document]:
    """Pages enough for a database of many chunks: each has a word of its own, `own17`, and `word`."""
    filling = [f"filler{n} sentence of page" for n in range(40)]
    return [
        document(f"p{n:04}/", f"own{n} {word}", *(f"{text} {n}" for text in filling), title=f"Page {n}")
        for n in range(count)
    ]
