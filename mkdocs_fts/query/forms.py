"""The forms that a word of a query may take on pages, where it is not found as it was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from mkdocs_fts.query.engine import Engine
from mkdocs_fts.query.expression import Expression, Phrase, join
from mkdocs_fts.query.plan import Word
from mkdocs_fts.query.spelling import family, insides, shorter, similar

MAX_FAMILY = 12
"""The most terms of a family that are searched for."""
MAX_CUT = 100
"""The most phrases tried for a run of several terms that is cut at its ends."""

Match = Callable[[Expression], Mapping[int, float]]


@dataclass(frozen=True)
class Correction:
    """A word that stands on no page, and what was looked for in its place."""

    source: str
    to: str


@dataclass(frozen=True)
class Forms:
    """What stands for one group of a query's words."""

    text: str
    """As it was typed."""
    expressions: tuple[Expression, ...]
    terms: tuple[str, ...] = ()
    """The terms of a single plain word; empty for others."""
    corrections: tuple[Correction, ...] = ()
    """What was looked for in place of words that stand on no page."""
    required: bool = False
    """Not to be done without: quoted, or held to a field."""


def own_form(group: Sequence[Word]) -> Forms:
    """A group of alternatives as they were typed."""
    plain = not any(word.clause.quoted or word.clause.field for word in group)
    return Forms(
        text=" OR ".join(word.clause.text for word in group),
        expressions=tuple(dict.fromkeys(word.expression for word in group)),
        terms=group[0].terms if plain and len(group) == 1 else (),
        required=not plain,
    )


def other_forms(engine: Engine, match: Match, group: Sequence[Word], *, careful: bool) -> Forms:
    """The forms of a group of alternatives. `careful` says to be slow to take a word for a misspelling: one among many
    may just stand on no page."""
    expressions: list[Expression] = []
    corrections = []
    for word in group:
        found, corrected = _forms(engine, match, word, careful)
        expressions += found
        if corrected:
            corrections.append(Correction(word.clause.text, corrected))
    return replace(own_form(group), expressions=tuple(dict.fromkeys(expressions)), corrections=tuple(corrections))


def _forms(engine: Engine, match: Match, word: Word, careful: bool) -> tuple[list[Expression], str | None]:
    """A word's forms, and the correction where the word itself stands on no page."""
    if word.clause.quoted or word.clause.field:
        return [word.expression], None
    pages = len(match(word.expression))
    if len(word.terms) > 1:
        return ([word.expression], None) if pages else _run(engine, match, word)
    term = word.terms[0]
    if pages * 2 > engine.page_count:
        return [word.expression], None  # so common that its family tells nothing
    forms = family(engine, term)[:MAX_FAMILY]
    if pages:
        return [word.expression, *(Phrase((form,)) for form in forms if form != term)], None
    forms = forms or shorter(engine, term) or insides(engine, term)
    forms = forms or similar(engine, term, prefix=word.clause.prefix, careful=careful)
    return ([Phrase((form,)) for form in forms], forms[0]) if forms else ([word.expression], None)


def _run(engine: Engine, match: Match, word: Word) -> tuple[list[Expression], str | None]:
    """A run of several terms: phrases that it may be cut out of, as `x30-0x3f` of `0x30-0x3f`; else its terms, wherever
    they stand."""
    first, *middle, last = word.terms
    begins = insides(engine, first, "end") or [first]
    ends = insides(engine, last, "begin") or [last]
    phrases = [Phrase((begin, *middle, end)) for begin in begins for end in ends]
    cut = [phrase for phrase in phrases[:MAX_CUT] if match(phrase)]
    if cut:
        return [*cut], " ".join(cut[0].tokens)
    scattered = join("and", [Phrase((term,)) for term in word.terms])
    return [scattered] if scattered else [], None
