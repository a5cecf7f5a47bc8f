"""Sites that several tests read: built once in a run, however many processes it has (`pytest -n`)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from tests.support.sites import Build


class Shared:
    """Folders that whoever needs them first fills, while others that need them wait. Nobody changes them afterwards."""

    def __init__(self, folder: Path) -> None:
        """`folder` is the base folder of the run's temporary ones: pytest-xdist gives each process one below it."""
        self._folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "shared"
        self._folder.mkdir(exist_ok=True)

    def folder(self, name: str, fill: Callable[[Path], None]) -> Path:
        """The folder called `name`, which `fill` has filled."""
        folder = self._folder / name
        filled = self._folder / f"{name}.filled"
        with FileLock(self._folder / f"{name}.lock"):
            if not filled.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                filled.touch()
        return folder

    def build(self, name: str, build: Callable[[Path, Path], Build]) -> Build:
        """A site; `build` gets a folder for its project and one for the site, and must succeed."""

        def fill(folder: Path) -> None:
            done = build(folder / "project", folder / "site")
            assert done.returncode == 0, done.log
            (folder / "log").write_text(done.log, "utf-8")

        folder = self.folder(name, fill)
        return Build(folder / "site", 0, (folder / "log").read_text("utf-8"))
