"""Lists of documents."""

from __future__ import annotations

from typing import Any

from mkdocs_fts.display.paper import Paper, address, labels, plural

WIDEST = 48
"""Longer addresses are not lined up with the others."""


def show_documents(paper: Paper, found: dict[str, Any]) -> None:
    """Write what `list` has found: a line each, and their number."""
    documents = found["documents"]
    width = max((len(each["url"]) for each in documents if len(each["url"]) <= WIDEST), default=0)
    for each in documents:
        said = labels(each)
        note = f"  ({said})" if said else ""
        url = paper.styled(address(each["url"]).ljust(width), fg="cyan")
        paper.line(f"{url}  {paper.styled(each['title'])}{paper.styled(note, fg='magenta')}")
    paper.line(plural(found["total"], "document", "documents"))
