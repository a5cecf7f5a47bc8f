"""What pages must have for a query, and what lifts some above others."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.alphabet import TOKENIZER, Alphabet
from mkdocs_fts.database import COLUMNS
from mkdocs_fts.query.expression import Expression, Join, Phrase, Without, join, phrases, to_fts5, within
from mkdocs_fts.query.parse import parse
from mkdocs_fts.query.plan import Plan, plan
from mkdocs_fts.text import prepare
from tests.support.documents import document, engine_of, passage
from tests.support.queries import QUERIES
from tests.support.vectors import QUERIES as VECTORS

ASCII = Alphabet.of("")
A, B, C = (Phrase((letter,)) for letter in "abc")


def planned(
    query: str, *, typing: bool = False, alphabet: Alphabet = ASCII, everywhere: Sequence[str] = ()
) -> Plan | None:
    return plan(parse(query, typing=typing), alphabet, everywhere=everywhere)


@pytest.mark.parametrize("vector", VECTORS["expressions"], ids=lambda vector: vector["query"])
def test_queries_become_the_expressions_of_the_shared_vectors(vector: dict[str, Any]) -> None:
    wanted = planned(vector["query"], typing=vector["typing"], everywhere=vector.get("everywhere", ()))
    assert wanted
    assert to_fts5(wanted.filter) == vector["filter"]
    assert (to_fts5(wanted.together) if wanted.together else None) == vector["together"]
    assert [[to_fts5(boost.expression), boost.bonus] for boost in wanted.boosts] == vector["boosts"]


@pytest.fixture(scope="module")
def fts5() -> Iterator[sqlite3.Connection]:
    """An empty table like the index's."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(f"CREATE VIRTUAL TABLE page_fts USING fts5({', '.join(COLUMNS)}, tokenize = '{TOKENIZER}')")
        yield db


@given(query=QUERIES, typing=st.booleans(), known=st.booleans())
def test_whatever_is_typed_gives_expressions_that_fts5_accepts(
    fts5: sqlite3.Connection, query: str, typing: bool, known: bool
) -> None:
    on_pages = query.encode("utf-8", "ignore").decode() if known else ""  # pages hold no halves of characters
    wanted = planned(query, typing=typing, alphabet=Alphabet.of(prepare(on_pages)))
    if wanted is None:
        return
    expressions: list[Expression | None] = [wanted.filter, wanted.together, within(wanted.filter, ("title", "body"))]
    for expression in expressions + [boost.expression for boost in wanted.boosts]:
        if expression:
            for token in (token for phrase in phrases(expression) for token in phrase.tokens):
                assert token
                assert not set(token) & set('"*:^(){} \0')
            fts5.execute("SELECT rowid FROM page_fts WHERE page_fts MATCH ?", (to_fts5(expression),)).fetchall()


@pytest.mark.parametrize("query", ["", " ", '"', '""', "!!!", "- -- *", "wiki:site", "status:draft -pump", "title:!!!"])
def test_a_query_without_words_looks_for_nothing(query: str) -> None:
    assert planned(query) is None


def found(text: str, query: str) -> bool:
    with engine_of([document("a/", text)]) as engine:
        wanted = planned(query, alphabet=engine.alphabet)
        assert wanted
        return 1 in engine.match(wanted.filter)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("eth_sendRawTransaction", "sendRaw"),
        ("eth_sendRawTransaction", "RawTransaction"),
        ("workarounds:javaLTSVersions", "LTSVersions"),
        ("iPhone15Pro", "15Pro"),
        ("La operación", "OPERACION"),
        ("La operacion", "operación"),
        ("In\u00adfor\u00adma\u00adtik", "informatik"),
        ("我们的物联网平台", "联网"),
        ("我们的物联网平台", "网"),
        ("データベース", "ベース"),
        ("데이터베이스를", "베이스"),
        ("ภาษาไทยง่าย", "ไทย"),
        ("a-b c", "a-b"),
        ("a-b c", "a b"),
        ("read `Vec<u8>` now", "Vec<u8>"),
    ],
)
def test_a_word_is_found_in_a_text(text: str, query: str) -> None:
    assert found(text, query)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("send the raw transaction", "sendRaw"),
        ("word one, word two", '"word two one"'),
        ("ab", "a"),
        ("物联网", "联物"),
        ("pump motor", "pump -motor"),
        ("Чай", "Чаи"),
    ],
)
def test_a_word_is_not_found_in_a_text(text: str, query: str) -> None:
    assert not found(text, query)


def test_an_identifier_in_a_generated_block_is_found_by_a_part() -> None:
    with engine_of([document("a/", "text", passage("getCardNumber", generated=True))]) as engine:
        wanted = planned("CardNumber", alphabet=engine.alphabet)
        assert wanted
        assert list(engine.match(wanted.filter)) == [1]


def test_a_phrase_of_the_text_never_runs_on_from_passage_into_generated_text() -> None:
    with engine_of([document("a/", "one", passage("two", generated=True))]) as engine:
        assert engine.match(Phrase(("one", "two"))) == {}


def test_join_needs_no_brackets_around_one() -> None:
    assert join("and", []) is None
    assert join("or", [A]) == A
    assert join("or", [A, B]) == Join("or", (A, B))


def test_what_is_dropped_is_not_shown() -> None:
    assert phrases(Without(Join("and", (A, Join("or", (B, A)))), C)) == [A, B, A]


def test_within_holds_every_phrase_to_columns() -> None:
    in_title = Phrase(("a",), columns=("title",))
    assert within(A, ("body",)) == Phrase(("a",), columns=("body",))
    assert within(in_title, ("title", "body")) == in_title
    assert within(in_title, ("body",)) is None
    assert within(Join("or", (in_title, B)), ("body",)) == Phrase(("b",), columns=("body",))
    assert within(Join("and", (in_title, B)), ("body",)) is None
    assert within(Without(A, B), ("body",)) == Without(Phrase(("a",), columns=("body",)), B)
    assert within(Without(in_title, B), ("body",)) is None


def test_quotation_marks_in_tokens_are_no_syntax(fts5: sqlite3.Connection) -> None:
    expression = to_fts5(Phrase(('a" OR "b',)))
    assert expression == '"a"" OR ""b"'
    fts5.execute("SELECT rowid FROM page_fts WHERE page_fts MATCH ?", (expression,)).fetchall()
