from __future__ import annotations

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.alphabet import Alphabet
from tests.support.fts import stored_terms

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(ANY_TEXT)
def test_tokens_and_folding_are_those_of_fts5(text: str) -> None:
    alphabet = Alphabet.of(text)
    assert [alphabet.fold(token) for token in alphabet.tokens(text)] == stored_terms(text)


@given(st.text(st.sampled_from("aZ0_-.\0\t\x1c\x7f "), max_size=40))
def test_ascii_takes_the_fast_way_to_the_same_tokens(text: str) -> None:
    alphabet = Alphabet.of("")
    assert alphabet.tokens(text) == alphabet.token.findall(text)


@pytest.mark.parametrize(("characters", "name"), [(range(0x300, 0x370), "accents"), (range(0x80, 0x3000), "letters")])
def test_a_whole_range_is_tokenized_as_by_fts5(characters: range, name: str) -> None:
    text = " ".join(f"x{chr(code)}y{chr(code)}" for code in characters)
    alphabet = Alphabet.of(text)
    assert [alphabet.fold(token) for token in alphabet.tokens(text)] == stored_terms(text)


def test_a_mark_goes_on_with_a_token_but_begins_none() -> None:
    alphabet = Alphabet.of("e\u0301")
    assert alphabet.marks == {"\u0301": ""}
    assert alphabet.tokens("\u0301e \u0301 e\u0301e") == ["e", "e\u0301e"]


def test_ascii_is_always_known() -> None:
    alphabet = Alphabet.of("")
    assert alphabet.letters["A"] == "a"
    assert "_" not in alphabet.letters
    assert len(alphabet.letters) == 26 + 26 + 10


def test_json_tells_readers_what_lies_beyond_ascii() -> None:
    told = json.loads(Alphabet.of("aÉéßñ漢👍\u0301").to_json())
    assert told == {"same": "ß漢", "fold": {"É": "e", "é": "e", "ñ": "n"}, "marks": {"\u0301": ""}}


def test_json_is_the_same_in_whatever_order_characters_come() -> None:
    assert Alphabet.of("éßñЖ漢\u0301").to_json() == Alphabet.of("\u0301漢Жñßé").to_json()


@given(ANY_TEXT)
def test_json_says_all_that_a_reader_needs(text: str) -> None:
    alphabet = Alphabet.of(text)
    told = json.loads(alphabet.to_json())
    restored = Alphabet.from_json(alphabet.to_json())
    assert (restored.letters, restored.marks) == (alphabet.letters, alphabet.marks)
    assert not any(character.isascii() for character in [*told["same"], *told["fold"]])


def test_all_of_unicode_at_once_is_no_burden() -> None:
    alphabet = Alphabet.of(chr(code) for code in range(0x20000) if not 0xD800 <= code <= 0xDFFF)
    assert alphabet.tokens("Ж漢 é") == ["Ж漢", "é"]
    assert sys.getsizeof(alphabet.token.pattern) < 50_000


@given(ANY_TEXT, ANY_TEXT)
def test_an_alphabet_goes_on_learning(first: str, second: str) -> None:
    alphabet = Alphabet.of(first)
    alphabet.tokens(second)
    alphabet.learn(second)
    whole = Alphabet.of(first + second)
    assert (alphabet.letters, alphabet.marks) == (whole.letters, whole.marks)
    assert alphabet.tokens(second + first) == whole.token.findall(second + first)
