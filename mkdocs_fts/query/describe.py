"""Reads what is shown of the pages that a search found: the heads of hits, and their passages."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from mkdocs_fts.query.engine import Engine, PassageRow, Start
from mkdocs_fts.query.excerpt import excerpt
from mkdocs_fts.query.expression import Phrase
from mkdocs_fts.query.locate import Candidate, best, locate, occurrences_of, terms_of
from mkdocs_fts.query.steps import Found

MORE_SECTIONS = 2
"""How many sections of a page are shown beside its best."""
MORE_AT_LEAST = 0.4
"""A further section is shown if it matches at least this well, compared with the best."""

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


def heads(engine: Engine, found: Found, pages: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Hits without their passages, by page: they link to the top of it."""
    hits = {}
    for row in engine.pages(pages) if pages else ():
        hit = {
            "url": row.url,
            "title": row.title,
            "status": engine.labels.status(row.id),
            "kind": engine.labels.kind(row.id),
            "trail": row.trail,
            "section": {"anchor": "", "title": row.title},
            "excerpt": [],
            "more": [],
            "score": found.scores[row.id],
        }
        if found.relaxed:
            hit["missing"] = found.missing[row.id]
        hits[row.id] = hit
    return hits


def passages(engine: Engine, found: Found, hits: Mapping[int, Mapping[str, Any]]) -> dict[int, dict[str, Any]]:
    """Of each hit the sections that match best, by page: what `section`, `excerpt` and `more` of the hit become."""
    pages = list(hits)
    if not pages:
        return {}
    terms = terms_of(found.phrases, engine.frequent)
    starts = engine.starts(pages)
    starts_of = _group_by(starts, lambda start: start.page)
    occurrences = _group_by(occurrences_of(engine, found.phrases, terms, pages), lambda occurrence: occurrence.page)
    candidates_of = {}
    for page in pages:
        own = starts_of.get(page, [])
        located = locate(found.phrases, terms.numbers, occurrences.get(page, []), own)
        candidates_of[page] = best(located, found.phrases) or [Candidate(start.id, 0.0) for start in own[:1]]
    shown_of = {page: _shown(found, starts_of.get(page, [])) for page, found in candidates_of.items()}
    rows = _read_passages(engine, [number for shown in shown_of.values() for number in shown], starts)
    described = {}
    for page, shown in shown_of.items():
        sections = [
            _section(rows[number], hits[page]["title"], found.phrases, engine) for number in shown if number in rows
        ]
        if sections:
            described[page] = {**sections[0], "more": sections[1:]}
    return described


def _shown(candidates: Sequence[Candidate], starts: Sequence[Start]) -> list[int]:
    """Of a page's passages, the best first, those that are shown: one a section."""
    found: dict[int, int] = {}
    for candidate in candidates:
        if len(found) > MORE_SECTIONS or candidate.score < MORE_AT_LEAST * candidates[0].score:
            break
        at = candidate.passage - starts[0].id
        while starts[at].continues:
            at -= 1
        found.setdefault(at, candidate.passage)
    return list(found.values())


def _section(row: PassageRow, page_title: str, phrases: Sequence[Phrase], engine: Engine) -> dict[str, Any]:
    fragments = excerpt(row.text, phrases, engine.alphabet)
    return {
        "section": {"anchor": row.anchor, "title": row.title or page_title},
        "excerpt": [{"text": fragment.text, "mark": fragment.mark} for fragment in fragments],
    }


def _read_passages(engine: Engine, ids: Sequence[int], starts: Sequence[Start]) -> dict[int, PassageRow]:
    """Passages for reading: without the heading, which is shown by itself. A passage that is nothing but its heading
    takes the text of the next one in its page that is more."""
    passages = {row.id: _without_heading(row) for row in engine.passages(ids)}
    page_of = {start.id: start.page for start in starts}
    for ahead in itertools.count(1):
        bare = [
            number
            for number, row in passages.items()
            if not row.text and number in page_of and page_of[number] == page_of.get(number + ahead)
        ]
        if not bare:
            break
        following = {row.id: _without_heading(row).text for row in engine.passages([n + ahead for n in bare])}
        for number in bare:
            passages[number] = replace(passages[number], text=following.get(number + ahead, ""))
    return passages


def _without_heading(row: PassageRow) -> PassageRow:
    return replace(row, text=row.text.partition("\n")[2]) if row.level else row


def _group_by(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
