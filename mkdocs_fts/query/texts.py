"""Reads whole texts, many pages at once."""

from __future__ import annotations

from typing import TypedDict

from mkdocs_fts.query.engine import Database, Engine


class Text(TypedDict):
    """A page and all its text. U+FFFC stands where a part was left out of the index."""

    url: str
    title: str
    text: str


def read_texts(db: Database, engine: Engine, after: int, count: int) -> tuple[list[Text], int]:
    """The texts of so many pages from that with the least number above `after` on, and the number of the last."""
    rows = list(db.execute("SELECT id, url, title FROM page WHERE id > ? ORDER BY id LIMIT ?", (after, count)))
    if not rows:
        return [], after
    starts = engine.starts([number for number, _, _ in rows])
    texts = {row.id: row.text for row in engine.passages([start.id for start in starts])}
    passages: dict[int, list[str]] = {number: [] for number, _, _ in rows}
    for start in starts:
        passages[start.page].append(texts[start.id])
    found = [Text(url=url, title=title, text="\n".join(passages[number])) for number, url, title in rows]
    return found, rows[-1][0]
