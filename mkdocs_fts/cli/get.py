"""`mkdocs-fts get`."""

from __future__ import annotations

import shlex
from typing import Any

import click

from mkdocs_fts.cli import common
from mkdocs_fts.cli.text import Paper, address, clean, labels, trail
from mkdocs_fts.document import READ_AT_ONCE


@click.command()
@click.argument("page")
@common.inside
@click.option("--offset", type=click.IntRange(0), help="How many passages to skip.")
@click.option("--limit", type=click.IntRange(1), default=READ_AT_ONCE, show_default=True, help="How many to print.")
@click.option("--query", metavar="TEXT", help="Begin at the passage that answers this search best.")
@common.as_json
def get(page: str, where: str | None, offset: int | None, limit: int, query: str | None, as_json: bool) -> None:
    """Read a document part by part. PAGE is an address as search and list print it; with #anchor, reading begins at
    that section.

    Passages are numbered through the whole document, [21/57], and the last line says how to go on.
    """
    if offset is not None and query is not None:
        raise click.UsageError("--offset and --query both say where to begin: give one of them")
    with common.open_index(where) as index:
        found = index.get(page, offset=offset, limit=limit, query=query)
    if as_json:
        common.echo_json(found)
        return
    paper = Paper()
    _head(paper, found)
    if query is not None and found["match"] is None:
        paper.line()
        paper.line(f"Nothing here matches “{paper.styled(query)}”; from the top:")
    for passage in found["passages"]:
        _passage(paper, passage, found)
    if not found["passages"]:
        paper.line()
        paper.line(f"Nothing at offset {found['offset']}: this document has {found['total']} passages.")
    _how_to_go_on(paper, found, where, limit)


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


def _how_to_go_on(paper: Paper, found: dict[str, Any], where: str | None, limit: int) -> None:
    command = ["mkdocs-fts", "get", address(found["url"])]
    if where is not None:
        command += ["--in", where]
    if limit != READ_AT_ONCE:
        command += ["--limit", str(limit)]
    lines = [
        f"{name}: {shlex.join([*command, '--offset', str(found[name])])}"
        for name in ("previous", "next")
        if found[name] is not None
    ]
    if lines:
        paper.line()
    for line in lines:
        paper.line(paper.styled(line, dim=True))
