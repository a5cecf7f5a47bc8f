"""`mkdocs-fts mcp`."""

from __future__ import annotations

import sys

import click

from mkdocs_fts.cli import common


@click.command()
@common.inside
def mcp(where: str | None) -> None:
    """Serve the index to an agent: an MCP server over standard input and output, which the agent's program starts.

    It has the tools search, get and list, and changes nothing.
    """
    try:
        from mkdocs_fts.mcp.server import server
    except ImportError as error:
        if (error.name or "").startswith("mkdocs_fts"):
            raise
        raise click.ClickException("the MCP server needs a package more: `pip install 'mkdocs-fts[mcp]'`") from error
    with common.open_index(where) as index:
        if sys.stdin.isatty():
            click.echo("An MCP server, for the program of an agent to start and to write to. Ctrl+D ends it.", err=True)
        server(index).run("stdio")
