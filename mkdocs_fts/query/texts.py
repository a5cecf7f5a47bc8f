"""Reads whole texts, many pages at once."""

from __future__ import annotations

from typing import TypedDict

from mkdocs_fts.heads import block_of
from mkdocs_fts.query.engine import Database


class Text(TypedDict):
    """A page and all its text. U+FFFC stands where a part was left out of the index."""

    url: str
    title: str
    text: str


def read_texts(db: Database, after: int, count: int) -> tuple[list[Text], int]:
    """The texts of so many pages from that with the least number above `after` on, and the number of the last."""
    pages = {
        number: Text(url=url, title=title, text="")
        for number, url, title in db.execute(
            "SELECT id, url, title FROM page WHERE id > ? ORDER BY id LIMIT ?", (after, count)
        )
    }
    if not pages:
        return [], after
    passages: dict[int, list[str]] = {number: [] for number in pages}
    # Passages are numbered in the order of pages, and a block's row tells which its first is.
    rows = db.execute(
        "SELECT page_id, text FROM section WHERE id >= (SELECT first_section FROM head WHERE id = ?) "
        "AND id < ifnull((SELECT first_section FROM head WHERE id = ?), ?) AND page_id BETWEEN ? AND ? ORDER BY id",
        (block_of(min(pages)), block_of(max(pages)) + 1, 1 << 62, min(pages), max(pages)),
    )
    for number, text in rows:
        passages[number].append(text)
    for number, page in pages.items():
        page["text"] = "\n".join(passages[number])
    return list(pages.values()), max(pages)
