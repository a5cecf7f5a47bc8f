"""Files beside `docs_dir` in the search of a site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mkdocs_fts import sources
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.labels import Labeller
from mkdocs_fts.sources import Source, SourceFiles
from tests.support.folders import write_files
from tests.support.index import index_of, indexed_pages, pages_with
from tests.support.sites import mkdocs_build, write_project
from tests.test_config import error, load
from tests.test_serve import served, until

FILES = {
    "work/log/2026-01.md": "# January\n\njanword",
    "work/log/deep/er.txt": "deepword",
    "work/log/.hidden.md": "hiddenword",
    "work/STATE": "stateword",
    "work/todo.md": "todoword",
    "work/run.log": "runword",
    "docs/index.md": "# Home",
    "docs/data.json": '{"a": "dataword"}',
    "site/old.html": "oldword",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    return tmp_path


def find(root: Path, *entries: dict[str, Any]) -> tuple[dict[str, sources.Place], list[str]]:
    """The places of what sources name, by path, and the warnings."""
    warnings: list[str] = []
    found = sources.find([Source(**entry) for entry in entries], root, root / "docs", root / "site", warnings.append)
    return {each.place.path: each.place for each in found}, warnings


@pytest.mark.parametrize(
    ("path", "expect"),
    [
        ("work/log", ["work/log/2026-01.md", "work/log/deep/er.txt"]),
        ("./work//log/", ["work/log/2026-01.md", "work/log/deep/er.txt"]),
        ("work/STATE", ["work/STATE"]),
        ("work/log/.hidden.md", ["work/log/.hidden.md"]),
        ("work/*.md", ["work/todo.md"]),
        ("work/*", ["work/todo.md"]),
        ("work/**/*.md", ["work/log/2026-01.md", "work/todo.md"]),
        ("**/STATE", ["work/STATE"]),
        ("work/*.log", ["work/run.log"]),
        ("work/*/deep/**", ["work/log/deep/er.txt"]),
        ("wor[kx]/t?do.md", ["work/todo.md"]),
        ("docs/*.json", ["docs/data.json"]),
        ("work", ["work/log/2026-01.md", "work/log/deep/er.txt", "work/todo.md"]),
    ],
)
def test_nothing_is_taken_that_a_source_does_not_name(root: Path, path: str, expect: list[str]) -> None:
    places, warnings = find(root, {"path": path})
    assert (list(places), warnings) == (expect, [])


def test_a_source_may_be_above_the_project_or_anywhere(root: Path) -> None:
    (root / "project").mkdir()
    assert list(find(root / "project", {"path": "../work/todo.md"})[0]) == ["../work/todo.md"]
    assert list(find(root / "project", {"path": str(root / "work" / "todo.md")})[0]) == ["../work/todo.md"]


def test_documents_of_a_folder_have_its_title_in_their_trail(root: Path) -> None:
    places, _ = find(
        root, {"path": "work/log", "wiki": "log", "title": "Work log", "status": "archived", "kind": "auto"}
    )
    place = places["work/log/deep/er.txt"]
    assert place.labels == Labels("log", "archived", "auto")
    assert (list(place.trail), place.title) == (["Work log", "Deep"], "")


def test_the_title_of_a_single_file_is_its_own(root: Path) -> None:
    places, _ = find(root, {"path": "work/STATE", "title": "Where we are"})
    assert (list(places["work/STATE"].trail), places["work/STATE"].title) == ([], "Where we are")
    assert places["work/STATE"].labels == Labels("site")


def test_wikis_that_only_sources_name_have_the_title_of_the_source(root: Path) -> None:
    entries = [
        Source("work/STATE", wiki="log", title="State"),
        Source("work/log", wiki="log", title="Work log"),
        Source("work/todo.md", wiki="todo"),
        Source("work", wiki="help", title="Help"),
        Source("work", wiki="site", title="All"),
        Source("work"),
    ]
    assert sources.wikis(entries, root, ["help"]) == [Wiki("log", "Work log"), Wiki("todo", "todo")]


@pytest.mark.parametrize(
    ("url", "path", "expect"),
    [
        (None, "work/log", "search.html?open=work/log/deep/er.txt"),
        ("https://git.example.org/{path}", "work/log", "https://git.example.org/deep/er.txt"),
        ("{folder}{stem}.html#{name}", "work/log", "deep/er.html#er.txt"),
        ("x/{folder}{name}", "work/log/deep/er.txt", "x/er.txt"),
        ("{{{path}}}", "work/*/deep/*", "{log/deep/er.txt}"),
    ],
)
def test_addresses_follow_the_pattern(root: Path, url: str | None, path: str, expect: str) -> None:
    assert find(root, {"path": path, "url": url})[0]["work/log/deep/er.txt"].url == expect


def test_addresses_are_quoted(root: Path) -> None:
    write_files(root, {"a b/c?#%ü.md": "x"})
    places, _ = find(root, {"path": "a b"})
    assert places["a b/c?#%ü.md"].url == "search.html?open=a%20b/c%3F%23%25%C3%BC.md"


def test_a_path_that_matches_nothing_is_warned_of(root: Path) -> None:
    (root / "empty").mkdir()
    mend = "name a folder, a file or a pattern"
    assert find(root, {"path": "nowhere"}, {"path": "work/*.rst"}, {"path": "empty"}, {"path": "site"})[1] == [
        f"sources[0].path 'nowhere' matches no file that can be read ({root}/nowhere); {mend}",
        f"sources[1].path 'work/*.rst' matches no file that can be read ({root}/work); {mend}",
        f"sources[2].path 'empty' matches no file that can be read ({root}/empty); {mend}",
        f"sources[3].path 'site' matches no file that can be read ({root}/site); {mend}",
    ]


def test_a_file_that_two_sources_name_is_warned_of_and_indexed_once(root: Path) -> None:
    places, warnings = find(root, {"path": "work/log", "wiki": "log"}, {"path": "work/**/*.md", "wiki": "all"})
    assert places["work/log/2026-01.md"].labels.wiki == "log"
    assert places["work/todo.md"].labels.wiki == "all"
    assert warnings == [
        "sources[1].path 'work/**/*.md' names what sources[0].path names already: log/2026-01.md; name each file once"
    ]


def test_pages_of_the_site_are_not_indexed_twice(root: Path) -> None:
    places, warnings = find(root, {"path": "docs"})
    assert list(places) == ["docs/data.json"]
    assert warnings == [
        "sources[0].path 'docs' names pages of docs_dir, which are indexed anyway: index.md; name other files"
    ]


def test_the_built_site_is_no_source_of_itself(root: Path) -> None:
    places, warnings = find(root, {"path": "."})
    assert not any(path.startswith("site") for path in places)
    assert len(warnings) == 1


def test_folders_and_files_are_watched(root: Path) -> None:
    entries = [Source("work/log"), Source("work/STATE"), Source("work/**/*.md"), Source("**/x.md"), Source("nowhere")]
    assert sources.watched(entries, root) == [root / "work/log", root / "work/STATE", root / "work", root]


def test_files_that_cannot_be_read_are_reported_and_the_others_are_read(root: Path) -> None:
    write_files(root, {"work/log/a.json": "{", "work/log/b.md": "---\nx: [\n---\n# B", "work/log/c.md": "# C"})
    found = sources.find([Source("work/log/*")], root, root / "docs", root / "site", pytest.fail)
    (root / "work/log/c.md").unlink()
    read = list(SourceFiles(found, Labeller([], "Site")).read())
    assert [document and document.title for document, _ in read] == ["January", None, "B", None]
    assert {report.path: report.faults for _, report in read} == {
        "work/log/2026-01.md": [],
        "work/log/a.json": [
            "no valid JSON (Expecting property name enclosed in double quotes); it is not in the index"
        ],
        "work/log/b.md": [
            "front matter is no valid YAML (did not find expected node content), so that it was ignored; write "
            "`key: value` lines"
        ],
        "work/log/c.md": ["cannot be read: No such file or directory; it is not in the index"],
    }


# The option


def test_all_keys_together_are_valid() -> None:
    entry = {"path": "../log", "wiki": "log", "title": "Log", "url": "x/{path}", "status": "draft", "kind": "auto"}
    config, errors, warnings = load(sources=[entry, {"path": "x"}])
    assert (errors, warnings) == ([], [])
    assert dict(config.sources[0]) == entry


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"path": " "}, "[0].path is empty; name a folder, a file or a pattern"),
        ({"path": "x", "wiki": ""}, "[0].wiki is empty; name a wiki, or leave it out"),
        ({"path": "x", "wikis": "y"}, "[0].wikis is no key; use path, wiki, title, url, status, kind"),
        (
            {"path": "x", "url": "a/{slug}"},
            "[0].url 'a/{slug}' has other braces than {path}, {name}, {stem}, {folder}; write `{{` for a brace",
        ),
    ],
)
def test_a_wrong_entry_is_an_error_with_the_mend(entry: dict[str, Any], message: str) -> None:
    assert error(sources=[entry]) == message


@pytest.mark.parametrize("url", ["{", "{}", "{0}", "{path.x}", "{path[0]}", "}"])
def test_a_wrong_pattern_of_addresses_is_an_error(url: str) -> None:
    assert "has other braces than" in error(sources=[{"path": "x", "url": url}])


@pytest.mark.parametrize("entry", [{}, {"path": 3}, "work", {"path": "x", "status": "old"}, {"path": "x", "kind": "x"}])
def test_entries_of_another_shape_are_an_error(entry: Any) -> None:
    error(sources=[entry])


# Whole builds


def test_sources_join_the_index_of_the_site(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            "log/2026-01.md": "---\nstatus: wip\ntags: [t]\n---\n# January\n\njanword",
            "log/chat.jsonl": '{"role": "user", "content": "chatword"}\n{"role": "system", "content": "secretword"}',
            "log/bad.txt": b"\xff",
            "STATE": "stateword",
            "todo.md": "todoword",
        },
    )
    options = {
        "wikis": [{"id": "help", "path": "."}, {"id": "log", "title": "The log"}],
        "sources": [
            {"path": "../log", "wiki": "log", "url": "https://git.example.org/{path}"},
            {"path": "../STATE", "wiki": "state", "title": "Where we are"},
        ],
    }
    write_project(tmp_path / "project", {"index.md": "# Home\n\nhomeword", "a/b.md": "# B"}, options)
    build = mkdocs_build(tmp_path / "project", tmp_path / "site")
    assert build.returncode == 0
    assert build.warnings == [
        "WARNING -  fts: ../log/bad.txt: line 1 is no valid UTF-8; save the file as UTF-8; it is not in the index"
    ]
    pages = indexed_pages(build.site)
    assert list(pages) == [
        "",
        "a/b/",
        "https://git.example.org/2026-01.md",
        "https://git.example.org/chat.jsonl",
        "search.html?open=../STATE",
    ]
    january = pages["https://git.example.org/2026-01.md"]
    assert (january.title, january.wiki, january.status) == ("January", "log", "draft")
    assert (january.trail, january.tags) == (["The log"], ["t"])
    state = pages["search.html?open=../STATE"]
    assert (state.title, state.wiki, state.trail) == ("Where we are", "state", ["state"])
    assert pages_with(build.site, "chatword") == ["https://git.example.org/chat.jsonl"]
    assert pages_with(build.site, "secretword") == pages_with(build.site, "todoword") == []
    with index_of(build.site) as db:
        assert db.execute("SELECT slug FROM wiki ORDER BY position").fetchall() == [("help",), ("log",), ("state",)]


@pytest.mark.parametrize("arguments", [(), ("--dirty",)], ids=["clean", "dirty"])
def test_a_source_that_changes_is_served_anew(arguments: tuple[str, ...], tmp_path: Path) -> None:
    write_files(tmp_path, {"log/a.md": "oldword"})
    write_project(tmp_path / "project", {"index.md": "# Home"}, {"sources": [{"path": "../log"}]})
    with served(tmp_path / "project", *arguments) as server:
        first = server.manifest
        (tmp_path / "log" / "a.md").write_text("newword")
        until(lambda: server.manifest["db"] != first["db"])
        assert pages_with(server.fetch_index(tmp_path / "second"), "newword") == ["search.html?open=../log/a.md"]
