"""Positions in a page ► the passages that answer best."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from mkdocs_fts.query.engine import Engine, Occurrence, Start, Term
from mkdocs_fts.query.expression import Phrase

TEXT_COLUMNS = ("body", "generated", "parts")


@dataclass(frozen=True)
class Candidate:
    """A passage and how well it answers."""

    passage: int
    score: float


@dataclass(frozen=True)
class Terms:
    """The different terms by which phrases are located."""

    terms: list[Term]
    """Those that tell come first."""
    telling: int
    numbers: list[list[int | None]]
    """Of each phrase, which term each token is; None for all tokens of a phrase that is not located."""


def terms_of(phrases: Sequence[Phrase], frequent: Container[str]) -> Terms:
    """By which terms to locate the phrases. All tell but `frequent` ones beside others. A phrase without any that tells
    is not located, nor is one that stands in no text."""
    terms_in = []
    for phrase in phrases:
        last = len(phrase.tokens) - 1
        terms = [Term(token, phrase.prefix and n == last) for n, token in enumerate(phrase.tokens)]
        terms_in.append(terms if _columns_of(phrase) else [])
    every = list(dict.fromkeys(term for terms in terms_in for term in terms))
    rare = {term for term in every if term.prefix or term.token not in frequent} or set(every)
    located = [terms if rare.intersection(terms) else [] for terms in terms_in]
    known = list(dict.fromkeys(term for terms in located for term in terms))
    known.sort(key=lambda term: term not in rare)
    number_of = {term: number for number, term in enumerate(known)}
    return Terms(
        known,
        sum(term in rare for term in known),
        [
            [number_of[term] for term in terms] or [None] * len(phrase.tokens)
            for phrase, terms in zip(phrases, located, strict=True)
        ],
    )


def occurrences_of(engine: Engine, phrases: Sequence[Phrase], terms: Terms, pages: Sequence[int]) -> list[Occurrence]:
    """Where the terms stand in the given pages: those that do not tell only where a phrase stands as far as the others
    say."""
    telling = terms.telling
    found = engine.occurrences(terms.terms[:telling], pages)
    if telling == len(terms.terms):
        return found
    partly = [
        (phrase, [term if term is not None and term < telling else None for term in own])
        for phrase, own in zip(phrases, terms.numbers, strict=True)
        if any(term is not None and term >= telling for term in own)
    ]
    own_of: dict[int, list[Occurrence]] = defaultdict(list)
    for occurrence in found:
        own_of[occurrence.page].append(occurrence)
    likely = []
    for page, own in own_of.items():
        places = _places_of(own)
        if any(_begins(numbers, column, places) for phrase, numbers in partly for column in _columns_of(phrase)):
            likely.append(page)
    others = engine.occurrences(terms.terms[telling:], likely)
    return found + [replace(occurrence, term=telling + occurrence.term) for occurrence in others]


def locate(
    phrases: Sequence[Phrase],
    numbers: Sequence[Sequence[int | None]],
    occurrences: Sequence[Occurrence],
    starts: Sequence[Start],
) -> list[tuple[int, int]]:
    """Where the phrases stand in one page, as `(passage, phrase)`: occurrences of single terms are joined into phrases,
    and each is led to the passage that it begins in. `numbers` tells which term each token of a phrase is. Occurrences
    in the title and tags belong to no passage."""
    places = _places_of(occurrences)
    found = []
    for column in TEXT_COLUMNS:
        at, passages = _beginnings(starts, column)
        for number, phrase in enumerate(phrases):
            if column not in _columns_of(phrase):
                continue
            for offset in _begins(numbers[number], column, places):
                place = bisect_right(at, offset)
                if place:
                    found.append((passages[place - 1], number))
    return found


def _places_of(occurrences: Sequence[Occurrence]) -> dict[tuple[str, int], set[int]]:
    """Column and term ► offsets."""
    places: dict[tuple[str, int], set[int]] = defaultdict(set)
    for occurrence in occurrences:
        places[occurrence.column, occurrence.term].add(occurrence.offset)
    return places


def _begins(terms: Sequence[int | None], column: str, places: Mapping[tuple[str, int], set[int]]) -> list[int]:
    """Where these terms begin to stand one after the other; in the place of None any may."""
    known = [(at, places.get((column, term), set())) for at, term in enumerate(terms) if term is not None]
    if not known:
        return []
    (first, offsets), *following = known
    begins = (offset - first for offset in sorted(offsets))
    return [begin for begin in begins if all(begin + at in offsets for at, offsets in following)]


def _columns_of(phrase: Phrase) -> list[str]:
    """The columns with text in which a phrase may stand."""
    return [column for column in TEXT_COLUMNS if not phrase.columns or column in phrase.columns]


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
