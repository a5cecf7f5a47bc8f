"""Questions and phrases find their pages: among 1,956 in three languages, and 372 in Japanese, Chinese and Korean.

The battery of known pages is in browser/test_workspace.py, which asks Python and the browser.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from mkdocs_fts.query.answer import Options, answer
from mkdocs_fts.query.engine import Engine
from mkdocs_fts.recall.ranks import Ranks, rank, ranks
from mkdocs_fts.recall.searches import Search
from tests.support.index import index_of
from tests.support.relevance import known_items, phrases_of_bodies
from tests.support.sites import Build

pytestmark = pytest.mark.corpus


def ask(site: Path, searches: Sequence[Search]) -> Ranks:
    options = Options(drafts=True)
    with index_of(site) as db:
        engine = Engine(db)
        return ranks(lambda query: answer(engine, query, options), searches)


@pytest.fixture(scope="module")
def questions(workspace: Build) -> Ranks:
    return ask(workspace.site, known_items("questions-eips"))


def test_at_least_97_percent_of_questions_find_their_page_in_the_first_ten(questions: Ranks) -> None:
    assert len(questions.of("nl")) == 195
    assert len(questions.of("nl").misses) <= 0.03 * 195, questions.of("nl").misses


def test_the_pages_of_questions_stand_at_the_top(questions: Ranks) -> None:
    assert questions.mean_reciprocal_rank >= 0.90


def test_a_phrase_without_spaces_is_found_wherever_it_is_cut_out(cjk: Build) -> None:
    with index_of(cjk.site) as db:
        searches = phrases_of_bodies(db, 100)
        assert {len(each.query) for each in searches} == {2, 3, 4, 5, 6}
        engine = Engine(db)
        options = Options(drafts=True, size=sys.maxsize)
        missed = [each for each in searches if not rank(answer(engine, each.query, options), each.url)]
    assert missed == []
