"""`mkdocs-fts index`."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from mkdocs_fts.locations import default_database
from tests.support import commands
from tests.support.folders import search, write_files


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    write_files(tmp_path / "My notes", {"a.md": "# A\n\naword", "b.md": "---\nstatus: Foggy\n---\n# B\n\nbword"})
    return tmp_path / "My notes"


def run(*arguments: object) -> Result:
    return commands.run("index", *arguments)


def test_the_index_goes_to_the_users_cache(notes: Path, tmp_path: Path) -> None:
    result = run(notes)
    database = default_database(notes)
    assert re.fullmatch(
        rf"{re.escape(str(database))}: 2 pages of 2 files \(2 read, 0 removed\) in \d+\.\d s\n", result.stdout
    )
    assert re.fullmatch(r"My-notes-[0-9a-f]{10}\.sqlite3", database.name)
    assert database.is_relative_to(tmp_path / "cache")
    assert search(database, "aword") == ["a.md"]


def test_a_folder_has_one_index_however_it_is_named(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(notes)
    monkeypatch.chdir(notes)
    (notes.parent / "link").symlink_to(notes)
    assert "(0 read, 0 removed)" in run(".").stdout
    assert "(0 read, 0 removed)" in run("../link").stdout
    assert default_database(notes.parent) != default_database(notes)


def test_db_names_another_place(notes: Path, tmp_path: Path) -> None:
    assert run(notes, "--db", tmp_path / "new" / "x.db").exit_code == 0
    assert search(tmp_path / "new" / "x.db", "bword") == ["b.md"]
    assert not (tmp_path / "cache").exists()


def test_what_is_wrong_with_files_is_said_in_a_line_each_on_standard_error(notes: Path) -> None:
    write_files(notes, {"bad.txt": b"\xff", **{f"{n}.md": "---\nstatus: Hazy\n---\n" for n in range(5)}})
    result = run(notes, "--quiet")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "0.md, 1.md, 2.md and 2 more: unknown status 'Hazy' counts as active",
        "b.md: unknown status 'Foggy' counts as active",
        "bad.txt: line 1 is no valid UTF-8; save the file as UTF-8",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="no such names of files")
def test_names_of_files_do_not_steer_the_terminal_or_break_lines(notes: Path) -> None:
    odd = "red\x1b[31m\nline"
    write_files(notes, {f"{odd}.md": "oddword", f"{odd}.txt": b"\xff"})
    told = run(notes).stderr
    assert "red[31m line.txt: line 1 is no valid UTF-8; save the file as UTF-8\n" in told
    for arguments in (["list"], ["search", "oddword"], ["get", f"{odd}.md"]):
        result = commands.run(*arguments, "--in", notes)
        assert result.exit_code == 0
        assert "red[31m line.md" in result.stdout
        assert "\x1b" not in result.stdout
    failure = commands.run("get", f"{odd}.mdd", "--in", notes)
    assert (failure.exit_code, failure.stderr.count("\n"), "\x1b" in failure.stderr) == (1, 1, False)


def test_json_is_one_object(notes: Path) -> None:
    write_files(notes, {"bad.json": "{]"})
    result = run(notes, "--json")
    told = json.loads(result.stdout)
    seconds = told.pop("seconds")
    assert 0 < seconds < 60
    assert told == {
        "ok": True,
        "db": str(default_database(notes)),
        "pages": 2,
        "files": 2,
        "read": 2,
        "removed": 0,
        "problems": [
            {
                "file": "b.md",
                "problem": "unknown status 'Foggy' counts as active; say what it means with the option "
                "`status_map: {Foggy: active}` (or draft, archived)",
            },
            {"file": "bad.json", "problem": "no valid JSON (Expecting property name enclosed in double quotes)"},
        ],
    }


def test_force_and_language_reach_the_index(notes: Path) -> None:
    run(notes)
    assert "(2 read, 0 removed)" in run(notes, "--force", "--language", "es", "--language", "pt").stdout
    database = sqlite3.connect(default_database(notes))
    settings = json.loads(database.execute("SELECT value FROM meta WHERE key = 'folder'").fetchone()[0])
    database.close()
    assert settings["languages"] == ["es", "pt"]


def test_an_error_is_one_line_and_exit_code_one(notes: Path) -> None:
    message = f"{notes / 'a.md'} is no SQLite database; name another file with --db"
    (notes / "a.md").write_text("text " * 100)
    result = run(notes, "--db", notes / "a.md")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"Error: {message}\n")
    result = run(notes, "--db", notes / "a.md", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"ok": False, "error": message}


@pytest.mark.parametrize("arguments", [[], ["missing"], ["{notes}/a.md"], ["{notes}", "--language", "xx"]])
def test_wrong_use_is_exit_code_two(notes: Path, arguments: list[str]) -> None:
    assert run(*[argument.format(notes=notes) for argument in arguments]).exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals here")
def test_a_bar_moves_on_a_terminal_and_there_is_none_in_a_pipe(notes: Path) -> None:
    import pty

    command = [sys.executable, "-c", "from mkdocs_fts.cli import main; main()", "index", str(notes), "--force"]
    piped = subprocess.run(command, capture_output=True, text=True, check=True)
    assert piped.stderr == "b.md: unknown status 'Foggy' counts as active\n"
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 1024):
            shown += piece
    except OSError:  # Linux tells the end so
        pass
    os.close(ours)
    assert process.wait() == 0
    assert b"Reading" in shown
    assert b"100%" in shown
