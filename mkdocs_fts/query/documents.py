"""What an index has, without a search: the list of its documents, and counts."""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from mkdocs_fts import varint
from mkdocs_fts.database import COLUMNS
from mkdocs_fts.query.engine import Database

LARGEST = 10
"""How many of the largest pages statistics name."""

DOCUMENT = (
    "SELECT page.id, url, page.title, slug, status, kind, trail, tags, modified "
    "FROM page JOIN wiki ON wiki.id = wiki_id"
)


def list_documents(
    db: Database,
    *,
    wiki: str | None = None,
    status: str | None = None,
    kind: str | None = None,
    match: str | None = None,
    offset: int = 0,
    limit: int | None = None,
) -> dict[str, Any]:
    """The documents with their labels, by wiki and URL. `match` is a pattern with `*` for URLs, or a text that stands
    in the URL or the title."""
    wanted = {"wiki": wiki, "status": status, "kind": kind}
    fits = _matcher(match)
    documents = map(document, db.execute(f"{DOCUMENT} ORDER BY position, wiki.id, url"))
    found = [each for each in documents if fits(each) and all(wanted[name] in (None, each[name]) for name in wanted)]
    end = None if limit is None else offset + limit
    return {"ok": True, "total": len(found), "documents": found[offset:end]}


def list_wikis(db: Database) -> list[dict[str, Any]]:
    """The wikis, in the order to show."""
    rows = db.execute("SELECT slug, title FROM wiki ORDER BY position, id")
    return [{"id": slug, "title": title} for slug, title in rows]


def statistics(db: Database) -> dict[str, Any]:
    """Counts of pages by their labels, the number of words, and the largest pages."""
    groups = [
        {"wiki": wiki, "status": status, "kind": kind, "pages": pages}
        for wiki, status, kind, pages in db.execute(
            "SELECT slug, status, kind, count(*) FROM page JOIN wiki ON wiki.id = wiki_id "
            "GROUP BY 1, 2, 3 ORDER BY wiki.position, wiki.id, kind DESC, status"
        )
    ]
    words = {page: _words(sizes) for page, sizes in db.execute("SELECT id, sz FROM page_fts_docsize")}
    largest = sorted(words, key=lambda page: (-words[page], page))[:LARGEST]
    rows = db.execute(f"SELECT id, url, title FROM page WHERE id IN ({','.join(map(str, largest))})")
    named = {page: {"url": url, "title": title, "words": words[page]} for page, url, title in rows}
    return {
        "pages": sum(group["pages"] for group in groups),
        "words": sum(words.values()),
        "groups": groups,
        "largest": [named[page] for page in largest if page in named],
    }


def document(row: Sequence[Any]) -> dict[str, Any]:
    """What is told of a document, from a row of `DOCUMENT`."""
    _, url, title, wiki, status, kind, trail, tags, modified = row
    return {
        "url": url,
        "title": title,
        "wiki": wiki,
        "status": status,
        "kind": kind,
        "trail": json.loads(trail),
        "tags": json.loads(tags),
        "modified": modified,
    }


def _matcher(match: str | None) -> Callable[[dict[str, Any]], bool]:
    if not match:
        return lambda document: True
    if any(character in match for character in "*?["):
        pattern = re.compile(fnmatch.translate(match), re.IGNORECASE)
        return lambda document: pattern.match(document["url"]) is not None
    text = match.casefold()
    return lambda document: text in document["url"].casefold() or text in document["title"].casefold()


def _words(sizes: bytes) -> int:
    """The tokens of a page's text, from FTS5's record of its sizes: a varint a column, see
    <https://www.sqlite.org/fts5.html#the_docsize_table>."""
    numbers = varint.unpack(sizes)
    return sum(size for column, size in zip(COLUMNS, numbers, strict=False) if column in ("body", "generated"))
