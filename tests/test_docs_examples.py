"""The examples of `docs/search-language.md`, run on the example site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from mkdocs_fts.query.answer import answer
from mkdocs_fts.query.engine import Engine
from tests.support.index import index_of, indexed_pages
from tests.support.sites import ROOT, Build

PAGE = (ROOT / "docs" / "search-language.md").read_text("utf-8")
TABLES: list[str] = re.findall(r"^\| search \| result \|\n\| --- \| --- \|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
EXAMPLES: list[tuple[str, ...]] = [
    row.groups() for table in TABLES for row in re.finditer(r"^\| `(.+?)` \| (.+) \|$", table, re.MULTILINE)
]


@pytest.fixture(scope="module")
def engine(example: Build) -> Iterator[Engine]:
    with index_of(example.site) as db:
        yield Engine(db)


def holds(claim: str, found: dict[str, Any]) -> bool:
    """Whether an answer is as one claim of an example says."""
    hits = sorted((hit for group in found["groups"] for hit in group["hits"]), key=lambda hit: -hit["score"])
    urls = [hit["url"] for hit in hits]
    named = re.findall(r"`(.*?)`", claim)
    claims = {
        "…": set(named) <= set(urls),
        "only …": set(named) == set(urls),
        "not …": not set(named) & set(urls),
        "first …": named == urls[:1],
        "nothing": not urls,
        "corrected to …": named == [correction["to"] for correction in found["corrections"]],
        "most of the words": found["relaxed"],
        "… hidden": claim == f"{found['hidden']} hidden",
        "in section *…*": [claim] == [f"in section *{hit['section']['title']}*" for hit in hits[:1]],
    }
    return bool(claims[re.sub(r"`.*?`(, `.*?`)*|\d+|(?<=\*).+(?=\*)", "…", claim)])


@pytest.mark.parametrize(("query", "result"), EXAMPLES, ids=[query for query, _ in EXAMPLES])
def test_an_example_gives_what_the_page_says(engine: Engine, query: str, result: str) -> None:
    found = answer(engine, query)
    assert [claim for claim in result.split("; ") if not holds(claim, found)] == []
    assert found["relaxed"] == ("most of the words" in result)
    assert bool(found["corrections"]) == ("corrected to" in result)


def test_every_row_is_an_example() -> None:
    assert len(TABLES) == PAGE.count("| search |") > 0
    assert len(EXAMPLES) == sum(len(table.splitlines()) for table in TABLES)


def test_pages_named_are_pages_of_the_example_site(example: Build) -> None:
    named = {url for _, result in EXAMPLES for url in re.findall(r"`([^`]*/)`", result)}
    assert named <= set(indexed_pages(example.site))
