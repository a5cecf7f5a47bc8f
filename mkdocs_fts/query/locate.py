"""Positions in a page ► the passages that answer best."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass

from mkdocs_fts.query.engine import Occurrence, Start, Term
from mkdocs_fts.query.expression import Phrase

TEXT_COLUMNS = ("body", "generated", "parts")


@dataclass(frozen=True)
class Candidate:
    """A passage and how well it answers."""

    passage: int
    score: float


def terms_of(phrases: Sequence[Phrase], frequent: Container[str]) -> tuple[list[Term], list[list[int | None]]]:
    """The different terms by which to locate the phrases, and which of them each token is. None are tokens that locate
    nothing: those of phrases that stand in no text, and `frequent` ones, unless there are no others."""
    terms_in = []
    for phrase in phrases:
        in_text = not phrase.columns or not set(TEXT_COLUMNS).isdisjoint(phrase.columns)
        last = len(phrase.tokens) - 1
        terms = [Term(token, phrase.prefix and n == last) for n, token in enumerate(phrase.tokens)]
        terms_in.append([term if in_text else None for term in terms])
    all_terms = {term for terms in terms_in for term in terms if term}
    telling = {term for term in all_terms if term.prefix or term.token not in frequent} or all_terms
    known: dict[Term, int] = {}
    numbers = [
        [known.setdefault(term, len(known)) if term in telling else None for term in terms] for terms in terms_in
    ]
    return list(known), numbers


def locate(
    phrases: Sequence[Phrase],
    numbers: Sequence[Sequence[int | None]],
    occurrences: Sequence[Occurrence],
    starts: Sequence[Start],
) -> list[tuple[int, int]]:
    """Where the phrases stand in one page, as `(passage, phrase)`: occurrences of single terms are joined into phrases,
    and each is led to the passage that it begins in. `numbers` tells which term each token of a phrase is; those
    without one may be any. Occurrences in the title and tags belong to no passage."""
    places: dict[tuple[str, int], set[int]] = defaultdict(set)
    for occurrence in occurrences:
        places[occurrence.column, occurrence.term].add(occurrence.offset)
    found = []
    for column in TEXT_COLUMNS:
        at, passages = _beginnings(starts, column)
        for number, phrase in enumerate(phrases):
            if phrase.columns and column not in phrase.columns:
                continue
            known = [(n, term) for n, term in enumerate(numbers[number]) if term is not None]
            if not known:
                continue
            (first, begins), *following = [(n, places.get((column, term), set())) for n, term in known]
            for offset in sorted(begins):
                if all(offset - first + n in offsets for n, offsets in following):
                    place = bisect_right(at, offset)
                    if place:
                        found.append((passages[place - 1], number))
    return found


def best(located: Sequence[tuple[int, int]], phrases: Sequence[Phrase]) -> list[Candidate]:
    """The best passages of a page first; of equals, the one that comes first in the page."""
    by_passage: dict[int, Counter[int]] = defaultdict(Counter)
    in_page = Counter(phrase for _, phrase in located)
    for passage, phrase in located:
        by_passage[passage][phrase] += 1
    candidates = []
    for passage, counts in by_passage.items():
        score = 0.0
        for phrase, count in counts.items():
            # Long phrases and those that are rare in the page tell most; repeating one adds less and less.
            score += len(phrases[phrase].tokens) / (1 + math.log2(in_page[phrase])) * (2 - 1 / count)
        candidates.append(Candidate(passage, score))
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.passage))


def _beginnings(starts: Sequence[Start], column: str) -> tuple[list[int], list[int]]:
    """Where passages begin in a column, and which. `generated` holds the parts of its identifiers after its text."""
    own = [start for start in starts if start.column == ("body" if column == "parts" else column)]
    texts = [(start.first_token, start.id) for start in own]
    parts = [(start.first_part, start.id) for start in own]
    pairs = {"body": texts, "parts": parts, "generated": texts + parts}[column]
    return [at for at, _ in pairs], [passage for _, passage in pairs]
