"""Asks SQLite itself what FTS5 makes of a text."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from mkdocs_fts.alphabet import TOKENIZER


def stored_terms(text: str) -> list[str]:
    """The terms that FTS5 stores for `text`, in their order."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(f"CREATE VIRTUAL TABLE document USING fts5(text, tokenize='{TOKENIZER}')")
        db.execute("CREATE VIRTUAL TABLE term USING fts5vocab(document, instance)")
        db.execute("INSERT INTO document VALUES (?)", (text,))
        return [term for (term,) in db.execute("SELECT term FROM term ORDER BY offset")]
