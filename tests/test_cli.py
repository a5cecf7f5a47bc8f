from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from click.testing import CliRunner

from mkdocs_fts import __version__, database
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.locations import default_database
from mkdocs_fts.publish import publish
from tests.support.commands import run
from tests.support.documents import document

pytestmark = pytest.mark.usefixtures("browser_files", "cache")
WIKIS = [Wiki("tech", "Técnica"), Wiki("help", "Help")]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "index.sqlite3"
    labels = [
        Labels("help"),
        Labels("help"),
        Labels("help", "draft"),
        Labels("tech", "archived"),
        Labels("tech", "active", "auto"),
    ]
    database.write(path, [document(f"{n}/", f"word{n}", labels=each) for n, each in enumerate(labels)], WIKIS)
    return path


@pytest.fixture
def site(source: Path, tmp_path: Path) -> Path:
    """A folder with an index of five pages."""
    publish(source, tmp_path / "site" / "fts", settings={}, built="2026-01-31T10:00:00+00:00")
    return tmp_path / "site"


@pytest.mark.parametrize("inside", ["", "fts"])
def test_export_writes_a_database_that_any_tool_opens(site: Path, source: Path, tmp_path: Path, inside: str) -> None:
    file = tmp_path / "out.sqlite3"
    result = run("export", "--in", site / inside, file)
    assert (result.exit_code, result.output) == (0, f"{file}: {source.stat().st_size:,} bytes\n")
    assert file.read_bytes() == source.read_bytes()
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT rowid FROM page_fts WHERE page_fts MATCH 'word3'").fetchall() == [(4,)]


def test_the_site_of_the_configuration_here_is_the_default(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.rename(tmp_path / "public")
    (tmp_path / "mkdocs.yml").write_text("site_name: Test\nsite_dir: public\n")
    (tmp_path / "docs").mkdir()
    for folder in (tmp_path, tmp_path / "docs"):
        monkeypatch.chdir(folder)
        assert run("export", "out.sqlite3").exit_code == 0
        assert (folder / "out.sqlite3").exists()


def test_an_index_of_this_folder_is_the_default_where_there_is_no_site(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    default_database(notes).parent.mkdir(parents=True)
    source.rename(default_database(notes))
    assert run("search", "word1", "--in", notes).stdout.startswith("1 result")
    monkeypatch.chdir(notes)
    assert run("search", "word1").stdout.startswith("1 result")


def test_without_any_index_the_command_says_how_to_make_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("search", "word1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"Error: no index for {tmp_path}: there is no mkdocs.yml here; name a site with --in, "
        f"or run `mkdocs-fts index {tmp_path}`\n"
    )


def test_export_takes_the_place_of_an_older_file(site: Path, source: Path, tmp_path: Path) -> None:
    (tmp_path / "out.sqlite3").write_text("old")
    assert run("export", "--in", site, tmp_path / "out.sqlite3").exit_code == 0
    assert (tmp_path / "out.sqlite3").read_bytes() == source.read_bytes()
    assert list(tmp_path.glob(".out*")) == []


def test_export_without_an_index_says_the_mend_and_writes_nothing(tmp_path: Path) -> None:
    result = run("export", "--in", tmp_path / "none", tmp_path / "out.sqlite3")
    assert result.exit_code == 1
    assert result.stderr == (
        f"Error: no index at {tmp_path / 'none'}: No such file or directory; build a site with the plugin `fts`, "
        "or run `mkdocs-fts index FOLDER`\n"
    )
    assert not (tmp_path / "out.sqlite3").exists()


def test_export_to_where_nothing_can_be_written_names_the_place(site: Path, tmp_path: Path) -> None:
    result = run("export", "--in", site, tmp_path / "missing" / "out.sqlite3")
    assert result.exit_code == 1
    file = tmp_path / "missing" / "out.sqlite3"
    assert result.stderr == f"Error: {file} cannot be written: No such file or directory\n"


@pytest.mark.parametrize("arguments", [["export"], ["stats", "extra"], ["stats", "--what"], ["unknown"]])
def test_wrong_use_is_exit_code_two(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


GROUPS = [
    {"wiki": "tech", "status": "archived", "kind": "written", "pages": 1},
    {"wiki": "tech", "status": "active", "kind": "auto", "pages": 1},
    {"wiki": "help", "status": "active", "kind": "written", "pages": 2},
    {"wiki": "help", "status": "draft", "kind": "written", "pages": 1},
]


def test_stats_count_pages_by_their_labels(site: Path) -> None:
    result = run("stats", "--in", site, "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    files = [file.stat().st_size for file in (site / "fts").rglob("*") if file.is_file()]
    largest = [{"url": f"{n}/", "title": "", "words": 1} for n in range(5)]
    size = json.loads((site / "fts" / "manifest.json").read_text())["size"]
    assert told == {
        "ok": True,
        "pages": 5,
        "words": 5,
        "groups": GROUPS,
        "largest": largest,
        "bytes": sum(files),
        "files": len(files),
        "database_bytes": size,
    }


def test_stats_can_be_read_by_people(site: Path) -> None:
    lines = run("stats", "--in", site).stdout.splitlines()
    assert [line.split() for line in lines[: len(GROUPS)]] == [
        [str(group["pages"]), group["wiki"], group["status"], group["kind"]] for group in GROUPS
    ]
    assert lines[len(GROUPS)].split()[:3] == ["5", "pages", "in"]
    assert lines[len(GROUPS) + 1].split()[:2] == ["5", "words,"]
    assert lines[-1].split() == ["1", "4/"]


def test_json_tells_errors_too(site: Path) -> None:
    (site / "fts" / "manifest.json").write_text("{}")
    result = run("stats", "--in", site, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "ok": False,
        "error": f"{site / 'fts' / 'manifest.json'} has format None, this version reads 1; build the site again",
    }
    assert "Traceback" not in result.output


def test_stats_of_a_damaged_index_say_what_is_damaged(site: Path) -> None:
    (first,) = (site / "fts").glob("*/sqlite.bin")
    first.write_bytes(b"damaged")
    result = run("stats", "--in", site)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {first} cannot be read: ")
    assert result.stderr.count("\n") == 1


def test_an_address_that_does_not_answer_is_one_line() -> None:
    result = run("search", "word1", "--in", "http://127.0.0.1:9/")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: http://127.0.0.1:9/fts/manifest.json cannot be fetched: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [["search", "x"], ["get", "x"], ["list"], ["stats"]])
def test_with_json_a_failure_is_one_object_and_nothing_else(command: list[str], tmp_path: Path) -> None:
    for wrong, code in (["--in", str(tmp_path)], 1), (["--no-such-option"], 2), (["--in", "http://127.0.0.1:9/"], 1):
        result = run(*command, "--json", *wrong)
        assert (result.exit_code, result.stderr) == (code, "")
        told = json.loads(result.stdout)
        assert told.keys() == {"ok", "error"}
        assert told["ok"] is False
        assert told["error"].count("\n") == 0


@pytest.mark.parametrize("command", [["search"], ["get"], ["list"], ["list", "--wiki"], ["search", "x", "--wiki"]])
def test_bytes_that_are_no_text_are_no_crash(command: list[str], site: Path) -> None:
    result = run(*command, "\udcff\udcfe", "--in", site, "--json")
    assert json.loads(result.stdout)["ok"] is (command != ["get"])
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_a_newer_schema_says_to_upgrade(source: Path) -> None:
    with closing(sqlite3.connect(source)) as db, db:
        db.execute("UPDATE meta SET value = 2 WHERE key = 'schema'")
    result = run("list", "--in", source)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "schema 2, this version reads 1; it was made by a newer mkdocs-fts: `pip install --upgrade" in result.stderr


def test_the_command_is_installed_and_tells_its_version() -> None:
    (command,) = entry_points(group="console_scripts", name="mkdocs-fts")
    result = CliRunner().invoke(command.load(), ["--version"])
    assert __version__ in result.stdout
