"""Whole builds: what goes into the index, and how each page is labelled."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from mkdocs_fts import published
from tests.support.index import IndexedPage, index_of, indexed_pages, pages_with
from tests.support.sites import Build, build_site, mkdocs_build, write_project

GENERATES_A_PAGE = """
from mkdocs.structure.files import File

def on_files(files, config):
    files.append(File.generated(config, "made.md", content="# Made by a plugin\\n\\nmadeword"))
"""


@pytest.fixture(scope="module")
def labelled(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A site that uses every way to label a page."""
    folder = tmp_path_factory.mktemp("labelled")
    (folder / "hooks.py").write_text(GENERATES_A_PAGE)
    return build_site(
        folder,
        {
            "index.md": "# Welcome\n\nhomeword",
            "help/one.md": "---\ntags: [alpha, 2]\n---\n# One\n\n## Part *two*\n\noneword",
            "help/moved.md": "---\nwiki: tecnica\nkind: auto\n---\n# Moved",
            "help/old/past.md": "# Past",
            "help/old/kept.md": "---\nstatus: stable\n---\n# Kept",
            "help/next.md": "---\nstatus: Rascunho\ntags: x, y\n---\n# Next",
            "help/flag.md": "---\ndraft: true\n---\n# Flag",
            "tecnica/página.md": "---\ntitle: Título\nstatus: Living\n---\n# Heading",
            "tecnica/deep/down-here/last.md": "# Last",
            "cards/a.md": "# Card\n\ncardword",
            "cards/b.md": "---\nkind: written\n---\n# Essay",
            "private/secret.md": "# Secret\n\nsecretword",
            "hidden.md": "---\nsearch:\n  exclude: true\n---\n# Hidden\n\nhiddenword",
            "shown.md": "---\nsearch:\n  exclude: false\n---\n# Shown\n\nshownword",
        },
        {
            "wikis": [
                {"id": "tecnica", "title": "Técnica"},
                {"id": "help", "title": "Help", "path": "./help"},
                {"id": "cards"},
            ],
            "status_map": {"Living": "archived"},
            "status_paths": {"**/old/**": "archived"},
            "generated_paths": ["cards/**"],
            "exclude": ["private/**"],
        },
        hooks=["hooks.py"],
        nav=[
            {"Home": "index.md"},
            {"Help": ["help/one.md", {"Later on": [{"Coming": "help/next.md"}]}]},
            {"Rest": ["tecnica/página.md"]},
        ],
    )


def test_no_warning_is_given_on_a_site_without_faults(labelled: Build) -> None:
    assert labelled.warnings == []
    assert "INFO    -  fts: indexed 13 pages" in labelled.log


def test_pages_carry_their_labels(labelled: Build) -> None:
    found = {url: (page.wiki, page.status, page.kind) for url, page in indexed_pages(labelled.site).items()}
    assert found == {
        "": ("site", "active", "written"),
        "help/one/": ("help", "active", "written"),
        "help/moved/": ("tecnica", "active", "auto"),
        "help/old/past/": ("help", "archived", "written"),
        "help/old/kept/": ("help", "active", "written"),
        "help/next/": ("help", "draft", "written"),
        "help/flag/": ("help", "draft", "written"),
        "tecnica/p%C3%A1gina/": ("tecnica", "archived", "written"),
        "tecnica/deep/down-here/last/": ("tecnica", "active", "written"),
        "cards/a/": ("cards", "active", "auto"),
        "cards/b/": ("cards", "active", "written"),
        "made/": ("site", "active", "auto"),
        "shown/": ("site", "active", "written"),
    }


def test_titles_trails_and_tags_are_those_of_the_site(labelled: Build) -> None:
    pages = indexed_pages(labelled.site)
    assert pages["help/one/"] == IndexedPage("One", "help", "active", "written", ["Help"], ["alpha", "2"])
    assert pages["help/next/"] == IndexedPage("Coming", "help", "draft", "written", ["Help", "Later on"], ["x", "y"])
    assert (pages["tecnica/p%C3%A1gina/"].title, pages["tecnica/p%C3%A1gina/"].trail) == ("Título", ["Técnica", "Rest"])
    assert pages["tecnica/deep/down-here/last/"].trail == ["Técnica", "Deep", "Down here"]
    assert (pages[""].title, pages[""].trail) == ("Home", ["Test site"])


def test_the_manifest_lists_the_wikis_in_their_order(labelled: Build) -> None:
    manifest = json.loads((labelled.site / "fts" / "manifest.json").read_text("utf-8"))
    assert manifest["pages"] == 13
    assert [(wiki["id"], wiki["title"], wiki["pages"]) for wiki in manifest["wikis"]] == [
        ("tecnica", "Técnica", 3),
        ("help", "Help", 5),
        ("cards", "cards", 2),
        ("site", "Test site", 3),
    ]
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", manifest["built"])


def test_excluded_pages_leave_no_trace(labelled: Build) -> None:
    for word in ("secretword", "hiddenword", "secret", "hidden"):
        assert pages_with(labelled.site, word) == []
    assert pages_with(labelled.site, "shownword") == ["shown/"]
    content = published.read_database(published.find(labelled.site))
    assert b"secretword" not in content
    assert b"shownword" in content
    with index_of(labelled.site) as db:
        terms = {term for (term,) in db.execute("SELECT term FROM term")}
    assert "secretword" not in terms
    assert "shownword" in terms


def test_words_are_found_in_the_column_of_their_place(labelled: Build) -> None:
    assert pages_with(labelled.site, "oneword", "body") == ["help/one/"]
    assert pages_with(labelled.site, "part two", "headings") == ["help/one/"]
    assert pages_with(labelled.site, "alpha", "tags") == ["help/one/"]
    assert pages_with(labelled.site, "titulo", "title") == ["tecnica/p%C3%A1gina/"]
    assert pages_with(labelled.site, "cardword", "body") == ["cards/a/"]


def test_generated_blocks_of_written_pages_have_their_own_column(tmp_path: Path) -> None:
    pages = {
        "index.md": "# Home\n\nwrittenword\n\n<!-- fts:auto -->\n\n- commentword\n\n<!-- /fts:auto -->\n",
        "api.md": '# API\n\nintroword\n\n<div class="doc doc-object doc-function"><h2 id="f">fetch</h2>'
        '<p>docstringword</p></div>\n\n<div class="stats">statsword</div>\n',
    }
    site = build_site(tmp_path, pages, {"generated_selectors": [".doc-object", "div.stats"]}).site
    for word, column, url in [
        ("writtenword", "body", ""),
        ("commentword", "generated", ""),
        ("introword", "body", "api/"),
        ("docstringword", "generated", "api/"),
        ("statsword", "generated", "api/"),
    ]:
        assert pages_with(site, word, column) == [url], word
        assert pages_with(site, word, "generated" if column == "body" else "body") == []
    assert {page.kind for page in indexed_pages(site).values()} == {"written"}


def test_urls_are_those_of_the_pages_without_directory_urls_too(tmp_path: Path) -> None:
    pages = {"index.md": "# Home", "a/index.md": "# A", "a/b c.md": "# B", "404.md": "# Lost"}
    site = build_site(tmp_path, pages, use_directory_urls=False).site
    assert set(indexed_pages(site)) == {"index.html", "a/index.html", "a/b%20c.html", "404.html"}


def test_a_disabled_plugin_leaves_no_trace(tmp_path: Path) -> None:
    done = build_site(tmp_path, {"index.md": "---\n- no mapping\n---\n# Home"}, {"enabled": False})
    assert not (done.site / "fts").exists()
    assert "fts" not in (done.site / "index.html").read_text("utf-8")
    assert "fts:" not in done.log


def test_a_site_without_pages_is_built(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    assert indexed_pages(build_site(tmp_path, {}).site) == {}


def hash_of(site: Path) -> str:
    return str(json.loads((site / "fts" / "manifest.json").read_text("utf-8"))["db"])


def test_one_tree_gives_one_hash_in_whatever_order_its_files_were_made(tmp_path: Path) -> None:
    pages = {
        f"{letter}/{number}.md": f"# Page {letter}{number}\n\né 漢字 word{number}"
        for letter in "ba"
        for number in range(9)
    }
    hashes = set()
    for name, order in (("first", list(pages)), ("second", sorted(pages)), ("third", sorted(pages, reverse=True))):
        site = build_site(tmp_path / name, {path: pages[path] for path in order}).site
        hashes.add(hash_of(site))
    assert len(hashes) == 1
    again = mkdocs_build(tmp_path / "first", tmp_path / "elsewhere")
    assert hash_of(again.site) in hashes
    (tmp_path / "first" / "docs" / "a" / "0.md").write_text("# Page a0\n\nchanged")
    assert hash_of(mkdocs_build(tmp_path / "first", tmp_path / "changed").site) not in hashes


def test_a_dirty_build_of_a_part_keeps_the_whole_index(tmp_path: Path) -> None:
    pages = {"index.md": "# Home", "a.md": "# A\n\noldword", "out.md": "---\nsearch:\n  exclude: true\n---\n# Out"}
    site = build_site(tmp_path, pages, None, "--dirty").site
    assert set(indexed_pages(site)) == {"", "a/"}
    before = hash_of(site)
    (tmp_path / "docs" / "a.md").write_text("# A\n\nnewword")
    done = mkdocs_build(tmp_path, site, "--dirty")
    assert done.returncode == 0
    assert "fts: a dirty build renders changed pages only: the index stays as it was" in done.log
    assert hash_of(site) == before
    assert pages_with(site, "oldword") == ["a/"]


def test_the_whole_body_is_indexed_to_its_end(tmp_path: Path) -> None:
    text = "\n\n".join(f"## Section {number}\n\n" + "filler " * 200 for number in range(50))
    site = build_site(tmp_path, {"index.md": f"# Long\n\n{text}\n\nthe very lastword"}).site
    assert pages_with(site, "very lastword") == [""]


def test_settings_reach_the_start_script(tmp_path: Path) -> None:
    site = build_site(
        tmp_path, {"index.md": "# Home"}, {"shortcuts": ["alt+s"]}, theme={"name": "mkdocs", "locale": "pt_BR"}
    ).site
    script = (site / "fts" / "start.js").read_text("utf-8")
    assert '{"shortcuts": ["alt+s"], "locale": "pt_BR", "searchPage": "search.html"}' in script
    assert "__FTS_SETTINGS__" not in script


def test_how_much_may_be_fetched_ahead_reaches_readers(tmp_path: Path) -> None:
    site = build_site(tmp_path, {"index.md": "# Home"}, {"prefetch": 0}).site
    assert json.loads((site / "fts" / "manifest.json").read_text("utf-8"))["prefetch"] == "none"


def test_a_sites_own_texts_reach_the_start_script(tmp_path: Path) -> None:
    site = build_site(tmp_path, {"index.md": "# Home"}, {"texts": {"search": "Find", "es": {"search": "Hallar"}}}).site
    script = (site / "fts" / "start.js").read_text("utf-8")
    assert '"texts": {"es": {"search": "Hallar"}, "*": {"search": "Find"}}' in script
    assert (site / "fts" / "text-es.js").is_file()


def test_a_text_that_there_is_not_ends_the_build_and_is_named(tmp_path: Path) -> None:
    write_project(tmp_path, {"index.md": "# Home"}, {"texts": {"es": {"serch": "Hallar"}}})
    done = mkdocs_build(tmp_path, tmp_path / "site")
    assert done.returncode == 1
    assert "Plugin 'fts' option 'texts': 'es.serch' is no text of the dialog; near: search" in done.log
    assert "Traceback" not in done.log
