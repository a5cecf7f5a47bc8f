"""What is shown of a passage."""

from __future__ import annotations

import re
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import LEFT_OUT
from mkdocs_fts.query.excerpt import EXCERPT_CHARS, LEAD_CHARS, Fragment, excerpt, find_marks
from mkdocs_fts.query.expression import Phrase
from mkdocs_fts.text import parts, prepare
from tests.support.vectors import INPUTS
from tests.support.vectors import QUERIES as VECTORS

TEXTS = st.lists(
    st.sampled_from([*INPUTS, "pump", "sendRaw", "\n", LEFT_OUT, "x" * 60, "\U0001f44d" * 3, "word " * 20])
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
    max_size=20,
).map(" ".join)


def alphabet_of(text: str) -> Alphabet:
    return Alphabet.of(prepare(text))


def shown(text: str, *phrases: Phrase) -> list[Fragment]:
    return excerpt(text, phrases, alphabet_of(text))


def marked(text: str, *phrases: Phrase) -> list[str]:
    return [fragment.text for fragment in shown(text, *phrases) if fragment.mark]


@pytest.mark.parametrize("vector", VECTORS["excerpts"], ids=lambda vector: vector["text"][:30] or "nothing")
def test_excerpts_are_those_of_the_shared_vectors(vector: dict[str, Any]) -> None:
    phrases = [
        Phrase(tuple(each["tokens"]), each["prefix"], each["columns"] and tuple(each["columns"]))
        for each in vector["phrases"]
    ]
    assert [asdict(fragment) for fragment in shown(vector["text"], *phrases)] == vector["expect"]


@st.composite
def searches(draw: st.DrawFn) -> tuple[str, list[Phrase]]:
    """A text, and phrases of its words."""
    text = draw(TEXTS)
    alphabet = alphabet_of(text)
    tokens = alphabet.tokens(prepare(text))
    phrases = []
    for _ in range(draw(st.integers(0, 4)) if tokens else 0):
        start = draw(st.integers(0, len(tokens) - 1))
        taken = tokens[start : start + draw(st.integers(1, 3))]
        if len(taken) == 1 and parts(taken[0]) and draw(st.booleans()):
            taken = parts(taken[0])[-1:]
        terms = tuple(map(alphabet.fold, taken))
        prefix = draw(st.booleans())
        phrases.append(Phrase((*terms[:-1], terms[-1][: draw(st.integers(1, 5)) if prefix else None]), prefix))
    return text, phrases


@given(searches())
def test_an_excerpt_is_a_part_of_the_text(search: tuple[str, list[Phrase]]) -> None:
    text, phrases = search
    fragments = shown(text, *phrases)
    joined = "".join(fragment.text for fragment in fragments)
    plain = joined.removeprefix("… ").removesuffix(" …")
    text = re.sub(rf"(\s*{LEFT_OUT})+\s*", " … ", text)
    assert " ".join(plain.split()) in " ".join(text.split())
    assert len(plain) <= EXCERPT_CHARS + 30 + 2 * plain.count("…")
    assert all(fragment.text for fragment in fragments)
    assert joined.startswith("…") or text.split()[:1] == joined.split()[:1]


@given(searches())
def test_every_phrase_of_the_text_is_marked(search: tuple[str, list[Phrase]]) -> None:
    text, phrases = search
    marks = find_marks(text, phrases, alphabet_of(text))
    assert set().union(*(mark.phrases for mark in marks)) == set(range(len(phrases)))
    for before, after in pairwise(marks):
        assert before.end <= after.start
    assert all(mark.start < mark.end <= len(text) for mark in marks)


@given(searches())
def test_something_is_marked_in_every_excerpt(search: tuple[str, list[Phrase]]) -> None:
    text, phrases = search
    assert bool(marked(text, *phrases)) == bool(phrases)


def test_the_place_where_most_words_stand_is_shown() -> None:
    text = "alpha " * 5 + "filler " * 60 + "alpha then beta " + "filler " * 60 + "beta " * 5
    assert marked(text, Phrase(("alpha",)), Phrase(("beta",))) == ["alpha", "beta"]


def test_of_equal_places_the_first_is_shown() -> None:
    text = "alpha one " + "filler " * 60 + "alpha two"
    assert "".join(fragment.text for fragment in shown(text, Phrase(("alpha",)))).startswith("alpha one")


def test_an_excerpt_leads_up_to_the_word() -> None:
    before, word, _ = shown("filler " * 60 + "alpha " + "filler " * 60, Phrase(("alpha",)))
    assert word == Fragment("alpha", True)
    assert LEAD_CHARS - 10 < len(before.text) <= LEAD_CHARS + 2


def test_no_word_is_cut() -> None:
    text = " ".join(f"word{number}" for number in range(200))
    for number in range(200):
        joined = "".join(fragment.text for fragment in shown(text, Phrase((f"word{number}",))))
        assert set(joined.replace("…", "").split()) <= set(text.split())


def test_a_run_without_spaces_is_cut_all_the_same() -> None:
    [fragment] = shown("x" * 500)
    assert fragment.text == "x" * EXCERPT_CHARS + " …"


def test_white_space_becomes_one_space() -> None:
    assert shown("one\n\ntwo\t three") == [Fragment("one two three", False)]


def test_a_mark_that_runs_over_the_end_is_cut_with_it() -> None:
    text = "alpha " * 200
    fragments = shown(text, Phrase(("alpha",)))
    assert fragments[0] == Fragment(" ".join(["alpha"] * 30), True)
    assert fragments[-1].text.endswith("…")


def test_what_stands_in_a_field_is_not_looked_for_in_parts() -> None:
    assert marked("sendRaw", Phrase(("raw",), columns=("title",))) == []
    assert marked("sendRaw", Phrase(("raw",), columns=("parts", "generated"))) == ["sendRaw"]
    assert marked("sendRaw", Phrase(("raw",))) == ["sendRaw"]
