"""`mkdocs-fts list`."""

from __future__ import annotations

import click

from mkdocs_fts.cli import common
from mkdocs_fts.display.listing import show_documents
from mkdocs_fts.display.paper import Output
from mkdocs_fts.document import STATUSES


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
    show_documents(Output(), found)
