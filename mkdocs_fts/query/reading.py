"""Reads one document, part by part."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from mkdocs_fts.document import LEFT_OUT, OPEN_TEXT
from mkdocs_fts.errors import PageNotFound
from mkdocs_fts.query.documents import DOCUMENT, document
from mkdocs_fts.query.engine import Database, Engine, Start
from mkdocs_fts.query.locate import best, locate, occurrences_of, terms_of
from mkdocs_fts.query.parse import parse
from mkdocs_fts.query.steps import exact, nearly, plan_for

LEFT_OUT_SHOWN = "[left out]"
"""What stands in a passage's text where a part was left out of the index."""


def read_document(
    db: Database, engine: Engine, page: str, *, base: str | None, offset: int | None, limit: int, query: str | None
) -> dict[str, Any]:
    """A slice of a document's passages. Raises `PageNotFound`.

    It begins at `offset`, or else at the best match of `query`, or else at the section that `page` ends with. `base` is
    the site's address, where it is known.
    """
    number, address, anchor = _find(db, page.strip(), base)
    starts = engine.starts([number])
    match = _best(engine, number, starts, query) if query is not None else None
    if offset is None and match is not None:
        offset = match
    elif offset is None:
        offset = _section(db, starts, address, anchor) if anchor and query is None else 0
    (row,) = db.execute(f"{DOCUMENT} WHERE page.id = ?", (number,))
    return {
        "ok": True,
        **document(row),
        "total": len(starts),
        "offset": offset,
        "passages": _passages(engine, starts[offset : offset + limit], offset),
        "match": None if match is None else match + 1,
        "previous": max(0, min(offset, len(starts)) - limit) if offset and starts else None,
        "next": offset + limit if offset + limit < len(starts) else None,
    }


def _passages(engine: Engine, starts: Sequence[Start], offset: int) -> list[dict[str, Any]]:
    rows = {row.id: row for row in engine.passages([start.id for start in starts])}
    passages = []
    for number, start in enumerate(starts, offset + 1):
        row = rows[start.id]
        text = row.text.partition("\n")[2] if row.level else row.text  # the heading is told by itself
        passages.append(
            {
                "number": number,
                "anchor": row.anchor,
                "title": row.title,
                "level": row.level,
                "generated": start.column == "generated",
                "text": text.replace(LEFT_OUT, LEFT_OUT_SHOWN),
            }
        )
    return passages


def _best(engine: Engine, page: int, starts: Sequence[Start], query: str) -> int | None:
    """Which passage of a page answers best, from 0; None where none does."""
    wanted = plan_for(engine, parse(query))
    if wanted is None:
        return None
    for step in (exact, nearly):
        phrases = step(engine, wanted).phrases
        terms = terms_of(phrases, engine.frequent)
        occurrences = occurrences_of(engine, phrases, terms, [page])
        candidates = best(locate(phrases, terms.numbers, occurrences, starts), phrases)
        if candidates:
            return [start.id for start in starts].index(candidates[0].passage)
    return None


def _section(db: Database, starts: Sequence[Start], address: str, anchor: str) -> int:
    """The first passage of a section, from 0."""
    ids = starts[0].id, starts[-1].id
    anchors = [each for (each,) in db.execute("SELECT anchor FROM section WHERE id BETWEEN ? AND ? ORDER BY id", ids)]
    for written in (anchor, unquote(anchor)):
        if written in anchors:
            return anchors.index(written)
    near = difflib.get_close_matches(unquote(anchor), anchors, 1)
    hint = f"there is #{near[0]}" if near else "without it, the page is read from its top"
    raise PageNotFound(f"no section #{unquote(anchor)} in the page {address!r}; {hint}")


def _find(db: Database, page: str, base: str | None) -> tuple[int, str, str]:
    """The page with a URL, which may be written in several ways ► its number, and the address and the anchor that
    `page` is made of."""
    numbers: dict[str, int] = dict(db.execute("SELECT url, id FROM page"))
    parts = page.split("#")
    for end in range(len(parts), 0, -1):  # as it is told: names of files may hold `#` and `?`
        address = "#".join(parts[:end])
        if address in numbers:
            return numbers[address], address, "#".join(parts[end:])
    address, _, anchor = page.partition("#")
    names = list(dict.fromkeys(_names(address, base)))
    if not names:
        raise PageNotFound(f"{address} is no page of {base}; name a page as `mkdocs-fts list` does")
    for name in names:
        if name in numbers:
            return numbers[name], address, anchor
    near = difflib.get_close_matches(names[0], numbers)
    hint = f"there is {', '.join(near)}" if near else "`mkdocs-fts list` names all"
    raise PageNotFound(f"no page {address!r} in the index; {hint}")


def _names(address: str, base: str | None) -> Iterator[str]:
    """The URLs that may be meant, the likelier first."""
    if text := address.partition(OPEN_TEXT)[2]:
        yield OPEN_TEXT + quote(unquote(text), errors="replace")
        return
    for path in _paths(address, base):
        name = path.partition("?")[0].lstrip("/").removeprefix("./")
        name = "" if name == "." else name
        for written in (name, unquote(name), quote(name, "/:@!$&'()*+,;=-._~%", errors="replace")):
            yield written
            if written.endswith("index.html"):
                yield written.removesuffix("index.html")
            elif written and not written.endswith("/"):
                yield f"{written}/"
                yield f"{written}.html"
        yield OPEN_TEXT + quote(unquote(path), errors="replace")  # a file that is no page of the site


def _paths(address: str, base: str | None) -> list[str]:
    """The address below the site's base."""
    if not address.lower().startswith(("http://", "https://")):
        return [address]
    if base:
        within = f"{address}/" if f"{address}/" == base else address
        return [within.removeprefix(base)] if within.startswith(base) else []
    # A built site does not know where it is published: right below the host, or below some folder of it.
    steps = urlsplit(address).path.strip("/").split("/")
    slash = "/" if address.endswith("/") and steps[-1] else ""
    return ["/".join(steps[at:]) + slash for at in range(len(steps))]
