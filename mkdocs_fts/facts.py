"""What readers need to know of all pages at once: values of the table `meta`."""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Mapping, Sequence
from datetime import date

from mkdocs_fts import varint
from mkdocs_fts.document import AUTO, STATUSES, Document

MAX_SIZES = 10_000
"""Pages whose sizes are in the table `meta`; of more, they are in `frequent`."""
EPOCH = date(2000, 1, 1)


def of_pages(documents: Sequence[Document], wiki_numbers: Mapping[str, int]) -> dict[str, object]:
    """What readers need to know of all pages at once."""
    days = [_day(document.modified) for document in documents]
    boosts = {page: document.boost for page, document in enumerate(documents, 1) if document.boost != 1}
    return {
        "pages": len(documents),
        "labels": _labels(documents, wiki_numbers),
        "boosts": json.dumps(boosts),
        # The pages' dates in order, a little-endian 16-bit number a page: days since 2000-01-01, 0 where unknown.
        "days": struct.pack(f"<{len(days)}H", *days) if any(days) else b"",
    }


def _labels(documents: Sequence[Document], wiki_numbers: Mapping[str, int]) -> bytes:
    """The labels of all pages in order, a little-endian 16-bit number each: bits 0–11 the wiki's id, 12–13 the status
    (its place in `STATUSES`), 14 set on generated pages, 15 set on written pages with generated blocks."""
    numbers = (
        wiki_numbers[document.labels.wiki]
        | STATUSES.index(document.labels.status) << 12
        | (document.labels.kind == AUTO) << 14
        | any(passage.generated for passage in document.passages) << 15
        for document in documents
    )
    return struct.pack(f"<{len(documents)}H", *numbers)


def sizes(db: sqlite3.Connection) -> bytes:
    """How many tokens each page has in all columns, in order, packed as `varint.py` does."""
    return varint.pack(
        sum(varint.unpack(size)) for (size,) in db.execute("SELECT sz FROM page_fts_docsize ORDER BY id")
    )


def _day(modified: str | None) -> int:
    if modified is None:
        return 0
    return min(max((date.fromisoformat(modified) - EPOCH).days, 0), 0xFFFF)
