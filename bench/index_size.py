"""What the search of identifiers, parts, misspellings and word families adds to the size of the index.

    python -m bench.index_size [SITE] [--json FILE]

SITE is a site folder that was built with the plugin; default: the corpus `workspace`, built for this. Its index is
compared with plain FTS5: one contentless table of title, headings, tags and body over the same prepared text, with the
same page sizes, optimized too. Sizes are those of the b-trees' pages.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from mkdocs_fts import btree, published
from mkdocs_fts.alphabet import TOKENIZER
from mkdocs_fts.database import FTS_BUFFER, FTS_PAGE_SIZE, PAGE_SIZE
from mkdocs_fts.text import prepare
from tests.support.sites import CORPORA, mkdocs_build, unpack

PLAIN_COLUMNS = ("title", "headings", "tags", "body")


def sizes(path: Path) -> dict[str, int]:
    """The bytes of each table of a database, those of indexes with their table's."""
    content = path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        page_size = db.execute("PRAGMA page_size").fetchone()[0]
        roots = db.execute("SELECT tbl_name, rootpage FROM sqlite_schema WHERE rootpage > 0").fetchall()
    found: dict[str, int] = defaultdict(int)
    for table, root in roots:
        found[table] += page_size * len(list(btree.pages(content, page_size, root)))
    return dict(found)


def size_of(found: dict[str, int], *tables: str) -> int:
    """The bytes of FTS5 tables, which consist of several, or of others."""
    return sum(
        size for name, size in found.items() if any(name == each or name.startswith(f"{each}_") for each in tables)
    )


def write_plain(path: Path, rows: Iterator[tuple[Any, ...]]) -> None:
    """Write a database of nothing but a plain FTS5 table of these rows."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        columns = ", ".join(PLAIN_COLUMNS)
        db.execute(f"CREATE VIRTUAL TABLE plain USING fts5({columns}, content = '', tokenize = '{TOKENIZER}')")
        db.execute("INSERT INTO plain(plain, rank) VALUES ('pgsz', ?)", (FTS_PAGE_SIZE,))
        db.execute("INSERT INTO plain(plain, rank) VALUES ('hashsize', ?)", (FTS_BUFFER,))
        db.execute("BEGIN")
        db.executemany(f"INSERT INTO plain(rowid, {columns}) VALUES (?, ?, ?, ?, ?)", rows)
        db.execute("COMMIT")
        db.execute("INSERT INTO plain(plain) VALUES ('optimize')")
        db.execute("VACUUM")


def texts(path: Path) -> Iterator[tuple[Any, ...]]:
    """The prepared text of each page of an index, by column; that of generated blocks counts as its body."""
    with closing(sqlite3.connect(path)) as db:
        for page, title, tags in db.execute("SELECT id, title, tags FROM page ORDER BY id"):
            passages = db.execute(
                "SELECT title, level, generated, text FROM section WHERE page_id = ? ORDER BY id", (page,)
            ).fetchall()
            headings = [
                prepare(name) for name, level, generated, _ in passages if level and not generated and name != title
            ]
            body = [prepare(text) for *_, text in passages]
            yield page, prepare(title), "\n".join(headings), prepare("\n".join(json.loads(tags))), "\n".join(body)


def measure(database: bytes) -> dict[str, float]:
    """Bytes, and how many times plain FTS5 they are."""
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        path = Path(folder) / "index.sqlite3"
        path.write_bytes(database)
        write_plain(Path(folder) / "plain.sqlite3", texts(path))
        own = sizes(path)
        plain = size_of(sizes(Path(folder) / "plain.sqlite3"), "plain")
    pages, terms, grams = (size_of(own, table) for table in ("page_fts", "term", "term_fts"))
    terms -= grams  # whose names begin like those of `term`
    index = pages + terms + grams
    whole = len(database)
    return {
        "plain": plain,
        "page_fts": pages,
        "term": terms,
        "term_fts": grams,
        "index": index,
        "whole": whole,
        "whole_with_plain": whole - index + plain,
        "index_ratio": index / plain,
        "whole_ratio": whole / (whole - index + plain),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site", type=Path, nargs="?")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        site = arguments.site
        if site is None:
            if not CORPORA.is_dir():
                sys.exit(f"no corpora in {CORPORA}: name a site that was built")
            site = Path(folder) / "site"
            unpack("workspace", Path(folder) / "workspace")
            done = mkdocs_build(Path(folder) / "workspace", site)
            if done.returncode:
                sys.exit(done.log)
        result = measure(published.read_database(published.find(site)))
    for key, value in result.items():
        print(f"{key:18} {value:>12,.3f}" if key.endswith("ratio") else f"{key:18} {value:>12,.0f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
