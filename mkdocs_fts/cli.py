"""The command `mkdocs-fts`."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

import click

from mkdocs_fts import __version__, published

_INSIDE = click.option(
    "--in",
    "where",
    type=click.Path(path_type=Path),
    default="site",
    show_default=True,
    help="A site folder, or its folder fts.",
)


@click.group()
@click.version_option(__version__)
def main() -> None:
    """Work with the full-text index that the MkDocs plugin `fts` builds."""


@main.command()
@_INSIDE
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def export(where: Path, file: Path) -> None:
    """Write the index to FILE, one SQLite database that any tool opens."""
    try:
        content = published.read_database(published.find(where))
        draft = file.with_name(f".{file.name}.{os.getpid()}")
        draft.write_bytes(content)
        draft.replace(file)
    except (published.IndexNotReadable, OSError) as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{file}: {len(content):,} bytes")


@main.command()
@_INSIDE
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def stats(where: Path, as_json: bool) -> None:
    """Count the pages of the index by wiki, status and kind."""
    try:
        folder = published.find(where)
        counts = _count(published.read_database(folder))
    except published.IndexNotReadable as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "error": str(error)}))
            raise SystemExit(1) from error
        raise click.ClickException(str(error)) from error
    sizes = [file.stat().st_size for file in folder.rglob("*") if file.is_file()]
    if as_json:
        click.echo(json.dumps({"ok": True, **counts, "bytes": sum(sizes), "files": len(sizes)}, ensure_ascii=False))
        return
    for row in counts["groups"]:
        click.echo(f"{row['pages']:>8,}  {row['wiki']}  {row['status']}  {row['kind']}")
    click.echo(f"{counts['pages']:>8,}  pages in {len(sizes):,} files, {sum(sizes):,} bytes")


def _count(database: bytes) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-") as folder:
        path = Path(folder) / "index.sqlite3"
        path.write_bytes(database)
        with contextlib.closing(sqlite3.connect(path)) as db:
            rows = db.execute(
                "SELECT slug, status, kind, count(*) FROM page JOIN wiki ON wiki.id = wiki_id "
                "GROUP BY 1, 2, 3 ORDER BY wiki.position, kind DESC, status"
            ).fetchall()
    groups = [{"wiki": wiki, "status": status, "kind": kind, "pages": pages} for wiki, status, kind, pages in rows]
    return {"pages": sum(row["pages"] for row in groups), "groups": groups}
