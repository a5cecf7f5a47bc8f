"""`mkdocs-fts get` and `list`, as people read them."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from mkdocs_fts import database
from mkdocs_fts.document import Labels, Passage, Wiki
from tests.support.commands import run
from tests.support.documents import document


@pytest.fixture
def index(tmp_path: Path) -> Path:
    passages = [Passage("top", "Guide", 1, False, "Guide\nWelcome.")]
    passages += [Passage(f"p{n}", f"Part {n}", 2, n == 3, f"Part {n}\nAbout thing{n}.") for n in range(1, 57)]
    passages[2].text += "\n\ufffc"
    documents = [
        document("", "x", title="Home", labels=Labels("help")),
        document("a/b/", *passages, title="Guide", labels=Labels("help", "draft"), trail=["Help"], tags=["x", "y"]),
        document("c/", title="Empty", labels=Labels("tech", "active", "auto"), modified="2026-01-02"),
    ]
    path = tmp_path / "in dex.sqlite3"
    database.write(path, documents, [Wiki("help", "Help"), Wiki("tech", "Tech")])
    return path


def test_a_document_is_read_with_absolute_numbers(index: Path) -> None:
    result = run("get", "a/b/", "--in", index, "--offset", 1, "--limit", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    where = shlex.quote(str(index))
    assert result.stdout == (
        "Guide  (draft)\n"
        "Help\n"
        "a/b/ · x, y\n"
        "\n"
        "[2/57] ## Part 1\n"
        "About thing1.\n"
        "\n"
        "[3/57] ## Part 2\n"
        "About thing2.\n"
        "[left out]\n"
        "\n"
        "[4/57] (generated) ## Part 3\n"
        "About thing3.\n"
        "\n"
        f"previous: mkdocs-fts get a/b/ --in {where} --limit 3 --offset 0\n"
        f"next: mkdocs-fts get a/b/ --in {where} --limit 3 --offset 4\n"
    )


def test_following_what_is_said_to_come_next_reads_the_whole(index: Path) -> None:
    arguments = ["get", "a/b/", "--in", str(index)]
    shown = []
    while arguments:
        lines = run(*arguments).stdout.splitlines()
        shown += [line.split("]")[0] for line in lines if line.startswith("[") and "/57]" in line]
        arguments = [shlex.split(line)[2:] for line in lines if line.startswith("next: ")][:1]
        arguments = arguments[0] if arguments else []
    assert shown == [f"[{n}/57" for n in range(1, 58)]


def test_twenty_passages_are_the_default(index: Path) -> None:
    shown = run("get", "a/b/", "--in", index).stdout
    assert "[20/57]" in shown
    assert "[21/57]" not in shown


def test_a_query_turns_to_the_best_match_and_says_so(index: Path) -> None:
    shown = run("get", "a/b/", "--query", "thing30", "--in", index).stdout
    assert shown.split("\n\n")[1] == "[31/57] (best match) ## Part 30\nAbout thing30."


def test_a_query_that_matches_nothing_says_so(index: Path) -> None:
    shown = run("get", "a/b/", "--query", "qxzvjkwq", "--in", index).stdout
    assert "\nNothing here matches “qxzvjkwq”; from the top:\n\n[1/57]" in shown


def test_an_anchor_turns_to_its_section(index: Path) -> None:
    assert "\n\n[31/57] ## Part 30\n" in run("get", "/a/b#p30", "--in", index).stdout


def test_the_end_says_nothing_of_a_next_part(index: Path) -> None:
    shown = run("get", "a/b/", "--offset", 50, "--in", index).stdout
    assert "[57/57]" in shown
    assert "next:" not in shown


def test_beyond_the_end_is_said(index: Path) -> None:
    result = run("get", "a/b/", "--offset", 99, "--in", index)
    assert result.exit_code == 0
    assert "Nothing at offset 99: this document has 57 passages.\n" in result.stdout


@pytest.mark.parametrize(("page", "said"), [("nope/", "no page 'nope/' in the index; "), ("a/b/#no", "no section #no")])
def test_what_is_not_there_is_one_line(index: Path, page: str, said: str) -> None:
    result = run("get", page, "--in", index)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Error: {said}")
    assert result.stderr.count("\n") == 1


def test_two_places_to_begin_are_wrong_use(index: Path) -> None:
    result = run("get", "a/b/", "--offset", 1, "--query", "x", "--in", index)
    assert result.exit_code == 2
    assert "--offset and --query both say where to begin" in result.stderr


def test_documents_are_listed_with_their_labels(index: Path) -> None:
    assert run("list", "--in", index).stdout == (
        "/     Home\na/b/  Guide  (draft)\nc/    Empty  (generated)\n3 documents\n"
    )


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (["--status", "draft"], "a/b/"),
        (["--kind", "auto"], "c/"),
        (["--wiki", "tech"], "c/"),
        (["a/*"], "a/b/"),
        (["guide"], "a/b/"),
        (["nothing"], "0"),
    ],
)
def test_a_list_can_be_filtered(index: Path, arguments: list[str], first: str) -> None:
    lines = run("list", *arguments, "--in", index).stdout.splitlines()
    assert lines[0].split()[0] == first
    assert lines[-1] == ("0 documents" if first == "0" else "1 document")
