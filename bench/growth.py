"""How the index grows with the site: what building needs, and what a first search fetches.

    python -m bench.growth [--pages 2000,20000] [--corpora workspace,scale] [--searches 10] [--searched 25000]
                           [--seed 1] [--json FILE]

Synthetic sites of the sizes in --pages are made after the corpus `workspace`; the corpora are measured as they are.
Sites of more pages than --searched are built only. bench/README.md tells what the figures mean.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from bench import browsing, engines, figures, index_run, rarity, table
from bench.corpora import Corpus
from bench.index_run import Source
from bench.server import Types, counting
from bench.synthetic import Model, Site
from tests.support.sites import CORPORA, unpack

AFTER = "workspace"
"""The corpus that synthetic sites are made after."""
ENGINE = "fts"
PAGES_A_SEARCH = 10
"""So many pages are drawn for a search, for some are too short to take words from."""


def main() -> None:
    arguments = options().parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder, browsing.browser() as browser:
        sites = [
            measure(browser, Types.read(), name, source, model, Path(folder), arguments.searches, arguments.searched)
            for name, source, model in _sources(arguments, Path(folder))
        ]
        chromium = browser.version
    result = {
        "date": datetime.date.today().isoformat(),
        "machine": f"{os.cpu_count()} cores, Chromium {chromium}, Python {platform.python_version()}",
        "seed": arguments.seed,
        "sites": sites,
    }
    print(markdown(result))
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _sources(arguments: argparse.Namespace, work: Path) -> Iterator[tuple[str, Source, Model]]:
    """Name, pages, and how frequent their words are."""
    models: dict[str, Model] = {}
    for name in dict.fromkeys([AFTER, *arguments.corpora] if arguments.pages else arguments.corpora):
        if not (CORPORA / f"{name}.tar.xz").exists():
            sys.exit(f"the corpus {name} is missing in {CORPORA}")
        unpack(name, work / name)
        models[name] = Model.learn(Corpus(work / name).pages())
    for name in arguments.corpora:
        yield name, Corpus(work / name), models[name]
    for count in arguments.pages:
        yield "synthetic", Site(models[AFTER], count, arguments.seed), models[AFTER]


def measure(
    browser: Browser, types: Types, name: str, source: Source, model: Model, work: Path, count: int, searched: int
) -> dict[str, Any]:
    """One site: build it below `work`, and ask it `count` searches of each category."""
    served = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=work))
    run = index_run.index(source, served / ENGINE)
    _tell(f"{name}: {run.pages:,} pages indexed in {run.seconds:.1f} s, {run.peak_bytes / 1e6:,.0f} MB")
    size, files = engines.size(served / ENGINE)
    told = {
        "name": name,
        "pages": run.pages,
        "add_seconds": run.add_seconds,
        "finish_seconds": run.finish_seconds,
        "cpu_seconds": run.cpu_seconds,
        "base_bytes": run.base_bytes,
        "peak_bytes": run.peak_bytes,
        "disk": {"bytes": size, "files": files},
        "first": {},
    }
    if run.pages <= searched:
        asked = rarity.searches(source.sample(PAGES_A_SEARCH * count), model.counts, count)
        if not all(asked.values()):
            sys.exit(f"{name}: no page that was drawn has words enough to search for")
        told["first"] = _ask(browser, types, served, asked)
    return told


def _ask(browser: Browser, types: Types, served: Path, asked: dict[str, list[str]]) -> dict[str, Any]:
    engines.write_page(served, ENGINE)
    with counting(served, types, ahead=False) as server:
        visits = {
            category: [browsing.first_search(browser, server, ENGINE, query) for query in queries]
            for category, queries in asked.items()
        }
    everything = [visit for of_category in visits.values() for visit in of_category]
    return {category: figures.first(of_category) for category, of_category in {**visits, "all": everything}.items()}


_BUILDING = (
    "site",
    "pages",
    "s",
    "of these at the end",
    "CPU s",
    "CPU by page",
    "MB of memory",
    "MB added",
    "by page",
    "MB on disk",
    "files",
)


def markdown(result: dict[str, Any]) -> str:
    """Tables of all sites; time and memory by page are multiples of the first site's."""
    sites: list[dict[str, Any]] = result["sites"]
    begin = sites[0]
    building = table.table(
        _BUILDING,
        (
            [
                site["name"],
                f"{site['pages']:,}",
                f"{site['add_seconds'] + site['finish_seconds']:.1f}",
                f"{site['finish_seconds']:.1f}",
                f"{site['cpu_seconds']:.1f}",
                f"{_by_page(site, _cpu) / _by_page(begin, _cpu):.2f}",
                f"{site['peak_bytes'] / 1e6:,.0f}",
                f"{_added(site) / 1e6:,.0f}",
                f"{_by_page(site, _added) / _by_page(begin, _added):.2f}",
                f"{site['disk']['bytes'] / 1e6:.1f}",
                f"{site['disk']['files']:,}",
            ]
            for site in sites
        ),
    )
    about = f"{result['date']}, {result['machine']}, seed {result['seed']}.\n\n{building}"
    asked = [site for site in sites if site["first"]]
    if not asked:
        return about
    searching = table.table(
        ["first search", *(f"{site['name']} {site['pages']:,}, kB" for site in asked)]
        + [f"requests at {site['pages']:,}" for site in asked],
        (
            [
                category,
                *(table.spread(site["first"][category]["bytes"], table.kilobytes) for site in asked),
                *(table.spread(site["first"][category]["requests"]) for site in asked),
            ]
            for category in asked[0]["first"]
        ),
    )
    begin = asked[0]
    ratios = table.table(
        [f"bytes as a multiple of {begin['name']} {begin['pages']:,}", *(f"{s['name']} {s['pages']:,}" for s in asked)],
        (
            [
                category,
                *(
                    f"{site['first'][category]['bytes']['median'] / begin['first'][category]['bytes']['median']:.2f}"
                    for site in asked
                ),
            ]
            for category in begin["first"]
        ),
    )
    return f"{about}\n{searching}\n{ratios}"


def _cpu(site: dict[str, Any]) -> float:
    return float(site["cpu_seconds"])


def _added(site: dict[str, Any]) -> float:
    return float(site["peak_bytes"] - site["base_bytes"])


def _by_page(site: dict[str, Any], figure: Callable[[dict[str, Any]], float]) -> float:
    value: float = figure(site) / site["pages"]
    return value


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=_numbers, default=[2_000, 20_000])
    parser.add_argument("--corpora", type=_names, default=[AFTER, "scale"])
    parser.add_argument("--searches", type=int, default=10)
    parser.add_argument("--searched", type=int, default=25_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    return parser


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _numbers(text: str) -> list[int]:
    return [int(name) for name in _names(text)]


if __name__ == "__main__":
    main()
