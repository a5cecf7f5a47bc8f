"""What is told of the measurements: medians, percentiles, shares and ratios, as plain data for JSON."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import Any

from bench.browsing import First, Next
from bench.watching import Measured
from mkdocs_fts.recall.ranks import Ranks

Figures = dict[str, Any]


def spread(values: Sequence[float]) -> dict[str, float]:
    """The median, and what 95 of 100 values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return {"median": statistics.median(ordered), "p95": ordered[-(-95 * len(ordered) // 100) - 1]}


def first(visits: Sequence[First]) -> Figures:
    return {
        "searches": len(visits),
        "bytes": spread([visit.traffic.bytes for visit in visits]),
        "requests": spread([visit.traffic.requests for visit in visits]),
        "milliseconds": spread([visit.milliseconds for visit in visits]),
    }


def fetched(visits: Sequence[First]) -> list[tuple[str, int]]:
    """Path and bytes of each answer in the visit with the median of bytes, the largest first."""
    ordered = sorted(visits, key=lambda visit: visit.traffic.bytes)
    return sorted(ordered[len(ordered) // 2].traffic.answers, key=lambda answer: -answer[1])


def following(answers: Sequence[Next]) -> dict[str, float]:
    return spread([answer.milliseconds for answer in answers])


def found(ranks: Ranks) -> Figures:
    kinds = [(kind, ranks.of(kind)) for kind in ranks.kinds]
    return {
        "searches": len(ranks),
        "in_ten": {kind: of_kind.found_in_ten for kind, of_kind in kinds} | {"all": ranks.found_in_ten},
        "mrr": {kind: of_kind.mean_reciprocal_rank for kind, of_kind in kinds} | {"all": ranks.mean_reciprocal_rank},
    }


def indexing(runs: Sequence[Measured], plain: Sequence[Measured], *, whole: bool) -> Figures:
    """Ratios to `mkdocs build` without search, round by round, of which the median is told.

    `whole`: a run is a build with the engine, so the plain build's time is taken off. The memory is that of the whole
    process, or of the build with it.
    """
    added = [run.seconds - base.seconds * whole for run, base in zip(runs, plain, strict=True)]
    pairs = list(zip(added, runs, plain, strict=True))
    return {
        "seconds": statistics.median(added),
        "time_ratio": statistics.median(seconds / base.seconds for seconds, _, base in pairs),
        "memory_ratio": statistics.median(run.peak_bytes / base.peak_bytes for _, run, base in pairs),
    }


_RATIOS: list[tuple[str, str, str, Callable[[Figures], float | None]]] = [
    ("fts", "pagefind", "first search, bytes", lambda e: e["first"]["0"]["bytes"]["median"]),
    ("fts", "pagefind", "first search, time at 0 ms", lambda e: e["first"]["0"]["milliseconds"]["median"]),
    ("fts", "pagefind", "first search, time at 40 ms", lambda e: e["first"]["40"]["milliseconds"]["median"]),
    ("fts", "pagefind", "second visit, time at 0 ms", lambda e: e["second"]["0"]["milliseconds"]["median"]),
    ("fts", "pagefind", "second visit, time at 40 ms", lambda e: e["second"]["40"]["milliseconds"]["median"]),
    ("fts", "pagefind", "next searches, median at 40 ms", lambda e: e["next"]["40"]["median"]),
    ("fts", "pagefind", "next searches, p95 at 40 ms", lambda e: e["next"]["40"]["p95"]),
    ("fts-prefetch", "pagefind", "next searches, median at 40 ms", lambda e: e["next"]["40"]["median"]),
    ("fts-prefetch", "pagefind", "next searches, p95 at 40 ms", lambda e: e["next"]["40"]["p95"]),
    ("fts", "lunr", "searches asked again, median", lambda e: e["again"]["median"]),
    ("fts", "pagefind", "indexing, time", lambda e: e["indexing"] and e["indexing"]["seconds"]),
    ("fts", "pagefind", "on disk, bytes", lambda e: e["disk"]["bytes"]),
    ("fts", "pagefind", "on disk, files", lambda e: e["disk"]["files"]),
]


def ratios(engines: dict[str, Figures]) -> list[tuple[str, str, str, float]]:
    """One of this project's engines, another's, what is compared, and the one's figure as a multiple of the other's."""
    told = []
    for own, other, name, figure in _RATIOS:
        if own in engines and other in engines:
            ours, its = figure(engines[own]), figure(engines[other])
            if ours is not None and its:
                told.append((own, other, name, ours / its))
    return told
