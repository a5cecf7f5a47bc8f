"""A query ► the answer, in the shape that the browser and `--json` share (see DESIGN: Contracts)."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from typing import Any, TypeVar

from mkdocs_fts.database import COLUMNS, EPOCH
from mkdocs_fts.document import ACTIVE, AUTO, WRITTEN
from mkdocs_fts.query.engine import Engine, PassageRow, Start
from mkdocs_fts.query.excerpt import excerpt
from mkdocs_fts.query.expression import Phrase, within
from mkdocs_fts.query.locate import Candidate, best, locate, terms_of
from mkdocs_fts.query.parse import ParsedQuery, parse
from mkdocs_fts.query.plan import plan
from mkdocs_fts.query.steps import Found, find

MORE_SECTIONS = 2
"""How many sections of a page are shown beside its best."""
MORE_AT_LEAST = 0.4
"""A further section is shown if it matches at least this well, compared with the best."""
RECENCY_BONUS = 0.05
"""How much a page of today is raised: never above a clearly better one."""
WRITTEN_COLUMNS = tuple(column for column in COLUMNS if column != "generated")

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


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
    wanted = plan(parsed, engine.alphabet)
    found = find(engine, wanted) if wanted else Found()
    found.scores = _lift(engine, found.scores, options.today or datetime.now(timezone.utc).date())
    kind_of = _kinds(engine, found)
    shown, hidden = _filter(engine, found, parsed, options, kind_of)
    groups = _group(engine, shown, kind_of)
    size = max(1, options.size)
    start = (max(1, options.page) - 1) * size
    slices = [group.pages[start : start + size] for group in groups]
    hits = _describe(engine, found, [page for pages in slices for page in pages])
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
                "hits": [hits[page] | {"kind": group.kind} for page in pages],
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


def _describe(engine: Engine, found: Found, pages: Sequence[int]) -> dict[int, dict[str, Any]]:
    """Read what is shown of the given pages."""
    if not pages:
        return {}
    terms, numbers = terms_of(found.phrases)
    starts = engine.starts(pages)
    starts_of = _group_by(starts, lambda start: start.page)
    occurrences_of = _group_by(engine.occurrences(terms, pages), lambda occurrence: occurrence.page)
    candidates_of = {}
    for page in pages:
        own = starts_of.get(page, [])
        located = locate(found.phrases, numbers, occurrences_of.get(page, []), own)
        candidates_of[page] = best(located, found.phrases) or [Candidate(start.id, 0.0) for start in own[:1]]
    wanted = [each.passage for page in pages for each in candidates_of[page][: MORE_SECTIONS + 3]]
    passages = _read_passages(engine, wanted, starts)
    hits = {}
    for row in engine.pages(pages):
        sections = _sections(candidates_of[row.id], passages, row.title, found.phrases, engine)
        main = sections[0] if sections else {"section": {"anchor": "", "title": row.title}, "excerpt": []}
        hit = {
            "url": row.url,
            "title": row.title,
            "status": engine.labels.status(row.id),
            "kind": engine.labels.kind(row.id),
            "trail": row.trail,
            **main,
            "more": sections[1:],
            "score": found.scores[row.id],
        }
        if found.relaxed:
            hit["missing"] = found.missing[row.id]
        hits[row.id] = hit
    return hits


def _sections(
    candidates: Sequence[Candidate],
    passages: dict[int, PassageRow],
    page_title: str,
    phrases: Sequence[Phrase],
    engine: Engine,
) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = []
    for candidate in candidates:
        row = passages.get(candidate.passage)
        if row is None or len(sections) > MORE_SECTIONS or candidate.score < MORE_AT_LEAST * candidates[0].score:
            break
        if any(section["section"]["anchor"] == row.anchor for section in sections):
            continue
        fragments = excerpt(row.text, phrases, engine.alphabet)
        sections.append(
            {
                "section": {"anchor": row.anchor, "title": row.title or page_title},
                "excerpt": [{"text": fragment.text, "mark": fragment.mark} for fragment in fragments],
            }
        )
    return sections


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


def _allows(wanted: Sequence[T], value: T) -> bool:
    return not wanted or value in wanted


def _group_by(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
