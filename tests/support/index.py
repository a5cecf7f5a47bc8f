"""Looks into the index of a built site."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from mkdocs_fts import published
from mkdocs_fts.text import prepare


@dataclass(frozen=True)
class IndexedPage:
    """What the index says about a page."""

    title: str
    wiki: str
    status: str
    kind: str
    trail: list[str]
    tags: list[str]


@contextmanager
def index_of(site: Path) -> Iterator[sqlite3.Connection]:
    """The database of a site, open for reading."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite3"
        path.write_bytes(published.read_database(published.find(site)))
        with closing(sqlite3.connect(path)) as db:
            yield db


def indexed_pages(site: Path) -> dict[str, IndexedPage]:
    """The pages of the index, by URL."""
    with index_of(site) as db:
        rows = db.execute(
            "SELECT url, page.title, slug, status, kind, trail, tags FROM page JOIN wiki ON wiki.id = wiki_id"
        ).fetchall()
    return {
        url: IndexedPage(title, wiki, status, kind, json.loads(trail), json.loads(tags))
        for url, title, wiki, status, kind, trail, tags in rows
    }


def pages_with(site: Path, phrase: str, column: str = "") -> list[str]:
    """The URLs of the pages that have a word or phrase, anywhere or in one column."""
    quoted = '"' + prepare(phrase).replace('"', '""') + '"'
    query = f"{column}: {quoted}" if column else quoted
    with index_of(site) as db:
        rows = db.execute(
            "SELECT url FROM page_fts JOIN page ON id = page_fts.rowid WHERE page_fts MATCH ? ORDER BY url", (query,)
        )
        return [url for (url,) in rows]
