"""The steps of a search: all words exactly ► word families, insides of words and misspellings ► most of the words.

A later step runs only where the earlier ones find nothing, or, for a whole sentence, little. It costs nothing before
that. A short sentence that stands somewhere as it was typed is found; a long one may also stand where its page is
listed.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mkdocs_fts.query.engine import Engine
from mkdocs_fts.query.expression import Expression, Phrase, join, phrases
from mkdocs_fts.query.forms import Correction, Forms, other_forms, own_form
from mkdocs_fts.query.parse import ParsedQuery
from mkdocs_fts.query.plan import Plan, prefixes
from mkdocs_fts.query.plan import plan as plan_of

SENTENCE = 4
"""From so many words on, a query is taken for a sentence, whose words hardly ever all stand in the page that is
meant."""
QUOTE = 8
"""Up to so many words, a sentence that stands on a page as it was typed is taken for what the reader saw there."""
LITTLE = 20
"""A sentence that finds fewer pages than this is searched for most of its words too."""
MOST = 0.3
"""The least share of a sentence's telling words, counted or weighed by rarity, that a page has to have. Words that
stand on no page are left out of account."""
PAIR_WEIGHT = 0.6
"""How much two neighbouring words count, side by side, on top of the words by themselves."""
TELLING = 1.0
"""The inverse document frequency from which on a word tells something; others are neither marked nor said to be missing
in a sentence: `the`."""


@dataclass
class Found:
    """The pages that a query finds."""

    scores: dict[int, float] = field(default_factory=dict)
    """Page ► score, higher is better."""
    phrases: list[Phrase] = field(default_factory=list)
    """What a match shows."""
    expression: Expression | None = None
    """What the pages satisfy; None for a relaxed search."""
    corrections: list[Correction] = field(default_factory=list)
    verbatim: bool = False
    """All words stand side by side on one of the pages: what was asked for is found, were it a sentence."""
    relaxed: bool = False
    """Not all of the words stand in all of the pages."""
    missing: dict[int, list[str]] = field(default_factory=dict)
    """Page ► the words that it lacks, in a relaxed search."""


Matches = dict[int, float]


@dataclass
class _Wanted:
    """A group of the plan in all its forms."""

    forms: Forms
    matches: Matches
    idf: float


def plan_for(engine: Engine, query: ParsedQuery) -> Plan | None:
    """What pages of this index must have; see `plan`."""
    wanted = plan_of(query, engine.alphabet, everywhere=engine.everywhere)
    broad = engine.broad(prefixes(wanted)) if wanted else ()
    return plan_of(query, engine.alphabet, broad, engine.everywhere) if broad else wanted


def find(engine: Engine, plan: Plan) -> Found:
    """Go through the steps until one finds something."""
    found = exact(engine, plan)
    is_enough = len(found.scores) >= LITTLE or not _is_sentence(plan) or (found.verbatim and len(plan.groups) <= QUOTE)
    return found if found.scores and is_enough else nearly(engine, plan, as_typed=bool(found.scores))


def exact(engine: Engine, plan: Plan) -> Found:
    """All words, as they were typed."""
    scores = engine.match(plan.filter)
    verbatim = False
    if scores:
        for boost in plan.boosts:
            for page, score in engine.match(boost.expression).items():
                if page in scores:
                    scores[page] += score + boost.bonus
                    verbatim = verbatim or boost.expression == plan.together
    shown = phrases(plan.filter) + [phrase for boost in plan.boosts for phrase in phrases(boost.expression)]
    return Found(scores, list(dict.fromkeys(shown)), plan.filter, verbatim=verbatim)


def nearly(engine: Engine, plan: Plan, *, as_typed: bool = False) -> Found:
    """All words in other forms, or else most of them. `as_typed`: the words stand together somewhere, so that no other
    forms of them are looked for."""
    known: dict[Expression, Matches] = {}

    def match(expression: Expression) -> Matches:
        if expression not in known:
            known[expression] = engine.match(expression)
        return known[expression]

    wanted = []
    for group in plan.groups:
        forms = own_form(group) if as_typed else other_forms(engine, match, group, careful=_is_sentence(plan))
        wanted.append(_Wanted(forms, *as_one_word([match(each) for each in forms.expressions], engine.page_count)))
    found = Found(
        phrases=_shown(wanted),
        corrections=[correction for each in wanted for correction in each.forms.corrections],
    )
    dropped = set(match(plan.drop)) if plan.drop else set()
    everywhere = set.intersection(*(set(each.matches) for each in wanted)) - dropped
    if everywhere and not _is_sentence(plan):
        found.scores = {page: sum(each.matches[page] for each in wanted) for page in sorted(everywhere)}
        found.expression = _all_of(wanted)
        return found
    if len(wanted) > 1 and any(each.matches for each in wanted):
        _most(found, plan, wanted, dropped, match)
    return found if found.scores else Found()


def _most(
    found: Found, plan: Plan, wanted: Sequence[_Wanted], dropped: set[int], match: Callable[[Expression], Matches]
) -> None:
    """Fill in the pages that have most of the words."""
    known = [each for each in wanted if each.matches]
    telling = [each for each in known if each.idf >= TELLING] or known
    total = sum(each.idf for each in telling)
    pairs = [
        (first.forms.terms[-1], second.forms.terms[0])
        for first, second in itertools.pairwise(wanted)
        if first.forms.terms and second.forms.terms and max(first.idf, second.idf) >= TELLING
    ]
    lifts = [
        (match(Phrase(pair)), PAIR_WEIGHT, 0.0) for pair in pairs if not all(term in plan.everywhere for term in pair)
    ]
    for boost in plan.boosts:
        # In a sentence a word with a hyphen is no identifier that somebody looks for.
        bonus = boost.bonus if boost.expression == plan.together else 0.0
        lifts.append((match(boost.expression), 1.0, bonus))
    for page in sorted(set().union(*(each.matches for each in wanted)) - dropped):
        missing = [each for each in wanted if page not in each.matches]
        having = [each for each in telling if page in each.matches]
        share = max(len(having) / len(telling), sum(each.idf for each in having) / total)
        if share < MOST or any(each.forms.required for each in missing):
            continue
        score = sum(each.matches[page] for each in known if page in each.matches)
        score += sum(weight * lift[page] + bonus for lift, weight, bonus in lifts if page in lift)
        found.scores[page] = score
        found.relaxed = found.relaxed or bool(missing)
        found.missing[page] = [each.forms.text for each in missing if each.idf >= TELLING]
    found.phrases = _shown(telling)
    if not found.relaxed:  # all words stand in all of the pages
        found.expression = _all_of(wanted)
        found.missing = {}


def _all_of(wanted: Sequence[_Wanted]) -> Expression | None:
    """Each of the words, in any of its forms."""
    return join("and", [either for each in wanted if (either := join("or", each.forms.expressions))])


def _shown(wanted: Sequence[_Wanted]) -> list[Phrase]:
    """What a match shows of these words."""
    shown = [phrase for each in wanted for expression in each.forms.expressions for phrase in phrases(expression)]
    return list(dict.fromkeys(shown))


def _is_sentence(plan: Plan) -> bool:
    return len(plan.groups) >= SENTENCE


def as_one_word(matches: Sequence[Matches], page_count: int) -> tuple[Matches, float]:
    """The pages with any of a word's forms, as if these were one word: its rarity is that of all together, and on a
    page the best form counts. Returns the scores and the inverse document frequency."""
    together = idf(page_count, len(set().union(*matches)))
    scores: Matches = {}
    for each in matches:
        alone = idf(page_count, len(each))
        for page, score in each.items():
            scores[page] = max(scores.get(page, 0.0), score / alone * together)
    return scores, together


def idf(total: int, having: int) -> float:
    """The inverse document frequency of FTS5's BM25, <https://www.sqlite.org/fts5.html#the_bm25_function>."""
    return max(1e-6, math.log((total - having + 0.5) / (having + 0.5)))
