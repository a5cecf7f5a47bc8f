"""Builds MkDocs sites for tests, in a process of their own as an author would."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import yaml

from mkdocs_fts.publish import SQLJS_FILES
from mkdocs_fts.resources import static_folder

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "example-site"
CORPORA = ROOT.parent / "shared" / "corpora"


@dataclass
class Build:
    """A build that has ended."""

    site: Path
    returncode: int
    log: str

    @property
    def warnings(self) -> list[str]:
        return [line for line in self.log.splitlines() if line.startswith(("WARNING", "ERROR"))]


def mkdocs_build(folder: Path, site: Path, *arguments: str, program: str = "mkdocs") -> Build:
    """Run `mkdocs build`, or that of another program like it, on the project in `folder`."""
    command = [sys.executable, "-m", program, "build", "--site-dir", str(site), *arguments]
    # Material has something to say about the future of MkDocs, in colours.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return Build(site, done.returncode, done.stdout + done.stderr)


def write_project(
    folder: Path, pages: Mapping[str, str], options: Mapping[str, Any] | None = None, **config: Any
) -> None:
    """Write a project: `pages` by path below `docs`, the plugin with `options`, further settings as `config`."""
    for path, text in pages.items():
        file = folder / "docs" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    settings = {"site_name": "Test site", "plugins": [{"fts": dict(options or {})}], **config}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings, allow_unicode=True, sort_keys=False), "utf-8")


def build_site(
    folder: Path, pages: Mapping[str, str], options: Mapping[str, Any] | None = None, *arguments: str, **config: Any
) -> Build:
    """Write a project into `folder` and build it, which must succeed."""
    write_project(folder, pages, options, **config)
    build = mkdocs_build(folder, folder / "site", *arguments)
    assert build.returncode == 0, build.log
    return build


def i18n(structure: Literal["suffix", "folder"], **languages: str) -> dict[str, Any]:
    """The plugin mkdocs-static-i18n. `languages`: locale ► name, the default one first."""
    names = [
        {"locale": locale, "name": name, "default": number == 0}
        for number, (locale, name) in enumerate(languages.items())
    ]
    return {"i18n": {"docs_structure": structure, "languages": names}}


def unpack(corpus: str, folder: Path, *arguments: str) -> None:
    """Unpack one of the shared corpora."""
    subprocess.run(
        [sys.executable, str(CORPORA / "unpack"), corpus, str(folder), *arguments], check=True, capture_output=True
    )


def bring_sqljs(site: Path) -> None:
    """Give a built site what a search with `engine: sqljs` needs, as a site with that option has it."""
    for name in SQLJS_FILES:
        shutil.copy(static_folder() / name, site / "fts" / name)
