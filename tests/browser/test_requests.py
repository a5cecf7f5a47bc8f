"""What is loaded when: nothing before there is need."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.console import Console
from tests.support.dialog import CHUNK, SearchDialog, chunks_in
from tests.support.server import StaticServer

pytestmark = pytest.mark.browser


def test_before_intent_nothing_but_the_start_script_is_loaded(home: Page, example_server: StaticServer) -> None:
    home.get_by_role("heading", level=1).hover()
    home.get_by_role("link", name="Next").focus()
    home.keyboard.press("End")
    home.wait_for_load_state("networkidle")
    assert [path for path in example_server.requests if "/fts/" in path] == ["/fts/start.js"]


def test_the_start_script_is_small(home: Page) -> None:
    size = home.evaluate("performance.getEntriesByName(new URL('fts/start.js', location).href)[0].decodedBodySize")
    assert 0 < size < 6144


@pytest.mark.parametrize("intent", ["hover", "focus"])
def test_intent_loads_what_the_first_search_needs(dialog: SearchDialog, intent: str) -> None:
    box = dialog.page.get_by_role("link", name="Search")
    with dialog.page.expect_request("**/fts/dialog.js"), dialog.page.expect_request("**/fts/*/first.bin"):
        box.hover() if intent == "hover" else box.focus()
    expect(dialog.root).to_be_hidden()


def test_the_search_comes_beside_the_dialog(dialog: SearchDialog) -> None:
    order: list[str] = []
    dialog.page.on("request", lambda request: order.append(f"asked for {request.url.rpartition('/')[2]}"))
    dialog.page.route("**/fts/dialog.js", lambda route: (dialog.page.wait_for_timeout(300), route.continue_()))
    dialog.page.on("requestfinished", lambda request: order.append(f"has {request.url.rpartition('/')[2]}"))
    with dialog.page.expect_request("**/fts/*/first.bin"):
        dialog.page.get_by_role("link", name="Search").hover()
    assert order.index("has search.js") < order.index("has dialog.js")
    assert order.count("asked for search.js") == 1


@pytest.mark.parametrize("opening", ["shortcut", "box"])
def test_opening_fetches_nothing_of_the_body_of_the_database(
    dialog: SearchDialog, example_server: StaticServer, opening: str
) -> None:
    with dialog.page.expect_request("**/fts/*/first.bin"):
        if opening == "box":
            dialog.page.get_by_role("link", name="Search").click()
        else:
            dialog.page.keyboard.press("Control+k")
    expect(dialog.input).to_be_focused()
    # An answer to a text without words shows that all that opening has begun is done.
    dialog.type("!!!")
    dialog.expect_nothing_found("!!!")
    assert chunks_in(example_server.requests) == []


def test_a_search_fetches_a_part_of_the_database_and_nothing_twice(dialog: SearchDialog) -> None:
    requests: list[str] = []
    dialog.page.on("request", lambda request: requests.append(request.url))
    dialog.search("zeolite", "1 result")
    fetched = chunks_in(requests)
    assert 0 < len(fetched) < 10
    assert len(fetched) == len(set(fetched))


def test_everything_comes_from_the_site_itself(dialog: SearchDialog, example_server: StaticServer) -> None:
    others: list[str] = []
    dialog.page.on("request", lambda r: None if r.url.startswith(example_server.address) else others.append(r.url))
    dialog.search("zeolite", "1 result")
    assert others == []


def test_the_dialog_serves_without_its_style_sheet(
    dialog: SearchDialog, example_server: StaticServer, console: Console
) -> None:
    example_server.broken["search.css"] = 404
    console.expect("404.*search.css")
    dialog.find("zeolite", "When a level drifts")


def test_no_request_asks_for_a_range(dialog: SearchDialog) -> None:
    ranges: list[str] = []
    dialog.page.on("request", lambda r: ranges.append(r.url) if "range" in r.headers else None)
    with dialog.page.expect_request(CHUNK):
        dialog.search("zeolite", "1 result")
    assert ranges == []
