"""`mkdocs-fts stats`."""

from __future__ import annotations

import click

from mkdocs_fts.cli import common
from mkdocs_fts.display.paper import Output, address, plural


@click.command()
@common.inside
@common.as_json
def stats(where: str | None, as_json: bool) -> None:
    """Count the pages of the index by wiki, status and kind, and name the largest."""
    with common.open_index(where) as index:
        found = index.stats()
    if as_json:
        common.echo_json(found)
        return
    paper = Output()
    for row in found["groups"]:
        paper.line(f"{row['pages']:>9,}  {paper.styled(row['wiki'])}  {row['status']}  {row['kind']}")
    stored = f" in {plural(found['files'], 'file', 'files')}, {found['bytes']:,} bytes" if found["files"] else ""
    paper.line(f"{found['pages']:>9,}  pages{stored}")
    paper.line(f"{found['words']:>9,}  words, {found['database_bytes']:,} bytes as a database")
    if found["largest"]:
        paper.line("largest pages, in words:")
    for row in found["largest"]:
        paper.line(f"{row['words']:>9,}  {paper.styled(address(row['url']), fg='cyan')}  {paper.styled(row['title'])}")
