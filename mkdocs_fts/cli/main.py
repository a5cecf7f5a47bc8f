"""The group of commands, and how any of them fails."""

from __future__ import annotations

import errno
from typing import Any

import click

from mkdocs_fts import __version__
from mkdocs_fts.cli.bench import bench
from mkdocs_fts.cli.common import echo_json
from mkdocs_fts.cli.export import export
from mkdocs_fts.cli.get import get
from mkdocs_fts.cli.index import index
from mkdocs_fts.cli.listing import list_
from mkdocs_fts.cli.mcp import mcp
from mkdocs_fts.cli.search import search
from mkdocs_fts.cli.stats import stats
from mkdocs_fts.display.paper import one_line
from mkdocs_fts.errors import IndexNotReadable, PageNotFound


class Commands(click.Group):
    """Says errors in one line, or with `--json` as one object: exit code 1, and 2 for wrong use."""

    def invoke(self, ctx: click.Context) -> Any:
        as_json = "--json" in ctx.args
        try:
            return super().invoke(ctx)
        except (click.ClickException, IndexNotReadable, PageNotFound, OSError) as error:
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise  # whoever reads has read enough
            failure = error if isinstance(error, click.UsageError) else click.ClickException(_line(error))
            if not as_json:
                raise failure from error
            echo_json({"ok": False, "error": failure.format_message()})
            return ctx.exit(failure.exit_code)


def _line(error: Exception) -> str:
    # Names of files may hold anything.
    return one_line(error.format_message() if isinstance(error, click.ClickException) else str(error))


@click.group(cls=Commands, context_settings={"max_content_width": 100})
@click.version_option(__version__)
def main() -> None:
    """Search and read the full-text index of a folder, or of a site that was built with the MkDocs plugin `fts`, here
    or published."""


for command in (search, get, list_, index, stats, export, bench, mcp):
    main.add_command(command)
