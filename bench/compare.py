"""This project beside other engines of search, on the same pages, in the same browser, from the same server.

    python -m bench.compare [PROJECT] [--engines fts,fts-prefetch,fts-sqljs,pagefind,lunr,fuse,minisearch]
                            [--queries 120] [--first 30] [--rounds 3] [--battery FILE] [--json FILE] [--table FILE]

PROJECT is a folder with a `mkdocs.yml` that lists the plugin `fts`; default: the corpus `workspace`. What the engines
are asked are the searches of the corpus, or of --battery, or such as are made from the site's own texts. `--table`
writes the result between the marks of a Markdown file. docs/benchmarks.md tells what is measured, and how.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

import mkdocs_fts
from bench import battery, browsing, engines, figures, projects, table
from bench.engines import Places
from bench.server import CountingServer, Types, counting
from bench.watching import Measured
from mkdocs_fts.recall.searches import BatteryNotReadable, Search

ROUND_TRIPS = (0, 40)
"""Milliseconds."""
LONGEST = 60.0
"""Seconds for an engine's first searches at one round-trip time; a slow one is asked fewer, but `FEWEST` at least."""
FEWEST = 3
PLUGINS: dict[str, list[Any]] = {"plain": [], "lunr": ["search"]}
IN_BUILD = ("fts", "lunr")
"""Engines whose indexing is a part of `mkdocs build`."""


def main() -> None:
    arguments = options().parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        work = Path(folder)
        places = Places(projects.find(arguments.project, work), work)
        runs = _build(places, arguments.engines, arguments.rounds)
        with mkdocs_fts.open(places.site("fts")) as index:
            try:
                known = battery.find(arguments.battery, arguments.project, index)
            except (BatteryNotReadable, OSError) as error:
                sys.exit(str(error))
            texts = list(index.texts())
        for name in arguments.engines:
            engines.publish(places, name, texts)
        searches = battery.draw(known, arguments.queries + 1)
        with browsing.browser() as browser, counting(places.served, Types.read()) as server:
            measured = _ask(browser, server, arguments.engines, searches, arguments.first)
            chromium = browser.version
        for name, told in measured.items():
            size, files = engines.size(places.served / name)
            told["disk"] = {"bytes": size, "files": files}
            told["indexing"] = (
                figures.indexing(runs[name], runs["plain"], whole=name in IN_BUILD) if name in runs else None
            )
        result = {
            "date": datetime.date.today().isoformat(),
            "corpus": arguments.project.name if arguments.project else projects.DEFAULT,
            "pages": len(texts),
            "machine": f"{os.cpu_count()} cores, Chromium {chromium}, Python {platform.python_version()}",
            "searches": len(searches) - 1,
            "first_searches": min(arguments.first, len(searches)),
            "plain_build": figures.indexing(runs["plain"], runs["plain"], whole=False),
            "engines": measured,
            "ratios": figures.ratios(measured),
        }
    text = table.markdown(result)
    print(text)
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", "utf-8")
    if arguments.table:
        table.write(arguments.table, text)


def _build(places: Places, names: Sequence[str], rounds: int) -> dict[str, list[Measured]]:
    """Build all in turn, so that whatever else the machine does falls on all of them."""
    runs: dict[str, list[Measured]] = defaultdict(list)
    # The index of `fts` gives the texts for the others, so it is always built.
    plugins = {name: plugins for name, plugins in PLUGINS.items() if name in ("plain", *names)}
    with projects.configurations(places.project, **plugins) as configs:
        for number in range(rounds):
            for name in sorted(configs, reverse=bool(number % 2)):
                runs[name].append(projects.build(places.project, configs[name], places.site(name)))
                _tell(f"round {number + 1}: {name} built in {runs[name][-1].seconds:.1f} s")
            if "pagefind" in names:
                runs["pagefind"].append(engines.build_pagefind(places))
                _tell(f"round {number + 1}: pagefind indexed in {runs['pagefind'][-1].seconds:.1f} s")
    return runs


def _ask(
    browser: Browser, server: CountingServer, names: Sequence[str], searches: Sequence[Search], count: int
) -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] = {
        name: {"title": engines.TITLES[name], "version": engines.version(name), "first": {}, "second": {}, "next": {}}
        for name in names
    }
    visits = _first(browser, server, names, [search.query for search in searches[:count]])
    for (name, milliseconds), pairs in visits.items():
        told[name]["first"][str(milliseconds)] = figures.first([first for first, _ in pairs])
        told[name]["second"][str(milliseconds)] = figures.first([second for _, second in pairs])
    *asked, opening = searches
    queries = [search.query for search in asked]
    for name in names:
        told[name]["fetched"] = figures.fetched([first for first, _ in visits[name, 0]])
        for milliseconds in ROUND_TRIPS:
            server.round_trip = milliseconds / 1000
            # What is asked again needs nothing of the server, so that one delay is enough.
            times = 2 if milliseconds == 0 else 1
            ahead, (answers, *again) = browsing.next_searches(browser, server, name, opening.query, queries, times)
            told[name]["next"][str(milliseconds)] = figures.following(answers)
            if again:
                told[name]["ahead"] = ahead.bytes
                told[name]["again"] = figures.following(again[0])
                told[name]["found"] = figures.found(battery.ranks(asked, [answer.urls for answer in answers]))
        _tell(f"{name} asked {len(asked)} searches")
    return told


def _first(
    browser: Browser, server: CountingServer, names: Sequence[str], queries: Sequence[str]
) -> dict[tuple[str, int], list[tuple[browsing.First, browsing.First]]]:
    """First searches and those of second visits by engine and round-trip time; all of these in turn for each query."""
    turns = [(name, milliseconds) for milliseconds in ROUND_TRIPS for name in names]
    visits: dict[tuple[str, int], list[tuple[browsing.First, browsing.First]]] = {turn: [] for turn in turns}
    spent = dict.fromkeys(turns, 0.0)
    for query in queries:
        for turn in turns:
            if spent[turn] < LONGEST or len(visits[turn]) < FEWEST:
                name, milliseconds = turn
                server.round_trip = milliseconds / 1000
                began = time.perf_counter()
                visits[turn].append(browsing.first_searches(browser, server, name, query))
                spent[turn] += time.perf_counter() - began
    _tell("first searches: " + ", ".join(f"{name} at {delay} ms {len(visits[name, delay])}" for name, delay in turns))
    return visits


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path, nargs="?")
    parser.add_argument("--engines", type=_names, default=list(engines.TITLES))
    parser.add_argument("--queries", type=int, default=120)
    parser.add_argument("--first", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--battery", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--table", type=Path)
    return parser


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in engines.TITLES:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(engines.TITLES)}")
    return names


if __name__ == "__main__":
    main()
