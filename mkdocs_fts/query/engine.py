"""What a search asks of the index, answered by SQLite."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from mkdocs_fts import heads
from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.database import SCHEMA_VERSION
from mkdocs_fts.document import AUTO, STATUSES, WRITTEN
from mkdocs_fts.errors import BUILD, UPGRADE, IndexNotReadable, newer
from mkdocs_fts.query.expression import Expression, to_fts5
from mkdocs_fts.segment import MAIN_INDEX

EVERYWHERE = 5_000
"""Pages."""
BROAD_LEAVES = 12
"""Leaves of FTS5's, of 8 kB each."""
BODY, GENERATED = "body", "generated"


class Database(Protocol):
    """A connection to SQLite, of Python's own `sqlite3` or of APSW."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Iterator[Any]:
        """Run a statement ► its rows."""

    def close(self) -> None:
        """End the connection."""


class SchemaNotReadable(IndexNotReadable):
    """The database has another schema than this version reads."""


@dataclass(frozen=True)
class WikiRow:
    """A wiki, in the order to show."""

    slug: str
    title: str
    position: int


@dataclass(frozen=True)
class PageRow:
    """What is shown of a page."""

    id: int
    url: str
    title: str
    trail: list[str]


@dataclass(frozen=True)
class Start:
    """Where a passage begins."""

    id: int
    page: int
    column: str
    """Of its text: `body` or `generated`."""
    first_token: int
    first_part: int
    continues: bool
    """It goes on with the section of the passage before it."""


@dataclass(frozen=True)
class PassageRow:
    """A passage to read."""

    id: int
    anchor: str
    title: str
    level: int
    """1 to 6 when the text's first line is the heading, else 0."""
    text: str


@dataclass(frozen=True)
class TermRow:
    """A term of the site, and on how many pages it stands. Lists of them begin with those on most pages."""

    term: str
    pages: int


@dataclass(frozen=True)
class Term:
    """A token to find."""

    token: str
    prefix: bool


@dataclass(frozen=True)
class Occurrence:
    """One token of a query, standing in a page."""

    page: int
    column: str
    offset: int
    """Counted in tokens of the column, from 0."""
    term: int
    """Which of the asked terms."""


class Labels:
    """The labels of every page; see `database.py` for the bits."""

    def __init__(self, packed: bytes) -> None:
        self._bits = _numbers(packed)

    def __len__(self) -> int:
        return len(self._bits)

    def wiki(self, page: int) -> int:
        return self._bits[page - 1] & 0xFFF

    def status(self, page: int) -> str:
        return STATUSES[self._bits[page - 1] >> 12 & 3]

    def kind(self, page: int) -> str:
        return AUTO if self._bits[page - 1] & 0x4000 else WRITTEN

    def has_generated(self, page: int) -> bool:
        """A written page with generated blocks."""
        return bool(self._bits[page - 1] & 0x8000)


class Engine:
    """One database. Not for several threads at once."""

    def __init__(self, db: Database) -> None:
        self._db = db
        meta = dict(db.execute("SELECT key, value FROM meta"))
        schema = meta.get("schema")
        if schema != SCHEMA_VERSION:
            mend = UPGRADE if newer(schema, SCHEMA_VERSION) else BUILD
            raise SchemaNotReadable(f"it has schema {schema}, this version reads {SCHEMA_VERSION}; {mend}")
        self.alphabet = Alphabet.from_json(meta["alphabet"])
        self.labels = Labels(meta["labels"])
        self.wikis = {
            number: WikiRow(slug, title, position)
            for number, slug, title, position in db.execute("SELECT id, slug, title, position FROM wiki")
        }
        self.page_count = len(self.labels)
        self.boosts = {int(page): boost for page, boost in json.loads(meta.get("boosts", "{}")).items()}
        self.days = _days(meta.get("days", b""))
        self.recency_days: int = meta.get("recency_days", 0)
        frequent = dict(json.loads(meta.get("frequent", "[]")))
        self.frequent = frozenset(frequent)
        """Terms that stand nearly everywhere."""
        self.everywhere = frozenset(term for term, pages in frequent.items() if pages > EVERYWHERE)
        """Terms that stand on so many pages that their places are too many to read."""
        self._rank = f"bm25(page_fts, {', '.join(map(str, json.loads(meta['weights'])))})"
        db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.occurrence USING fts5vocab(main, page_fts, instance)")

    def match(self, expression: Expression) -> dict[int, float]:
        """The pages that satisfy the expression ► BM25 with the site's weights, higher is better."""
        sql = f"SELECT rowid, -{self._rank} FROM page_fts WHERE page_fts MATCH ?"
        return dict(self._db.execute(sql, (to_fts5(expression),)))

    def broad(self, prefixes: Iterable[str]) -> set[str]:
        """Those of the beginnings of words whose postings take a large part of the index to read."""
        return {prefix for prefix in prefixes if self._leaves(prefix) > BROAD_LEAVES}

    def _leaves(self, prefix: str) -> int:
        first = MAIN_INDEX + prefix.encode()
        rows = self._db.execute(
            "SELECT max(pgno >> 1) - min(pgno >> 1) + 1 FROM page_fts_idx WHERE term >= ? AND term < ? GROUP BY segid",
            (first, first + b"\xff"),  # which no byte of UTF-8 is
        )
        return sum(leaves for (leaves,) in rows)

    def occurrences(self, terms: Sequence[Term], pages: Sequence[int]) -> list[Occurrence]:
        """Where terms stand in the given pages."""
        found = []
        for number, term in enumerate(terms):
            # The greatest character ends the range of all terms with this prefix.
            condition = "term BETWEEN ?1 AND ?1 || char(1114111)" if term.prefix else "term = ?1"
            rows = self._db.execute(
                f"SELECT doc, col, offset FROM temp.occurrence WHERE {condition} AND doc IN ({_list(pages)})",
                (term.token,),
            )
            found += [Occurrence(page, column, offset, number) for page, column, offset in rows]
        return found

    def pages(self, ids: Sequence[int]) -> list[PageRow]:
        found = self._heads(ids)
        return [PageRow(page, found[page][1].url, found[page][1].title, found[page][1].trail) for page in ids]

    def starts(self, pages: Sequence[int]) -> list[Start]:
        """The starts of all passages of the given pages, in the order of pages and reading."""
        columns = {False: BODY, True: GENERATED}
        return [
            Start(number, page, columns[each.generated], each.first_token, each.first_part, each.continues)
            for page, (first, head) in sorted(self._heads(pages).items())
            for number, each in enumerate(head.starts, first)
        ]

    def _heads(self, pages: Iterable[int]) -> dict[int, tuple[int, heads.Head]]:
        """Page ► its first passage, and its head."""
        found = {}
        wanted = set(pages)
        blocks = _list(sorted({heads.block_of(page) for page in wanted}))
        rows = self._db.execute(f"SELECT id, first_section, heads, starts FROM head WHERE id IN ({blocks})")
        for block, first_of_block, text, packed in rows:
            first = first_of_block
            for page, head in enumerate(heads.unpack(text, packed), block * heads.BLOCK + 1):
                if page in wanted:
                    found[page] = first, head
                first += len(head.starts)
        return found

    def passages(self, ids: Sequence[int]) -> list[PassageRow]:
        rows = self._db.execute(f"SELECT id, anchor, title, level, text FROM section WHERE id IN ({_list(ids)})")
        return [PassageRow(*row) for row in rows]

    def terms_with_all(self, grams: Sequence[str]) -> list[TermRow]:
        """The terms that have all of these trigrams or marked stems."""
        query = " AND ".join(f'"{gram}"' for gram in grams)
        return self._terms("SELECT rowid AS id FROM term_fts WHERE term_fts MATCH ?", [query])

    def terms_with_some(self, grams: Sequence[str], at_least: int) -> list[TermRow]:
        """The terms that have at least so many of these trigrams or marked stems."""
        each = " UNION ALL ".join(["SELECT rowid AS id FROM term_fts WHERE term_fts MATCH ?"] * len(grams))
        counted = f"SELECT id FROM ({each}) GROUP BY id HAVING count(*) >= {int(at_least)}"
        return self._terms(counted, [f'"{gram}"' for gram in grams])

    def _terms(self, ids: str, parameters: Sequence[str]) -> list[TermRow]:
        rows = self._db.execute(
            f"SELECT term, pages FROM term WHERE id IN ({ids}) ORDER BY pages DESC, term", parameters
        )
        return [TermRow(*row) for row in rows]


def _days(packed: bytes) -> dict[int, int]:
    """Page ► its date in days since 2000-01-01, where it is known."""
    return {page: day for page, day in enumerate(_numbers(packed), 1) if day}


def _numbers(packed: bytes) -> tuple[int, ...]:
    """A little-endian 16-bit number a page, as `database.py` packs them."""
    return struct.unpack(f"<{len(packed) // 2}H", packed)


def _list(numbers: Sequence[int]) -> str:
    """Numbers for `IN (…)`: as text, since there may be more than SQLite takes as parameters."""
    return ",".join(map(str, map(int, numbers)))
