"""Positions in a page ► the passages that answer best."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mkdocs_fts.query.engine import Occurrence, Start, Term
from mkdocs_fts.query.expression import Phrase

TEXT_COLUMNS = ("body", "generated", "parts")


@dataclass(frozen=True)
class Candidate:
    """A passage and how well it answers."""

    passage: int
    score: float


def terms_of(phrases: Sequence[Phrase]) -> tuple[list[Term], list[list[int]]]:
    """The different terms of the phrases, and which of them each token is."""
    known: dict[Term, int] = {}
    numbers = []
    for phrase in phrases:
        last = len(phrase.tokens) - 1
        terms = [Term(token, phrase.prefix and n == last) for n, token in enumerate(phrase.tokens)]
        numbers.append([known.setdefault(term, len(known)) for term in terms])
    return list(known), numbers


def locate(
    phrases: Sequence[Phrase],
    numbers: Sequence[Sequence[int]],
    occurrences: Sequence[Occurrence],
    starts: Sequence[Start],
) -> list[tuple[int, int]]:
    """Where the phrases stand in one page, as `(passage, phrase)`: occurrences of single terms are joined into phrases,
    and each is led to the passage that it begins in. `numbers` tells which term each token of a phrase is. Occurrences
    in the title and tags belong to no passage."""
    places: dict[tuple[str, int], set[int]] = defaultdict(set)
    for occurrence in occurrences:
        places[occurrence.column, occurrence.term].add(occurrence.offset)
    found = []
    for column in TEXT_COLUMNS:
        at, passages = _beginnings(starts, column)
        for number, phrase in enumerate(phrases):
            if phrase.columns and column not in phrase.columns:
                continue
            first, *following = [places.get((column, term), set()) for term in numbers[number]]
            for offset in sorted(first):
                if all(offset + n in offsets for n, offsets in enumerate(following, 1)):
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
