"""What the plugin adds to `mkdocs build`: time as a ratio, memory in megabytes.

    python -m bench.build_cost [PROJECT] [--rounds 5] [--json FILE]

PROJECT is a folder with a `mkdocs.yml` that lists the plugin `fts`; default: the corpus `workspace`. It is built with
and without the plugin in turn, so that whatever else the machine does falls on both. Of the rounds' ratios the median
is the result; the ratio of the shortest times is given too, since noise only ever adds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from pathlib import Path

from bench import projects
from bench.watching import Measured

MEGABYTE = 1_000_000


def _round(project: Path, configs: dict[str, Path], folder: Path, number: int) -> dict[str, Measured]:
    order = sorted(configs, reverse=bool(number % 2))
    measured = {name: projects.build(project, configs[name], folder / name) for name in order}
    print(f"round {number + 1}: {measured['fts'].seconds / measured['plain'].seconds:.3f}", flush=True)
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        project = projects.find(arguments.project, Path(folder))
        with projects.configurations(project, plain=[]) as configs:
            rounds = [_round(project, configs, Path(folder), number) for number in range(arguments.rounds)]
    result = {
        "time_ratio_median": statistics.median(r["fts"].seconds / r["plain"].seconds for r in rounds),
        "time_ratio_shortest": min(r["fts"].seconds for r in rounds) / min(r["plain"].seconds for r in rounds),
        "cpu_ratio_median": statistics.median(r["fts"].cpu_seconds / r["plain"].cpu_seconds for r in rounds),
        "added_memory_mb": statistics.median((r["fts"].peak_bytes - r["plain"].peak_bytes) / MEGABYTE for r in rounds),
    }
    for key, value in result.items():
        print(f"{key:24} {value:.3f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
