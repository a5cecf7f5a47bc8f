"""Files that MkDocs does not render ► pages of the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from mkdocs_fts import frontmatter, readers
from mkdocs_fts.document import Labels
from mkdocs_fts.indexing import PageSource
from mkdocs_fts.labels import Labeller, Warn

PART = "?conversation={}"
"""Tells the documents of one file apart."""


@dataclass(slots=True)
class Place:
    """Where a file stands in the index."""

    path: str
    """Names it in warnings."""
    url: str
    labels: Labels
    """Where its front matter says nothing else."""
    trail: Sequence[str] = field(default_factory=list)
    """The breadcrumb below the wiki."""
    title: str = ""
    """Goes before what the file says."""
    url_of_part: str = PART
    """What the address of one of several documents in a file has at its end."""


def pages(place: Place, data: bytes, mtime_ns: int, labeller: Labeller, warn: Warn) -> list[PageSource]:
    """The pages of a file, most often one. `mtime_ns` dates those that do not say their date themselves. Raises
    `readers.Unreadable`."""
    found = []
    for content in readers.read(place.path, data):
        for fault in content.faults:
            warn(place.path, fault)
        if frontmatter.is_excluded(content.meta):
            continue
        labels = labeller.labels_over(place.labels, place.path, content.meta, warn)
        title = labeller.title(labels.wiki)
        trail = [*place.trail]
        is_part = content.number > 0
        found.append(
            PageSource(
                path=place.path + is_part * PART.format(content.number),
                url=place.url + is_part * place.url_of_part.format(content.number),
                title=place.title or content.title,
                labels=labels,
                html=content.html,
                trail=[title, *(trail[1:] if trail[:1] == [title] else trail)],
                tags=frontmatter.tags(content.meta),
                modified=frontmatter.modified(content.meta) or _day(mtime_ns),
                boost=frontmatter.boost(place.path, content.meta, warn),
            )
        )
    return found


def _day(mtime_ns: int) -> str | None:
    try:
        return date.fromtimestamp(mtime_ns / 1e9).isoformat()
    except (OverflowError, OSError, ValueError):
        return None
