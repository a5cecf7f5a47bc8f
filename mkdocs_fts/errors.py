"""What users of an index meet when something is wrong. A message is one line, names the file, and tells the mend."""

from __future__ import annotations


class IndexNotReadable(Exception):
    """There is no index, none that this version reads, or it cannot be reached or is damaged."""


class PageNotFound(LookupError):
    """The index has no such page, or the page no such section."""


def newer(found: object, readable: int) -> bool:
    """Whether a version is one of a later mkdocs-fts than this."""
    return isinstance(found, int) and found > readable


UPGRADE = "it was made by a newer mkdocs-fts: `pip install --upgrade mkdocs-fts`"
BUILD = "build the site again"
