"""Documents for tests, and databases of them."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from mkdocs_fts import database
from mkdocs_fts.document import Document, Labels, Passage, Wiki
from mkdocs_fts.query.engine import Engine, TermRow
from mkdocs_fts.query.expression import Expression, to_fts5

SITE = Wiki("site", "Test site")


def passage(text: str, *, generated: bool = False, title: str = "", level: int = 0) -> Passage:
    return Passage(title.lower(), title, level, generated, text)


def document(
    url: str, *passages: str | Passage, title: str = "", labels: Labels | None = None, **more: Any
) -> Document:
    """A page; passages given as text are written ones."""
    found = [passage(each) if isinstance(each, str) else each for each in passages]
    return Document(url, title, labels or Labels("site"), found, **more)


@contextmanager
def database_of(
    documents: Sequence[Document],
    wikis: Sequence[Wiki] = (SITE,),
    weights: Mapping[str, float] | None = None,
    **options: Any,
) -> Iterator[sqlite3.Connection]:
    """The database of these pages, open for reading. `options` are further ones of `database.write`."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite3"
        database.write(path, documents, wikis, weights, **options)
        with closing(sqlite3.connect(path)) as db:
            yield db


@contextmanager
def engine_of(
    documents: Sequence[Document], wikis: Sequence[Wiki] = (SITE,), **options: Any
) -> Iterator[RecordingEngine]:
    """The index of these pages, ready to be asked."""
    with database_of(documents, wikis, **options) as db:
        yield RecordingEngine(db)


class RecordingEngine(Engine):
    """Remembers what it is asked about pages and terms."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(db)
        self.matched: list[str] = []
        """The expressions, in FTS5's language."""
        self.looked_up: list[str] = []
        """The trigrams and stems."""

    def match(self, expression: Expression) -> dict[int, float]:
        self.matched.append(to_fts5(expression))
        return super().match(expression)

    def terms_with_all(self, grams: Sequence[str]) -> list[TermRow]:
        self.looked_up += grams
        return super().terms_with_all(grams)

    def terms_with_some(self, grams: Sequence[str], at_least: int) -> list[TermRow]:
        self.looked_up += grams
        return super().terms_with_some(grams, at_least)


def positions(db: sqlite3.Connection, page: int, column: str) -> list[str]:
    """The terms that FTS5 holds for a column of a page, each at its position."""
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.instance USING fts5vocab(main, page_fts, instance)")
    rows = db.execute(
        "SELECT offset, term FROM temp.instance WHERE doc = ? AND col = ? ORDER BY offset", (page, column)
    ).fetchall()
    assert [offset for offset, _ in rows] == list(range(len(rows)))
    return [term for _, term in rows]
