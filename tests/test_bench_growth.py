"""Synthetic sites, and what is measured of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bench import growth, index_run, rarity
from bench.corpora import Corpus
from bench.server import Types
from bench.synthetic import Model, Shape, Site, words_of
from mkdocs_fts import published
from mkdocs_fts.document import Labels
from mkdocs_fts.indexing import PageSource
from tests.support.sites import write_project

TYPES = Types({"text/html": {"extensions": ["html"]}, "text/javascript": {"extensions": ["js"]}})
COUNTS = Counter({"water": 4000, "pump": 1500, "the": 9000, "valve": 400, "level": 300})
OFTEN = Counter({f"{a}{b}often": 70 for a in "abcdefghij" for b in "abcdefghij"})
ONCE = Counter({f"{a}{b}once": 1 for a in "abcdefghij" for b in "abcdefghij"})
MODEL = Model(
    COUNTS + OFTEN + ONCE,
    [
        Shape(Labels("help"), length=300, distinct=60, headings=3),
        Shape(Labels("cards", "draft", "auto"), length=40, distinct=25, headings=0),
        Shape(Labels("help"), length=0, distinct=0, headings=0),
    ],
)


def test_the_same_seed_gives_the_same_pages() -> None:
    assert list(Site(MODEL, 50, 7).pages()) == list(Site(MODEL, 50, 7).pages())
    assert list(Site(MODEL, 50, 7).pages()) != list(Site(MODEL, 50, 8).pages())


def test_a_small_site_is_the_beginning_of_a_large_one() -> None:
    assert list(Site(MODEL, 30).pages()) == list(Site(MODEL, 60).pages())[:30]


def test_pages_come_in_the_order_of_their_files() -> None:
    paths = [page.path for page in Site(MODEL, 2100).pages()]
    assert paths == sorted(set(paths))
    assert len(paths) == 2100


def test_pages_are_shaped_like_real_ones() -> None:
    pages = list(Site(MODEL, 60).pages())
    assert {(page.labels.wiki, page.labels.kind) for page in pages} == {("help", "written"), ("cards", "auto")}
    long = max(pages, key=lambda page: len(page.html))
    words = [word for word in words_of(long) if "_" not in word and not word[-1:].isdigit()]
    assert 300 <= len(words) <= 330
    assert 50 <= len(set(words)) <= 65
    assert long.html.count("<h2 ") == 3


def test_words_come_by_their_frequency() -> None:
    counts = Counter(word for page in Site(MODEL, 300).pages() for word in words_of(page))
    assert counts["the"] > counts["water"] > counts["pump"] > counts["valve"] > 0


def test_as_a_site_grows_new_words_come_up() -> None:
    words = [{word for word in words_of(page) if word.isalpha()} for page in Site(MODEL, 600).pages()]
    first, second, third = (set().union(*words[start : start + 200]) for start in (0, 200, 400))
    assert len(second - first) > 20
    assert len(third - second - first) > 20


def test_a_model_is_learned_from_a_projects_pages(tmp_path: Path) -> None:
    pages = {
        "index.md": "# Home\n\n## One\n\nthe pump, the valve",
        "cards/a.md": "---\nstatus: draft\n---\n# A\n\n日本",
    }
    write_project(tmp_path, pages, {"wikis": [{"id": "cards", "title": "Cards"}], "generated_paths": ["cards/**"]})
    corpus = Corpus(tmp_path)
    model = Model.learn(corpus.pages())
    assert model.counts == {"home": 1, "one": 1, "the": 2, "pump": 1, "valve": 1, "a": 1, "日本": 1}
    assert model.once == {"home", "one", "pump", "valve", "a", "日本"}
    assert model.shapes == [Shape(Labels("site"), 6, 5, 1), Shape(Labels("cards", "draft", "auto"), 2, 2, 0)]
    assert [wiki.title for wiki in corpus.wikis()] == ["Cards", "Test site"]


def test_searches_are_as_rare_as_their_category_says() -> None:
    html = (
        f"<p>{' '.join(['the', 'water', 'pump', 'valve', 'level', *(f'word{c}' for c in 'abcdefg'), 'zyx', 'wvu'])}</p>"
    )
    page = PageSource("a.md", "a/", "A", Labels("help"), html)
    counts = COUNTS + Counter({f"word{c}": 50 for c in "abcdefg"} | {"zyx": 2, "wvu": 1})
    found = rarity.searches([page, page], counts, 2)
    assert found["two rare words"] == ["wvu zyx"] * 2
    common = {"the", "water", "pump", "valve", "level"}
    assert all(set(query.split()) <= common and len(query.split()) == 2 for query in found["two common words"])
    for query in found["a common and a rare word"]:
        one, other = query.split()
        assert one in common
        assert other == "wvu"
    assert all(query in html and len(query.split()) == 5 for query in found["a sentence of five"])


def test_what_indexing_took_is_of_the_other_process_alone(tmp_path: Path) -> None:
    held = bytearray(300_000_000)
    run = index_run.index(Site(MODEL, 40), tmp_path / "fts")
    assert published.read_manifest(tmp_path / "fts")["pages"] == run.pages == 40
    assert 0 < run.base_bytes < run.peak_bytes < len(held)
    assert run.cpu_seconds > 0


@pytest.mark.browser
def test_growth_is_measured_and_told(browser: Browser, tmp_path: Path) -> None:
    sites = [
        growth.measure(browser, TYPES, "synthetic", Site(MODEL, count), MODEL, tmp_path, count=1, searched=50)
        for count in (20, 60)
    ]
    assert [site["pages"] for site in sites] == [20, 60]
    assert list(sites[0]["first"]) == [*rarity.CATEGORIES, "all"]
    assert sites[0]["first"]["two rare words"]["bytes"]["median"] > 10_000
    assert sites[0]["first"]["all"]["searches"] == 4
    assert sites[1]["first"] == {}
    text = growth.markdown({"date": "2026-11-30", "machine": "2 cores", "seed": 1, "sites": sites})
    assert "| synthetic | 20 |" in text
    assert "| two rare words | 1.00 |" in text


def test_builds_alone_are_told_too() -> None:
    site = {
        "name": "synthetic",
        "pages": 100,
        "add_seconds": 1.0,
        "finish_seconds": 0.5,
        "cpu_seconds": 2.0,
        "base_bytes": 40_000_000,
        "peak_bytes": 60_000_000,
        "disk": {"bytes": 1_500_000, "files": 200},
        "first": {},
    }
    large = site | {"pages": 200, "cpu_seconds": 6.0, "peak_bytes": 100_000_000}
    text = growth.markdown({"date": "2026-11-30", "machine": "2 cores", "seed": 1, "sites": [site, large]})
    assert "| synthetic | 200 | 1.5 | 0.5 | 6.0 | 1.50 | 100 | 60 | 1.50 | 1.5 | 200 |" in text
    assert "first search" not in text
