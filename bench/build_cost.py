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
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
import yaml

from tests.support.sites import CORPORA, unpack

MEGABYTE = 1_000_000


@dataclass
class Measured:
    """One build."""

    seconds: float
    cpu_seconds: float
    """Of all its processes."""
    peak_bytes: int
    """The most that its processes held in memory together (proportional set size where the system tells it)."""


def build(project: Path, config: Path, site: Path) -> Measured:
    """Build once and watch."""
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "-f", str(config), "-d", str(site)]
    began = time.perf_counter()
    process = psutil.Popen(command, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = 0
    cpu: dict[int, float] = {}
    while process.poll() is None:
        held = 0
        for each in [process, *_children(process)]:
            try:
                memory = each.memory_full_info()
                held += getattr(memory, "pss", memory.rss)
                times = each.cpu_times()
                cpu[each.pid] = times.user + times.system
            except psutil.Error:
                continue
        peak = max(peak, held)
        time.sleep(0.02)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with status {process.returncode}")
    return Measured(time.perf_counter() - began, sum(cpu.values()), peak)


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        return process.children(recursive=True)
    except psutil.Error:
        return []


class _Loader(yaml.SafeLoader):
    """Takes tags such as `!!python/name:` and `!ENV` for what they stand on."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


def without_plugin(config: Path) -> Path:
    """A copy of a configuration file without `fts`, beside it."""
    settings = yaml.load(config.read_text("utf-8"), _Loader)
    plugins = settings.get("plugins") or []
    name = lambda plugin: plugin if isinstance(plugin, str) else next(iter(plugin))  # noqa: E731
    settings["plugins"] = [plugin for plugin in plugins if name(plugin) != "fts"]
    copy = config.with_name("mkdocs.without-fts.yml")
    copy.write_text(yaml.safe_dump(settings, allow_unicode=True), "utf-8")
    return copy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path, nargs="?")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mkdocs-fts-bench-") as folder:
        project = arguments.project
        if project is None:
            if not CORPORA.is_dir():
                sys.exit(f"no corpora in {CORPORA}: name a project to build")
            project = Path(folder) / "workspace"
            unpack("workspace", project)
        configs = {"with": project / "mkdocs.yml", "without": without_plugin(project / "mkdocs.yml")}
        rounds = []
        for number in range(arguments.rounds):
            measured = {}
            for name in sorted(configs, reverse=bool(number % 2)):
                measured[name] = build(project, configs[name], Path(folder) / name)
            rounds.append(measured)
            ratio = measured["with"].seconds / measured["without"].seconds
            print(f"round {number + 1}: {ratio:.3f}", flush=True)
    result = {
        "time_ratio_median": statistics.median(r["with"].seconds / r["without"].seconds for r in rounds),
        "time_ratio_shortest": min(r["with"].seconds for r in rounds) / min(r["without"].seconds for r in rounds),
        "cpu_ratio_median": statistics.median(r["with"].cpu_seconds / r["without"].cpu_seconds for r in rounds),
        "added_memory_mb": statistics.median(
            (r["with"].peak_bytes - r["without"].peak_bytes) / MEGABYTE for r in rounds
        ),
    }
    for key, value in result.items():
        print(f"{key:24} {value:.3f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
