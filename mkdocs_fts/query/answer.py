"""A query ► the answer, in the shape that the browser and `--json` share (see DESIGN: Contracts)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Any, TypeVar

from mkdocs_fts.database import COLUMNS
from mkdocs_fts.document import ACTIVE, AUTO, WRITTEN
from mkdocs_fts.facts import EPOCH
from mkdocs_fts.query.describe import heads, passages
from mkdocs_fts.query.engine import Engine
from mkdocs_fts.query.expression import within
from mkdocs_fts.query.parse import ParsedQuery, parse
from mkdocs_fts.query.steps import Found, find, plan_for

RECENCY_BONUS = 0.05
"""How much a page of today is raised: never above a clearly better one."""
WRITTEN_COLUMNS = tuple(column for column in COLUMNS if column != "generated")

T = TypeVar("T")


@dataclass(frozen=True)
class Options:
    """What may be said with a query."""

    drafts: bool = False
    """Also search drafts and archived pages."""
    wiki: str | None = None
    kind: str | None = None
    page: int = 1
    """Which slice of each group's hits."""
    size: int = 10
    """Hits per group in one slice."""
    typing: bool = False
    """The last word is still being typed."""
    today: date | None = None
    """The day from which new pages count as new. None: today, in UTC."""


@dataclass
class _Group:
    wiki: int
    kind: str
    pages: list[int]


def answer(engine: Engine, query: str, options: Options = Options()) -> dict[str, Any]:
    """Answer a query. Every input has an answer."""
    parsed = parse(query, typing=options.typing)
    wanted = plan_for(engine, parsed)
    found = find(engine, wanted) if wanted else Found()
    found.scores = _lift(engine, found.scores, options.today or datetime.now(timezone.utc).date())
    kind_of = _kinds(engine, found)
    shown, hidden = _filter(engine, found, parsed, options, kind_of)
    groups = _group(engine, shown, kind_of)
    size = max(1, options.size)
    start = (max(1, options.page) - 1) * size
    slices = [group.pages[start : start + size] for group in groups]
    matched = [page for pages in slices for page in pages]
    hits = heads(engine, found, matched)
    texts = passages(engine, found, hits)
    return {
        "ok": True,
        "query": query,
        "total": len(shown),
        "hidden": hidden,
        "relaxed": found.relaxed,
        "corrections": [{"from": each.source, "to": each.to} for each in found.corrections],
        "groups": [
            {
                "wiki": engine.wikis[group.wiki].slug,
                "title": engine.wikis[group.wiki].title,
                "kind": group.kind,
                "total": len(group.pages),
                "hits": [hits[page] | texts.get(page, {}) | {"kind": group.kind} for page in pages],
            }
            for group, pages in zip(groups, slices, strict=True)
        ],
    }


def _lift(engine: Engine, scores: dict[int, float], today: date) -> dict[int, float]:
    """Scores with what holds for a page whatever is asked, the best first."""
    now = (today - EPOCH).days
    lifted = {}
    for page, score in scores.items():
        day = engine.days.get(page)
        age = max(0, now - day) if day else None
        fresh = 1 - age / engine.recency_days if age is not None and age < engine.recency_days else 0.0
        raised = score * engine.boosts.get(page, 1.0) * (1 + RECENCY_BONUS * fresh)
        # Rounded, so that the last bits of a sum decide nothing.
        lifted[page] = math.floor(raised * 1e9 + 0.5) / 1e9
    return {page: lifted[page] for page in sorted(lifted, key=lambda page: (-lifted[page], page))}


def _kinds(engine: Engine, found: Found) -> Callable[[int], str]:
    """Of which kind each match is: a written page that matches only with the help of its generated blocks is `auto`."""
    labels = engine.labels
    if not found.expression or not any(map(labels.has_generated, found.scores)):
        return labels.kind  # in a relaxed search no page is told by its generated blocks alone
    written = within(found.expression, WRITTEN_COLUMNS)
    in_written = engine.match(written) if written else {}
    return lambda page: AUTO if labels.has_generated(page) and page not in in_written else labels.kind(page)


def _filter(
    engine: Engine, found: Found, parsed: ParsedQuery, options: Options, kind_of: Callable[[int], str]
) -> tuple[list[int], int]:
    """Divide by labels: what is shown, and how many more would be with drafts and archived pages."""
    shown = []
    hidden = 0
    for page in found.scores:
        slug = engine.wikis[engine.labels.wiki(page)].slug
        if options.wiki not in (None, slug) or not _allows(parsed.wikis, slug):
            continue
        if options.kind not in (None, kind_of(page)) or not _allows(parsed.kinds, kind_of(page)):
            continue
        status = engine.labels.status(page)
        # To ask for a status is to ask for its pages, whatever the switch says.
        if parsed.statuses:
            if status in parsed.statuses:
                shown.append(page)
        elif options.drafts or status == ACTIVE:
            shown.append(page)
        else:
            hidden += 1
    return shown, hidden


def _group(engine: Engine, pages: Sequence[int], kind_of: Callable[[int], str]) -> list[_Group]:
    """Written groups in the order of the wikis (or by their best hit), then the generated ones."""
    groups: dict[tuple[str, int], _Group] = {}
    for page in pages:
        wiki, kind = engine.labels.wiki(page), kind_of(page)
        groups.setdefault((kind, wiki), _Group(wiki, kind, [])).pages.append(page)
    # Groups stand in the order of their best hits by now; sorting keeps that where wikis have one position.
    return sorted(groups.values(), key=lambda group: (group.kind != WRITTEN, engine.wikis[group.wiki].position))


def _allows(wanted: Sequence[T], value: T) -> bool:
    return not wanted or value in wanted
