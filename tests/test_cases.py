"""Every check of the shared cases, which follow public reports of other engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from mkdocs_fts.query.answer import answer
from mkdocs_fts.query.engine import Engine
from tests.support.cases import FILE, Check, checks, failures
from tests.support.index import index_of

pytestmark = pytest.mark.corpus

CHECKS = list(checks())
Ask = Callable[[Check], dict[str, Any]]


@pytest.fixture(scope="module")
def ask(case_sites: Path) -> Iterator[Ask]:
    """Answers a check's query on the site of its case."""
    with ExitStack() as stack:

        @lru_cache
        def engine(case: str) -> Engine:
            return Engine(stack.enter_context(index_of(case_sites / case)))

        yield lambda check: answer(engine(check.case), check.query)


@pytest.mark.skipif(not FILE.exists(), reason=f"{FILE} is missing")
@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_the_answer_is_what_the_report_asks_for(ask: Ask, check: Check) -> None:
    assert failures(ask(check), check.expect) == [], check.source


def test_all_cases_are_there() -> None:
    if not CHECKS:
        pytest.skip(f"{FILE} is missing")
    assert len({check.case for check in CHECKS}) == 38


HIT = {"url": "a/", "title": "A", "score": 2.0, "section": {"title": "S"}}
OTHER = {"url": "b/", "title": "B", "score": 3.0, "section": {"title": "T"}}
ANSWER = {
    "ok": True,
    "query": "q",
    "hidden": 1,
    "corrections": [],
    "groups": [{"kind": "written", "hits": [HIT]}, {"kind": "auto", "hits": [OTHER]}],
}


@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ({"found": ["a/"]}, True),
        ({"found": ["c/"]}, False),
        ({"first": "b/"}, True),
        ({"first": "a/"}, False),
        ({"only": ["b/", "a/"]}, True),
        ({"only": ["a/"]}, False),
        ({"none": True}, False),
        ({"once": True}, True),
        ({"titles": ["A", "B"]}, True),
        ({"titles": ["B", "A"]}, False),
        ({"section": "T"}, True),
        ({"hidden": 1}, True),
        ({"hidden": 0}, False),
        ({"auto": ["b/"]}, True),
        ({"auto": ["a/"]}, False),
        ({"corrected": True}, False),
        ({"no_error": True}, True),
    ],
)
def test_a_check_says_what_is_wrong(expect: dict[str, Any], holds: bool) -> None:
    assert (failures(ANSWER, expect) == []) is holds
