"""Other terms for a word that stands on no page as it was typed: of its family, with it inside, or spelled nearly
so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from mkdocs_fts.query.engine import Engine, TermRow
from mkdocs_fts.vocabulary import BEGIN, END, MAX_TERM, STEM, trigrams

MAX_INSIDES = 50
"""The most terms that one part of a word stands for."""
MAX_SIMILAR = 3
"""The most spellings that one misspelling stands for."""
MIN_STEM = 4
"""The shortest beginning of a word that leads to its family, which is half of the word at least: *cosmic* is none of
the family of *cos*. Of a shorter word only an *s* is taken off; a doubled letter shows a shorter stem, *run* in
*running*."""

MAX_TRANSPOSED = 6
"""Words up to this length are looked up with each two neighbours transposed."""

Place = Literal["begin", "inside", "end"]


def family(engine: Engine, term: str) -> list[str]:
    """The terms of a word's family, itself included where it stands on a page.

    There is no stemmer where queries are asked. A stem is nearly always the beginning of its words, so that the longest
    beginning which is the stem of some term leads to the family.
    """
    for stem in _beginnings(term):
        stems = [stem, f"{stem[:-1]}i"] if stem.endswith("y") else [stem]  # policy, policies: polici
        found = engine.terms_with_some([STEM + each for each in stems], 1)
        if found:
            return [row.term for row in found]
    return []


def shorter(engine: Engine, term: str) -> list[str]:
    """The longest beginning of a word that stands on a page by itself: a term that shares its stem with no other has
    none in the index, and so leads to no family."""
    for stem in _beginnings(term)[1:]:
        if any(row.term == stem for row in engine.terms_with_all(trigrams(stem))):
            return [stem]
    return []


def _beginnings(term: str) -> list[str]:
    """The beginnings of a word that may be its stem, the longest, the word itself, first."""
    if not 3 <= len(term) <= MAX_TERM or not term.isalpha():
        return []
    shortest = max(MIN_STEM, (len(term) + 1) // 2) if len(term) > MIN_STEM else len(term) - term.endswith("s")
    lengths = list(range(len(term), shortest - 1, -1))
    if shortest > 3 and term[2] == term[3]:
        lengths.append(3)
    return [term[:length] for length in lengths]


def insides(engine: Engine, fragment: str, place: Place = "inside") -> list[str]:
    """The terms that the fragment is a part of, those on most pages first."""
    if not 3 <= len(fragment) <= MAX_TERM:
        return []
    marked = f"{BEGIN if place == 'begin' else ''}{fragment}{END if place == 'end' else ''}"
    grams = [marked[at : at + 3] for at in range(len(marked) - 2)]
    check = {"begin": str.startswith, "inside": str.__contains__, "end": str.endswith}[place]
    return [row.term for row in engine.terms_with_all(grams) if check(row.term, fragment)][:MAX_INSIDES]


def similar(engine: Engine, word: str, *, prefix: bool = False, careful: bool = False) -> list[str]:
    """The terms with the fewest letters transposed, missing, extra or wrong, those on most pages first: no more than
    one in a short word and two in a long one; with `careful`, none and one. With `prefix`, terms that begin so."""
    allowed = (0 if len(word) < 7 else 1) if careful else (0 if len(word) < 4 else 1 if len(word) < 8 else 2)
    if not allowed or len(word) > MAX_TERM + allowed:
        return []
    grams = list(dict.fromkeys(trigrams(word)[: -1 if prefix else None]))
    # A wrong letter spoils three trigrams, a transposition four.
    rows = {row.term: row for row in engine.terms_with_some(grams, max(1, len(grams) - 4 * allowed))}
    rows |= {row.term: row for row in _transposed(engine, word)}
    near: dict[int, list[TermRow]] = {}
    for row in rows.values():
        distance = min(edits(word, beginning, allowed) for beginning in _compared(row.term, len(word), prefix))
        if 0 < distance <= allowed:
            near.setdefault(distance, []).append(row)
    closest = sorted(near[min(near)], key=lambda row: (-row.pages, row.term)) if near else []
    return [row.term for row in closest[:MAX_SIMILAR]]


def _compared(term: str, length: int, prefix: bool) -> Sequence[str]:
    """What of a term is compared: all of it, or its beginnings of about the word's length."""
    return [term[: length + more] for more in (-1, 0, 1)] if prefix else [term]


def _transposed(engine: Engine, word: str) -> list[TermRow]:
    """A transposition in a short word leaves hardly a trigram whole: such words are looked up one by one."""
    if len(word) > MAX_TRANSPOSED:
        return []
    found = []
    for at in range(len(word) - 1):
        variant = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        found += [row for row in engine.terms_with_all(trigrams(variant)) if row.term == variant]
    return found


def edits(a: str, b: str, limit: int) -> int:
    """The least number of letters to transpose, add, drop or change to turn one into the other (optimal string
    alignment); `limit + 1` or more where it is more than `limit`."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        above, row = row, [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
