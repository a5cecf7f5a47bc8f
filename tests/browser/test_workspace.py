"""The recall battery on 1,956 real pages, through the public module in a real browser."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.server import serve
from tests.support.sites import CORPORA, Build

pytestmark = [pytest.mark.browser, pytest.mark.corpus]

RANKS = """
async ([base, cases]) => {
  const {createSearch} = await import(base + "fts/search.js");
  const search = createSearch({base: base + "fts/"});
  const ranks = [];
  for (const {query, expect} of cases) {
    const answer = await search.search(query, {drafts: true, size: 50});
    const hits = answer.groups.flatMap((group) => group.hits).sort((a, b) => b.score - a.score);
    ranks.push(hits.findIndex((hit) => hit.url === expect) + 1);
  }
  search.close();
  return ranks;
}
"""


def battery() -> list[dict[str, Any]]:
    path = CORPORA / "battery-workspace.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is missing")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def ranks(workspace: Build, browser: Browser) -> dict[str, list[tuple[str, int]]]:
    """Kind ► query and the rank of the page that is meant, 0 where it is not among the hits."""
    cases = battery()
    with serve(workspace.site) as server:
        page = browser.new_page()
        page.goto(server.address)
        found = page.evaluate(RANKS, [server.address, cases])
        page.close()
    by_kind = defaultdict(list)
    for case, rank in zip(cases, found, strict=True):
        by_kind[case["kind"]].append((case["query"], rank))
    return dict(by_kind)


def test_every_page_is_indexed(workspace: Build) -> None:
    manifest = json.loads((workspace.site / "fts" / "manifest.json").read_text("utf-8"))
    assert manifest["pages"] == 1956


def test_every_exact_word_finds_its_page(ranks: dict[str, list[tuple[str, int]]]) -> None:
    assert len(ranks["exact"]) == 120
    assert [query for query, rank in ranks["exact"] if rank == 0] == []


@pytest.mark.parametrize("kind", ["title2", "early", "cut", "late", "ident"])
def test_at_least_95_percent_stand_in_the_first_ten(ranks: dict[str, list[tuple[str, int]]], kind: str) -> None:
    missed = [query for query, rank in ranks[kind] if not 0 < rank <= 10]
    assert len(missed) <= 0.05 * len(ranks[kind]), missed
