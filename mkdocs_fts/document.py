"""The shapes that travel from extraction to the database. Plain data, no behaviour of MkDocs or SQLite."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

ACTIVE, DRAFT, ARCHIVED = STATUSES = ("active", "draft", "archived")
OPEN_TEXT = "search.html?open="
"""Begins the URL of a document that has no address of its own: the search page shows its text. Its path follows,
quoted."""
WRITTEN, AUTO = KINDS = ("written", "auto")
READ_AT_ONCE = 20
"""Passages of a document that are read at once, if nothing else is said."""
LEFT_OUT = "\ufffc"
"""Stands in a text, alone, where something was left out of it: the object replacement character."""


@dataclass(slots=True)
class Passage:
    """A stretch of a page's text under one heading, short enough to be read alone.

    A long section is several passages with the same `anchor` and `title`. Joining the `text` of a page's passages
    with newlines gives the page's text back.
    """

    anchor: str
    """The id of the heading above, without `#`; empty for the top of the page."""
    title: str
    """The text of the heading above; empty before the first heading."""
    level: int
    """1 to 6 when `text` opens with the heading itself as its first line, else 0."""
    generated: bool
    """True inside a generated block of a page."""
    text: str


@dataclass(slots=True)
class Labels:
    """What a reader may filter by."""

    wiki: str
    status: str = ACTIVE
    kind: str = WRITTEN


@dataclass(slots=True)
class Document:
    """One page, ready to be indexed."""

    url: str
    """Relative to the site's base, without anchor."""
    title: str
    labels: Labels
    passages: list[Passage]
    trail: list[str] = field(default_factory=list)
    """Breadcrumb, wiki first, without the page itself."""
    tags: list[str] = field(default_factory=list)
    modified: str | None = None
    """ISO 8601 date, where the page says one."""
    boost: float = 1.0

    def without_text(self) -> Document:
        """The same, with no more of its passages than that some are generated."""
        generated = any(passage.generated for passage in self.passages)
        return replace(self, passages=[Passage("", "", 0, True, "")] if generated else [])


@dataclass(slots=True)
class Wiki:
    """A part of the site that readers see as one; `id` is what queries and addresses say."""

    id: str
    title: str
