"""The MCP server, asked by a client of the SDK over standard input and output."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

import mkdocs_fts
from mkdocs_fts.mcp import shapes
from tests.support.agent import COMMAND, Agent, agent
from tests.support.server import StaticServer
from tests.support.sites import ROOT, Build


@pytest.fixture(scope="module")
def wiki(example: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    """An agent over the example site; nothing but what a test provokes may be written to standard error."""
    errors = tmp_path_factory.mktemp("agent") / "errors"
    with agent(example.site, errors) as connected:
        yield connected
    assert errors.read_text() == ""


@pytest.fixture(scope="module")
def index(example: Build) -> Iterator[mkdocs_fts.Index]:
    with mkdocs_fts.open(example.site) as index:
        yield index


def test_the_server_tells_its_name_its_version_and_the_wikis(wiki: Agent) -> None:
    info = wiki.client.server_info
    assert info is not None
    assert (info.name, info.version) == ("mkdocs-fts", mkdocs_fts.__version__)
    instructions = wiki.client.instructions
    assert instructions is not None
    assert "field (Field guide)" in instructions
    assert "drafts=true" in instructions


def test_clients_that_initialize_are_served_too(example: Build, tmp_path: Path) -> None:
    with agent(example.site, tmp_path / "errors", mode="legacy") as older:
        assert older.client.protocol_version < "2026"
        assert older.client.instructions is not None
        text, found = older.call("search", query="zeolite")
        assert "field/drifting-levels/#keeping-the-tube-dry" in text
        assert found["total"] == 1


def test_there_are_three_tools_that_change_nothing(wiki: Agent) -> None:
    tools = wiki.tools()
    assert set(tools) == {"search", "get", "list"}
    for tool in tools.values():
        hints = tool.annotations
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint, hints.open_world_hint) == (True, False, False)
        assert tool.output_schema is not None
        for name, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), f"{tool.name}: {name}"
    assert tools["search"].input_schema["required"] == ["query"]
    assert "drafts=true" in str(tools["search"].description)


def test_every_argument_is_documented_with_its_default(wiki: Agent) -> None:
    page = (ROOT / "docs" / "mcp.md").read_text("utf-8")
    for name, tool in wiki.tools().items():
        section = page.partition(f"### {name}\n")[2].partition("\n### ")[0]
        documented = {
            argument: default.strip(" `")
            for argument, default in re.findall(r"^\| `(\w+)` \|(.*?)\|", section, re.MULTILINE)
        }
        schema = tool.input_schema
        needed = dict.fromkeys(schema.get("required", []), "needed")
        defaults = {argument: json.dumps(each.get("default")) for argument, each in schema["properties"].items()}
        assert documented == {
            argument: default.replace("null", "") for argument, default in (defaults | needed).items()
        }


def test_search_gives_the_answer_of_python_and_a_text_to_read(wiki: Agent, index: mkdocs_fts.Index) -> None:
    text, found = wiki.call("search", query="calibration", limit=2)
    assert found == index.search("calibration", size=2)
    assert text.startswith(f"{found['total']} results for “calibration”\n")
    assert "more: add page=2\n" in text
    _, second = wiki.call("search", query="calibration", limit=2, page=2)
    assert second == index.search("calibration", size=2, page=2)


def test_drafts_are_hidden_until_they_are_asked_for(wiki: Agent, index: mkdocs_fts.Index) -> None:
    text, found = wiki.call("search", query="calibration")
    assert found["hidden"] == 3
    assert text.endswith("3 drafts and archived pages match too: add drafts=true.")
    text, found = wiki.call("search", query="calibration", drafts=True, limit=20)
    assert found == index.search("calibration", drafts=True, size=20)
    assert found["hidden"] == 0
    assert "(draft)" in text


def test_answers_are_bounded_if_nothing_else_is_said(wiki: Agent) -> None:
    _, found = wiki.call("search", query="the OR de OR a")
    assert max(group["total"] for group in found["groups"]) > 5
    assert max(len(group["hits"]) for group in found["groups"]) == 5
    _, found = wiki.call("get", page="field/glossary/")
    assert len(found["passages"]) <= 20


def test_get_reads_on_with_the_next_offset(wiki: Agent, index: mkdocs_fts.Index) -> None:
    page = "field/drifting-levels/"
    whole = index.get(page, limit=100)["passages"]
    read: list[Any] = []
    offset: int | None = 0
    while offset is not None:
        text, found = wiki.call("get", page=page, offset=offset, limit=3)
        assert found == index.get(page, offset=offset, limit=3)
        read += found["passages"]
        offset = found["next"]
        assert offset is None or f"next: page='{page}' offset={offset} limit=3" in text
    assert len(read) > 3
    assert read == whole


def test_get_begins_at_a_section_or_at_the_best_match(wiki: Agent) -> None:
    text, found = wiki.call("get", page="field/drifting-levels/#keeping-the-tube-dry")
    assert found["passages"][0]["anchor"] == "keeping-the-tube-dry"
    assert "# Keeping the tube dry" in text
    _, found = wiki.call("get", page="/field/drifting-levels/", query="zeolite")
    assert found["match"] == found["passages"][0]["number"]
    assert "zeolite" in found["passages"][0]["text"]


def test_list_names_pages_slice_by_slice(wiki: Agent, index: mkdocs_fts.Index) -> None:
    text, found = wiki.call("list", match="field/*", status="archived")
    assert found == index.list(match="field/*", status="archived")
    assert "(archived)" in text
    text, found = wiki.call("list", limit=10, offset=10)
    assert found == index.list(limit=10, offset=10)
    assert text.endswith("\nnext: offset=20")
    assert not wiki.call("list", limit=10, offset=index.list()["total"] - 1)[0].count("next:")


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("search", {}, "query: Field required"),
        ("search", {"query": "x", "limit": 0}, "limit: Input should be greater than or equal to 1"),
        ("search", {"query": "x", "limit": 1000}, "limit: Input should be less than or equal to 50"),
        ("search", {"query": "x", "kind": "both"}, "kind: Input should be 'written' or 'auto'"),
        ("search", {"query": "x", "size": 3}, "search has no size; it has query, drafts, wiki, kind, page, limit"),
        ("get", {"page": "field/nowhere/"}, "no page 'field/nowhere/' in the index; "),
        ("get", {"page": "field/glossary/#nowhere"}, "no section #nowhere in the page 'field/glossary/'; "),
        ("get", {"page": "field/glossary/", "offset": -1, "limit": "x"}, "offset: Input should be greater than or"),
        ("list", {"status": "lost"}, "status: Input should be 'active', 'draft' or 'archived'"),
        ("find", {"query": "x"}, "Unknown tool: find"),
    ],
)
def test_a_bad_call_is_told_in_one_line(wiki: Agent, tool: str, arguments: dict[str, Any], says: str) -> None:
    told = wiki.failure(tool, **arguments)
    assert told.startswith(says)
    assert "\n" not in told
    assert "http" not in told


def test_a_wiki_that_is_not_there_is_said(wiki: Agent, index: mkdocs_fts.Index) -> None:
    text, found = wiki.call("search", query="vent", wiki="feild")
    assert found["total"] == 0
    assert text.startswith("Nothing found: there is no wiki 'feild'; there are ")
    assert all(each["id"] in text for each in index.wikis())


def test_an_index_that_is_gone_is_told_and_found_again(example: Build, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(example.site / "fts", site / "fts")
    with agent(site, tmp_path / "errors") as connected:
        assert connected.call("search", query="zeolite")[1]["total"] == 1
        (site / "fts").rename(tmp_path / "away")
        for tool, arguments in (("search", {"query": "moss"}), ("get", {"page": "field/glossary/"}), ("list", {})):
            told = connected.failure(tool, **arguments)
            assert str(site) in told
            assert "\n" not in told
        (tmp_path / "away").rename(site / "fts")
        assert connected.call("search", query="zeolite")[1]["total"] == 1
    assert "Traceback" not in (tmp_path / "errors").read_text()


@pytest.mark.usefixtures("cache")
def test_a_published_site_is_served_too(example_server: StaticServer, index: mkdocs_fts.Index, tmp_path: Path) -> None:
    with agent(example_server.address, tmp_path / "errors") as connected:
        assert connected.call("search", query="zeolite")[1] == index.search("zeolite", size=5)


def test_the_shapes_that_clients_are_told_are_those_of_the_answers(index: mkdocs_fts.Index) -> None:
    answers = {
        shapes.Answer: [index.search("vent tube"), index.search("vent zeolite pasarela"), index.search("zeolitte")],
        shapes.Reading: [index.get("field/glossary/")],
        shapes.Documents: [index.list()],
    }
    relaxed, corrected = answers[shapes.Answer][1:]
    assert relaxed["relaxed"]
    assert corrected["corrections"]
    for shape, examples in answers.items():
        for example in examples:
            TypeAdapter(shape).validate_python(example, extra="forbid", strict=True)


def test_without_an_index_the_server_ends_with_one_line(tmp_path: Path) -> None:
    done = subprocess.run([*COMMAND, "--in", tmp_path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"Error: no index in .*\n", done.stderr)


def test_without_the_extra_the_command_says_what_to_install(example: Build) -> None:
    hide = "import sys; sys.modules['mcp'] = None; from mkdocs_fts.cli import main; main()"
    command = [sys.executable, "-c", hide, "mcp", "--in", example.site]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: the MCP server needs a package more: `pip install 'mkdocs-fts[mcp]'`\n"
