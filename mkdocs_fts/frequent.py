"""Counts of the terms that stand nearly everywhere, so that a search for one need not read all places where it stands.

The browser's reader reads them (js/src/engine/reader/frequent.ts); SQLite does not.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mkdocs_fts import varint
from mkdocs_fts.segment import Segment

LEAST_BYTES = 12_000
"""Of postings, from which on a term is frequent: about one and a half of FTS5's leaves."""
MOST_TERMS = 1_000
SIZES = 0
"""The row that tells the sizes of pages instead."""
_BYTES_OF_POSITION, _BYTES_OF_PAGE = 1.15, 2.5
_BODY = "body"


def write(
    db: sqlite3.Connection, segment: Segment, terms: Sequence[tuple[str, int, int]], columns: Sequence[str]
) -> None:
    """Fill the table `frequent`, and tell its terms in `meta`.

    `terms` are all of `page_fts`, whose columns are `columns`, in the order of their bytes: on how many pages each
    stands, and how often. `segment` is that of `page_fts`.
    """
    chosen = _chosen(terms)
    db.executemany("INSERT INTO frequent VALUES (?, ?, ?)", _rows(db, segment, terms, chosen, columns))
    told = json.dumps([terms[at][:2] for at in chosen], ensure_ascii=False)
    db.execute("INSERT INTO meta VALUES ('frequent', ?)", (told,))


def write_sizes(db: sqlite3.Connection, sizes: bytes) -> None:
    """Tell the sizes of all pages, see `facts.sizes`: terms that stand nearly everywhere need most of them."""
    db.execute("INSERT INTO frequent VALUES (?, ?, x'')", (SIZES, sizes))


def _chosen(terms: Sequence[tuple[str, int, int]]) -> list[int]:
    """Which of the terms are frequent, the largest first."""
    sizes = [int(often * _BYTES_OF_POSITION + pages * _BYTES_OF_PAGE) for _, pages, often in terms]
    large = [at for at, size in enumerate(sizes) if size > LEAST_BYTES]
    return sorted(large, key=lambda at: -sizes[at])[:MOST_TERMS]


def _rows(
    db: sqlite3.Connection,
    segment: Segment,
    terms: Sequence[tuple[str, int, int]],
    chosen: Sequence[int],
    columns: Sequence[str],
) -> Iterator[tuple[int, bytes, bytes]]:
    db.execute("CREATE VIRTUAL TABLE temp.instance USING fts5vocab(main, page_fts, instance)")
    # One number to group by is sorted in half the time of two columns.
    names = " ".join(columns)
    column_at = {names.index(column) + 1: number for number, column in enumerate(columns)}
    sql = "SELECT doc << 8 | instr(?, col) AS place, count(*) FROM temp.instance WHERE term = ? GROUP BY place"
    body = columns.index(_BODY)
    for number, at in enumerate(chosen, 1):
        places = db.execute(sql, (names, terms[at][0])).fetchall()
        following = terms[at + 1][0] if at + 1 < len(terms) else None
        counts = [(place >> 8, column_at[place & 0xFF], count) for place, count in places]
        yield number, pack_counts(counts, body), pack_leaves(segment.leaves_of(terms[at][0], following, counts[0][0]))
    db.execute("DROP TABLE temp.instance")


def pack_counts(counts: Iterable[tuple[int, int, int]], body: int) -> bytes:
    """`counts` tell page, column and how often a term stands there, in the order of pages and columns. A page gives the
    distance from the one before, doubled, plus 1 if the term stands in other columns than `body` too; the count in
    `body`; and then the others: a bit for each, and their counts."""
    numbers = []
    before = 0
    for page, own in groupby(counts, lambda each: each[0]):
        count_of = {column: count for _, column, count in own}
        in_body = count_of.pop(body, 0)
        numbers += [(page - before) << 1 | bool(count_of), in_body]
        if count_of:
            numbers += [sum(1 << column for column in count_of), *count_of.values()]
        before = page
    return varint.pack(numbers)


def pack_leaves(leaves: Sequence[tuple[int, int | None]]) -> bytes:
    """The leaves over which a term's postings run, each with the first page that begins on it: the distance of both
    from the ones before. A leaf on which none begins has 0 for it."""
    numbers = []
    leaf_before, page_before = 0, 0
    for leaf, page in leaves:
        numbers += [leaf - leaf_before, 0 if page is None else page - page_before]
        leaf_before, page_before = leaf, page_before if page is None else page
    return varint.pack(numbers)
