"""`mkdocs-fts export`."""

from __future__ import annotations

from pathlib import Path

import click

from mkdocs_fts.cli import common


@click.command()
@common.inside
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(where: str | None, file: Path) -> None:
    """Write the index to FILE, one SQLite database that any tool opens."""
    with common.open_index(where) as index:
        try:
            size = index.export(file)
        except OSError as error:
            raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from error
    click.echo(f"{file}: {size:,} bytes")
