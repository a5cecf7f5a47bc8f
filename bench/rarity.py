"""Searches by how common their words are, each of which finds at least the page that its words were taken from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from bench.synthetic import words_of
from mkdocs_fts.indexing import PageSource

COMMON = 5
"""A common word is one of so many that are the most frequent of their page."""
SENTENCE = 5
"""Words."""


def searches(pages: Sequence[PageSource], counts: Counter[str], count: int, seed: int = 1) -> dict[str, list[str]]:
    """Category ► so many searches. `counts` tells how often a word stands in all pages: never, if it is a rare one.

    Only words of two and more ASCII letters are asked for, so that sites in several scripts can be compared.
    """
    chance = random.Random(seed)
    found: dict[str, list[str]] = {name: [] for name in CATEGORIES}
    for page in pages:
        words = [word for word in words_of(page) if len(word) > 1 and word.isascii() and word.isalpha()]
        by_count = sorted(set(words), key=lambda word: (counts[word], word))
        if len(by_count) < 2 * COMMON:
            continue
        for name, make in CATEGORIES.items():
            if len(found[name]) < count:
                found[name].append(" ".join(make(words, by_count, chance)))
    return found


CATEGORIES: dict[str, Callable[[Sequence[str], Sequence[str], random.Random], Sequence[str]]] = {
    "two rare words": lambda words, by_count, chance: by_count[:2],
    "a common and a rare word": lambda words, by_count, chance: [chance.choice(by_count[-COMMON:]), by_count[0]],
    "two common words": lambda words, by_count, chance: chance.sample(by_count[-COMMON:], 2),
    "a sentence of five": lambda words, by_count, chance: _stretch(words, chance),
}


def _stretch(words: Sequence[str], chance: random.Random) -> Sequence[str]:
    start = chance.randrange(len(words) - SENTENCE + 1)
    return words[start : start + SENTENCE]
