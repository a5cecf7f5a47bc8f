"""Whole builds beside other plugins that decide which pages there are, and who may read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import mkdocs_fts
from mkdocs_fts import published
from tests.support.index import indexed_pages, pages_with
from tests.support.sites import Build, mkdocs_build, write_project

LANGUAGES = [
    {"locale": "en", "name": "English", "build": True, "default": True},
    {"locale": "es", "name": "Español", "build": True},
    {"locale": "pt", "name": "Português", "build": True},
]
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


def build(folder: Path, pages: dict[str, str], plugins: list[Any], *arguments: str, **config: Any) -> Build:
    write_project(folder, pages, plugins=plugins, **config)
    done = mkdocs_build(folder, folder / "site", *arguments)
    assert done.returncode == 0, done.log
    return done


def i18n(structure: str) -> dict[str, Any]:
    return {"i18n": {"docs_structure": structure, "languages": LANGUAGES}}


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
@pytest.mark.parametrize(("structure", "pages"), [("suffix", BY_SUFFIX), ("folder", BY_FOLDER)])
def test_one_index_has_all_languages_that_i18n_builds(
    tmp_path: Path, structure: str, pages: dict[str, str], theme: str
) -> None:
    done = build(tmp_path, pages, ["fts", i18n(structure)], theme={"name": theme}, site_url="https://example.org/")
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
    done = build(tmp_path, BY_SUFFIX, [i18n("suffix"), "search", "fts"])
    assert len(indexed_pages(done.site)) == 5


def test_the_languages_of_i18n_are_groups_unless_there_are_wikis(tmp_path: Path) -> None:
    pages = {**BY_FOLDER, "en/card.md": "---\nwiki: cards\n---\n# Card\n\nzeolite"}
    done = build(tmp_path, pages, ["fts", i18n("folder")])
    with mkdocs_fts.open(done.site) as index:
        groups = index.search("zeolit*")["groups"]
    assert {group["title"]: group["hits"][0]["trail"] for group in groups} == {
        "English": ["English"],
        "Español": ["Español"],
        "cards": ["cards"],
    }
    done = build(tmp_path, pages, [{"fts": {"wikis": [{"id": "es"}]}}, i18n("folder")])
    assert {page.wiki for page in indexed_pages(done.site).values()} == {"es", "site"}


def test_words_find_their_families_in_each_language_of_i18n(tmp_path: Path) -> None:
    done = build(tmp_path, BY_SUFFIX, ["fts", i18n("suffix")])
    with mkdocs_fts.open(done.site) as index:
        answer = index.search("estación")
    assert [hit["url"] for group in answer["groups"] for hit in group["hits"]] == ["es/"]


def test_a_dirty_build_beside_i18n_leaves_the_index(tmp_path: Path) -> None:
    plugins = ["fts", i18n("suffix")]
    before = build(tmp_path, BY_SUFFIX, plugins)
    manifest = (before.site / "fts" / "manifest.json").read_bytes()
    after = build(tmp_path, {"index.md": "# Home\n\nheron"}, plugins, "--dirty")
    assert "the index stays as it was" in after.log
    assert (after.site / "fts" / "manifest.json").read_bytes() == manifest


SECRET = {
    "index.md": "# Home\n\nkingfisher",
    "vault.md": "---\npassword: correct horse battery staple\n---\n# Vault\n\nzeolite",
}


def test_a_page_behind_a_password_is_not_in_the_index(tmp_path: Path) -> None:
    done = build(tmp_path, SECRET, ["fts", "encryptcontent"])
    assert "zeolite" not in (done.site / "vault" / "index.html").read_text("utf-8")
    assert set(indexed_pages(done.site)) == {""}
    assert b"zeolite" not in published.read_database(published.find(done.site))


def test_it_is_where_its_author_wants_it_to_be(tmp_path: Path) -> None:
    done = build(tmp_path, SECRET, ["fts", {"encryptcontent": {"search_index": "clear"}}])
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
