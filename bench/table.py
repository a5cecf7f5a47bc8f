"""The measurements as Markdown, and their place in the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

MARKS = ("<!-- measured -->", "<!-- /measured -->")
NONE = "–"


class NoPlace(ValueError):
    """A file has no marks for the table. The message names it and the marks."""


def write(file: Path, text: str) -> None:
    """Put `text` between the marks in `file`, which the file keeps. Raises `NoPlace` or `OSError`."""
    old = file.read_text("utf-8")
    begin, end = MARKS
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
    new, places = pattern.subn(lambda _: f"{begin}\n{text}{end}", old)
    if places != 1:
        raise NoPlace(f"{file} needs the lines {begin} and {end} once: the table goes between them")
    file.write_text(new, "utf-8")


def markdown(result: dict[str, Any]) -> str:
    """All of a comparison."""
    engines: dict[str, Any] = result["engines"]
    if not engines:
        return ""
    names = [f"{engine['title']} ({engine['version']})" for engine in engines.values()]
    titles = [engine["title"] for engine in engines.values()]
    kinds = list(next(iter(engines.values()))["found"]["in_ten"])
    of = list(engines.values())
    about = (
        f"{result['date']}, `{result['corpus']}` ({result['pages']:,} pages), {result['machine']}. "
        f"{', '.join(names)}. "
        f"{result['searches']} searches, up to {result['first_searches']} of them as first searches.\n"
    )
    first = table(
        ["engine", "first search, kB", "requests", "ms", "ms at 40 ms", "second visit, kB", "ms", "ms at 40 ms"],
        (
            [
                title,
                spread(e["first"]["0"]["bytes"], kilobytes),
                spread(e["first"]["0"]["requests"]),
                spread(e["first"]["0"]["milliseconds"]),
                spread(e["first"]["40"]["milliseconds"]),
                spread(e["second"]["0"]["bytes"], kilobytes),
                spread(e["second"]["0"]["milliseconds"]),
                spread(e["second"]["40"]["milliseconds"]),
            ]
            for title, e in zip(titles, of, strict=True)
        ),
    )
    following = table(
        [
            "engine",
            "fetched in a pause, kB",
            "next search, ms",
            "ms at 40 ms",
            "asked again, ms",
            "indexing time",
            "memory",
            "MB on disk",
            "files",
        ],
        (
            [
                title,
                kilobytes(e["ahead"]),
                spread(e["next"]["0"]),
                spread(e["next"]["40"]),
                spread(e["again"]),
                _percent(e["indexing"], "time_ratio"),
                _percent(e["indexing"], "memory_ratio"),
                f"{e['disk']['bytes'] / 1e6:.1f}",
                f"{e['disk']['files']:,}",
            ]
            for title, e in zip(titles, of, strict=True)
        ),
    )
    found = table(
        ["engine", *(f"{kind}, %" for kind in kinds), "MRR by kind", "MRR"],
        (
            [
                title,
                *(f"{e['found']['in_ten'][kind]:.0f}" for kind in kinds),
                " · ".join(f"{e['found']['mrr'][kind]:.2f}" for kind in kinds[:-1]),
                f"{e['found']['mrr']['all']:.3f}",
            ]
            for title, e in zip(titles, of, strict=True)
        ),
    )
    tables = [about, first, following, found]
    if result["ratios"]:
        heads = ["engine", "as a multiple of", "", "ratio"]
        rows = [
            [engines[own]["title"], engines[other]["title"], name, f"{ratio:.2f}"]
            for own, other, name, ratio in result["ratios"]
        ]
        tables.append(table(heads, rows))
    return "\n".join(tables)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")


def kilobytes(value: float) -> str:
    return _number(value / 1000)


def spread(values: dict[str, float], number: Any = _number) -> str:
    """The median, and in brackets the 95th percentile."""
    median, high = number(values["median"]), number(values["p95"])
    return median if median == high else f"{median} ({high})"


def _percent(figures: dict[str, float] | None, key: str) -> str:
    return NONE if figures is None else f"{100 * figures[key]:.0f} %"
