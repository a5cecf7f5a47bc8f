"""The tables `term` and `term_fts`: the site's words, their trigrams and their stems."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import pytest
import Stemmer
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.text import prepare
from mkdocs_fts.vocabulary import BEGIN, END, LANGUAGES, MAX_TERM, STEM, Stems, is_word, trigrams
from tests.support.documents import database_of, document, passage
from tests.support.fts import stored_terms
from tests.support.vectors import INPUTS


def terms(db: sqlite3.Connection) -> dict[str, int]:
    return dict(db.execute("SELECT term, pages FROM term"))


def having(db: sqlite3.Connection, gram: str) -> set[str]:
    """The terms that have this trigram or marked stem."""
    sql = "SELECT term FROM term WHERE id IN (SELECT rowid FROM term_fts WHERE term_fts MATCH ?)"
    return {term for (term,) in db.execute(sql, (f'"{gram}"',))}


def stems(tokens: Sequence[str], languages: Sequence[str], alphabet: Alphabet) -> dict[str, set[str]]:
    found = Stems(languages, alphabet)
    for token in tokens:
        found.add([token])
    return found.families()


def family_of(text: str, languages: Sequence[str], stem: str) -> set[str]:
    with database_of([document("a/", text)], languages=languages) as db:
        return having(db, STEM + stem)


@pytest.mark.parametrize("term", ["pump", "v2", "é", "物联", "x" * MAX_TERM, "0xabc", "1f", "deadbeef", "3rd"])
def test_words_are_what_a_reader_may_type_in_part(term: str) -> None:
    assert is_word(term) == (len(term) > 1)


@pytest.mark.parametrize(
    "term", ["", "x", "物", "2026", "1", "9f86d081884c7d65", "c\ue02b\ue02b", "x" * (MAX_TERM + 1)]
)
def test_numbers_digests_and_identifiers_with_signs_are_no_words(term: str) -> None:
    assert not is_word(term)


def test_trigrams_tell_the_ends_of_a_term() -> None:
    assert trigrams("pump") == [f"{BEGIN}pu", "pum", "ump", f"mp{END}"]
    assert trigrams("ab") == [f"{BEGIN}ab", f"ab{END}"]
    assert trigrams("a") == [f"{BEGIN}a{END}"]


@given(st.sampled_from(INPUTS).map(prepare).flatmap(lambda text: st.sampled_from(stored_terms(text) or ["x"])))
def test_each_trigram_is_one_term_for_fts5(term: str) -> None:
    """Also those of letters that SQLite would fold: a term is folded already, and must not be folded again."""
    with database_of([document("a/", term)]) as db:
        if is_word(term):
            for gram in trigrams(term):
                assert term in having(db, gram)


def test_terms_are_counted_by_pages_whatever_column_they_stand_in() -> None:
    pages = [
        document("a/", "pump pump motor", title="Pump"),
        document("b/", "valve", passage("pump", generated=True), tags=["motor"]),
        document("c/", "sendPump 2026 c++ x"),
    ]
    with database_of(pages) as db:
        assert terms(db) == {"pump": 3, "motor": 2, "valve": 1, "sendpump": 1, "send": 1}


def test_terms_are_numbered_in_alphabetical_order() -> None:
    with database_of([document("a/", "zebra été alpha Ωmega 物联 beta")]) as db:
        found = [term for (term,) in db.execute("SELECT term FROM term ORDER BY id")]
    assert found == sorted(found)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(INPUTS), min_size=1, max_size=6).map(" ".join))
def test_every_word_can_be_looked_up_by_what_it_is_made_of(text: str) -> None:
    with database_of([document("a/", text)]) as db:
        assert set(terms(db)) >= {term for term in stored_terms(prepare(text)) if is_word(term)}
        for term in terms(db):
            assert all(term in having(db, gram) for gram in trigrams(term))


@pytest.mark.parametrize(
    ("language", "text", "stem", "family"),
    [
        ("en", "restore restores restoring rest", "restor", {"restore", "restores", "restoring"}),
        ("es", "configuración configuraciones", "configur", {"configuracion", "configuraciones"}),
        ("pt", "operação operações opera", "oper", {"operacao", "operacoes", "opera"}),
        ("fr", "continuellement continuelle", "continuel", {"continuellement", "continuelle"}),
        ("de", "Häuser Haus Hauses", "haus", {"hauser", "haus", "hauses"}),
        ("ru", "важная важное", "важн", {"важная", "важное"}),
    ],
)
def test_words_are_joined_by_the_stem_of_their_language(language: str, text: str, stem: str, family: set[str]) -> None:
    assert family_of(text, [language], stem) == family


def test_each_language_adds_its_stems() -> None:
    alphabet = Alphabet.of("ç")
    assert stems(["generations", "geração"], ["en"], alphabet)["generations"] == {"generat"}
    assert stems(["generaciones"], ["en", "es"], alphabet)["generaciones"] == {"generacion", "gener"}
    assert stems(["Restores", "restores"], ["en"], alphabet) == {"restores": {"restor"}}


def test_a_term_that_is_its_own_stem_has_it_where_others_share_it() -> None:
    alphabet = Alphabet.of("")
    assert stems(["fork"], ["en"], alphabet) == {"fork": set()}
    assert stems(["fork", "forks"], ["en"], alphabet) == {"fork": {"fork"}, "forks": {"fork"}}


def test_without_languages_there_are_no_stems() -> None:
    assert family_of("restore restores", [], "restor") == set()


def test_accents_tell_a_stemmer_what_letters_do_not() -> None:
    """The token as written is stemmed, and then folded as the term is."""
    with database_of([document("a/", "operação")], languages=["pt"]) as db:
        assert having(db, f"{STEM}oper") == {"operacao"}


def test_words_of_no_letters_have_no_stem() -> None:
    assert stems(["v2", "x", "a_b", "y" * (MAX_TERM + 1)], ["en"], Alphabet.of("")) == {}


def test_every_supported_language_has_a_stemmer() -> None:
    assert set(LANGUAGES.values()) <= set(Stemmer.algorithms())
    for language in LANGUAGES:
        assert list(stems(["restore"], [language], Alphabet.of(""))) == ["restore"]


def test_a_site_without_words_has_empty_tables() -> None:
    with database_of([document("a/", "1 2 x !")]) as db:
        assert terms(db) == {}
        assert having(db, "abc") == set()
