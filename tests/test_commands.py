"""The command with `--json` and Python give one answer; `tests/browser/test_commands.py` asks the browser."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import mkdocs_fts
from tests.support.commands import CASES, Case, run
from tests.support.server import StaticServer
from tests.support.sites import Build


@pytest.fixture(scope="module")
def index(example: Build) -> Iterator[mkdocs_fts.Index]:
    with mkdocs_fts.open(example.site) as index:
        yield index


@pytest.mark.parametrize("case", CASES, ids=str)
def test_command_and_python_give_the_answer_that_is_known(case: Case, index: mkdocs_fts.Index, example: Build) -> None:
    answer = index.search(case.query, **case.options)
    assert case.failures(answer) == []
    result = run("search", "--in", example.site, "--json", *case.arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == answer
    assert result.stdout.count("\n") == 1


@pytest.mark.usefixtures("cache")
def test_a_published_site_answers_as_its_folder(index: mkdocs_fts.Index, example_server: StaticServer) -> None:
    with mkdocs_fts.open(example_server.address) as published:
        for case in CASES:
            assert published.search(case.query, **case.options) == index.search(case.query, **case.options)


@pytest.mark.parametrize(
    ("arguments", "ask"),
    [
        (["list"], lambda index: index.list()),
        (
            ["list", "--wiki", "field", "--status", "archived", "--kind", "written", "field/*"],
            lambda index: index.list(wiki="field", status="archived", kind="written", match="field/*"),
        ),
        (["stats"], lambda index: index.stats()),
        (["get", "field/drifting-levels/"], lambda index: index.get("field/drifting-levels/")),
        (
            ["get", "/field/drifting-levels/#keeping-the-tube-dry", "--limit", "2"],
            lambda index: index.get("field/drifting-levels/#keeping-the-tube-dry", limit=2),
        ),
        (["get", "field/glossary/", "--offset", "3"], lambda index: index.get("field/glossary/", offset=3)),
        (
            ["get", "field/drifting-levels/", "--query", "anchors"],
            lambda index: index.get("field/drifting-levels/", query="anchors"),
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_other_commands_print_what_python_gives(arguments, ask, index: mkdocs_fts.Index, example: Build) -> None:  # type: ignore[no-untyped-def]
    result = run(*arguments, "--in", example.site, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == ask(index)
