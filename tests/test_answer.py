"""A query and the answer to it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_fts import database
from mkdocs_fts.document import Document, Labels, Wiki
from mkdocs_fts.query.answer import Options, answer
from mkdocs_fts.query.engine import Engine, SchemaNotReadable
from tests.support.documents import database_of, document, engine_of, passage
from tests.support.queries import QUERIES

WIKIS = [Wiki("help", "Help"), Wiki("tech", "Técnica")]


def labelled(url: str, text: str, wiki: str, status: str = "active", kind: str = "written", **more: Any) -> Document:
    return document(url, text, title=url, labels=Labels(wiki, status, kind), **more)


SITE = [
    labelled("a/", "pump motor", "tech"),
    labelled("b/", "pump " * 9 + "rotor", "tech"),
    labelled("c/", "pump valve", "help"),
    labelled("d/", "pump", "help", "draft"),
    labelled("e/", "pump", "tech", "archived", tags=["old"]),
    labelled("f/", "pump sendRaw", "tech", kind="auto"),
    document(
        "g/", "motor", passage("pump\ngasket", generated=True), title="g/", labels=Labels("help"), trail=["Help", "G"]
    ),
    *(labelled(f"x/{number}/", "nothing of interest " * 3, "help") for number in range(20)),
]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with engine_of(SITE, WIKIS) as engine:
        yield engine


def groups(found: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
    return [(group["wiki"], group["kind"], [hit["url"] for hit in group["hits"]]) for group in found["groups"]]


def urls(found: dict[str, Any]) -> list[str]:
    return [url for _, _, hits in groups(found) for url in hits]


def hit_of(passages: list[Any], query: str, **more: Any) -> dict[str, Any]:
    """The hit of a page that is found."""
    with engine_of([document("a/", *passages, title="Title", **more)]) as engine:
        hit: dict[str, Any] = answer(engine, query)["groups"][0]["hits"][0]
        return hit


def plain(excerpt: list[dict[str, Any]]) -> str:
    return "".join(fragment["text"] for fragment in excerpt)


def test_an_answer_has_the_documented_shape(engine: Engine) -> None:
    found = answer(engine, "valve")
    [group] = found.pop("groups")
    [hit] = group.pop("hits")
    assert found == {"ok": True, "query": "valve", "total": 1, "hidden": 0, "relaxed": False, "corrections": []}
    assert group == {"wiki": "help", "title": "Help", "kind": "written", "total": 1}
    assert hit.pop("score") > 0
    assert hit == {
        "url": "c/",
        "title": "c/",
        "status": "active",
        "kind": "written",
        "trail": [],
        "section": {"anchor": "", "title": "c/"},
        "excerpt": [{"text": "pump ", "mark": False}, {"text": "valve", "mark": True}],
        "more": [],
    }
    json.dumps(answer(engine, "pump"))


@settings(max_examples=300)
@given(QUERIES, st.booleans(), st.booleans())
def test_whatever_is_typed_has_an_answer(engine: Engine, query: str, typing: bool, drafts: bool) -> None:
    found = answer(engine, query, Options(typing=typing, drafts=drafts))
    assert found["ok"] is True
    assert found["query"] == query
    assert found["total"] == sum(group["total"] for group in found["groups"])
    assert len(set(urls(found))) == len(urls(found))
    for group in found["groups"]:
        assert [hit["score"] for hit in group["hits"]] == sorted((hit["score"] for hit in group["hits"]), reverse=True)
        for hit in group["hits"]:
            assert hit["kind"] == group["kind"]
            assert ("missing" in hit) == found["relaxed"]


@pytest.mark.parametrize("query", ["x" * 20_000, "ab" * 5_000, "a b " * 2_000, "-a " * 500, "(" * 1_000, '"' * 999])
def test_a_very_long_query_has_an_answer(engine: Engine, query: str) -> None:
    assert answer(engine, query)["ok"]


class TestGroups:
    def test_written_pages_come_first_in_the_order_of_the_wikis(self, engine: Engine) -> None:
        assert groups(answer(engine, "pump")) == [
            ("help", "written", ["c/"]),
            ("tech", "written", ["b/", "a/"]),
            ("help", "auto", ["g/"]),
            ("tech", "auto", ["f/"]),
        ]

    def test_wikis_without_an_order_come_by_their_best_hit(self) -> None:
        with engine_of(SITE, WIKIS, ordered_wikis=False) as engine:
            assert [(wiki, kind) for wiki, kind, _ in groups(answer(engine, "pump"))] == [
                ("tech", "written"), ("help", "written"), ("tech", "auto"), ("help", "auto"),
            ]  # fmt: skip

    def test_scores_can_be_compared_across_groups(self, engine: Engine) -> None:
        scores = {hit["url"]: hit["score"] for group in answer(engine, "pump")["groups"] for hit in group["hits"]}
        assert max(scores, key=lambda url: scores[url]) == "b/"

    def test_a_page_that_matches_by_its_generated_block_alone_is_generated(self, engine: Engine) -> None:
        assert groups(answer(engine, "gasket")) == [("help", "auto", ["g/"])]
        assert groups(answer(engine, "motor wiki:help")) == [("help", "written", ["g/"])]
        assert groups(answer(engine, "motor gasket")) == [("help", "auto", ["g/"])]

    def test_slices_make_up_each_group(self, engine: Engine) -> None:
        whole = answer(engine, "pump", Options(drafts=True))
        slices = [answer(engine, "pump", Options(drafts=True, page=page, size=1)) for page in (1, 2, 3, 4)]
        for number, (_, _, hits) in enumerate(groups(whole)):
            assert [url for part in slices for url in groups(part)[number][2]] == hits
            assert {part["groups"][number]["total"] for part in slices} == {len(hits)}
        assert {part["total"] for part in slices} == {7}

    @pytest.mark.parametrize(("page", "size"), [(0, 1), (-3, 1), (1, 0), (1, -9)])
    def test_a_slice_is_at_least_the_first_hit(self, engine: Engine, page: int, size: int) -> None:
        assert urls(answer(engine, "pump", Options(page=page, size=size))) == ["c/", "b/", "g/", "f/"]


class TestFilters:
    def test_drafts_and_archived_pages_are_counted_and_come_on_request(self, engine: Engine) -> None:
        without, with_drafts = answer(engine, "pump"), answer(engine, "pump", Options(drafts=True))
        assert (without["total"], without["hidden"]) == (5, 2)
        assert (with_drafts["total"], with_drafts["hidden"]) == (7, 0)
        assert set(urls(with_drafts)) - set(urls(without)) == {"d/", "e/"}

    @pytest.mark.parametrize(
        ("query", "found", "hidden"),
        [
            ("pump status:draft", ["d/"], 0),
            ("pump status:archived status:draft", ["d/", "e/"], 0),
            ("pump wiki:help", ["c/", "g/"], 1),
            ("pump wiki:help OR wiki:tech", ["c/", "b/", "a/", "g/", "f/"], 2),
            ("pump kind:auto", ["g/", "f/"], 0),
            ("pump wiki:nowhere", [], 0),
            ("status:active", [], 0),
            ("title:c", ["c/"], 0),
            ("tag:old status:archived", ["e/"], 0),
            ("pump -motor", ["c/", "b/", "f/"], 2),
            ("motor OR valve", ["c/", "g/", "a/"], 0),
            ("val*", ["c/"], 0),
        ],
    )
    def test_a_query_may_filter(self, engine: Engine, query: str, found: list[str], hidden: int) -> None:
        result = answer(engine, query)
        assert (urls(result), result["hidden"]) == (found, hidden)

    def test_options_filter_too(self, engine: Engine) -> None:
        assert urls(answer(engine, "pump", Options(wiki="tech", kind="written"))) == ["b/", "a/"]
        assert urls(answer(engine, "pump wiki:help", Options(wiki="tech"))) == []


class TestPassages:
    def test_the_section_where_the_words_stand_is_linked(self) -> None:
        hit = hit_of(
            [
                "intro pump",
                passage("One\ntext", title="One", level=2),
                passage("Two\npump rotor", title="Two", level=2),
            ],
            "pump rotor",
        )
        assert hit["section"] == {"anchor": "two", "title": "Two"}
        assert plain(hit["excerpt"]) == "pump rotor"

    def test_up_to_two_further_sections_are_shown(self) -> None:
        passages = [passage(f"S{n}\npump and more", title=f"S{n}", level=2) for n in range(5)]
        hit = hit_of(passages, "pump")
        assert [each["section"]["anchor"] for each in (hit, *hit["more"])] == ["s0", "s1", "s2"]

    def test_a_section_of_several_passages_is_shown_once(self) -> None:
        hit = hit_of(
            [passage("pump one", title="S"), passage("pump two", title="S"), passage("pump", title="T")], "pump"
        )
        assert [each["section"]["anchor"] for each in (hit, *hit["more"])] == ["s", "t"]

    def test_a_section_that_matches_much_worse_is_not_shown(self) -> None:
        hit = hit_of(
            [passage("pump rotor valve", title="S"), passage("pump", title="T"), passage("x", title="U")],
            "pump rotor valve",
        )
        assert hit["more"] == []

    def test_a_heading_is_not_repeated_in_the_excerpt(self) -> None:
        assert plain(hit_of([passage("Pumps\nlift water", title="Pumps", level=2)], "water")["excerpt"]) == "lift water"

    def test_a_bare_heading_shows_what_follows(self) -> None:
        passages = [
            passage("Pumps", title="Pumps", level=2),
            passage("Red", title="Red", level=3),
            passage("Blue\nlift water", title="Blue", level=3),
        ]
        hit = hit_of(passages, "pumps")
        assert (hit["section"]["anchor"], plain(hit["excerpt"])) == ("pumps", "lift water")

    def test_a_bare_heading_never_shows_the_next_page(self) -> None:
        pages = [document("a/", passage("Pumps", title="Pumps", level=2)), document("b/", "another page")]
        with engine_of(pages) as engine:
            [hit] = answer(engine, "pumps")["groups"][0]["hits"]
        assert hit["excerpt"] == []

    def test_a_page_found_by_its_title_links_to_its_top(self) -> None:
        hit = hit_of(["some text", passage("More", title="More")], "title")
        assert (hit["section"], plain(hit["excerpt"])) == ({"anchor": "", "title": "Title"}, "some text")

    @pytest.mark.parametrize(
        ("text", "query", "mark"),
        [
            ("La operación", "operacion", "operación"),
            ("call eth_sendRawTransaction", "RawTransaction", "sendRawTransaction"),
            ("it restores all", "restored", "restores"),
            ("with pgbouncer", "pgbounser", "pgbouncer"),
            ("a webhook of pump", "pumpe", "pump"),
            ("使用物联网平台", "联网", "联网"),
        ],
    )
    def test_what_matched_is_marked(self, text: str, query: str, mark: str) -> None:
        assert [each["text"] for each in hit_of([text], query)["excerpt"] if each["mark"]] == [mark]


def test_a_relaxed_answer_says_what_each_page_lacks(engine: Engine) -> None:
    found = answer(engine, "valve rotor")
    assert found["relaxed"] is True
    assert {hit["url"]: hit["missing"] for group in found["groups"] for hit in group["hits"]} == {
        "c/": ["rotor"],
        "b/": ["valve"],
    }


def test_a_correction_is_named(engine: Engine) -> None:
    found = answer(engine, "valv gaskit")
    assert found["corrections"][0] == {"from": "valv", "to": "valve"}


@pytest.mark.parametrize(("schema", "mend"), [(99, "it was made by a newer mkdocs-fts"), (0, "build the site again")])
def test_an_index_of_another_schema_is_refused(schema: int, mend: str) -> None:
    with database_of([document("a/", "x")]) as db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'schema'", (schema,))
        with pytest.raises(SchemaNotReadable, match=f"it has schema {schema}, this version reads 1; {mend}"):
            Engine(db)


def test_an_index_that_cannot_be_written_is_asked_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    database.write(path, SITE, WIKIS)
    before = path.read_bytes()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        assert answer(Engine(db), "pumpe rotor")["total"]
        assert answer(Engine(db), "motor")["total"]
    assert path.read_bytes() == before


def test_a_site_without_pages_has_answers() -> None:
    with engine_of([]) as engine:
        for query in ("", "pump", "pump motor valve rotor stator"):
            assert answer(engine, query)["groups"] == []
