"""Which pages of a SQLite file belong to which table: what the first pack needs to know.

Reads the file format's b-tree pages, after <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from mmap import mmap
from typing import TypeAlias

Content: TypeAlias = bytes | mmap
"""Of a file."""

INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE = 0x02, 0x05, 0x0A, 0x0D
_INTERIOR = (INTERIOR_INDEX, INTERIOR_TABLE)


def pages(database: Content, page_size: int, root: int, *, leaves: bool = True) -> Iterator[int]:
    """The page numbers (from 1) of the b-tree at `root`, parents before children, with the overflow pages of large
    rows; without `leaves`, the interior pages alone."""
    kind, cells, children = _read(database, page_size, root)
    if leaves or kind in _INTERIOR:
        yield root
    if leaves and kind != INTERIOR_TABLE:
        for cell in cells:
            yield from _overflow(database, page_size, kind, cell)
    for child in children:
        yield from pages(database, page_size, child, leaves=leaves)


def first_leaf(database: Content, page_size: int, root: int) -> int:
    """The leaf page with the lowest keys."""
    _, _, children = _read(database, page_size, root)
    return first_leaf(database, page_size, children[0]) if children else root


def leaf_pages(database: Content, page_size: int, root: int) -> list[int]:
    """The leaf pages of a table, or of an index, in order."""
    _, _, children = _read(database, page_size, root)
    return [leaf for child in children for leaf in leaf_pages(database, page_size, child)] or [root]


def leaves(database: Content, page_size: int, root: int) -> Iterator[tuple[int, int | None]]:
    """The leaf pages of a table with rowids, in order, each with a rowid that none of its own is above and all of the
    following are; None for the last."""
    _, cells, children = _read(database, page_size, root)
    if not children:
        yield root, None
        return
    keys = [*(_varint(database, cell + 4)[0] for cell in cells), None]
    for child, key in zip(children, keys, strict=True):
        for page, own in leaves(database, page_size, child):
            yield page, key if own is None else own


def _read(database: Content, page_size: int, number: int) -> tuple[int, list[int], list[int]]:
    """The kind of a b-tree page, where in the file its cells begin, and its child pages in key order."""
    start = (number - 1) * page_size
    header = start + (100 if number == 1 else 0)  # the file header comes first on page 1
    kind = database[header]
    count = struct.unpack_from(">H", database, header + 3)[0]
    pointers = struct.unpack_from(f">{count}H", database, header + (12 if kind in _INTERIOR else 8))
    cells = [start + at for at in pointers]
    if kind not in _INTERIOR:
        return kind, cells, []
    return kind, cells, [_number(database, cell) for cell in cells] + [_number(database, header + 8)]


def _overflow(database: Content, page_size: int, kind: int, cell: int) -> Iterator[int]:
    """The pages that hold what of a cell's payload does not fit into its b-tree page."""
    payload, at = _varint(database, cell + (4 if kind == INTERIOR_INDEX else 0))
    if kind == LEAF_TABLE:
        _, at = _varint(database, at)  # the rowid
    usable = page_size - database[20]
    most = usable - 35 if kind == LEAF_TABLE else (usable - 12) * 64 // 255 - 23
    if payload <= most:
        return
    least = (usable - 12) * 32 // 255 - 23
    local = least + (payload - least) % (usable - 4)
    number = _number(database, at + (local if local <= most else least))
    while number:
        yield number
        number = _number(database, (number - 1) * page_size)


def _number(database: Content, at: int) -> int:
    number: int = struct.unpack_from(">I", database, at)[0]
    return number


def _varint(database: Content, at: int) -> tuple[int, int]:
    """A variable-length integer, and where it ends."""
    value = 0
    for end in range(at, at + 8):
        value = value << 7 | database[end] & 0x7F
        if database[end] < 0x80:
            return value, end + 1
    return value << 8 | database[at + 8], at + 9
