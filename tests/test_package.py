"""The wheel carries all that an installed plugin needs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support.sites import EXAMPLE, ROOT

SOURCES = ("mkdocs_fts", "js", "theme", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # A copy, for building puts the browser files in place anew while other tests may be reading them.
    checkout = folder / "checkout"
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("node_modules", "static"))
        else:
            shutil.copy(ROOT / name, checkout / name)
    (checkout / "js" / "node_modules").symlink_to(ROOT / "js" / "node_modules")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("*.whl"))


def test_wheel_holds_the_browser_files_and_the_templates(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    static = ["start.js", "dialog.js", "search.js", "worker.js", "search.css", "sql-wasm.js", "sql-wasm.wasm"]
    static += ["not-from-disk.js", "offline/dialog.js", "offline/text-es.js"]
    static += [f"text-{name}.js" for name in ("de", "es", "fr", "it", "ja", "ko", "pt", "zh", "zh-Hant")]
    assert {f"mkdocs_fts/static/{name}" for name in static} <= names
    assert {"mkdocs_fts/schema.sql", "mkdocs_fts/texts/en.json", "mkdocs_fts/theme/mkdocs/search-modal.html"} <= names


def test_wheel_holds_nothing_else(wheel: Path) -> None:
    folders = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == {"mkdocs_fts"}


def test_site_is_built_from_the_wheel_alone(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    site = tmp_path / "site"
    # Without Node.js, and with the wheel before the checkout.
    environment = {**os.environ, "PYTHONPATH": str(installed), "PATH": os.defpath}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(site)]
    done = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (site / "fts" / "manifest.json").is_file()
    assert 'id="mkdocs_search_modal"' in (site / "index.html").read_text("utf-8")
    where = [sys.executable, "-c", "import mkdocs_fts; print(mkdocs_fts.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(installed)
