"""A parsed query ► what pages must have, and what lifts a page above others that have it too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.query.expression import Expression, Join, Phrase, Without, join, phrases
from mkdocs_fts.query.parse import Clause, ParsedQuery
from mkdocs_fts.text import identifiers, parts, prepare

FIELD_COLUMNS = {"title": ("title",), "tag": ("tags",)}
PART_COLUMNS = ("parts", "generated")

SHORT = 2
"""Up to so many characters, the beginning of a word is one that nearly every page has."""

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
    prefix: bool
    """The last term is the beginning of one: of any, not in titles alone."""


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
    everywhere: Collection[str] = ()
    """Terms by which alone no phrase lifts a page, but in its title."""


def plan(
    query: ParsedQuery, alphabet: Alphabet, broad: Collection[str] = (), everywhere: Collection[str] = ()
) -> Plan | None:
    """What pages must have for this query; None where it asks for no word at all.

    The beginning of a word that is short, or one of `broad`, stands for itself, and for the words of titles that begin
    with it: to find all others would mean to read a large part of the index. One of several terms, as in `v1.2`, is
    done without. Words of `everywhere` lift a page by standing side by side in its title alone: in texts that would
    mean to read all places where they stand.
    """
    groups = []
    for alternatives in query.required:
        words = tuple(word for clause in alternatives if (word := to_word(clause, alphabet, broad)))
        if words:
            groups.append(words)
    expressions = [join("or", [word.expression for word in words]) for words in groups]
    keep = join("and", [expression for expression in expressions if expression])
    if keep is None:
        return None
    dropped = [word.expression for clause in query.excluded if (word := to_word(clause, alphabet, broad))]
    drop = join("or", dropped)
    together = _together(groups, everywhere)
    return Plan(
        groups=tuple(groups),
        drop=drop,
        filter=Without(keep, drop) if drop else keep,
        together=together,
        boosts=tuple(_boosts(groups, together, broad)),
        everywhere=everywhere,
    )


def prefixes(plan: Plan) -> list[str]:
    """The beginnings of words that it looks for, those in titles aside."""
    found = [*phrases(plan.filter), *(phrases(plan.drop) if plan.drop else ())]
    found += [phrase for boost in plan.boosts for phrase in phrases(boost.expression)]
    return list(dict.fromkeys(each.tokens[-1] for each in found if each.prefix and each.columns != ("title",)))


def to_word(clause: Clause, alphabet: Alphabet, broad: Collection[str] = ()) -> Word | None:
    """A clause in tokens; None where it has none."""
    raw = alphabet.query_tokens(prepare(clause.text))
    if not raw:
        return None
    terms = tuple(map(alphabet.fold, raw))
    columns = FIELD_COLUMNS[clause.field] if clause.field else None
    prefix = clause.prefix and not _is_broad(terms, broad)
    forms = [Phrase(terms, prefix, columns)]
    if clause.prefix and not prefix and len(terms) > 1:
        forms.append(Phrase(terms[:-1], False, columns))
    elif clause.prefix and not prefix and clause.field != "tag":
        forms.append(Phrase(terms, True, ("title",)))
    pieces = parts(raw[0]) if len(raw) == 1 and not clause.field else []
    if pieces:
        tokens = tuple(map(alphabet.fold, pieces))
        forms.append(Phrase(tokens, prefix and not _is_broad(tokens, broad), PART_COLUMNS))
    return Word(clause, terms, join("or", forms) or forms[0], prefix)


def _is_broad(terms: Sequence[str], broad: Collection[str]) -> bool:
    return terms[-1] in broad or (len(terms) == 1 and len(terms[-1]) <= SHORT)


def _together(groups: Sequence[Sequence[Word]], everywhere: Collection[str]) -> Phrase | None:
    """The words as one phrase, where there are several and all are plain."""
    words = [group[0] for group in groups if len(group) == 1]
    if len(words) < len(groups) or len(words) < 2 or any(word.clause.quoted or word.clause.field for word in words):
        return None
    terms = tuple(term for word in words for term in word.terms)
    prefix = words[-1].prefix
    in_titles = not prefix and all(term in everywhere for term in terms)
    return Phrase(terms, prefix, ("title",) if in_titles else None)


def _boosts(groups: Sequence[Sequence[Word]], together: Phrase | None, broad: Collection[str]) -> list[Boost]:
    boosts = []
    words = [group[0] for group in groups if len(group) == 1 and not group[0].clause.field]
    if together:
        boosts.append(Boost(together, PHRASE_BONUS))
        in_title = [Phrase(word.terms, word.clause.prefix, ("title",)) for word in words]
        boosts.append(Boost(Join("and", tuple(in_title)), 0.0))
    for word in words:
        if word.prefix:
            # The word itself goes before those that only begin with it.
            boosts.append(Boost(Phrase(word.terms), 0.0))
        for identifier in identifiers(prepare(word.clause.text)):
            prefix = word.clause.prefix and not _is_broad((identifier,), broad)
            boosts.append(Boost(Phrase((identifier,), prefix, PART_COLUMNS), IDENTIFIER_BONUS))
    return boosts
