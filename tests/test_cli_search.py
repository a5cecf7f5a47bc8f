"""`mkdocs-fts search`, as people read it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mkdocs_fts import database
from mkdocs_fts.document import Labels, Passage, Wiki
from tests.support.commands import run
from tests.support.documents import document
from tests.support.sites import Build

WIKIS = [Wiki("help", "Help"), Wiki("tech", "Técnica")]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def index(tmp_path: Path) -> Path:
    valve = [
        Passage("", "Valves", 0, False, "All about it."),
        Passage("leaks", "Leaks", 2, False, "Leaks\nA valve leaks at its gasket, which is of rubber."),
    ]
    documents = [
        document("a/", *valve, title="Valves", labels=Labels("help"), trail=["Help", "Pumps"]),
        document("b/", "The valve of old pumps.", title="Old", labels=Labels("help", "archived")),
        document("c/", "A valve that is coming.", title="Soon", labels=Labels("tech", "draft")),
        document("d/", "Station card: valve 7.", title="Card 7", labels=Labels("tech", "active", "auto")),
        document("e/", "Un rotor \x1b[31m y una valve.", title="Rotores \x1b]0;x\x07", labels=Labels("tech")),
        document("f/", "secretdraftword", labels=Labels("tech", "draft")),
    ]
    path = tmp_path / "index.sqlite3"
    database.write(path, documents, WIKIS)
    return path


def test_results_are_numbered_in_groups_with_place_and_excerpt(index: Path) -> None:
    result = run("search", "valve", "--in", index)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "3 results for “valve”\n"
        "\n"
        "Help (1)\n"
        " 1. Valves\n"
        "    Help › Pumps › Leaks\n"
        "    a/#leaks\n"
        "    A [valve] leaks at its gasket, which is of rubber.\n"
        "\n"
        "Técnica (1)\n"
        " 2. Rotores ]0;x\n"
        "    e/\n"
        "    Un rotor [31m y una [valve].\n"
        "\n"
        "Generated pages\n"
        "\n"
        "Técnica (1)\n"
        " 3. Card 7  (generated)\n"
        "    d/\n"
        "    Station card: [valve] 7.\n"
        "\n"
        "2 drafts and archived pages match too: add --drafts.\n"
    )


def test_drafts_and_archived_pages_are_labelled(index: Path) -> None:
    shown = run("search", "valve", "--drafts", "--in", index).stdout
    assert "Old  (archived)\n" in shown
    assert "Soon  (draft)\n" in shown
    assert "--drafts" not in shown


def test_wiki_and_kind_choose(index: Path) -> None:
    assert "1 result for" in run("search", "valve", "--wiki", "help", "--in", index).stdout
    assert "Card 7" in run("search", "valve", "--kind", "auto", "--in", index).stdout
    assert "Valves" not in run("search", "valve", "--kind", "auto", "--in", index).stdout


def test_a_wiki_that_is_not_there_is_said(index: Path) -> None:
    result = run("search", "valve", "--wiki", "helm", "--in", index)
    assert (result.exit_code, result.stdout) == (0, "Nothing found: there is no wiki 'helm'; there are help, tech.\n")


def test_more_results_are_told_with_what_to_ask_for(example: Build) -> None:
    first = run("search", "calibration", "--limit", 5, "--in", example.site).stdout
    assert "    7 more: add --page 2\n" in first
    third = run("search", "calibration", "--limit", 5, "--page", 3, "--in", example.site).stdout
    assert "add --page" not in third
    assert "no more on this page" in third


def test_corrections_are_said(index: Path) -> None:
    shown = run("search", "gaskit", "--in", index).stdout
    assert shown.startswith("No page has “gaskit”: searched for “gasket”.\n1 result for “gaskit”\n")


def test_a_relaxed_search_is_said_with_what_is_missing(index: Path) -> None:
    shown = run("search", "gasket", "rotor", "--in", index).stdout
    assert shown.startswith("No page has all the words. These have most:\n2 results for “gasket rotor”\n")
    assert "    missing: rotor\n" in shown
    assert "    missing: gasket\n" in shown


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("qxzvjkwq", "Nothing found for “qxzvjkwq”. Check the spelling, or try fewer or other words."),
        ("secretdraftword", "Nothing found for “secretdraftword” but drafts and archived pages: 1 page matches with"),
    ],
)
def test_nothing_found_is_an_answer_of_one_line(index: Path, query: str, line: str) -> None:
    result = run("search", query, "--in", index)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(line)
    assert result.stdout.count("\n") == 1


@pytest.mark.parametrize("query", ["!!!", "", "wiki:help"])
def test_a_search_for_nothing_is_told_beside_the_results(index: Path, query: str) -> None:
    result = run("search", query, "--in", index)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith(f"Nothing to look for: “{query}” has no word. `mkdocs-fts list`")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "query"),
    [
        (["valve", "-gasket"], "valve -gasket"),
        (["-gasket", "valve"], "-gasket valve"),
        (["valve", "-hose", "-v"], "valve -hose -v"),
        (['"valve leaks"', "OR", "rotor"], '"valve leaks" OR rotor'),
        (["--", "--verify"], "--verify"),
        (["valve", "--", "-7"], "valve -7"),
    ],
)
def test_words_are_joined_to_one_query(index: Path, words: list[str], query: str) -> None:
    assert json.loads(run("search", "--json", "--in", index, *words).stdout)["query"] == query


@pytest.mark.parametrize(
    "wrong", [["--limt", "5"], ["--limt=5"], ["--limit", "0"], ["--page", "x"], ["--kind", "both"]]
)
def test_options_that_are_none_are_not_taken_for_words(index: Path, wrong: list[str]) -> None:
    result = run("search", "valve", *wrong, "--in", index)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "search --help" in result.stderr


def test_colours_are_only_where_they_are_wanted(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> str:
        return run("search", "valve", "--in", index, color=True).stdout

    assert "\x1b" not in shown()
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = shown()
    assert "\x1b[33m\x1b[1mvalve\x1b[0m leaks" in coloured
    assert "[valve]" not in coloured
    assert "\x1b]0;" not in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in shown()


def test_letters_that_the_output_has_not_are_no_failure(index: Path) -> None:
    def told(*arguments: str) -> bytes:
        command = [sys.executable, "-c", "from mkdocs_fts.cli import main; main()", "search", "--in", str(index)]
        environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
        return subprocess.run([*command, *arguments], env=environment, capture_output=True, check=True).stdout

    assert "?valve?\n\nHelp (1)".encode("latin-1") in told("valve").replace(b"\r", b"")
    assert json.loads(told("日本 valve", "--json").decode("ascii"))["query"] == "日本 valve"


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_a_terminal_gets_colours_and_lines_that_fit(index: Path) -> None:
    import pty

    reading, writing = pty.openpty()
    command = [sys.executable, "-c", "from mkdocs_fts.cli import main; main()", "search", "gasket", "--in", str(index)]
    environment = {**os.environ, "COLUMNS": "44", "TERM": "xterm"}
    with subprocess.Popen(command, env=environment, stdout=writing) as process:
        os.close(writing)
        shown = b""
        with contextlib.suppress(OSError):  # how Linux tells the end
            while part := os.read(reading, 4096):
                shown += part
        assert process.wait() == 0
    os.close(reading)
    text = shown.decode().replace("\r", "")
    assert "\x1b[33m\x1b[1mgasket\x1b[0m" in text
    assert "[gasket]" not in text
    lines = re.sub(r"\x1b\[\d+m", "", text).splitlines()
    assert lines[-2:] == ["    A valve leaks at its gasket, which is", "    of rubber."]
