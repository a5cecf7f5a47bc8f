"""The command `mkdocs-fts index`."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mkdocs_fts import database
from mkdocs_fts.cli import common
from mkdocs_fts.display.paper import one_line
from mkdocs_fts.locations import default_database
from mkdocs_fts.notices import Notices
from mkdocs_fts.vocabulary import LANGUAGES

if TYPE_CHECKING:
    from mkdocs_fts.folder import Report


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--db",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write. Default: one for each folder in the user's cache, which the other commands find.",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="CODE",
    type=click.Choice(sorted(LANGUAGES)),
    help="A language of the texts, for word families; may be repeated. Default: as before, or en.",
)
@click.option("--force", is_flag=True, help="Read all files, and replace the index of another folder.")
@click.option("--quiet", is_flag=True, help="Print nothing but what is wrong.")
@common.as_json
def index(path: Path, target: Path | None, languages: Sequence[str], force: bool, quiet: bool, as_json: bool) -> None:
    """Index the folder PATH, without MkDocs.

    Reads Markdown, HTML, plain text, JSON, and transcripts of conversations in JSON; only files that are new or have
    changed since the last time. Hidden files, node_modules and what .gitignore files name are left out.
    """
    from mkdocs_fts.folder import FolderNotIndexed, index_folder  # its libraries are slow to load

    began = time.monotonic()
    try:
        database.require_fts5()
        with _progress(shown=not quiet and sys.stderr.isatty()) as progress:
            report = index_folder(
                path,
                target or default_database(path),
                force=force,
                languages=languages or None,
                progress=progress,
                waiting=lambda: _say("another process writes this index; waiting for it", quiet),
            )
    except (FolderNotIndexed, database.MissingFTS5) as error:
        raise click.ClickException(str(error)) from error
    for line in _problems(report):
        click.echo(line, err=True)
    seconds = time.monotonic() - began
    if as_json:
        common.echo_json(_to_json(report, seconds))
    elif not quiet:
        click.echo(
            f"{report.database}: {report.pages:,} pages of {report.files:,} files "
            f"({report.read:,} read, {report.removed:,} removed) in {seconds:.1f} s"
        )


def _problems(report: Report) -> list[str]:
    notices = Notices()
    for path, problem in report.problems:
        # The second half may tell of an option that only a site has.
        notices.add(path, problem.partition("; say what it means with the option")[0])
    return [one_line(line) for line in notices.lines()]


def _to_json(report: Report, seconds: float) -> dict[str, object]:
    return {
        "ok": True,
        "db": str(report.database),
        "pages": report.pages,
        "files": report.files,
        "read": report.read,
        "removed": report.removed,
        "problems": [{"file": path, "problem": problem} for path, problem in report.problems],
        "seconds": round(seconds, 3),
    }


def _say(message: str, quiet: bool) -> None:
    if not quiet:
        click.echo(message, err=True)


@contextlib.contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """What to tell of files that were read, and how many there are: it moves a bar, once there is something to read."""
    with contextlib.ExitStack() as stack:
        bars: list[Any] = []  # ProgressBar is no public name of click

        def move(done: int, total: int) -> None:
            if shown and not bars:
                bars.append(stack.enter_context(click.progressbar(length=total, label="Reading", file=sys.stderr)))
            for bar in bars:
                bar.update(done - bar.pos)

        yield move
