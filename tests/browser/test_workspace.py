"""The battery of known pages on 1,956 real ones, through the public module in a real browser, and by Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from mkdocs_fts.query.answer import Options, answer
from mkdocs_fts.query.engine import Engine
from mkdocs_fts.recall.ranks import Ranks
from mkdocs_fts.recall.searches import Search
from tests.support.index import index_of
from tests.support.relevance import known_items
from tests.support.server import serve
from tests.support.sites import Build

pytestmark = [pytest.mark.browser, pytest.mark.corpus]

Answer = dict[str, Any]

BATCH = 60
OPEN = """
async () => {
  const {createSearch} = await import(new URL("fts/search.js", location));
  window.search = createSearch();
}
"""
# The rank among the ten first hits of each group, and the answer as it would be with `shown` hits.
ASK = """
async (searches) => {
  const results = [];
  for (const [query, url] of searches) {
    const answer = await search.search(query, {drafts: true});
    const hits = answer.groups.flatMap((group) => group.hits).sort((a, b) => b.score - a.score);
    results.push([hits.findIndex((hit) => hit.url === url) + 1, answer]);
  }
  return results;
}
"""


@dataclass
class Both:
    """What Python and the browser answer to the same searches."""

    python: list[Answer]
    browser: list[Answer]
    ranks: Ranks
    """In the browser."""

    def differences(self, aspect: Callable[[Answer], Any]) -> list[tuple[str, Any, Any]]:
        """Query, Python's and the browser's answer, where they are not the same."""
        pairs = ((one["query"], aspect(one), aspect(other)) for one, other in self.pairs)
        return [(query, one, other) for query, one, other in pairs if one != other]

    @property
    def pairs(self) -> list[tuple[Answer, Answer]]:
        return list(zip(self.python, self.browser, strict=True))


def ask_python(site: Path, searches: Sequence[Search]) -> list[Answer]:
    with index_of(site) as db:
        engine = Engine(db)
        return [answer(engine, each.query, Options(drafts=True)) for each in searches]


def ask_browser(browser: Browser, site: Path, searches: Sequence[Search]) -> list[tuple[int, Answer]]:
    """Ranks and answers."""
    found = []
    with serve(site) as server:
        page = browser.new_page()
        page.goto(server.address)
        page.evaluate(OPEN)
        for start in range(0, len(searches), BATCH):
            batch = [[each.query, each.url] for each in searches[start : start + BATCH]]
            found += page.evaluate(ASK, batch)
        page.close()
    return found


@pytest.fixture(scope="module")
def both(workspace: Build, browser: Browser) -> Both:
    searches = known_items("battery-workspace") + known_items("questions-eips")[::5]
    with ThreadPoolExecutor(1) as pool:  # while the browser is busy, Python has nothing else to do
        python = pool.submit(ask_python, workspace.site, searches)
        found = ask_browser(browser, workspace.site, searches)
    ranks = Ranks({search: rank for search, (rank, _) in zip(searches, found, strict=True)})
    return Both(python.result(), [answer for _, answer in found], ranks)


def hits_of(answer: Answer) -> list[dict[str, Any]]:
    return [hit for group in answer["groups"] for hit in group["hits"]]


def test_every_page_is_indexed(workspace: Build) -> None:
    manifest = json.loads((workspace.site / "fts" / "manifest.json").read_text("utf-8"))
    assert manifest["pages"] == 1956


def test_the_browser_finds_the_same_pages_in_the_same_order_as_python(both: Both) -> None:
    assert len(both.pairs) == 720 + 39

    def groups(answer: Answer) -> list[Any]:
        return [(g["wiki"], g["kind"], g["total"], [hit["url"] for hit in g["hits"]]) for g in answer["groups"]]

    assert both.differences(groups) == []


def test_the_browser_gives_the_same_scores(both: Both) -> None:
    for one, other in both.pairs:
        expected = [hit["score"] for hit in hits_of(other)]
        assert [hit["score"] for hit in hits_of(one)] == pytest.approx(expected, abs=1.5e-6, rel=0)


def test_the_browser_says_the_same_of_what_it_did(both: Both) -> None:
    def said(answer: Answer) -> list[Any]:
        told = [answer[key] for key in ("total", "hidden", "relaxed", "corrections")]
        return [*told, [hit.get("missing") for hit in hits_of(answer)]]

    assert both.differences(said) == []
    assert any(answer["corrections"] for answer in both.browser)
    assert any(answer["relaxed"] for answer in both.browser)


def test_the_browser_shows_the_same_sections_and_excerpts(both: Both) -> None:
    def shown(answer: Answer) -> list[Any]:
        return [{key: hit[key] for key in hit if key not in ("score", "missing")} for hit in hits_of(answer)]

    assert both.differences(shown) == []


@pytest.mark.parametrize("kind", ["exact", "ident"])
def test_what_stands_in_one_page_alone_is_found(both: Both, kind: str) -> None:
    assert len(both.ranks.of(kind)) == 120
    assert both.ranks.of(kind).misses == {}


@pytest.mark.parametrize("kind", ["title2", "early", "cut", "late"])
def test_at_least_98_percent_of_known_pages_stand_in_the_first_ten(both: Both, kind: str) -> None:
    assert len(both.ranks.of(kind)) == 120
    assert len(both.ranks.of(kind).misses) <= 0.02 * 120, both.ranks.of(kind).misses


def test_known_pages_stand_at_the_top(both: Both) -> None:
    battery = {search: rank for search, rank in both.ranks.by_search.items() if search.kind != "nl"}
    assert len(battery) == 720
    assert Ranks(battery).mean_reciprocal_rank >= 0.96
