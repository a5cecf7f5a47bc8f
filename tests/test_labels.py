from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mkdocs_fts.config import spec
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.labels import _WORDS, DEFAULT_STATUS_MAP, Labeller, WikiRule, _word


class Warnings(list[tuple[str, str]]):
    def __call__(self, page: str, message: str) -> None:
        self.append((page, message))


@pytest.fixture
def warnings() -> Warnings:
    return Warnings()


def labeller(*wikis: tuple[str, str], **options: Any) -> Labeller:
    return Labeller([WikiRule(id, id.title(), path) for id, path in wikis], "My site", **options)


def label(
    warnings: Warnings, path: str = "page.md", meta: Mapping[str, Any] | None = None, by: Labeller | None = None
) -> Labels:
    return (by or labeller()).labels(path, meta or {}, generated_by_plugin=False, warn=warnings)


def test_a_plain_page_is_active_written_and_of_the_site(warnings: Warnings) -> None:
    assert label(warnings) == Labels("site", "active", "written")
    assert warnings == []


def test_a_page_belongs_to_the_wiki_of_its_folder(warnings: Warnings) -> None:
    by = labeller(("help", "help/"), ("tech", "tech/"))
    assert label(warnings, "tech/a/b.md", by=by).wiki == "tech"
    assert label(warnings, "technical.md", by=by).wiki == "site"
    assert [rule.matched for rule in by.wikis] == [False, True]


def test_the_longest_path_wins(warnings: Warnings) -> None:
    by = labeller(("all", ""), ("tech", "tech/"), ("api", "tech/api/"))
    assert [label(warnings, path, by=by).wiki for path in ("x.md", "tech/x.md", "tech/api/x.md")] == [
        "all",
        "tech",
        "api",
    ]


def test_front_matter_names_the_wiki(warnings: Warnings) -> None:
    by = labeller(("help", "help/"), ("tech", "tech/"))
    assert label(warnings, "help/a.md", {"wiki": "tech"}, by).wiki == "tech"
    assert warnings == []
    assert [rule.matched for rule in by.wikis] == [True, True]


def test_an_unlisted_wiki_is_warned_of_and_the_path_counts(warnings: Warnings) -> None:
    assert label(warnings, "help/a.md", {"wiki": "hlep"}, labeller(("help", "help/"))).wiki == "help"
    assert warnings == [
        ("help/a.md", "front matter names the wiki 'hlep', which the option `wikis` does not list; add it there")
    ]


@pytest.mark.parametrize("named", [["help"], {"id": "help"}, True, "", 1.5])
def test_a_wiki_that_is_no_id_is_warned_of(warnings: Warnings, named: Any) -> None:
    assert label(warnings, "help/a.md", {"wiki": named}, labeller(("help", "help/"))).wiki == "help"
    assert warnings == [("help/a.md", f"front matter `wiki` must be the id of a wiki, not {named!r}")]


def test_without_the_option_front_matter_makes_wikis(warnings: Warnings) -> None:
    by = labeller()
    assert [label(warnings, "a.md", {"wiki": wiki}, by).wiki for wiki in ("tech", 2024, " help ")] == [
        "tech",
        "2024",
        "help",
    ]
    assert warnings == []
    assert by.all_wikis() == [Wiki("2024", "2024"), Wiki("help", "help"), Wiki("tech", "tech"), Wiki("site", "My site")]


def test_wikis_keep_their_configured_order_and_the_site_comes_last() -> None:
    assert labeller(("z", "z/"), ("a", "a/")).all_wikis() == [Wiki("z", "Z"), Wiki("a", "A"), Wiki("site", "My site")]


def test_the_sites_own_wiki_can_be_given_a_place() -> None:
    by = Labeller([WikiRule("site", "Start", ""), WikiRule("a", "A", "a/")], "My site")
    assert by.all_wikis() == [Wiki("site", "Start"), Wiki("a", "A")]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("draft", "draft Draft wip WIP borrador rascunho proposed in-progress work_in_progress"),
        (
            "archived",
            "archived deprecated obsolete superseded withdrawn archivada archivado arquivado arquivada Retired",
        ),
        ("active", "active stable published final vigente Accepted"),
    ],
)
def test_common_words_for_a_status_are_known(warnings: Warnings, status: str, words: str) -> None:
    for word in words.split():
        assert label(warnings, meta={"status": word}).status == status
    assert warnings == []


def test_words_may_have_spaces_and_marks_around_them(warnings: Warnings) -> None:
    assert label(warnings, meta={"status": "  In  Progress "}).status == "draft"
    assert label(warnings, meta={"status": "下書き"}).status == "draft"
    assert warnings == []


def test_every_default_word_can_be_met() -> None:
    assert [word for word in DEFAULT_STATUS_MAP if _word(word) != word] == []


def test_no_default_word_means_two_things() -> None:
    words = [word for line in _WORDS.values() for word in line.split()]
    assert [word for word in words if words.count(word) > 1] == []


@pytest.mark.parametrize(
    ("meta", "status"),
    [
        ({"draft": True}, "draft"),
        ({"draft": True, "status": "published"}, "draft"),
        ({"draft": False}, "active"),
        ({"archived": True}, "archived"),
        ({"draft": "true"}, "draft"),
        ({"draft": "false"}, "active"),
        ({"archived": "True "}, "archived"),
        ({"status": None}, "active"),
        ({"status": ""}, "active"),
    ],
)
def test_flags_in_front_matter_count(warnings: Warnings, meta: dict[str, Any], status: str) -> None:
    assert label(warnings, meta=meta).status == status
    assert warnings == []


def test_an_unknown_status_counts_as_active_and_is_warned_of(warnings: Warnings) -> None:
    assert label(warnings, meta={"status": "Foggy"}).status == "active"
    assert warnings == [
        (
            "page.md",
            "unknown status 'Foggy' counts as active; say what it means with the option "
            "`status_map: {Foggy: active}` (or draft, archived)",
        )
    ]


@pytest.mark.parametrize("status", [["draft"], 3, True])
def test_a_status_that_is_no_word_is_warned_of(warnings: Warnings, status: Any) -> None:
    assert label(warnings, meta={"status": status}).status == "active"
    assert warnings == [("page.md", f"front matter `status` must be a word, not {status!r}; the page counts as active")]


def test_the_option_adds_words_and_overrules_defaults(warnings: Warnings) -> None:
    by = labeller(status_map={"Living Standard": "active", "Review": "active", "on-hold": "archived"})
    found = [
        label(warnings, meta={"status": word}, by=by).status for word in ("living_standard", "review", "On hold", "wip")
    ]
    assert found == ["active", "active", "archived", "draft"]
    assert warnings == []


def test_paths_give_a_status_where_front_matter_gives_none(warnings: Warnings) -> None:
    by = labeller(status_paths=[(spec(["old/**"]), "archived"), (spec(["**/next/*.md"]), "draft")])
    assert label(warnings, "old/next/a.md", by=by).status == "archived"
    assert label(warnings, "a/next/b.md", by=by).status == "draft"
    assert label(warnings, "older/a.md", by=by).status == "active"
    assert label(warnings, "old/a.md", {"status": "stable"}, by).status == "active"


@pytest.mark.parametrize(
    ("path", "kind", "by_plugin", "expected"),
    [
        ("a.md", None, False, "written"),
        ("a.md", None, True, "auto"),
        ("cards/a.md", None, False, "auto"),
        ("cards/a.md", "written", True, "written"),
        ("cards/a.md", "Manual", False, "written"),
        ("a.md", "auto", False, "auto"),
        ("a.md", "Generated", False, "auto"),
        ("a.md", "tutorial", False, "written"),
        ("cards/a.md", ["x"], False, "auto"),
    ],
)
def test_kinds(warnings: Warnings, path: str, kind: Any, by_plugin: bool, expected: str) -> None:
    by = labeller(generated_paths=spec(["cards/**"]))
    meta = {} if kind is None else {"kind": kind}
    assert by.labels(path, meta, generated_by_plugin=by_plugin, warn=warnings).kind == expected
    assert warnings == []


@pytest.mark.parametrize(
    ("path", "wiki", "nav", "trail"),
    [
        ("tech/a.md", "tech", ["Tech", "Runbooks"], ["Tech", "Runbooks"]),
        ("tech/a.md", "tech", ["Runbooks"], ["Tech", "Runbooks"]),
        ("tech/data-base/run_books/a.md", "tech", [], ["Tech", "Data base", "Run books"]),
        ("a.md", "site", [], ["My site"]),
        ("x/a.md", "own", [], ["own", "X"]),
    ],
)
def test_the_trail_begins_with_the_wiki(path: str, wiki: str, nav: list[str], trail: list[str]) -> None:
    assert labeller(("tech", "tech/")).trail(path, wiki, nav) == trail
