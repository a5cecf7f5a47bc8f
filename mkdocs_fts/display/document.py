"""Passages of a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mkdocs_fts.display.paper import Paper, address, clean, labels, trail


def show_document(paper: Paper, found: dict[str, Any], go_on: Callable[[int], str], query: str | None = None) -> None:
    """Write what `get` has found. `go_on` tells how to read from an offset on, `query` is what was looked for."""
    _head(paper, found)
    if query is not None and found["match"] is None:
        paper.line()
        paper.line(f"Nothing here matches “{paper.styled(query)}”; from the top:")
    for passage in found["passages"]:
        _passage(paper, passage, found)
    if not found["passages"]:
        paper.line()
        paper.line(f"Nothing at offset {found['offset']}: this document has {found['total']} passages.")
    offsets = {name: found[name] for name in ("previous", "next") if found[name] is not None}
    if offsets:
        paper.line()
    for name, offset in offsets.items():
        paper.line(paper.styled(f"{name}: {go_on(offset)}", dim=True))


def _head(paper: Paper, found: dict[str, Any]) -> None:
    said = labels(found)
    note = f"  ({said})" if said else ""
    paper.line(f"{paper.styled(found['title'] or address(found['url']), bold=True)}{paper.styled(note, fg='magenta')}")
    if found["trail"]:
        paper.line(paper.styled(trail(found["trail"]), dim=True))
    about = [address(found["url"]), found["modified"] or "", ", ".join(found["tags"])]
    paper.line(paper.styled(" · ".join(filter(None, about)), fg="cyan"))


def _passage(paper: Paper, passage: dict[str, Any], found: dict[str, Any]) -> None:
    number = f"[{passage['number']}/{found['total']}]"
    notes = "".join(
        [" (generated)" * passage["generated"], " (best match)" * (passage["number"] == found["match"])],
    )
    heading = f"{'#' * passage['level']} {passage['title']}" if passage["level"] else ""
    paper.line()
    line = f"{paper.styled(number, dim=True)}{paper.styled(notes, fg='magenta')} {paper.styled(heading, bold=True)}"
    paper.line(line.rstrip())
    if passage["text"]:
        paper.line(clean(passage["text"]))
