"""Whole builds: what pages and options say about the order of results and about word families."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mkdocs_fts.query.answer import answer
from mkdocs_fts.query.engine import Engine
from mkdocs_fts.vocabulary import STEM
from tests.support.index import index_of
from tests.support.sites import Build, build_site

# Sets what mkdocs-git-revision-date-localized-plugin sets, at the same time.
SETS_A_DATE = """
def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri == "by-git.md":
        page.meta["git_revision_date_localized_raw_iso_date"] = "2026-03-04"
"""


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Build:
    folder = tmp_path_factory.mktemp("dated")
    (folder / "hooks.py").write_text(SETS_A_DATE)
    pages = {
        "plain.md": "# Plain",
        "dated.md": "---\ndate: 2026-01-02\n---\n# Dated",
        "updated.md": "---\ndate: 2026-01-02\nupdated: 2026-02-03\n---\n# Updated",
        "by-git.md": "# By git",
        "raised.md": "---\nsearch:\n  boost: 2.5\n---\n# Raised",
        "odd.md": "---\nsearch:\n  boost: high\ndate: someday\n---\n# Odd",
    }
    return build_site(folder, pages, {"recency_days": 14}, hooks=["hooks.py"])


def test_pages_carry_their_date_and_boost(dated: Build) -> None:
    with index_of(dated.site) as db:
        rows = db.execute("SELECT url, modified, boost FROM page ORDER BY url").fetchall()
    assert rows == [
        ("by-git/", "2026-03-04", 1.0),
        ("dated/", "2026-01-02", 1.0),
        ("odd/", None, 1.0),
        ("plain/", None, 1.0),
        ("raised/", None, 2.5),
        ("updated/", "2026-02-03", 1.0),
    ]


def test_the_recency_that_is_configured_reaches_readers(dated: Build) -> None:
    with index_of(dated.site) as db:
        engine = Engine(db)
    assert engine.recency_days == 14
    assert len(engine.days) == 3
    assert list(engine.boosts.values()) == [2.5]


def test_a_boost_that_is_none_is_a_warning_with_the_mend(dated: Build) -> None:
    assert dated.warnings == [
        "WARNING -  fts: odd.md: front matter `search.boost` must be a number above 0, not 'high'; the page counts as "
        "any other"
    ]


@pytest.mark.parametrize(
    ("options", "locale", "stems"),
    [
        ({}, "en", {"generat"}),
        ({}, "de", {"generat", "haus"}),
        ({"languages": ["es", "de"]}, "en", {"configur", "haus"}),
    ],
)
def test_words_find_their_family_in_the_sites_languages(
    tmp_path: Path, options: dict[str, Any], locale: str, stems: set[str]
) -> None:
    pages = {"index.md": "# Home\n\nTwo generations, las configuraciones nuevas und viele Häuser."}
    site = build_site(tmp_path, pages, options, theme={"name": "mkdocs", "locale": locale}).site
    with index_of(site) as db:
        engine = Engine(db)
        assert {stem for stem in ("generat", "configur", "haus") if engine.terms_with_all([STEM + stem])} == stems


def test_wikis_that_nobody_ordered_come_by_their_best_hit(tmp_path: Path) -> None:
    pages = {
        "a.md": "---\nwiki: first\n---\n# A\n\npump among other words",
        "b.md": "---\nwiki: second\n---\n# Pump\n\npump",
        "c.md": "# C\n\nnothing",
    }
    with index_of(build_site(tmp_path, pages).site) as db:
        assert [group["wiki"] for group in answer(Engine(db), "pump")["groups"]] == ["second", "first"]
