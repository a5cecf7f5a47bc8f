"""`mkdocs serve`: the index follows the pages."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.index import pages_with
from tests.support.sites import i18n, write_project

PATIENCE = 60
PAGES = {"index.md": "# Home\n\nhomeword", "a.md": "# A\n\noldword", "b.md": "# B\n\nstayingword"}


class Server:
    """A running `mkdocs serve`."""

    def __init__(self, process: subprocess.Popen[bytes], address: str, log: Path) -> None:
        self.process = process
        self.address = address
        self._log = log

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    @property
    def manifest(self) -> dict[str, object]:
        with urllib.request.urlopen(f"{self.address}fts/manifest.json", timeout=PATIENCE) as answer:
            return json.load(answer)

    def fetch_index(self, folder: Path) -> Path:
        """Copy the index as a reader's browser could read it."""
        manifest = self.manifest
        (folder / "fts" / str(manifest["db"])).mkdir(parents=True)
        (folder / "fts" / "manifest.json").write_text(json.dumps(manifest))
        ranges: Any = manifest["ranges"]
        for number in range(sum(-(-(each["end"] - each["start"]) // each["chunk"]) for each in ranges)):
            name = f"fts/{manifest['db']}/{number}.bin"
            with urllib.request.urlopen(self.address + name, timeout=PATIENCE) as answer:
                (folder / name).write_bytes(answer.read())
        return folder


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[Server]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "serve.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}", *arguments],
            cwd=folder,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Where the tests run in the background, a shell lets them ignore Ctrl+C, and the server would too.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
        )
    server = Server(process, f"http://127.0.0.1:{port}/", log)
    try:
        until(lambda: "Serving on" in server.log or process.poll() is not None)
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


@pytest.mark.parametrize("arguments", [(), ("--dirty",)], ids=["clean", "dirty"])
def test_the_index_is_served_and_follows_a_changed_page(arguments: tuple[str, ...], tmp_path: Path) -> None:
    write_project(tmp_path, PAGES)
    with served(tmp_path, *arguments) as server:
        first = server.manifest
        assert first["pages"] == 3
        assert pages_with(server.fetch_index(tmp_path / "first"), "oldword") == ["a/"]
        (tmp_path / "docs" / "a.md").write_text("# A\n\nnewword")
        until(lambda: server.manifest["db"] != first["db"])
        second = server.fetch_index(tmp_path / "second")
        assert pages_with(second, "newword") == ["a/"]
        assert pages_with(second, "oldword") == []
        assert pages_with(second, "stayingword") == ["b/"]
        assert server.manifest["pages"] == 3
    assert server.process.returncode == 0
    assert "Traceback" not in server.log


def test_all_languages_of_i18n_stay_when_a_page_changes(tmp_path: Path) -> None:
    plugins = ["fts", i18n("suffix", en="English", es="Español")]
    write_project(tmp_path, {**PAGES, "index.es.md": "# Inicio\n\npalabra"}, plugins=plugins)
    with served(tmp_path) as server:
        first = server.manifest
        assert first["pages"] == 4
        (tmp_path / "docs" / "index.es.md").write_text("# Inicio\n\nnueva")
        until(lambda: server.manifest["db"] != first["db"])
        second = server.fetch_index(tmp_path / "second")
        assert pages_with(second, "nueva") == ["es/"]
        assert pages_with(second, "homeword") == [""]
        assert server.manifest["pages"] == 4
    assert "Traceback" not in server.log


def test_a_page_that_is_removed_leaves_the_index(tmp_path: Path) -> None:
    write_project(tmp_path, PAGES)
    with served(tmp_path) as server:
        first = server.manifest
        (tmp_path / "docs" / "a.md").unlink()
        until(lambda: server.manifest["db"] != first["db"])
        assert pages_with(server.fetch_index(tmp_path / "second"), "oldword") == []
        assert server.manifest["pages"] == 2


def test_options_that_change_take_effect(tmp_path: Path) -> None:
    write_project(tmp_path, PAGES)
    with served(tmp_path) as server:
        first = server.manifest
        write_project(tmp_path, {}, {"exclude": ["a.md"]})
        until(lambda: server.manifest["db"] != first["db"])
        assert server.manifest["pages"] == 2


def test_an_index_that_fails_once_is_there_again_after_the_mend(tmp_path: Path) -> None:
    (tmp_path / "hooks.py").write_text(
        "import shutil\n"
        "from pathlib import Path\n\n"
        "def on_files(files, config):\n"
        "    if files.get_file_from_path('block.md'):\n"
        "        shutil.rmtree(Path(config.site_dir) / 'fts')\n"
        "        (Path(config.site_dir) / 'fts').write_text('in the way')\n"
    )
    write_project(tmp_path, PAGES, hooks=["hooks.py"])
    with served(tmp_path) as server:
        (tmp_path / "docs" / "block.md").write_text("# Block")
        until(lambda: "cannot write the index" in server.log)
        (tmp_path / "docs" / "block.md").unlink()
        until(lambda: len(re.findall("fts: indexed 3 pages", server.log)) == 2)
        assert pages_with(server.fetch_index(tmp_path / "after"), "oldword") == ["a/"]
        assert server.process.poll() is None
