"""A written database whose rows follow their documents, in place."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from mkdocs_fts import heads
from mkdocs_fts.alphabet import TOKENIZER
from mkdocs_fts.database import COLUMNS, INSERT_SECTION, Writer, head_of, insert_texts, page_row, section_rows
from mkdocs_fts.document import Document, Wiki
from mkdocs_fts.vocabulary import grams, is_word

_COLUMNS = ", ".join(COLUMNS)
_MARKS = ", ".join("?" * len(COLUMNS))


class LiveIndex:
    """Follows its documents. They keep their number and order: whoever has others writes the database anew.

    What `page_fts` holds of a document cannot be read from it, but is worked out again, in order to be taken away.
    """

    def __init__(self, path: Path, writer: Writer, documents: Sequence[Document], wikis: Sequence[Wiki]) -> None:
        """`writer` wrote the database at `path`, of `documents` and `wikis`."""
        self._path = path
        self._writer = writer
        self._documents = list(documents)
        self._wiki_numbers = {wiki.id: number for number, wiki in enumerate(wikis)}
        self._families = writer.families()
        with closing(sqlite3.connect(path)) as db:
            rows = db.execute("SELECT id, term, pages FROM term")
            self._terms: dict[str, tuple[int, int]] = {term: (number, pages) for number, term, pages in rows}

    def follow(self, documents: Sequence[Document]) -> None:
        """Take in the documents as they are now, in the order of those before."""
        changed = [
            (number, old, new)
            for number, (old, new) in enumerate(zip(self._documents, documents, strict=True), 1)
            if old != new
        ]
        if not changed:
            return
        change: Counter[str] = Counter()
        with closing(sqlite3.connect(self._path, isolation_level=None)) as db:
            # Whatever fails here ends the process, and its file with it.
            db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")
            with closing(_Probe()) as probe:
                for number, old, new in changed:
                    self._replace(db, probe, number, old, new, change)
            for block in sorted({heads.block_of(number) for number, _, _ in changed}):
                self._replace_passages(db, block, documents)
            facts = self._writer.facts(db, documents, self._wiki_numbers)
            db.executemany("UPDATE meta SET value = ?2 WHERE key = ?1 AND value IS NOT ?2", facts.items())
            self._follow_terms(db, change)
            # The reader then counts for itself, and sees for itself whose postings go on.
            db.execute("DELETE FROM frequent")
            db.execute("UPDATE meta SET value = x'' WHERE key = 'marks'")
            db.execute("COMMIT")
        self._documents = list(documents)

    def _replace(
        self, db: sqlite3.Connection, probe: _Probe, number: int, old: Document, new: Document, change: Counter[str]
    ) -> None:
        """Write a document's rows anew; `change` counts by how many pages each term has gained."""
        columns, _ = self._writer.texts(old)
        db.execute(
            f"INSERT INTO page_fts(page_fts, rowid, {_COLUMNS}) VALUES ('delete', ?, {_MARKS})", (number, *columns)
        )
        db.execute("INSERT INTO title_fts(title_fts, rowid, title) VALUES ('delete', ?, ?)", (number, columns[0]))
        change.subtract(probe.terms(columns))
        columns, _ = self._writer.texts(new)
        insert_texts(db, number, columns)
        change.update(probe.terms(columns))
        db.execute("DELETE FROM page WHERE id = ?", (number,))
        row = page_row(number, new, self._wiki_numbers)
        db.execute(f"INSERT INTO page VALUES ({', '.join('?' * len(row))})", row)

    def _replace_passages(self, db: sqlite3.Connection, block: int, documents: Sequence[Document]) -> None:
        """Write the passages of a block of pages anew: they follow on each other."""
        at = block * heads.BLOCK
        pages = documents[at : at + heads.BLOCK]
        (first,) = db.execute("SELECT first_section FROM head WHERE id = ?", (block,)).fetchone()
        (end,) = db.execute("SELECT max(id) + 1 FROM section").fetchone()
        count = sum(len(page.passages) for page in self._documents[at : at + heads.BLOCK])
        db.execute("DELETE FROM section WHERE id BETWEEN ? AND ?", (first, first + count - 1))
        if sum(len(page.passages) for page in pages) > count:  # there is no room before the next block's
            first = end
        written = []
        section = first
        for number, page in enumerate(pages, at + 1):
            _, starts = self._writer.texts(page)
            db.executemany(INSERT_SECTION, section_rows(section, number, page, starts))
            section += len(page.passages)
            written.append(head_of(page, starts))
        db.execute("REPLACE INTO head VALUES (?, ?, ?, ?)", (block, first, *heads.pack(written)))

    def _follow_terms(self, db: sqlite3.Connection, change: Mapping[str, int]) -> None:
        """Bring `term` and `term_fts` up to date."""
        before, families = self._families, self._writer.families()
        self._families = dict(families)
        for term, more in change.items():
            if not more or not is_word(term):
                continue
            number, pages = self._terms.get(term, (0, 0))
            if pages + more == 0:
                del self._terms[term]
                db.execute("DELETE FROM term WHERE id = ?", (number,))
                _forget(db, number, term, before)
            elif number:
                self._terms[term] = number, pages + more
                db.execute("UPDATE term SET pages = ? WHERE id = ?", (pages + more, number))
            else:
                number = db.execute("INSERT INTO term(term, pages) VALUES (?, ?)", (term, more)).lastrowid or 0
                self._terms[term] = number, more
                _remember(db, number, term, families)
                before[term] = families.get(term, set())
        # A word may have come into a family by another that is new.
        for term in families:
            if families[term] != before.get(term) and term in self._terms:
                number, _ = self._terms[term]
                _forget(db, number, term, before)
                _remember(db, number, term, families)


def _forget(db: sqlite3.Connection, number: int, term: str, families: Mapping[str, set[str]]) -> None:
    db.execute(
        "INSERT INTO term_fts(term_fts, rowid, grams) VALUES ('delete', ?, ?)",
        (number, grams(term, families.get(term, ()))),
    )


def _remember(db: sqlite3.Connection, number: int, term: str, families: Mapping[str, set[str]]) -> None:
    db.execute("INSERT INTO term_fts(rowid, grams) VALUES (?, ?)", (number, grams(term, families.get(term, ()))))


class _Probe:
    """Tells the terms that FTS5 makes of a document."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.execute(f"CREATE VIRTUAL TABLE page USING fts5({_COLUMNS}, content='', tokenize='{TOKENIZER}')")
        self._db.execute("CREATE VIRTUAL TABLE term USING fts5vocab(page, row)")

    def terms(self, columns: Iterable[str]) -> list[str]:
        """The distinct ones."""
        self._db.execute("INSERT INTO page(page) VALUES ('delete-all')")
        self._db.execute(f"INSERT INTO page(rowid, {_COLUMNS}) VALUES (1, {_MARKS})", tuple(columns))
        return [term for (term,) in self._db.execute("SELECT term FROM term")]

    def close(self) -> None:
        self._db.close()
