"""Documents ► one SQLite file with FTS5, laid out to be read page by page over HTTP.

The same documents give the same bytes, in whatever order they come.
"""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import date
from importlib.resources import files
from pathlib import Path

from mkdocs_fts import vocabulary
from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import AUTO, STATUSES, Document, Wiki
from mkdocs_fts.pagetext import PageText
from mkdocs_fts.text import prepare

SCHEMA_VERSION = 1
LAYOUT_VERSION = 1
"""To be raised when `publish.py` cuts the same database differently: chunks are named by the database's hash, which
must then be another, or caches would mix old chunks with new ones."""
PAGE_SIZE = 8192
FTS_PAGE_SIZE = 8140
"""FTS5's own page size, so that one of its pages fills one page of the database without overflow."""
FTS_BUFFER = 64 * 2**20
"""Bytes that FTS5 gathers in memory before it writes a segment."""
MAX_WIKIS = 4096
EPOCH = date(2000, 1, 1)

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
    """Write the database of `documents` to `path`, which must not exist.

    `wikis` hold every wiki that a document names, in the order to show; without `ordered_wikis` they are shown by their
    best hit. `weights` are BM25's, by column name; those left out keep their default. `languages` are those of word
    families, see `vocabulary.LANGUAGES`. Raises `sqlite3.Error` or `OSError` where the file cannot be written.
    """
    if len(wikis) > MAX_WIKIS:
        raise ValueError(f"{len(wikis)} wikis, more than the {MAX_WIKIS} that the index has room for")
    documents = sorted(documents, key=lambda document: document.url)
    prepared = [[prepare(passage.text) for passage in document.passages] for document in documents]
    alphabet = Alphabet.of(_characters(documents, prepared))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # Nothing reads the file before it is whole, so that SQLite need not guard it against a crash.
        db.executescript(
            f"PRAGMA page_size = {PAGE_SIZE}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
            "PRAGMA locking_mode = EXCLUSIVE;"
        )
        db.executescript(files("mkdocs_fts").joinpath("schema.sql").read_text("utf-8"))
        for table in ("page_fts", "term_fts"):
            db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('pgsz', ?)", (FTS_PAGE_SIZE,))
            db.execute(f"INSERT INTO {table}({table}, rank) VALUES ('hashsize', ?)", (FTS_BUFFER,))
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO wiki VALUES (?, ?, ?, ?)",
            ((number, wiki.id, wiki.title, ordered_wikis * number) for number, wiki in enumerate(wikis)),
        )
        text = PageText(alphabet)
        _write_pages(db, documents, prepared, wikis, text)
        _write_meta(db, documents, wikis, alphabet, {**DEFAULT_WEIGHTS, **(weights or {})}, recency_days)
        vocabulary.write(db, vocabulary.stems(text.parts, languages, alphabet))
        db.execute("COMMIT")
        for table in ("page_fts", "term_fts"):  # one segment: fewer reads a search
            db.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")
        db.execute("VACUUM")  # keeps each table's pages together


def _characters(documents: Iterable[Document], prepared: Iterable[Iterable[str]]) -> set[str]:
    characters: set[str] = set()
    for texts in prepared:
        for text in texts:
            if not text.isascii():
                characters |= set(text)
    for document in documents:
        characters |= set(prepare(" ".join([document.title, *document.tags])))
    return characters


def _write_pages(
    db: sqlite3.Connection,
    documents: Sequence[Document],
    prepared: Sequence[Sequence[str]],
    wikis: Sequence[Wiki],
    text: PageText,
) -> None:
    wiki_number = {wiki.id: number for number, wiki in enumerate(wikis)}
    section_id = 0
    for page_id, (document, texts) in enumerate(zip(documents, prepared, strict=True), 1):
        labels = document.labels
        db.execute(
            "INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                page_id,
                document.url,
                document.title,
                wiki_number[labels.wiki],
                labels.status,
                labels.kind,
                json.dumps(document.trail, ensure_ascii=False),
                json.dumps(document.tags, ensure_ascii=False),
                document.modified,
                document.boost,
            ),
        )
        columns, starts = text.columns(document.passages, texts)
        db.execute(
            "INSERT INTO page_fts(rowid, title, headings, tags, body, generated, parts) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                page_id,
                prepare(document.title),
                "\n".join(_headings(document)),
                prepare("\n".join(document.tags)),
                columns["body"],
                columns["generated"],
                columns["parts"],
            ),
        )
        db.executemany(
            "INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (section_id + n, page_id, n, p.anchor, p.title, p.level, int(p.generated), *start, p.text)
                for n, (p, start) in enumerate(zip(document.passages, starts, strict=True))
            ),
        )
        section_id += len(document.passages)


def _headings(document: Document) -> Iterator[str]:
    for passage in document.passages:
        if passage.level and not passage.generated and passage.title != document.title:
            yield prepare(passage.title)


def _write_meta(
    db: sqlite3.Connection,
    documents: Sequence[Document],
    wikis: Sequence[Wiki],
    alphabet: Alphabet,
    weights: Mapping[str, float],
    recency_days: int,
) -> None:
    days = [_day(document.modified) for document in documents]
    boosts = {page: document.boost for page, document in enumerate(documents, 1) if document.boost != 1}
    meta = {
        "schema": SCHEMA_VERSION,
        "layout": LAYOUT_VERSION,
        "pages": len(documents),
        "alphabet": alphabet.to_json(),
        "labels": _labels(documents, wikis),
        "weights": json.dumps([weights[column] for column in COLUMNS]),
        "boosts": json.dumps(boosts),
        # The pages' dates in order, a little-endian 16-bit number a page: days since 2000-01-01, 0 where unknown.
        "days": struct.pack(f"<{len(days)}H", *days) if any(days) else b"",
        "recency_days": recency_days,
    }
    db.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))


def _labels(documents: Sequence[Document], wikis: Sequence[Wiki]) -> bytes:
    """The labels of all pages in order, a little-endian 16-bit number each: bits 0–11 the wiki's id, 12–13 the status
    (its place in `STATUSES`), 14 set on generated pages, 15 set on written pages with generated blocks."""
    wiki_number = {wiki.id: number for number, wiki in enumerate(wikis)}
    numbers = (
        wiki_number[document.labels.wiki]
        | STATUSES.index(document.labels.status) << 12
        | (document.labels.kind == AUTO) << 14
        | any(passage.generated for passage in document.passages) << 15
        for document in documents
    )
    return struct.pack(f"<{len(documents)}H", *numbers)


def _day(modified: str | None) -> int:
    if modified is None:
        return 0
    return min(max((date.fromisoformat(modified) - EPOCH).days, 0), 0xFFFF)
