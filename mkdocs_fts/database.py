"""Documents ► one SQLite file with FTS5, laid out to be read page by page over HTTP.

The same documents give the same bytes, in whatever order they come.
"""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import AUTO, STATUSES, Document, Passage, Wiki
from mkdocs_fts.text import parts, prepare

SCHEMA_VERSION = 1
PAGE_SIZE = 8192
FTS_PAGE_SIZE = 8140
"""FTS5's own page size, so that one of its pages fills one page of the database without overflow."""
FTS_BUFFER = 64 * 2**20
"""Bytes that FTS5 gathers in memory before it writes a segment."""
MAX_WIKIS = 4096

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
) -> None:
    """Write the database of `documents` to `path`, which must not exist.

    `wikis` are in the order to show and hold every wiki that a document names. `weights` are BM25's, by column name;
    those left out keep their default. Raises `sqlite3.Error` or `OSError` where the file cannot be written.
    """
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
        db.execute("INSERT INTO page_fts(page_fts, rank) VALUES ('pgsz', ?)", (FTS_PAGE_SIZE,))
        db.execute("INSERT INTO page_fts(page_fts, rank) VALUES ('hashsize', ?)", (FTS_BUFFER,))
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO wiki VALUES (?, ?, ?, ?)",
            ((number, wiki.id, wiki.title, number) for number, wiki in enumerate(wikis)),
        )
        _write_pages(db, documents, prepared, wikis, alphabet)
        _write_meta(db, documents, wikis, alphabet, {**DEFAULT_WEIGHTS, **(weights or {})})
        db.execute("COMMIT")
        db.execute("INSERT INTO page_fts(page_fts) VALUES ('optimize')")  # one segment: fewer reads a search
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
    alphabet: Alphabet,
) -> None:
    wiki_number = {wiki.id: number for number, wiki in enumerate(wikis)}
    writer = _PageText(alphabet)
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
        columns, starts = writer.columns(document.passages, texts)
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


class _PageText:
    """Joins a page's passages into FTS5's columns, and counts where each begins."""

    def __init__(self, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        self._parts = _PartsCache()

    def columns(
        self, passages: Sequence[Passage], texts: Sequence[str]
    ) -> tuple[dict[str, str], list[tuple[int, int]]]:
        """The columns' text, and `(first_token, first_part)` of each passage. `texts` are the passages' prepared."""
        text: dict[bool, list[str]] = {False: [], True: []}
        token_parts: dict[bool, list[str]] = {False: [], True: []}
        tokens = {False: 0, True: 0}
        part_tokens = {False: 0, True: 0}
        starts = []
        for passage, prepared in zip(passages, texts, strict=True):
            side = passage.generated
            starts.append((tokens[side], part_tokens[side]))
            found = self._alphabet.tokens(prepared)
            tokens[side] += len(found)
            text[side].append(prepared)
            for pieces in filter(None, map(self._parts.__getitem__, found)):
                token_parts[side].append(" ".join(pieces))
                part_tokens[side] += len(pieces)
        columns = {
            "body": "\n".join(text[False]),
            "generated": "\n".join(text[True] + token_parts[True]),
            "parts": "\n".join(token_parts[False]),
        }
        generated_tokens = tokens[True]
        return columns, [
            (token, part + generated_tokens if passage.generated else part)
            for passage, (token, part) in zip(passages, starts, strict=True)
        ]


class _PartsCache(dict[str, list[str]]):
    """The parts of each distinct token, worked out once."""

    def __missing__(self, token: str) -> list[str]:
        found = self[token] = parts(token)
        return found


def _write_meta(
    db: sqlite3.Connection,
    documents: Sequence[Document],
    wikis: Sequence[Wiki],
    alphabet: Alphabet,
    weights: Mapping[str, float],
) -> None:
    meta = {
        "schema": SCHEMA_VERSION,
        "pages": len(documents),
        "alphabet": alphabet.to_json(),
        "labels": _labels(documents, wikis),
        "weights": json.dumps([weights[column] for column in COLUMNS]),
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
