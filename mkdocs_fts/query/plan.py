"""A parsed query ► what pages must have, and what lifts a page above others that have it too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.query.expression import Expression, Join, Phrase, Without, join
from mkdocs_fts.query.parse import Clause, ParsedQuery
from mkdocs_fts.text import identifiers, parts, prepare

FIELD_COLUMNS = {"title": ("title",), "tag": ("tags",)}
PART_COLUMNS = ("parts", "generated")

PHRASE_BONUS = 10.0
"""Pages that have all words side by side go before those that have them scattered."""
IDENTIFIER_BONUS = 4.0
"""Pages that have an identifier with its punctuation go before those that have its letters only."""


@dataclass(frozen=True)
class Word:
    """A clause in tokens."""

    clause: Clause
    terms: tuple[str, ...]
    """Folded, as FTS5 stores them."""
    expression: Expression
    """What a page must have for it."""


@dataclass(frozen=True)
class Boost:
    """Adds the score of `expression`, and `bonus`, to the pages that match both the query and it."""

    expression: Expression
    bonus: float


@dataclass(frozen=True)
class Plan:
    """What to look for."""

    groups: tuple[tuple[Word, ...], ...]
    """Of each group one word must stand in the page."""
    drop: Expression | None
    """What must not stand in it."""
    filter: Expression
    """All of that."""
    together: Phrase | None
    """All words side by side, where they are plain."""
    boosts: tuple[Boost, ...]


def plan(query: ParsedQuery, alphabet: Alphabet) -> Plan | None:
    """What pages must have for this query; None where it asks for no word at all."""
    groups = []
    for alternatives in query.required:
        words = tuple(word for clause in alternatives if (word := to_word(clause, alphabet)))
        if words:
            groups.append(words)
    expressions = [join("or", [word.expression for word in words]) for words in groups]
    keep = join("and", [expression for expression in expressions if expression])
    if keep is None:
        return None
    dropped = [word.expression for clause in query.excluded if (word := to_word(clause, alphabet))]
    drop = join("or", dropped)
    together = _together(groups)
    return Plan(
        groups=tuple(groups),
        drop=drop,
        filter=Without(keep, drop) if drop else keep,
        together=together,
        boosts=tuple(_boosts(groups, together)),
    )


def to_word(clause: Clause, alphabet: Alphabet) -> Word | None:
    """A clause in tokens; None where it has none."""
    raw = alphabet.query_tokens(prepare(clause.text))
    if not raw:
        return None
    terms = tuple(map(alphabet.fold, raw))
    columns = FIELD_COLUMNS[clause.field] if clause.field else None
    expression: Expression = Phrase(terms, clause.prefix, columns)
    pieces = parts(raw[0]) if len(raw) == 1 and not clause.field else []
    if pieces:
        inside = Phrase(tuple(map(alphabet.fold, pieces)), clause.prefix, PART_COLUMNS)
        expression = Join("or", (expression, inside))
    return Word(clause, terms, expression)


def _together(groups: Sequence[Sequence[Word]]) -> Phrase | None:
    """The words as one phrase, where there are several and all are plain."""
    words = [group[0] for group in groups if len(group) == 1]
    if len(words) < len(groups) or len(words) < 2 or any(word.clause.quoted or word.clause.field for word in words):
        return None
    return Phrase(tuple(term for word in words for term in word.terms), words[-1].clause.prefix)


def _boosts(groups: Sequence[Sequence[Word]], together: Phrase | None) -> list[Boost]:
    boosts = []
    words = [group[0] for group in groups if len(group) == 1 and not group[0].clause.field]
    if together:
        boosts.append(Boost(together, PHRASE_BONUS))
        in_title = [Phrase(word.terms, word.clause.prefix, ("title",)) for word in words]
        boosts.append(Boost(Join("and", tuple(in_title)), 0.0))
    for word in words:
        if word.clause.prefix:
            # The word itself goes before those that only begin with it.
            boosts.append(Boost(Phrase(word.terms), 0.0))
        for identifier in identifiers(prepare(word.clause.text)):
            boosts.append(Boost(Phrase((identifier,), word.clause.prefix, PART_COLUMNS), IDENTIFIER_BONUS))
    return boosts
