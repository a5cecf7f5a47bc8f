"""Positions in a page lead to the passages that answer best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_fts.document import Passage
from mkdocs_fts.pagetext import PageText
from mkdocs_fts.query.engine import Engine, Occurrence, Start, Term
from mkdocs_fts.query.expression import Phrase
from mkdocs_fts.query.locate import Candidate, best, locate, occurrences_of, terms_of
from mkdocs_fts.text import identifiers, prepare
from tests.support.documents import RecordingEngine, database_of, document, engine_of, passage
from tests.support.vectors import INPUTS, QUERIES

PART_COLUMNS = ("parts", "generated")
PASSAGES = st.builds(
    passage,
    st.lists(st.sampled_from([*INPUTS, "pump", "sendRaw", "C++ --flag"]), max_size=6).map(" ".join),
    generated=st.booleans(),
)


def located(engine: Engine, *phrases: Phrase, page: int = 1, frequent: Sequence[str] = ()) -> list[tuple[int, int]]:
    """Which phrases stand in which passages of a page."""
    terms = terms_of(phrases, frequent)
    return locate(phrases, terms.numbers, occurrences_of(engine, phrases, terms, [page]), engine.starts([page]))


def places(passages: Sequence[Passage], *phrases: Phrase) -> list[int]:
    """The passages in which a phrase is located, counted from 0."""
    with engine_of([document("a/", *passages)]) as engine:
        return sorted({start for start, _ in located(engine, *phrases)})


@settings(max_examples=60)
@given(st.lists(PASSAGES, min_size=1, max_size=5))
def test_every_word_leads_to_the_passages_that_have_it(passages: list[Passage]) -> None:
    with engine_of([document("a/", "pump"), document("b/", *passages)]) as engine:
        first = engine.starts([2])[0].id
        parts_of = PageText(engine.alphabet).parts
        seen = set()  # an identifier with signs is kept once a page
        for number, each in enumerate(passages):
            prepared = prepare(each.text)
            for token in engine.alphabet.tokens(prepared):
                found = located(engine, Phrase((engine.alphabet.fold(token),)), page=2)
                assert (first + number, 0) in found
                if inside := parts_of[token]:
                    phrase = Phrase(tuple(map(engine.alphabet.fold, inside)), columns=PART_COLUMNS)
                    assert (first + number, 0) in located(engine, phrase, page=2)
            for identifier in identifiers(prepared):
                if (identifier, each.generated) not in seen:
                    assert (first + number, 0) in located(engine, Phrase((identifier,), columns=PART_COLUMNS), page=2)
                    seen.add((identifier, each.generated))


def test_terms_are_asked_for_once() -> None:
    phrases = [Phrase(("a", "b")), Phrase(("b",)), Phrase(("b",), prefix=True), Phrase(("a", "b"), prefix=True)]
    found = terms_of(phrases, ())
    assert found.terms == [Term("a", False), Term("b", False), Term("b", True)]
    assert found.numbers == [[0, 1], [1], [2], [0, 2]]


@pytest.mark.parametrize("vector", QUERIES["telling"], ids=lambda vector: str(vector["about"]))
def test_the_terms_that_locate_are_those_of_the_shared_vectors(vector: dict[str, Any]) -> None:
    phrases = [
        Phrase(tuple(each["tokens"]), each["prefix"], each["columns"] and tuple(each["columns"]))
        for each in vector["phrases"]
    ]
    found = terms_of(phrases, vector["frequent"])
    assert [asdict(term) for term in found.terms] == vector["terms"]
    assert found.telling == vector["telling"]
    assert found.numbers == vector["numbers"]


def test_frequent_words_choose_no_passage_beside_others() -> None:
    page = document("a/", "the the of the them", "pump of steel", "the pump of steel", "the pump")
    with engine_of([page]) as engine:
        phrases = [Phrase(("the", "pump", "of", "steel")), Phrase(("of", "the")), Phrase(("the",)), Phrase(("pump",))]
        start = engine.starts([1])[0].id
        found = located(engine, *phrases, frequent=["the", "of"])
        assert sorted(found) == [(start + 1, 3), (start + 2, 0), (start + 2, 3), (start + 3, 3)]
        alone = located(engine, *phrases[1:3], frequent=["the", "of"])
        assert alone == located(engine, *phrases[1:3]) != []


def test_frequent_words_are_asked_for_where_the_others_of_their_phrase_stand() -> None:
    asked = []

    class Asked(RecordingEngine):
        def occurrences(self, terms: Sequence[Term], pages: Sequence[int]) -> list[Occurrence]:
            asked.append(([term.token for term in terms], list(pages)))
            return super().occurrences(terms, pages)

    texts = ["the new pump", "new the pump", "a new green pump", "the pump new"]
    with database_of([document(f"{n}/", text) for n, text in enumerate(texts)]) as db:
        phrases = [Phrase(("new", "the", "pump")), Phrase(("the",))]
        terms = terms_of(phrases, ["the"])
        found = occurrences_of(Asked(db), phrases, terms, [1, 2, 3, 4])
    assert asked == [(["new", "pump"], [1, 2, 3, 4]), (["the"], [2, 3])]
    assert {(each.page, each.offset) for each in found if each.term == 2} == {(2, 1)}


@pytest.mark.parametrize(
    ("phrase", "passages"),
    [
        (Phrase(("red", "pump")), [1]),
        (Phrase(("red",)), [0, 1, 2]),
        (Phrase(("pum",), prefix=True), [0, 1, 3]),
        (Phrase(("red", "pu"), prefix=True), [1]),
        (Phrase(("valve",)), [2, 3]),
        (Phrase(("pump", "red")), [0, 1]),  # runs on into the next passage
        (Phrase(("raw",), columns=PART_COLUMNS), [3, 4]),
        (Phrase(("send", "raw"), columns=PART_COLUMNS), [3]),
        (Phrase(("get", "raw"), columns=PART_COLUMNS), [4]),
        (Phrase(("raw",), columns=("title",)), []),
        (Phrase(("red",), columns=("title",)), []),
    ],
)
def test_a_phrase_leads_to_where_it_begins(phrase: Phrase, passages: list[int]) -> None:
    page = [
        passage("red, blue or green pump"),
        passage("red pump"),
        passage("red valve"),
        passage("valve pump sendRaw", generated=True),
        passage("getRaw"),
    ]
    assert places(page, phrase) == passages


def test_what_stands_in_the_title_and_tags_belongs_to_no_passage() -> None:
    page = document("a/", "text", title="Pump", tags=["pump"])
    with engine_of([page]) as engine:
        assert located(engine, Phrase(("pump",))) == []


def test_a_column_without_passages_has_no_place() -> None:
    starts = [Start(1, 1, "body", 0, 0, False)]
    assert locate([Phrase(("a",))], [[0]], [Occurrence(1, "generated", 3, 0)], starts) == []
    assert locate([Phrase(("a",))], [[0]], [Occurrence(1, "body", 3, 0)], starts) == [(1, 0)]


def scores(*found: tuple[int, int], phrases: Sequence[Phrase] = (Phrase(("a",)), Phrase(("b",)))) -> list[int]:
    return [candidate.passage for candidate in best(found, phrases)]


def test_the_passage_with_the_most_different_phrases_is_best() -> None:
    assert scores((1, 0), (1, 0), (1, 0), (2, 0), (2, 1), (3, 1)) == [2, 1, 3]


def test_a_longer_phrase_tells_more_than_a_shorter() -> None:
    assert scores((1, 0), (2, 1), phrases=[Phrase(("a",)), Phrase(("a", "b"))]) == [2, 1]


def test_a_phrase_that_is_rare_in_the_page_tells_more() -> None:
    assert scores((1, 0), (2, 0), (3, 0), (4, 1))[0] == 4


def test_repeating_a_phrase_adds_less_and_less() -> None:
    often, twice, once = best([(1, 0)] * 1000 + [(2, 0)] * 2 + [(3, 0)], [Phrase(("a",))])
    assert [often.passage, twice.passage, once.passage] == [1, 2, 3]
    assert twice.score == pytest.approx(1.5 * once.score)
    assert often.score < 2 * once.score


def test_of_equals_the_passage_that_comes_first_is_best() -> None:
    assert scores((3, 0), (1, 0), (2, 0)) == [1, 2, 3]


def test_nothing_located_has_no_best() -> None:
    assert best([], []) == []
    assert best([(7, 0)], [Phrase(("a",))]) == [Candidate(7, 1.0)]
