"""What the commands share: options, and the index that is meant."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mkdocs_fts.document import KINDS

if TYPE_CHECKING:
    from mkdocs_fts.index import Index

F = TypeVar("F", bound=Callable[..., Any])


def inside(command: F) -> F:
    """The option `--in`, as the parameter `where`."""
    option = click.option(
        "--in",
        "where",
        metavar="PLACE",
        help="A site folder, its folder fts, an SQLite file, or the http(s) address of a published site. "
        "Default: the site of the mkdocs.yml here or above, else the index of this folder.",
    )
    return option(command)


def as_json(command: F) -> F:
    """The option `--json`, as the parameter `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


def wiki(command: F) -> F:
    """The option `--wiki`."""
    return click.option("--wiki", metavar="ID", help="Only this wiki.")(command)


def kind(command: F) -> F:
    """The option `--kind`."""
    help = "Only pages that were written, or only generated ones."
    return click.option("--kind", type=click.Choice(KINDS), help=help)(command)


def open_index(where: str | None) -> Index:
    """The index that `--in` names, or that belongs here."""
    # Not before they are needed, so that `--help` comes at once.
    from mkdocs_fts.index import open
    from mkdocs_fts.locations import nearest_index

    return open(nearest_index(Path.cwd()) if where is None else where)


def echo_json(value: Mapping[str, Any]) -> None:
    """Print an object on one line, in letters that the output has."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value)
    click.echo(text)
