"""What saving one page under `mkdocs serve` costs the plugin, as a share of what the first build costs it.

    python -m bench.serve_cost [PROJECT] [--saves 7]

PROJECT is a folder with a `mkdocs.yml` that lists the plugin `fts`; default: the corpus `workspace`. A copy of it is
built in this process, as `mkdocs serve` does it, and then again after each change of one page: now a word that the site
has, now one that it has not. A cost is the CPU time of the plugin's hooks and of the indexing process; how long MkDocs
waits in the hooks is told beside it.
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
        self.cpu = 0.0
        """CPU seconds in the plugin's hooks."""
        self.seconds = 0.0
        """All seconds there."""
        for name in [name for name in vars(FtsPlugin) if name.startswith("on_")]:
            setattr(FtsPlugin, name, self._timed(getattr(FtsPlugin, name)))

    def _timed(self, hook: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(hook)  # its priority too
        def timed(*arguments: Any, **options: Any) -> Any:
            began, cpu_began = time.perf_counter(), time.thread_time()
            try:
                return hook(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - began
                self.cpu += time.thread_time() - cpu_began

        return timed


def _process_seconds(plugin: Any) -> float:
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
        results: list[float] = []
        process_before = 0.0
        for save in range(arguments.saves + 1):
            config = load_config(str(project / "mkdocs.yml"), site_dir=str(Path(folder) / "site"))
            if save == 0:
                config.plugins.on_startup(command="serve", dirty=False)
                pages = sorted(Path(config.docs_dir).rglob("*.md"))
            else:
                with pages[len(pages) * save // (arguments.saves + 1)].open("a", encoding="utf-8") as page:
                    page.write(f"\n\nSaved {'and new' if save % 2 else f'unheard{save}of'}.\n")
            costs.cpu = costs.seconds = 0.0
            build(config)
            process = _process_seconds(config.plugins["fts"])
            results.append(costs.cpu + process - process_before)
            print(
                f"{'save ' if save else 'first'} {costs.cpu:5.2f} s CPU in hooks ({costs.seconds:.2f} s in all), "
                f"{process - process_before:5.2f} s CPU beside: {results[-1] / results[0]:.3f}",
                flush=True,
            )
            process_before = process
        config.plugins.on_shutdown()
    print(f"median share of a save {statistics.median(results[1:]) / results[0]:.3f}")


if __name__ == "__main__":
    main()
