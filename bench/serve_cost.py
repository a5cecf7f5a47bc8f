"""What saving one page under `mkdocs serve` costs the plugin, as a share of what the first build costs it.

    python -m bench.serve_cost [PROJECT] [--saves 7]

PROJECT is a folder with a `mkdocs.yml` that lists the plugin `fts`; default: the corpus `workspace`. A copy of it is
built in this process, as `mkdocs serve` does it, and then again after each change of one page: now a word that the site
has, now one that it has not. A cost is the time spent in the plugin's hooks, waiting included, and the CPU time of the
indexing process.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import psutil
from mkdocs.commands.build import build
from mkdocs.config import load_config

from bench import projects
from mkdocs_fts.background import BackgroundIndexer
from mkdocs_fts.plugin import FtsPlugin


class Costs:
    """Watches the plugin."""

    def __init__(self) -> None:
        self.hooks = 0.0
        """Seconds in the plugin's hooks."""
        for name in [name for name in vars(FtsPlugin) if name.startswith("on_")]:
            setattr(FtsPlugin, name, self._timed(getattr(FtsPlugin, name)))

    def _timed(self, hook: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(hook)  # its priority too
        def timed(*arguments: Any, **options: Any) -> Any:
            began = time.perf_counter()
            try:
                return hook(*arguments, **options)
            finally:
                self.hooks += time.perf_counter() - began

        return timed


def _process_seconds(plugin: FtsPlugin) -> float:
    """CPU time of the indexing process so far."""
    indexer = plugin._idle
    if not isinstance(indexer, BackgroundIndexer):
        raise SystemExit("there is no indexing process here")
    times = psutil.Process(indexer._process.pid).cpu_times()
    return times.user + times.system


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path, nargs="?")
    parser.add_argument("--saves", type=int, default=7)
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        project = Path(folder) / "copy"
        shutil.copytree(projects.find(arguments.project, Path(folder)), project, ignore=shutil.ignore_patterns("site"))
        costs = Costs()
        results: list[tuple[float, float]] = []
        before = 0.0
        for save in range(arguments.saves + 1):
            config = load_config(str(project / "mkdocs.yml"), site_dir=str(Path(folder) / "site"))
            if save == 0:
                config.plugins.on_startup(command="serve", dirty=False)
                pages = sorted(Path(config.docs_dir).rglob("*.md"))
            else:
                with pages[len(pages) * save // (arguments.saves + 1)].open("a", encoding="utf-8") as page:
                    page.write(f"\n\nSaved {'and new' if save % 2 else f'unheard{save}of'}.\n")
            costs.hooks = 0.0
            build(config)
            plugin = config.plugins["fts"]
            total = _process_seconds(plugin)
            results.append((costs.hooks, total - before))
            before = total
            hooks, process = results[-1]
            ratio = sum(results[-1]) / sum(results[0])
            print(
                f"{'save' if save else 'first'} {hooks:6.2f} s in hooks, {process:5.2f} s beside, {ratio:.3f}",
                flush=True,
            )
        config.plugins.on_shutdown()
    print(f"median share of a save {statistics.median(sum(each) / sum(results[0]) for each in results[1:]):.3f}")


if __name__ == "__main__":
    main()
