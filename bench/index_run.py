"""Indexes pages in a process of its own, as a build does, and tells what that took.

Run as a program, with a pickled `Plan` as its input, it does the work and prints a `Run` as JSON.
"""

from __future__ import annotations

import json
import pickle
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from mkdocs_fts.document import Wiki
from mkdocs_fts.indexing import IndexJob, PageSource, Target

ROOT = Path(__file__).parents[1]


class Source(Protocol):
    """Where pages come from."""

    def pages(self) -> Iterator[PageSource]:
        """All of them."""

    def sample(self, count: int) -> list[PageSource]:
        """So many of them, or all, drawn by chance."""

    def wikis(self) -> Sequence[Wiki]:
        """Asked for after the pages."""


@dataclass(frozen=True)
class Plan:
    """What is indexed, and the folder where the index is published."""

    source: Source
    target: Path


@dataclass
class Run:
    """What indexing took. Making the pages is not part of the times."""

    pages: int = 0
    add_seconds: float = 0
    """Taking the pages in; in a build this is beside MkDocs' own work."""
    finish_seconds: float = 0
    """Writing and publishing the index, for which a build waits."""
    cpu_seconds: float = 0
    """Of both, on all cores."""
    base_bytes: int = 0
    """The most memory that the process had held before the first page."""
    peak_bytes: int = 0
    """The most memory that it held in the end."""

    @property
    def seconds(self) -> float:
        return self.add_seconds + self.finish_seconds


def index(source: Source, target: Path) -> Run:
    """Index in another process, so that its memory is its own."""
    plan = pickle.dumps(Plan(source, target))
    done = subprocess.run([sys.executable, "-m", __name__], cwd=ROOT, input=plan, stdout=subprocess.PIPE, check=True)
    return Run(**json.loads(done.stdout))


def _run(plan: Plan) -> Run:
    done = Run(base_bytes=_peak())
    job = IndexJob()
    for page in plan.source.pages():
        began, cpu = time.perf_counter(), time.process_time()
        job.add(page)
        done.add_seconds += time.perf_counter() - began
        done.cpu_seconds += time.process_time() - cpu
        done.pages += 1
    began, cpu = time.perf_counter(), time.process_time()
    job.finish(Target(plan.target, plan.source.wikis(), {}, {}, built="2026-01-01T00:00:00Z"))
    done.finish_seconds = time.perf_counter() - began
    done.cpu_seconds += time.process_time() - cpu
    done.peak_bytes = _peak()
    return done


def _peak() -> int:
    """The most that this process has held in memory so far, in bytes."""
    status = Path("/proc/self/status")
    if status.exists():  # where the next line would count what the parent process held, too
        return int(status.read_text("utf-8").split("VmHWM:")[1].split()[0]) * 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    print(json.dumps(asdict(_run(pickle.load(sys.stdin.buffer)))))
