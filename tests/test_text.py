from __future__ import annotations

import doctest
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts import text as text_module
from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.text import SPACED_RANGES, parts, prepare, prepare_mapped
from tests.support.fts import stored_terms
from tests.support.vectors import INPUTS, VECTORS

EXAMPLES = st.sampled_from(INPUTS)
TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    st.sampled_from("aAbBéÉßйİ12٣\u0301\u0302漢ｶﾞก\ue000_ ")
)
SIGNS = (
    range(0x80, 0x250),
    range(0x2000, 0x2150),
    range(0x2190, 0x2E80),
    range(0x3000, 0x3100),
    range(0x1F000, 0x1FC00),
)


def cases(key: str) -> list[Any]:
    return [pytest.param(v["input"], v["expect"], id=v.get("name", v["input"])) for v in VECTORS[key]]


@pytest.mark.parametrize(("text", "expected"), cases("prepare"))
def test_text_is_prepared_as_the_shared_vectors_say(text: str, expected: str) -> None:
    assert prepare(text) == expected


@pytest.mark.parametrize(("token", "expected"), cases("parts"))
def test_identifiers_are_cut_as_the_shared_vectors_say(token: str, expected: list[str]) -> None:
    assert parts(token) == expected


@pytest.mark.parametrize(("text", "expected"), cases("tokens"))
def test_fts5_stores_the_terms_of_the_shared_vectors(text: str, expected: list[str]) -> None:
    assert stored_terms(prepare(text)) == expected


@pytest.mark.parametrize(("text", "expected"), cases("tokens"))
def test_the_alphabet_gives_the_terms_of_the_shared_vectors(text: str, expected: list[str]) -> None:
    prepared = prepare(text)
    alphabet = Alphabet.of(prepared)
    assert [alphabet.fold(token) for token in alphabet.tokens(prepared)] == expected


def test_shared_vectors_have_names_of_their_own() -> None:
    for key in ("prepare", "tokens"):
        names = [vector["name"] for vector in VECTORS[key]]
        assert len(names) == len(set(names))


def test_doctests_hold() -> None:
    result = doctest.testmod(text_module)
    assert result.attempted > 0
    assert result.failed == 0


def test_no_default_ignorable_character_is_left() -> None:
    """Their ranges, from Unicode's DerivedCoreProperties.txt."""
    ranges = """00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0
        FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF"""
    for span in ranges.split():
        first, _, last = span.partition("-")
        for code in range(int(first, 16), int(last or first, 16) + 1):
            assert prepare(f"a{chr(code)}b") == "ab", f"U+{code:04X}"


def test_no_sign_hides_the_word_that_it_is_joined_to() -> None:
    signs = [chr(code) for span in SIGNS for code in span if unicodedata.category(chr(code))[0] in "PS"]
    assert len(signs) > 4000
    # A sign that NFKC turns into letters is written as a word, such as ™.
    joined = "\n".join(f"word{sign}" for sign in signs if prepare(sign).strip() == sign)
    assert stored_terms(prepare(joined)).count("word") == joined.count("word")


@given(EXAMPLES | TEXTS)
def test_prepared_text_finds_itself(text: str) -> None:
    once = prepare(text)
    assert stored_terms(prepare(once)) == stored_terms(once)


@given(EXAMPLES | TEXTS)
def test_prepared_text_can_be_led_back_to_its_source(text: str) -> None:
    prepared, source = prepare_mapped(text)
    assert prepared == prepare(text)
    if source is not None:
        assert len(source) == len(prepared) + 1
        assert source == sorted(source)
        assert source[-1] == len(text)


@given(st.sampled_from(SPACED_RANGES).flatmap(lambda span: st.characters(min_codepoint=span[0], max_codepoint=span[1])))
def test_a_character_of_a_spaced_script_is_never_joined_to_its_neighbours(character: str) -> None:
    prepared = f" {prepare('a' + character + 'b')} "
    for c in prepare(character).split():
        if any(low <= ord(c[0]) <= high for low, high in SPACED_RANGES):
            assert f" {c} " in prepared


@given(st.from_regex(r"[A-Za-z0-9À-ÿ]+", fullmatch=True))
def test_parts_joined_are_the_identifier(token: str) -> None:
    assert "".join(parts(token)) in ("", token)


@given(TEXTS.map(prepare))
def test_each_part_of_an_identifier_is_one_token_for_fts5(prepared: str) -> None:
    for token in Alphabet.of(prepared).tokens(prepared):
        found = parts(token)
        assert len(stored_terms(" ".join(found))) == len(found)
