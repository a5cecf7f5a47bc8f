"""`mkdocs-fts list`."""

from __future__ import annotations

import click

from mkdocs_fts.cli import common
from mkdocs_fts.cli.text import Paper, address, labels, plural
from mkdocs_fts.document import STATUSES

WIDEST = 48
"""Longer addresses are not lined up with the others."""


@click.command("list")
@click.argument("match", metavar="[PATTERN]", required=False)
@common.inside
@common.wiki
@click.option("--status", type=click.Choice(STATUSES), help="Only pages of this status.")
@common.kind
@common.as_json
def list_(
    match: str | None, where: str | None, wiki: str | None, status: str | None, kind: str | None, as_json: bool
) -> None:
    """List the documents of the index with their labels, drafts and archived pages included.

    PATTERN chooses addresses, as 'help/*', or is a text that stands in the address or the title.
    """
    with common.open_index(where) as index:
        found = index.list(wiki=wiki, status=status, kind=kind, match=match)
    if as_json:
        common.echo_json(found)
        return
    paper = Paper()
    documents = found["documents"]
    width = max((len(each["url"]) for each in documents if len(each["url"]) <= WIDEST), default=0)
    for each in documents:
        said = labels(each)
        note = f"  ({said})" if said else ""
        url = paper.styled(address(each["url"]).ljust(width), fg="cyan")
        paper.line(f"{url}  {paper.styled(each['title'])}{paper.styled(note, fg='magenta')}")
    paper.line(plural(found["total"], "document", "documents"))
