"""What raises a page whatever is asked: `search.boost`, and being new."""

from __future__ import annotations

import itertools
from datetime import date, timedelta
from typing import Any

import pytest

from mkdocs_fts.query.answer import Options, answer
from tests.support.documents import document, engine_of

TODAY = date(2026, 11, 30)


def scores_of(*, recency_days: int = 30, **pages: Any) -> dict[str, float]:
    """Page ► score, in the order of the answer. `pages` are named, with what is special about each."""
    documents = [document(name, page.pop("text", "pump and more"), **page) for name, page in pages.items()]
    documents += [document(f"z{number}", "other text here") for number in range(20)]
    with engine_of(documents, recency_days=recency_days) as engine:
        found = answer(engine, "pump", Options(today=TODAY))
    return {hit["url"]: hit["score"] for group in found["groups"] for hit in group["hits"]}


def test_a_boost_multiplies() -> None:
    scores = scores_of(a={}, b={"boost": 2.0}, c={"boost": 0.5})
    assert scores["b"] == pytest.approx(2 * scores["a"], abs=2e-6)
    assert scores["c"] == pytest.approx(scores["a"] / 2, abs=2e-6)


def test_recency_fades_day_by_day() -> None:
    ages = {f"a{age:02}": age for age in (0, 1, 10, 29, 30, 31, 4000)}
    scores = scores_of(plain={}, **{n: {"modified": (TODAY - timedelta(age)).isoformat()} for n, age in ages.items()})
    lifts = {age: scores[name] / scores["plain"] for name, age in ages.items()}
    assert lifts[0] == pytest.approx(1.05, abs=1e-5)
    assert lifts[10] == pytest.approx(1 + 0.05 * 20 / 30, abs=1e-5)
    assert [lifts[age] for age in (30, 31, 4000)] == [1, 1, 1]
    assert all(newer > older for newer, older in itertools.pairwise([lifts[age] for age in (0, 1, 10, 29, 30)]))


def test_a_page_from_tomorrow_is_as_new_as_one_of_today() -> None:
    scores = scores_of(a={"modified": "2026-12-24"}, b={"modified": "2026-11-30"})
    assert scores["a"] == scores["b"]


def test_a_new_page_never_goes_before_a_clearly_better_one() -> None:
    scores = scores_of(
        old={"text": "pump and pump again", "modified": "2001-01-01"},
        new={"text": "a pump in some more text", "modified": "2026-11-30"},
    )
    assert scores["old"] > scores["new"]


def test_of_equal_pages_the_newer_comes_first() -> None:
    assert next(iter(scores_of(old={"modified": "2026-11-20"}, new={"modified": "2026-11-29"}))) == "new"


def test_without_recency_days_there_is_no_bonus() -> None:
    scores = scores_of(recency_days=0, a={"modified": "2026-11-30"}, b={})
    assert scores["a"] == scores["b"]


def test_equal_pages_come_by_their_address() -> None:
    assert list(scores_of(c={}, a={}, b={})) == ["a", "b", "c"]
