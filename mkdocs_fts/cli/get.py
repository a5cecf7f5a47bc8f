"""`mkdocs-fts get`."""

from __future__ import annotations

import shlex

import click

from mkdocs_fts.cli import common
from mkdocs_fts.display.document import show_document
from mkdocs_fts.display.paper import Output, address
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
    command = ["mkdocs-fts", "get", address(found["url"])]
    if where is not None:
        command += ["--in", where]
    if limit != READ_AT_ONCE:
        command += ["--limit", str(limit)]
    show_document(Output(), found, lambda offset: shlex.join([*command, "--offset", str(offset)]), query)
