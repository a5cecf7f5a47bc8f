"""SIGKILL at any moment leaves the old index or the new one, never a broken one.

`FTS_KILLS` is the number of moments for each of the two, 6 if it is not set.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from mkdocs_fts import published
from tests.support.folders import is_sound, search, start_index, write_files
from tests.support.index import pages_with
from tests.support.sites import write_project

KILLS = int(os.environ.get("FTS_KILLS", "6"))
PAGES = 150
PATIENCE = 60

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL here")


def kill_and_wait(process: subprocess.Popen[str]) -> None:
    """Kill a process, and wait for those that it has started: they end by themselves."""
    children = []
    with suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.communicate()
    _, alive = psutil.wait_procs(children, timeout=PATIENCE)
    assert not alive


def at_moments(start: Callable[[], subprocess.Popen[str]], check: Callable[[], str]) -> dict[str, int]:
    """Let a process run once to see how long it takes, then kill it at moments spread over that time. What `check` says
    of each is counted."""
    process = start()
    began = time.monotonic()
    assert process.communicate()[1] is not None
    took = time.monotonic() - began
    assert process.returncode == 0
    found: dict[str, int] = {check(): 0}
    for number in range(KILLS):
        process = start()
        time.sleep(took * (number + random.random()) / KILLS)
        kill_and_wait(process)
        state = check()
        found[state] = found.get(state, 0) + 1
    return found


def test_a_killed_index_run_leaves_the_old_index_or_the_new_one(tmp_path: Path) -> None:
    folder, db = tmp_path / "notes", tmp_path / "index" / "index.sqlite3"
    old = {
        f"{number}.md": f"# Page {number}\n\noldword{number}\n" + "more words here\n\n" * 200 for number in range(PAGES)
    }
    write_files(folder, old)
    process = start_index(folder, db)
    assert process.communicate()[1] == ""
    shutil.copytree(db.parent, tmp_path / "old")
    write_files(folder, {path: text.replace("oldword", "newword") for path, text in old.items()}, mtime=1_700_000_100)

    def start() -> subprocess.Popen[str]:
        shutil.rmtree(db.parent)
        shutil.copytree(tmp_path / "old", db.parent)
        return start_index(folder, db)

    def check() -> str:
        assert is_sound(db)
        found = {word: search(db, f'"{word}7"') for word in ("oldword", "newword")}
        assert sorted(found.values()) == [[], ["7.md"]]
        return next(word for word, urls in found.items() if urls)

    found = at_moments(start, check)
    print(found)
    assert sum(found.values()) == KILLS
    start().communicate()
    assert check() == "newword"


def test_a_first_index_run_that_was_killed_is_done_by_the_next(tmp_path: Path) -> None:
    folder, db = tmp_path / "notes", tmp_path / "index.sqlite3"
    write_files(folder, {f"{number}.md": f"word{number} " * 2_000 for number in range(PAGES)})
    process = start_index(folder, db)
    deadline = time.monotonic() + PATIENCE
    while not db.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    kill_and_wait(process)
    assert start_index(folder, db).communicate()[1] == ""
    assert search(db, "word7") == ["7.md"]
    assert is_sound(db)


def without_hash(file: Path) -> bytes:
    """A file of the client's; `search.js` names the database that it was published with."""
    return re.sub(rb'"[0-9a-f]{16}"', b"", file.read_bytes())


def test_a_killed_build_leaves_the_old_index_or_the_new_one(tmp_path: Path) -> None:
    project, site = tmp_path / "project", tmp_path / "project" / "site"
    old = {
        f"{number}.md": f"# Page {number}\n\noldword{number}\n" + "more words here\n\n" * 200
        for number in range(PAGES // 2)
    }
    write_project(project, old, theme={"name": None, "custom_dir": "theme"})
    (project / "theme").mkdir()
    (project / "theme" / "main.html").write_text("{{ page.content }}")
    command = [sys.executable, "-m", "mkdocs", "build"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    shutil.copytree(site, tmp_path / "old")
    write_project(
        project,
        {path: text.replace("oldword", "newword") for path, text in old.items()},
        theme={"name": None, "custom_dir": "theme"},
    )

    def start() -> subprocess.Popen[str]:
        shutil.rmtree(site)
        shutil.copytree(tmp_path / "old", site)
        return subprocess.Popen(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def check() -> str:
        folder = site / "fts"
        place = ""
        if not folder.exists():  # MkDocs is removing the old pages, and the next build puts the index back
            folder = site / ".fts"
            place = " aside"
        manifest = published.read_manifest(folder)
        assert hashlib.sha256(published.read_database(folder)).hexdigest().startswith(manifest["db"])
        for file in (tmp_path / "old" / "fts").glob("*.*"):
            assert file.suffix == ".json" or without_hash(folder / file.name) == without_hash(file)
        found = {word: pages_with(folder, f"{word}7") for word in ("oldword", "newword")}
        assert sorted(found.values()) == [[], ["7/"]]
        return next(word for word, urls in found.items() if urls) + place

    found = at_moments(start, check)
    print(found)
    assert sum(found.values()) == KILLS
    start().communicate()
    assert check() == "newword"
