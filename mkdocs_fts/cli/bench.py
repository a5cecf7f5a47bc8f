"""`mkdocs-fts bench`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from mkdocs_fts.cli import common
from mkdocs_fts.display.paper import Output, Paper, address

if TYPE_CHECKING:
    from mkdocs_fts.index import Index
    from mkdocs_fts.recall.ranks import Ranks
    from mkdocs_fts.recall.searches import Search

_FILE = click.Path(path_type=Path, dir_okay=False)
_OF_MAKING = ("per_kind", "seed", "save")


@click.command()
@common.inside
@click.option("--per-kind", type=click.IntRange(1), default=120, show_default=True, help="Searches of each kind.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another one draws other pages.")
@click.option("--save", type=_FILE, metavar="FILE", help="Write the searches to this file.")
@click.option("--battery", type=_FILE, metavar="FILE", help="Ask the searches of this file instead.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Fail where a kind is below this.")
@click.option("--misses", is_flag=True, help="List the searches that miss their page.")
@common.as_json
@click.pass_context
def bench(
    ctx: click.Context,
    where: str | None,
    per_kind: int,
    seed: int,
    save: Path | None,
    battery: Path | None,
    at_least: float | None,
    misses: bool,
    as_json: bool,
) -> None:
    """Measure how well the site's own pages are found, by searches that are made from their texts.

    Of each kind, which page is meant is known: two words of its title (title2); five words that follow each other on it
    alone, before, at and after character 1,500 (early, cut, late); a word (exact) or an identifier (ident) that stands
    on it alone. Drafts and archived pages are among them. Told is how many stand among the first ten results, and the
    mean reciprocal rank (MRR): 1 where all come first.
    """
    given = [name for name in _OF_MAKING if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT]
    if battery and given:
        names = " and ".join(f"--{name.replace('_', '-')}" for name in given)
        raise click.UsageError(
            f"{names} would make searches, and --battery brings its own: leave out the one or the other"
        )
    with common.open_index(where) as index:
        searches = _load(battery) if battery else _make(index, per_kind, seed)
        if save:
            _save(save, searches)
        ranks = _ask(index, searches)
    failure = _failure(ranks, at_least)
    if as_json:
        common.echo_json({**_told(ranks), **({"ok": False, "error": failure} if failure else {})})
        ctx.exit(1 if failure else 0)
    _table(Output(), ranks, misses)
    if failure:
        raise click.ClickException(failure)


def _load(file: Path) -> list[Search]:
    from mkdocs_fts.recall.searches import BatteryNotReadable, load

    try:
        return load(file)
    except BatteryNotReadable as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror or error}") from error


def _make(index: Index, per_kind: int, seed: int) -> list[Search]:
    from mkdocs_fts.recall.making import make

    searches = make(index.texts, per_kind=per_kind, seed=seed)
    if not searches:
        raise click.ClickException("no page of this index has words to make a search of")
    return searches


def _save(file: Path, searches: list[Search]) -> None:
    from mkdocs_fts.recall.searches import save

    try:
        save(file, searches)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be written: {error.strerror or error}") from error


def _ask(index: Index, searches: list[Search]) -> Ranks:
    from mkdocs_fts.recall.ranks import ranks

    def ask(query: str) -> dict[str, Any]:
        return index.search(query, drafts=True)

    if not sys.stderr.isatty():
        return ranks(ask, searches)
    with click.progressbar(searches, label="Searching", file=sys.stderr) as bar:
        return ranks(ask, bar)


def _failure(ranks: Ranks, at_least: float | None) -> str | None:
    """What is below the mark."""
    found = {kind: ranks.of(kind).found_in_ten for kind in ranks.kinds}
    below = [f"{kind} {percent:.1f} %" for kind, percent in found.items() if at_least and percent < at_least]
    return f"found among the first ten less often than {at_least:g} %: {', '.join(below)}" if below else None


def _told(ranks: Ranks) -> dict[str, Any]:
    return {
        "ok": True,
        **_figures(ranks),
        "kinds": [{"kind": kind, **_figures(ranks.of(kind))} for kind in ranks.kinds],
        "misses": [
            {"kind": search.kind, "query": search.query, "expect": search.url, "rank": rank or None}
            for search, rank in ranks.misses.items()
        ],
    }


def _figures(ranks: Ranks) -> dict[str, Any]:
    return {
        "searches": len(ranks),
        "found_in_ten": round(ranks.found_in_ten, 2),
        "mrr": round(ranks.mean_reciprocal_rank, 4),
    }


def _table(paper: Paper, ranks: Ranks, misses: bool) -> None:
    width = max(map(len, [*map(paper.styled, ranks.kinds), "kind"]))
    paper.line(f"{'kind':{width}}  searches  in ten      MRR")
    for kind in ranks.kinds:
        _row(paper, paper.styled(kind).ljust(width), ranks.of(kind))
    _row(paper, "all".ljust(width), ranks)
    if misses and ranks.misses:
        paper.line()
        for search, rank in ranks.misses.items():
            place = f"rank {rank}" if rank else "not found"
            kind, query = paper.styled(search.kind), paper.styled(search.query, bold=True)
            paper.line(f"{kind}, {place}: “{query}” {paper.styled(address(search.url), fg='cyan')}")


def _row(paper: Paper, name: str, ranks: Ranks) -> None:
    paper.line(f"{name}  {len(ranks):>8,}  {ranks.found_in_ten:>5.1f} %  {ranks.mean_reciprocal_rank:>6.3f}")
