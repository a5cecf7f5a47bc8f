"""The query language: what a query says."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.query.parse import Clause, ParsedQuery, parse
from tests.support.queries import QUERIES
from tests.support.vectors import QUERIES as VECTORS


@pytest.mark.parametrize("vector", VECTORS["parse"], ids=lambda vector: vector["query"] or "nothing")
def test_queries_are_read_as_the_shared_vectors_say(vector: dict[str, Any]) -> None:
    assert asdict(parse(vector["query"], typing=vector["typing"])) == vector["expect"]


def clauses(parsed: ParsedQuery) -> list[Clause]:
    return [clause for alternatives in parsed.required for clause in alternatives] + parsed.excluded


@given(QUERIES, st.booleans())
def test_no_input_is_an_error(query: str, typing: bool) -> None:
    parsed = parse(query, typing=typing)
    assert all(parsed.required)
    assert set(parsed.statuses) <= {"active", "draft", "archived"}
    assert set(parsed.kinds) <= {"written", "auto"}
    assert {clause.field for clause in clauses(parsed)} <= {None, "title", "tag"}


@given(st.lists(st.sampled_from(["pump", "OR", "-", '"', "*", ":", "wiki:", "title:", "status:", " "])).map("".join))
def test_no_word_falls_out(query: str) -> None:
    parsed = parse(query)
    kept = " ".join([*(clause.text for clause in clauses(parsed)), *parsed.wikis])
    assert kept.count("pump") == query.count("pump")


@given(QUERIES)
def test_typing_touches_the_last_clause_alone(query: str) -> None:
    done, typed = parse(query), parse(query, typing=True)
    changed = [new for old, new in zip(clauses(done), clauses(typed), strict=True) if old != new]
    assert len(changed) <= 1
    assert all(clause.prefix for clause in changed)
    assert (typed.wikis, typed.statuses, typed.kinds) == (done.wikis, done.statuses, done.kinds)


@given(QUERIES)
def test_a_finished_word_does_not_go_on(query: str) -> None:
    assert parse(f"{query} ", typing=True) == parse(f"{query} ") or query.count('"') % 2


@given(st.lists(st.from_regex(r"[a-z0-9]{1,5}", fullmatch=True), min_size=1))
def test_plain_words_are_each_required(words: list[str]) -> None:
    assert parse(" ".join(words)) == ParsedQuery([[Clause(word)] for word in words])
