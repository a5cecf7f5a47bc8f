"""Whole builds beside other plugins that decide which pages there are, and who may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

import mkdocs_fts
from mkdocs_fts import published
from tests.support.index import indexed_pages, pages_with
from tests.support.sites import build_site, i18n, mkdocs_build, write_project

LANGUAGES = {"en": "English", "es": "Español", "pt": "Português"}
BY_SUFFIX = {
    "index.md": "# Home\n\nkingfisher",
    "index.es.md": "# Inicio\n\nestaciones",
    "index.pt.md": "# Início\n\nestações",
    "guide.md": "# Guide\n\nzeolite",
    "guide.es.md": "# Guía\n\nzeolita",
}
BY_FOLDER = {
    "en/index.md": BY_SUFFIX["index.md"],
    "es/index.md": BY_SUFFIX["index.es.md"],
    "pt/index.md": BY_SUFFIX["index.pt.md"],
    "en/guide.md": BY_SUFFIX["guide.md"],
    "es/guide.md": BY_SUFFIX["guide.es.md"],
}


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
@pytest.mark.parametrize(("structure", "pages"), [("suffix", BY_SUFFIX), ("folder", BY_FOLDER)])
def test_one_index_has_all_languages_that_i18n_builds(
    tmp_path: Path, structure: Literal["suffix", "folder"], pages: dict[str, str], theme: str
) -> None:
    done = build_site(
        tmp_path,
        pages,
        plugins=["fts", i18n(structure, **LANGUAGES)],
        theme={"name": theme},
        site_url="https://example.org/",
    )
    pages_by_wiki = {url: page.wiki for url, page in indexed_pages(done.site).items()}
    # What is not translated is found once, where it is at home.
    assert pages_by_wiki == {"": "en", "guide/": "en", "es/": "es", "es/guide/": "es", "pt/": "pt"}
    assert (done.site / "pt" / "guide" / "index.html").exists()
    assert pages_with(done.site, "kingfisher") == [""]
    assert pages_with(done.site, "zeolita") == ["es/guide/"]
    assert pages_with(done.site, "estações") == ["pt/"]
    assert 'lang="en"' in (done.site / "search.html").read_text("utf-8")
    assert "fts: indexed 5 pages" in done.log
    assert list(done.site.rglob("manifest.json")) == [done.site / "fts" / "manifest.json"]


def test_the_order_of_plugins_does_not_matter_beside_i18n(tmp_path: Path) -> None:
    done = build_site(tmp_path, BY_SUFFIX, plugins=[i18n("suffix", **LANGUAGES), "search", "fts"])
    assert len(indexed_pages(done.site)) == 5


def test_the_languages_of_i18n_are_groups_unless_there_are_wikis(tmp_path: Path) -> None:
    pages = {**BY_FOLDER, "en/card.md": "---\nwiki: cards\n---\n# Card\n\nzeolite"}
    done = build_site(tmp_path, pages, plugins=["fts", i18n("folder", **LANGUAGES)])
    with mkdocs_fts.open(done.site) as index:
        groups = index.search("zeolit*")["groups"]
    assert {group["title"]: group["hits"][0]["trail"] for group in groups} == {
        "English": ["English"],
        "Español": ["Español"],
        "cards": ["cards"],
    }
    done = build_site(tmp_path, pages, plugins=[{"fts": {"wikis": [{"id": "es"}]}}, i18n("folder", **LANGUAGES)])
    assert {page.wiki for page in indexed_pages(done.site).values()} == {"es", "site"}


def test_words_find_their_families_in_each_language_of_i18n(tmp_path: Path) -> None:
    done = build_site(tmp_path, BY_SUFFIX, plugins=["fts", i18n("suffix", **LANGUAGES)])
    with mkdocs_fts.open(done.site) as index:
        answer = index.search("estación")
    assert [hit["url"] for group in answer["groups"] for hit in group["hits"]] == ["es/"]


def test_a_dirty_build_beside_i18n_leaves_the_index(tmp_path: Path) -> None:
    plugins = ["fts", i18n("suffix", **LANGUAGES)]
    before = build_site(tmp_path, BY_SUFFIX, plugins=plugins)
    manifest = (before.site / "fts" / "manifest.json").read_bytes()
    after = build_site(tmp_path, {"index.md": "# Home\n\nheron"}, None, "--dirty", plugins=plugins)
    assert "the index stays as it was" in after.log
    assert (after.site / "fts" / "manifest.json").read_bytes() == manifest


SECRET = {
    "index.md": "# Home\n\nkingfisher",
    "vault.md": "---\npassword: correct horse battery staple\n---\n# Vault\n\nzeolite",
}


def test_a_page_behind_a_password_is_not_in_the_index(tmp_path: Path) -> None:
    done = build_site(tmp_path, SECRET, plugins=["fts", "encryptcontent"])
    assert "zeolite" not in (done.site / "vault" / "index.html").read_text("utf-8")
    assert set(indexed_pages(done.site)) == {""}
    assert b"zeolite" not in published.read_database(published.find(done.site))


def test_it_is_where_its_author_wants_it_to_be(tmp_path: Path) -> None:
    done = build_site(tmp_path, SECRET, plugins=["fts", {"encryptcontent": {"search_index": "clear"}}])
    assert pages_with(done.site, "zeolite") == ["vault/"]


@pytest.mark.parametrize(
    ("plugins", "mend"),
    [
        (["fts", "exclude-search"], "option `exclude`"),
        (["search", "fts", "encryptcontent"], "remove it from `plugins`"),
    ],
    ids=["exclude-search", "encryptcontent"],
)
def test_what_needs_the_index_of_another_search_is_an_error(tmp_path: Path, plugins: list[Any], mend: str) -> None:
    write_project(tmp_path, SECRET, plugins=plugins)
    done = mkdocs_build(tmp_path, tmp_path / "site")
    assert done.returncode != 0
    assert "ERROR   -  fts: the plugin" in done.log
    assert mend in done.log
    assert "Traceback" not in done.log
