"""The searches that engines are asked, and how well they answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path

from bench import projects
from mkdocs_fts.index import Index
from mkdocs_fts.recall.making import make
from mkdocs_fts.recall.ranks import Ranks
from mkdocs_fts.recall.searches import Search, load
from tests.support.sites import CORPORA


def find(battery: Path | None, project: Path | None, index: Index) -> list[Search]:
    """The searches of a file, those of the corpus, or such as are made from the site's texts."""
    if battery is not None:
        return load(battery)
    if project is None:
        return load(CORPORA / f"battery-{projects.DEFAULT}.jsonl")
    return make(index.texts)


def draw(searches: Sequence[Search], count: int, seed: int = 1) -> list[Search]:
    """So many of them, of all kinds by turns; the same ones each time."""
    chance = random.Random(seed)
    by_kind = [[each for each in searches if each.kind == kind] for kind in dict.fromkeys(s.kind for s in searches)]
    for kind in by_kind:
        chance.shuffle(kind)
    return [each for each in chain(*zip_longest(*by_kind)) if each is not None][:count]


def ranks(searches: Sequence[Search], answers: Sequence[Sequence[str]]) -> Ranks:
    """Where each search's page stands among the pages of its answer."""
    places = {
        search: urls.index(search.url) + 1 if search.url in urls else 0
        for search, urls in zip(searches, answers, strict=True)
    }
    return Ranks(places)
