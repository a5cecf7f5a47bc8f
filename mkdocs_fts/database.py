"""Documents ► one SQLite file with FTS5, laid out to be read page by page over HTTP.

The same documents give the same bytes, in whatever order they come.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from mkdocs_fts import facts, frequent, heads, vocabulary
from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import Document, Passage, Wiki
from mkdocs_fts.pagetext import PageText
from mkdocs_fts.segment import Segment
from mkdocs_fts.text import prepare

SCHEMA_VERSION = 1
LAYOUT_VERSION = 8
"""To be raised when `publish.py` cuts the same database differently: chunks are named by the database's hash, which
must then be another, or caches would mix old chunks with new ones."""
PAGE_SIZE = 8192
FTS_PAGE_SIZE = 8140
"""FTS5's own page size, so that one of its pages fills one page of the database without overflow."""
FTS_TABLES = ("page_fts", "title_fts", "term_fts")
FTS_BUFFER = 64 * 2**20
"""Bytes that FTS5 gathers in memory before it writes a segment."""
MAX_WIKIS = 4096

INSERT_SECTION = "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
COLUMNS = ("title", "headings", "tags", "body", "generated", "parts")
DEFAULT_WEIGHTS = {"title": 10.0, "headings": 4.0, "tags": 4.0, "body": 1.0, "generated": 0.5, "parts": 0.5}


class MissingFTS5(Exception):
    """This Python's SQLite was built without FTS5."""


def require_fts5() -> None:
    """Raise `MissingFTS5`, with the mend, unless this Python's SQLite has FTS5."""
    with closing(sqlite3.connect(":memory:")) as db:
        try:
            db.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
        except sqlite3.OperationalError as error:
            raise MissingFTS5(
                f"this Python's SQLite ({sqlite3.sqlite_version}) has no FTS5 ({error}); use a Python whose sqlite3 "
                "module has it, such as those of python.org, uv, conda or the Linux distributions"
            ) from error


def write(
    path: Path,
    documents: Iterable[Document],
    wikis: Sequence[Wiki],
    weights: Mapping[str, float] | None = None,
    *,
    languages: Sequence[str] = ("en",),
    recency_days: int = 30,
    ordered_wikis: bool = True,
) -> None:
    """Write the database of `documents` to `path`, which must not exist. See `Writer` for the parameters and errors."""
    with closing(Writer(languages)) as writer:
        for document in sorted(documents, key=lambda document: document.url):
            writer.add(document)
        writer.finish(path, wikis, weights, recency_days=recency_days, ordered_wikis=ordered_wikis)


def statements(script: str) -> Iterator[str]:
    """The statements of an SQL script, for a transaction that `executescript` would end."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def create(db: sqlite3.Connection) -> None:
    """Make the tables, for a `Writer` to fill."""
    for statement in statements(files("mkdocs_fts").joinpath("schema.sql").read_text("utf-8")):
        db.execute(statement)
    for table in FTS_TABLES:
        db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('pgsz', ?)", (FTS_PAGE_SIZE,))
        db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', ?)", (FTS_BUFFER,))


class Writer:
    """Writes a database, document by document, in a file of SQLite's own that nobody else sees; `finish` puts it where
    it belongs. Documents are numbered in the order in which they come."""

    def __init__(self, languages: Sequence[str] = ("en",), db: sqlite3.Connection | None = None) -> None:
        """`languages` are those of word families, see `vocabulary.LANGUAGES`. `db`: new tables to write to instead, in
        a transaction of the caller's, who calls `complete` at the end."""
        self._documents: list[Document] = []  # without their texts, which are in `section`
        self._sections = 0
        self._first_sections = array("Q")
        self._block: list[heads.Head] = []
        self._text = PageText(Alphabet.of(""))
        self._stems = vocabulary.Stems(languages, self._text.alphabet)
        if db is not None:
            self._db = db
            return
        self._db = sqlite3.connect("", isolation_level=None)
        # Nothing reads the file before it is whole, so that SQLite need not guard it against a crash.
        self._db.executescript(
            f"PRAGMA page_size = {PAGE_SIZE}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "PRAGMA locking_mode = EXCLUSIVE;"
        )
        create(self._db)
        self._db.execute("BEGIN")

    def add(self, document: Document) -> int:
        """Take in a document ► its number."""
        self._documents.append(document.without_text())
        self._first_sections.append(self._sections)
        page_id = len(self._documents)
        columns, starts = self.texts(document)
        insert_texts(self._db, page_id, columns)
        self._db.executemany(INSERT_SECTION, section_rows(self._sections, page_id, document, starts))
        self._block.append(head_of(document, starts))
        self._sections += len(document.passages)
        if len(self._block) == heads.BLOCK:
            self._write_block()
        return page_id

    def texts(self, document: Document) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
        """What FTS5 is to see of a document, by column, and `(first_token, first_part)` of each passage."""
        title, tags = prepare(document.title), prepare("\n".join(document.tags))
        self._text.alphabet.learn(title + tags)
        columns, starts = self._text.columns(document.passages)
        self._stems.add(self._text.new_tokens())
        headings = "\n".join(_headings(document))
        return (title, headings, tags, columns["body"], columns["generated"], columns["parts"]), starts

    def document(self, page_id: int) -> Document:
        """A document that was taken in before the database was finished."""
        firsts = self._first_sections
        end = firsts[page_id] if page_id < len(firsts) else self._sections
        rows = self._db.execute(
            "SELECT anchor, title, level, generated, text FROM section WHERE id >= ? AND id < ? ORDER BY id",
            (firsts[page_id - 1], end),
        )
        passages = [
            Passage(anchor, title, level, bool(generated), text) for anchor, title, level, generated, text in rows
        ]
        return replace(self._documents[page_id - 1], passages=passages)

    def _write_block(self) -> None:
        if self._block:
            passages = sum(len(head.starts) for head in self._block)
            number = heads.block_of(len(self._documents))
            self._db.execute(
                "INSERT INTO head VALUES (?, ?, ?, ?)", (number, self._sections - passages, *heads.pack(self._block))
            )
        self._block = []

    def finish(
        self,
        path: Path,
        wikis: Sequence[Wiki],
        weights: Mapping[str, float] | None = None,
        *,
        recency_days: int = 30,
        ordered_wikis: bool = True,
    ) -> None:
        """Write the database to `path`, which must not exist. For the parameters and errors see `complete`."""
        self.complete(wikis, weights, recency_days=recency_days, ordered_wikis=ordered_wikis)
        self._db.execute("COMMIT")
        self._db.execute("VACUUM INTO ?", (str(path),))  # keeps each table's pages together

    def complete(
        self,
        wikis: Sequence[Wiki],
        weights: Mapping[str, float] | None = None,
        *,
        recency_days: int = 30,
        ordered_wikis: bool = True,
    ) -> None:
        """Write what can be written only when all documents are in.

        `wikis` hold every wiki that a document names, in the order to show; without `ordered_wikis` they are shown by
        their best hit. `weights` are BM25's, by column name; those left out keep their default. Raises `sqlite3.Error`
        or `OSError` where the file cannot be written.
        """
        if len(wikis) > MAX_WIKIS:
            raise ValueError(f"{len(wikis)} wikis, more than the {MAX_WIKIS} that the index has room for")
        db = self._db
        db.executemany(
            "INSERT INTO wiki VALUES (?, ?, ?, ?)",
            ((number, wiki.id, wiki.title, ordered_wikis * number) for number, wiki in enumerate(wikis)),
        )
        numbers = {wiki.id: number for number, wiki in enumerate(wikis)}
        db.executemany(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (page_row(page_id, each, numbers) for page_id, each in enumerate(self._documents, 1)),
        )
        self._write_block()
        meta = self.facts(db, self._documents, numbers) | {
            "weights": json.dumps([({**DEFAULT_WEIGHTS, **(weights or {})})[column] for column in COLUMNS]),
            "recency_days": recency_days,
        }
        db.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
        terms = vocabulary.terms(db)
        vocabulary.write(db, terms, self.families())
        for table in FTS_TABLES:  # one segment: fewer reads a search
            db.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        segment = Segment(db)
        if len(self._documents) > facts.MAX_SIZES:
            frequent.write_sizes(db, facts.sizes(db))
        frequent.write(db, segment, terms, COLUMNS)
        db.execute("INSERT INTO meta VALUES ('marks', ?)", (segment.marks([term for term, _, _ in terms]),))

    def facts(
        self, db: sqlite3.Connection, documents: Sequence[Document], wiki_numbers: Mapping[str, int]
    ) -> dict[str, object]:
        """The rows of `meta` that follow from the documents, which `db` holds."""
        own = {"schema": SCHEMA_VERSION, "layout": LAYOUT_VERSION, "alphabet": self._text.alphabet.to_json()}
        sizes = facts.sizes(db) if len(documents) <= facts.MAX_SIZES else b""
        return own | facts.of_pages(documents, wiki_numbers) | {"sizes": sizes}

    def families(self) -> dict[str, set[str]]:
        """See `vocabulary.Stems.families`."""
        return self._stems.families()

    def wikis(self) -> set[str]:
        """The ids of the wikis that documents name."""
        return {document.labels.wiki for document in self._documents}

    def close(self) -> None:
        """Forget what `finish` has not written."""
        self._db.close()


def insert_texts(db: sqlite3.Connection, page_id: int, columns: Sequence[str]) -> None:
    """Give FTS5 the texts of a document."""
    db.execute(
        "INSERT INTO page_fts(rowid, title, headings, tags, body, generated, parts) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (page_id, *columns),
    )
    db.execute("INSERT INTO title_fts(rowid, title) VALUES (?, ?)", (page_id, columns[0]))


def section_rows(
    first: int, page_id: int, document: Document, starts: Sequence[tuple[int, int]]
) -> Iterator[tuple[object, ...]]:
    """The rows of a document's passages, numbered from `first`."""
    for n, (p, start) in enumerate(zip(document.passages, starts, strict=True)):
        yield first + n, page_id, n, p.anchor, p.title, p.level, int(p.generated), *start, p.text


def head_of(document: Document, starts: Sequence[tuple[int, int]]) -> heads.Head:
    """A document's part of its block in `head`."""
    marks = ((passage.anchor, passage.generated) for passage in document.passages)
    return heads.Head(document.url, document.title, document.trail, heads.starts_of(marks, starts))


def page_row(page_id: int, document: Document, wiki_numbers: Mapping[str, int]) -> tuple[object, ...]:
    """The row of a document."""
    labels = document.labels
    return (
        page_id,
        document.url,
        document.title,
        wiki_numbers[labels.wiki],
        labels.status,
        labels.kind,
        json.dumps(document.trail, ensure_ascii=False),
        json.dumps(document.tags, ensure_ascii=False),
        document.modified,
        document.boost,
    )


def _headings(document: Document) -> Iterator[str]:
    for passage in document.passages:
        if passage.level and not passage.generated and passage.title != document.title:
            yield prepare(passage.title)
