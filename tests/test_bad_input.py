"""Bad input gets a message that names the file or option and the mend, and the rest is still indexed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.index import indexed_pages, pages_with
from tests.support.sites import Build, mkdocs_build, write_project

GOOD = {"index.md": "# Home\n\nhomeword", "good.md": "# Good\n\ngoodword"}

# `sqlite3` as it is where SQLite was built without FTS5.
WITHOUT_FTS5 = """
import sqlite3

class Connection(sqlite3.Connection):
    def execute(self, sql, *parameters):
        if "fts5" in sql:
            raise sqlite3.OperationalError("no such module: fts5")
        return super().execute(sql, *parameters)

connect = sqlite3.connect
sqlite3.connect = lambda *arguments, **options: connect(*arguments, **{**options, "factory": Connection})
"""

# Puts a file where the index is to go, after MkDocs has cleaned the site folder.
TAKES_THE_FOLDER = """
from pathlib import Path

def on_files(files, config):
    Path(config.site_dir).mkdir(parents=True, exist_ok=True)
    (Path(config.site_dir) / "fts").write_text("in the way")
"""


def build(
    folder: Path, pages: dict[str, str], options: dict[str, Any] | None = None, *arguments: str, **config: Any
) -> Build:
    write_project(folder, {**GOOD, **pages}, options, **config)
    return mkdocs_build(folder, folder / "site", *arguments)


def docs(folder: Path) -> Path:
    return folder / "docs"


FAULTY_PAGES = {
    "front matter that is a list": (
        "---\n- a\n- b\n---\n# Bad\n\nbadword",
        "bad.md: front matter is no mapping, so that it was ignored; write `key: value` lines",
    ),
    "front matter that is a text": (
        "---\nonly words\n---\n# Bad\n\nbadword",
        "bad.md: front matter is no mapping, so that it was ignored; write `key: value` lines",
    ),
    "front matter that is no YAML": (
        '---\ntitle: "open\n---\n# Bad\n\nbadword',
        "bad.md: front matter is no valid YAML (found unexpected end of stream), so that it was ignored; "
        "write `key: value` lines",
    ),
    "front matter with half a character": (
        '---\ntitle: "\\ud83d"\n---\n# Bad\n\nbadword',
        "bad.md: front matter is no valid YAML (found invalid Unicode character escape code), so that it was ignored; "
        "write `key: value` lines",
    ),
    "no title": (
        "badword and no heading",
        "bad.md: no title, so that its file name stands in results; begin it with `# Title`",
    ),
    "an empty title": (
        "---\ntitle:\n---\nbadword and no heading",
        "bad.md: no title, so that its file name stands in results; begin it with `# Title`",
    ),
    "a script that is never closed": (
        "# Bad\n\nbadword\n\n<script>\n\nlet lost = 1\n",
        "bad.md: <script> is never closed: the text after it cannot be seen or found; close it with </script>",
    ),
    "a block that is never closed": (
        "# Bad\n\n<div data-x='<p>\n\nbadword\n\n<!-- fts:auto -->\n",
        "bad.md: <!-- fts:auto --> is never closed; add <!-- /fts:auto -->",
    ),
    "a block that is never opened": (
        "# Bad\n\nbadword\n\n<!-- /fts:auto -->\n",
        "bad.md: <!-- /fts:auto --> without <!-- fts:auto --> before it",
    ),
    "an unknown status": (
        "---\nstatus: Foggy\n---\n# Bad\n\nbadword",
        "bad.md: unknown status 'Foggy' counts as active; say what it means with the option "
        "`status_map: {Foggy: active}` (or draft, archived)",
    ),
    "a status that is no word": (
        "---\nstatus: [draft]\n---\n# Bad\n\nbadword",
        "bad.md: front matter `status` must be a word, not ['draft']; the page counts as active",
    ),
    "a wiki that is no name": (
        "---\nwiki: [a]\n---\n# Bad\n\nbadword",
        "bad.md: front matter `wiki` must be the id of a wiki, not ['a']",
    ),
    "ten megabytes": (
        "# Bad\n\nbadword\n\n" + ("filler words of a page that is far too long " * 20 + "\n\n") * 11_200,
        "bad.md: more than 5 million characters; split the page, or leave it out with the option `exclude`",
    ),
}


@pytest.mark.parametrize("fault", FAULTY_PAGES)
def test_a_faulty_page_is_warned_of_once_and_all_is_indexed(fault: str, tmp_path: Path) -> None:
    text, warning = FAULTY_PAGES[fault]
    done = build(tmp_path, {"bad.md": text})
    assert done.returncode == 0, done.log
    assert done.warnings == [f"WARNING -  fts: {warning}"]
    assert set(indexed_pages(done.site)) == {"", "good/", "bad/"}
    for word, url in (("badword", "bad/"), ("goodword", "good/"), ("homeword", "")):
        assert pages_with(done.site, word) == [url], word


@pytest.mark.parametrize(
    ("pages", "options"),
    [
        ({"bad.md": FAULTY_PAGES["no title"][0]}, {}),
        ({"bad.md": FAULTY_PAGES["an unknown status"][0]}, {}),
        ({}, {"wikis": [{"id": "nowhere"}]}),
    ],
    ids=["what a page's content shows", "what front matter shows", "what options show"],
)
def test_strict_fails_on_our_warnings(pages: dict[str, str], options: dict[str, Any], tmp_path: Path) -> None:
    done = build(tmp_path, pages, options, "--strict")
    assert len(done.warnings) == 1
    assert "Aborted with 1 warnings in strict mode!" in done.log
    assert done.returncode == 1


def test_strict_passes_where_there_is_nothing_to_warn_of(tmp_path: Path) -> None:
    done = build(tmp_path, {}, None, "--strict", plugins=["search", "fts"])
    assert (done.returncode, done.warnings) == (0, [])


@pytest.mark.parametrize(
    "html",
    [
        "<p>badword <b>bold <i>both</b> italic</i>\n",
        "<table><tr><td>badword<td>two\n",
        "<div><div><span>badword\n",
        "</div></section>badword\n",
        "<ul><li>badword</ul></li></p>&notanentity; &#xFFFFFFF; &#0;\n",
    ],
)
def test_broken_html_loses_no_word(html: str, tmp_path: Path) -> None:
    done = build(tmp_path, {"bad.md": f"# Bad\n\n{html}\nlastword\n"})
    assert (done.returncode, done.warnings) == (0, [])
    assert pages_with(done.site, "lastword") == ["bad/"]
    assert pages_with(done.site, "goodword") == ["good/"]


def test_the_same_fault_on_many_pages_is_one_warning(tmp_path: Path) -> None:
    done = build(tmp_path, {f"bad{number}.md": "---\nstatus: foggy\n---\n# Bad" for number in range(5)})
    (warning,) = done.warnings
    assert "fts: bad0.md, bad1.md, bad2.md and 2 more: unknown status 'foggy'" in warning
    assert len(indexed_pages(done.site)) == 7


def test_a_wiki_without_pages_is_warned_of_with_its_number_and_path(tmp_path: Path) -> None:
    options = {"wikis": [{"id": "a", "path": "a"}, {"id": "b", "path": "nowhere/b/"}]}
    done = build(tmp_path, {"a/x.md": "# X"}, options)
    assert done.returncode == 0
    assert done.warnings == [
        f"WARNING -  fts: wikis[1].path 'nowhere/b/' matches no page (docs_dir: {docs(tmp_path)}); "
        "name a folder that has pages, or remove the wiki"
    ]
    assert indexed_pages(done.site)["a/x/"].wiki == "a"


def test_a_wiki_that_the_option_does_not_list_is_warned_of(tmp_path: Path) -> None:
    done = build(tmp_path, {"a/x.md": "---\nwiki: b\n---\n# X"}, {"wikis": [{"id": "a"}]})
    assert done.warnings == [
        "WARNING -  fts: a/x.md: front matter names the wiki 'b', which the option `wikis` does not list; add it there"
    ]
    assert indexed_pages(done.site)["a/x/"].wiki == "a"


def test_an_unknown_option_is_warned_of(tmp_path: Path) -> None:
    done = build(tmp_path, {}, {"wiki": []})
    assert done.returncode == 0
    (warning,) = done.warnings
    assert "Plugin 'fts' option 'wiki': Unrecognised configuration name: wiki" in warning
    assert pages_with(done.site, "goodword") == ["good/"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"wikis": [{"id": "a"}, {"id": "a", "path": "b"}]},
            "option 'wikis': [1].id 'a' is taken by another wiki; give each its own id",
        ),
        (
            {"status_map": {"x": "hidden"}},
            "option 'status_map': 'x': 'hidden' is no status; use active, draft, archived",
        ),
        ({"generated_selectors": ["..a"]}, "option 'generated_selectors': '..a' is no valid CSS selector"),
        (
            {"exclude": ["a\\"]},
            "option 'exclude': 'a\\\\' is no pattern; write it as in `.gitignore`, folders with `/`",
        ),
    ],
)
def test_a_wrong_option_ends_the_build_with_its_name_and_the_mend(
    options: dict[str, Any], message: str, tmp_path: Path
) -> None:
    done = build(tmp_path, {}, options)
    assert done.returncode == 1
    assert done.warnings == [f"ERROR   -  Config value 'plugins': Plugin 'fts' {message}"]
    assert "Traceback" not in done.log


def test_a_sqlite_without_fts5_ends_the_build_with_the_mend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "old python").mkdir()
    (tmp_path / "old python" / "sitecustomize.py").write_text(WITHOUT_FTS5)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "old python"))
    done = build(tmp_path, {})
    assert done.returncode == 1
    (error,) = done.warnings
    assert "fts: this Python's SQLite (" in error
    assert "has no FTS5 (no such module: fts5); use a Python whose sqlite3 module has it" in error
    assert "Traceback" not in done.log


def test_a_folder_that_cannot_be_written_ends_the_build_and_is_named(tmp_path: Path) -> None:
    (tmp_path / "hooks.py").write_text(TAKES_THE_FOLDER)
    done = build(tmp_path, {}, hooks=["hooks.py"])
    assert done.returncode == 1
    (error,) = done.warnings
    assert f"fts: cannot write the index to {tmp_path / 'site' / 'fts'}: " in error
    assert "File exists" in error
    assert "Traceback" not in done.log
    assert (tmp_path / "site" / "good" / "index.html").exists()
