"""How a database is laid out for reading over HTTP: what every search needs, and how the rest is cut.

Two programs read it, each with a first pack of its own. SQLite goes down every table from its root. The reader
(js/src/engine/reader) is told where the rows stand, which takes a tenth of the bytes of the b-trees' inner pages.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TypeVar

from mkdocs_fts import btree, heads, varint

T = TypeVar("T")

_ROOTS = ""
CHUNK_SIZE = 8192
HOT_CHUNK = 8 * CHUNK_SIZE
"""Of what the packs hold already."""
CHUNK_SIZES = {
    **dict.fromkeys(("head", "title_fts_data", "section", "term", "term_fts_data"), 2 * CHUNK_SIZE),
    "page": HOT_CHUNK,
    _ROOTS: HOT_CHUNK,
}
"""Tables that are cut otherwise, see docs/index-format.md: into fewer files, since a search reads few of their rows, or
such as lie together."""
READS = {"page_fts_data": 5.0, "section": 5.0, "head": 2.0}
FEW_READS = 0.3
"""How many chunks of each table a first search reads on average, measured on `workspace`; of all others."""
MAX_CHUNKS = 9_500
MAX_CHUNKS_A_PAGE = 1 / 3
"""There are fewer files than the one, or than the other, which is more on a site that has many times as many itself;
chunks double instead."""
HOT_TABLE_BYTES = 64 * 1024
"""A table that every search reads goes whole into the first pack up to this size, beyond it by its inner pages."""
HEADS_BYTES = 176 * 1024
"""Up to this size, which some 2,300 pages have, the heads of all pages are a part of the reader's pack. Compressed,
60 kB come while somebody types; but to fetch those of hits, once these are known, would take one more round trip."""
LEAVES_BYTES = 32 * 1024
"""A table whose leaves take more to list, compressed, is read from its root."""
AHEAD_BYTES = 256 * 1024
"""A table that is worth fetching before it is asked for is so up to this size."""

_WHOLE = ("meta", "wiki", "page_fts_idx", "title_fts_idx", "term_fts_idx")
_BY_LEAVES = (
    *("head", "frequent", "page_fts_data", "page_fts_docsize", "title_fts_data"),
    *("section", "term", "term_fts_data"),
)
_WHOLE_FOR_SQLITE = (*_WHOLE, "sqlite_autoindex_wiki_1", "page_fts_config", "page_fts_docsize")
_INNER_FOR_SQLITE = ("head", "page_fts_data", "section")
# What else there is SQLite reads only where the exact search finds nothing (`page`, `term`, `term_fts`), or never.
_AHEAD = ("head", "frequent")


@dataclass(frozen=True)
class Layout:
    """How a database is published."""

    ranges: list[dict[str, int]]
    """The database in order: `start`, `end`, and in chunks of which size it is cut, `chunk`; all in bytes."""
    first: list[tuple[int, int]]
    """The byte ranges `[start, end)` of the database, in order, that the reader's pack begins with."""
    leaves: list[tuple[int, bytes]]
    """What follows them there: the root page of a table, and its leaves, see `pack_leaves`."""
    heads: tuple[bytes, bytes] | None
    """What comes last there: the heads of all pages, see `heads.join`, if they are not too large."""
    sqlite: list[tuple[int, int]]
    """The byte ranges of SQLite's pack."""
    ahead: list[tuple[int, int]]
    """The byte ranges that the reader may fetch once it has answered: most searches will need a part of them."""


def lay_out(db: sqlite3.Connection, content: btree.Content) -> Layout:
    """`content` is the whole database that `db` is connected to."""
    page_size: int = db.execute("PRAGMA page_size").fetchone()[0]
    roots: dict[str, int] = dict(db.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"))
    pages = partial(btree.pages, content, page_size)

    def ranges(whole: Iterable[str], inner: Iterable[str]) -> list[tuple[int, int]]:
        # FTS5 keeps its averages (id 1) and its list of segments (id 10) before all postings.
        hot = {*pages(1), btree.first_leaf(content, page_size, roots["page_fts_data"])}
        for name in filter(roots.__contains__, whole):
            found = set(pages(roots[name]))
            is_small = name == "meta" or len(found) * page_size <= HOT_TABLE_BYTES
            hot |= found if is_small else set(pages(roots[name], leaves=False))
        for name in inner:
            hot.update(pages(roots[name], leaves=False))
        runs = _runs(page in hot for page in range(1, len(content) // page_size + 1))
        return [(start * page_size, end * page_size) for start, end, is_hot in runs if is_hot]

    owners = _owners(content, page_size, roots)
    sizes = {name: count * page_size for name, count in Counter(owners).items()}
    (pages_of_site,) = db.execute("SELECT count(*) FROM page").fetchone()
    chunk_of = _chunk_sizes(sizes, max(MAX_CHUNKS, int(MAX_CHUNKS_A_PAGE * pages_of_site)))
    joined = _heads(db)
    packed = ((roots[name], pack_leaves(btree.leaves(content, page_size, roots[name]))) for name in _BY_LEAVES)
    return Layout(
        ranges=[
            {"start": start * page_size, "end": end * page_size, "chunk": size}
            for start, end, size in _runs(chunk_of[name] for name in owners)
        ],
        first=ranges(_WHOLE, ()),
        leaves=[(root, each) for root, each in packed if each and len(zlib.compress(each)) <= LEAVES_BYTES],
        heads=joined,
        sqlite=ranges(_WHOLE_FOR_SQLITE, _INNER_FOR_SQLITE),
        ahead=[
            (start * page_size, end * page_size)
            for start, end, name in _runs(owners)
            if name in _AHEAD and sizes[name] <= AHEAD_BYTES and not (joined and name == "head")
        ],
    )


def _heads(db: sqlite3.Connection) -> tuple[bytes, bytes] | None:
    (size,) = db.execute("SELECT sum(length(CAST(heads AS BLOB)) + length(starts)) FROM head").fetchone()
    if (size or 0) > HEADS_BYTES:
        return None
    joined = heads.join(db.execute("SELECT first_section, heads, starts FROM head ORDER BY id"))
    return joined and (joined[0].encode(), joined[1])


def _owners(content: btree.Content, page_size: int, roots: Mapping[str, int]) -> list[str]:
    """The table of each page. The roots come first in the file, and belong to `_ROOTS`."""
    owner_of: dict[int, str] = {}
    for name, root in roots.items():
        walk = btree.pages if name in _AHEAD else btree.leaf_pages
        owner_of |= dict.fromkeys(walk(content, page_size, root), name)
    owner_of |= dict.fromkeys(range(1, max(roots.values()) + 1), _ROOTS)
    owner, owners = _ROOTS, []
    for page in range(1, len(content) // page_size + 1):
        # A row's overflow may lie before its leaf, and then counts for the table before: to know better, `pages` reads
        # all rows, which is done for tables of few and large ones.
        owner = owner_of.get(page, owner)
        owners.append(owner)
    return owners


def _chunk_sizes(sizes: Mapping[str, int], most: int) -> dict[str, int]:
    """Table ► the size of its chunks; `sizes` are those of the tables, in bytes. Where there would be more than `most`
    chunks, those of one table after the other double: where it saves most files for what a search reads more."""
    chunk_of = {name: CHUNK_SIZES.get(name, CHUNK_SIZE) for name in sizes}
    chunk_of |= {name: HOT_CHUNK for name in _WHOLE_FOR_SQLITE if sizes.get(name, HOT_TABLE_BYTES) < HOT_TABLE_BYTES}
    while True:
        counts = {name: -(-size // chunk_of[name]) for name, size in sizes.items()}
        if sum(counts.values()) <= most:
            return chunk_of
        gains = {name: counts[name] / (READS.get(name, FEW_READS) * chunk_of[name]) for name in counts}
        chunk_of[max(gains, key=gains.__getitem__)] *= 2


def _runs(values: Iterable[T]) -> Iterator[tuple[int, int, T]]:
    """Runs of one value: from which place, to before which, and the value."""
    start = 0
    for value, run in groupby(values):
        end = start + sum(1 for _ in run)
        yield start, end, value
        start = end


def pack_leaves(leaves: Iterable[tuple[int, int | None]]) -> bytes:
    """The leaf pages of a table, in order, each with the last rowid that may stand on it: how many pages and rowids lie
    between it and the one before, two numbers a leaf. The last goes without its rowid. Empty where there is
    one alone, or they do not lie in order."""
    numbers: list[int] = []
    page_before, key_before = 0, 0
    for page, key in leaves:
        if page <= page_before:
            return b""
        numbers.append(page - page_before - 1)
        page_before = page
        if key is not None:
            numbers.append(key - key_before)
            key_before = key
    return varint.pack(numbers) if len(numbers) > 1 else b""
