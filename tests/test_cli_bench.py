"""`mkdocs-fts bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mkdocs_fts.recall.searches import load
from tests.support.commands import run
from tests.support.documents import document
from tests.support.published import write_site
from tests.support.sites import Build

pytestmark = pytest.mark.usefixtures("cache")
KINDS = ["title2", "early", "cut", "late", "exact", "ident"]


@pytest.fixture
def battery(tmp_path: Path) -> Path:
    """Four searches, one of them for a page that the example site has not."""
    file = tmp_path / "battery.jsonl"
    lines = [
        {"kind": "own", "query": "zeolite", "expect": "field/drifting-levels/"},
        {"kind": "own", "query": "vent tube", "expect": "field/drifting-levels/"},
        {"kind": "gone", "query": "zeolite", "expect": "field/gone/"},
        {"kind": "gone", "query": "zeolite", "expect": "field/drifting-levels/"},
    ]
    file.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return file


def test_a_site_finds_its_own_pages(example: Build) -> None:
    result = run("bench", "--in", example.site, "--json", "--at-least", 100)
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert [row["kind"] for row in told["kinds"]] == KINDS
    assert sum(row["searches"] for row in told["kinds"]) == told["searches"] > 100
    assert told["found_in_ten"] == 100
    assert told["mrr"] > 0.95
    assert told["misses"] == []


def test_drafts_and_archived_pages_are_among_those_that_are_searched_for(example: Build, tmp_path: Path) -> None:
    assert run("bench", "--in", example.site, "--save", tmp_path / "own.jsonl").exit_code == 0
    listed = json.loads(run("list", "--in", example.site, "--json").stdout)["documents"]
    status = {each["url"]: each["status"] for each in listed}
    assert {status[each.url] for each in load(tmp_path / "own.jsonl")} == {"active", "draft", "archived"}


def test_the_table_has_a_row_a_kind_and_one_for_all(example: Build) -> None:
    result = run("bench", "--in", example.site, "--per-kind", 2, "--misses")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert rows[0] == ["kind", "searches", "in", "ten", "MRR"]
    assert [row[0] for row in rows[1:]] == [*KINDS, "all"]
    assert rows[1] == ["title2", "2", "100.0", "%", "1.000"]
    assert rows[-1][1] == "12"


def test_a_saved_battery_gives_the_same_figures_again(example: Build, tmp_path: Path) -> None:
    file = tmp_path / "battery.jsonl"
    first = run("bench", "--in", example.site, "--per-kind", 2, "--seed", 5, "--save", file, "--json")
    again = run("bench", "--in", example.site, "--battery", file, "--json")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert first.stdout == again.stdout
    assert len(load(file)) == 12


def test_misses_are_listed_on_wish(example: Build, battery: Path) -> None:
    result = run("bench", "--in", example.site, "--battery", battery, "--misses")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "gone, not found: “zeolite” field/gone/"
    assert "field/gone/" not in run("bench", "--in", example.site, "--battery", battery).stdout


def test_at_least_holds_for_every_kind(example: Build, battery: Path) -> None:
    def ask(*arguments: object) -> tuple[int, str]:
        result = run("bench", "--in", example.site, "--battery", battery, *arguments)
        assert result.stdout.splitlines()[0].startswith("kind")
        return result.exit_code, result.stderr

    assert ask("--at-least", 50) == (0, "")
    failure = "Error: found among the first ten less often than 50.5 %: gone 50.0 %\n"
    assert ask("--at-least", 50.5) == (1, failure)


def test_json_tells_the_figures_of_a_failure_too(example: Build, battery: Path) -> None:
    result = run("bench", "--in", example.site, "--battery", battery, "--at-least", 95, "--json")
    assert (result.exit_code, result.stderr) == (1, "")
    told = json.loads(result.stdout)
    assert (told["ok"], told["error"]) == (False, "found among the first ten less often than 95 %: gone 50.0 %")
    assert told["kinds"][1] == {"kind": "gone", "searches": 2, "found_in_ten": 50.0, "mrr": 0.5}
    assert told["misses"] == [{"kind": "gone", "query": "zeolite", "expect": "field/gone/", "rank": None}]


@pytest.mark.usefixtures("browser_files")
def test_an_index_without_words_says_so(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site", [document("a/", "1 2 3")])
    result = run("bench", "--in", site)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "Error: no page of this index has words to make a search of\n"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--battery", "missing.jsonl"], 1, "missing.jsonl cannot be read: No such file or directory"),
        (["--battery", "broken.jsonl"], 1, "broken.jsonl:1 is no search; "),
        (["--save", "no/folder.jsonl"], 1, "no/folder.jsonl cannot be written: No such file or directory"),
        (["--battery", "x", "--seed", "1", "--save", "y"], 2, "--seed and --save would make searches"),
        (["--at-least", "101"], 2, "101"),
        (["--per-kind", "0"], 2, "0"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    example: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.jsonl").write_text("{}")
    result = run("bench", "--in", example.site, *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert says in result.stderr.splitlines()[-1]
    assert code == 2 or result.stderr.count("\n") == 1
