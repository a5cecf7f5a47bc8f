"""`createSearch`, the public module without the dialog."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.console import Console
from tests.support.dialog import chunks_in
from tests.support.module import OPEN, answer, value
from tests.support.server import StaticServer, serve
from tests.support.sites import Build, bring_sqljs

pytestmark = pytest.mark.browser

Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def ask(browser: Browser, example: Build) -> Iterator[Ask]:
    """Searches the example site: query and options ► answer. All from one page, for no search changes another."""
    with serve(example.site) as server, browser.new_context() as context:
        console = Console(context)
        page = context.new_page()
        page.goto(server.address)
        page.evaluate(OPEN, {"base": "fts/"})
        yield partial(answer, page)
    assert console.unexpected == []


def urls(found: dict[str, Any]) -> list[str]:
    return [hit["url"] for group in found["groups"] for hit in group["hits"]]


def labels(found: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(group["wiki"], group["kind"], group["total"]) for group in found["groups"]]


def test_an_answer_has_the_documented_shape(ask: Ask) -> None:
    found = ask("zeolite")
    assert found.keys() == {"ok", "query", "total", "hidden", "relaxed", "corrections", "groups"}
    [group] = found["groups"]
    [hit] = group.pop("hits")
    assert {key: value for key, value in found.items() if key != "groups"} == {
        "ok": True,
        "query": "zeolite",
        "total": 1,
        "hidden": 0,
        "relaxed": False,
        "corrections": [],
    }
    assert group == {"wiki": "field", "title": "Field guide", "kind": "written", "total": 1}
    excerpt, score = hit.pop("excerpt"), hit.pop("score")
    assert hit == {
        "url": "field/drifting-levels/",
        "title": "When a level drifts",
        "status": "active",
        "kind": "written",
        "trail": ["Field guide", "Sensors"],
        "section": {"anchor": "keeping-the-tube-dry", "title": "Keeping the tube dry"},
        "more": [],
    }
    assert score > 0
    assert [fragment["text"] for fragment in excerpt if fragment["mark"]] == ["zeolite"]
    assert all(fragment.keys() == {"text", "mark"} for fragment in excerpt)


def test_further_sections_have_the_documented_shape(ask: Ask) -> None:
    hits = [hit for group in ask("station")["groups"] for hit in group["hits"]]
    further = [passage for hit in hits for passage in hit["more"]]
    assert further
    for passage in further:
        assert passage.keys() == {"section", "excerpt"}
        assert passage["section"].keys() == {"anchor", "title"}
        assert all(fragment.keys() == {"text", "mark"} for fragment in passage["excerpt"])
    assert max(len(hit["more"]) for hit in hits) <= 2


@pytest.mark.parametrize("query", ["", "  ", "!!!", "qxzvjkwq"])
def test_an_answer_without_results_has_the_same_shape(ask: Ask, query: str) -> None:
    assert ask(query) == {
        "ok": True, "query": query, "total": 0, "hidden": 0, "relaxed": False, "corrections": [], "groups": [],
    }  # fmt: skip


def test_groups_stand_in_the_configured_order_generated_ones_last(ask: Ask) -> None:
    assert labels(ask("Redondo")) == [
        ("tecnica", "written", 6),
        ("operacao", "written", 3),
        ("site", "written", 1),
        ("cards", "auto", 3),
    ]


def test_hits_stand_in_the_order_of_their_scores(ask: Ask) -> None:
    for group in ask("station", size=50)["groups"]:
        scores = [hit["score"] for hit in group["hits"]]
        assert scores == sorted(scores, reverse=True)


def test_slices_make_up_the_whole(ask: Ask) -> None:
    whole = ask("calibration", wiki="field", drafts=True, size=50)
    assert len(urls(whole)) == 15
    slices = [ask("calibration", wiki="field", drafts=True, size=4, page=page) for page in range(1, 6)]
    assert [len(urls(part)) for part in slices] == [4, 4, 4, 3, 0]
    assert [url for part in slices for url in urls(part)] == urls(whole)
    assert {part["groups"][0]["total"] for part in slices} == {15}


def test_ten_hits_of_each_group_are_the_default(ask: Ask) -> None:
    assert [len(group["hits"]) for group in ask("calibration")["groups"]] == [10, 8]


def test_a_wiki_can_be_chosen(ask: Ask) -> None:
    found = ask("calibration", wiki="cards")
    assert labels(found) == [("cards", "auto", 8)]
    assert (found["total"], found["hidden"]) == (8, 0)
    assert ask("calibration", wiki="no such wiki")["groups"] == []


@pytest.mark.parametrize(("kind", "label"), [("written", ("field", "written", 12)), ("auto", ("cards", "auto", 8))])
def test_a_kind_can_be_chosen(ask: Ask, kind: str, label: tuple[str, str, int]) -> None:
    found = ask("calibration", kind=kind)
    assert labels(found) == [label]
    assert found["total"] == label[2]


def test_a_match_in_a_generated_block_makes_a_written_page_a_generated_one(ask: Ask) -> None:
    found = ask("TCK-4471")
    assert labels(found) == [("field", "auto", 1)]
    assert found["groups"][0]["hits"][0]["kind"] == "auto"
    assert labels(ask("desiccant wiki:field"))[0][:2] == ("field", "written")


def test_drafts_are_counted_and_come_on_request(ask: Ask) -> None:
    without, with_drafts = ask("calibration", size=50), ask("calibration", drafts=True, size=50)
    assert (without["total"], without["hidden"]) == (20, 3)
    assert (with_drafts["total"], with_drafts["hidden"]) == (23, 0)
    hits = [hit for group in with_drafts["groups"] for hit in group["hits"]]
    added = {hit["url"]: hit["status"] for hit in hits if hit["url"] not in urls(without)}
    assert added == {
        "field/radar-level/": "draft",
        "field/old/mk2-logger/": "archived",
        "field/paper-charts/": "archived",
    }


def test_the_last_word_is_complete_unless_it_is_being_typed(ask: Ask) -> None:
    assert ask("station")["total"] < ask("station", typing=True)["total"]


def test_what_an_author_has_excluded_is_nowhere(ask: Ask) -> None:
    for word in ("maskedword", "unlistedword"):
        assert ask(word, drafts=True)["total"] == 0


def test_the_base_is_where_the_module_lies_by_default(home: Page) -> None:
    home.evaluate(OPEN, {})
    assert answer(home, "zeolite")["total"] == 1


@pytest.mark.parametrize("base", ["fts", "/fts/", "./fts/"])
def test_a_base_may_be_written_in_any_way(home: Page, base: str) -> None:
    home.evaluate(OPEN, {"base": base})
    assert answer(home, "zeolite")["total"] == 1


def test_nothing_is_fetched_before_it_is_needed(module: Page, example_server: StaticServer) -> None:
    module.evaluate("fetch('fts/start.js', {cache: 'reload'})")
    assert {path for path in example_server.requests if "/fts/" in path} == {"/fts/start.js", "/fts/search.js"}


def test_warming_up_fetches_nothing_of_the_body_of_the_database(module: Page, example_server: StaticServer) -> None:
    value(module, "Promise.all([search.warm(), search.warm()])")
    fetched = list(example_server.requests)
    assert chunks_in(fetched) == []
    assert any(path.endswith("/first.bin") for path in fetched)
    value(module, "search.warm()")
    assert example_server.requests == fetched


def test_the_same_search_again_makes_no_request(module: Page) -> None:
    requests: list[str] = []  # those too that the browser's cache answers
    module.on("request", lambda request: requests.append(request.url))
    first = answer(module, "kingfisher")
    made = list(requests)
    assert chunks_in(made)
    assert answer(module, "kingfisher") == first
    assert requests == made


def test_searches_at_once_each_get_their_own_answer(module: Page) -> None:
    words = ["zeolite", "kingfisher", "qxzvjkwq", "calibration"]
    answers = value(module, "Promise.all(argument.map((word) => search.search(word)))", words)
    assert [each["query"] for each in answers] == words
    assert [each["total"] for each in answers] == [1, 1, 0, 20]


def test_both_engines_answer_alike_and_only_one_loads_webassembly(page: Page, example: Build, tmp_path: Path) -> None:
    site = shutil.copytree(example.site, tmp_path / "site")
    bring_sqljs(site)
    answers = []
    with serve(site) as server:
        for engine in ("auto", "sqljs"):
            server.requests.clear()
            page.goto(server.address)
            page.evaluate(OPEN, {"base": "fts/", "engine": engine})
            queries = ("calibration", "calibraton", "sendRaw", '"a level" -zeolite', "how do I install a new station")
            answers.append([answer(page, query, drafts=True, typing=True) for query in queries])
            assert ("/fts/sql-wasm.wasm" in server.requests) == (engine == "sqljs")
    assert answers[0] == answers[1]
    assert all(each["total"] for each in answers[0])


def test_once_a_small_index_was_fetched_whole_in_a_pause_no_search_needs_the_server(page: Page, example: Build) -> None:
    queries = ["calibration", "sendRaw", "calibraton", "station"]
    with serve(example.site) as server:
        page.goto(server.address)
        page.evaluate(OPEN, {"base": "fts/"})
        expected = [answer(page, query) for query in queries]
        page.evaluate(OPEN, {"base": "fts/"})
        answer(page, "zeolite")
        before = -1
        while before < len(server.requests):  # the pause, and then one chunk after the other
            before = len(server.requests)
            page.wait_for_timeout(3000)
        server.broken["."] = 500
        assert [answer(page, query) for query in queries] == expected
        assert len(server.requests) == before
