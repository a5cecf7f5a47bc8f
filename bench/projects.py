"""MkDocs projects to measure, each with its own search and with others."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from bench.watching import Measured, watch
from tests.support.sites import CORPORA, unpack

DEFAULT = "workspace"
_SEARCHES = ("fts", "search")


def find(project: Path | None, work: Path) -> Path:
    """The project named, or the corpus `workspace`, unpacked below `work`; ends the program where there is none."""
    if project is not None:
        if not (project / "mkdocs.yml").is_file():
            sys.exit(f"{project} has no mkdocs.yml: name the folder of a project")
        return project.resolve()
    if not CORPORA.is_dir():
        sys.exit(f"no corpora in {CORPORA}: name a project to build")
    unpack(DEFAULT, work / DEFAULT)
    return work / DEFAULT


def build(project: Path, config: Path, site: Path) -> Measured:
    """Build once and watch."""
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "-f", str(config), "-d", str(site)]
    return watch(command, project)


class _Loader(yaml.SafeLoader):
    """Takes tags such as `!!python/name:` and `!ENV` for what they stand on."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


@contextmanager
def configurations(project: Path, **searches: Sequence[Any]) -> Iterator[dict[str, Path]]:
    """The project's configuration file as `fts`, and copies beside it with these plugins in place of its search.

    The copies are removed in the end; they cannot lie elsewhere, since paths in such a file count from its folder.
    """
    config = project / "mkdocs.yml"
    settings = yaml.load(config.read_text("utf-8"), _Loader)
    plugins = settings.get("plugins") or []
    if "fts" not in map(_name, plugins):
        sys.exit(f"{config} does not list the plugin fts: add it to plugins")
    files = {name: config.with_name(f"mkdocs.bench-{name}.yml") for name in searches}
    try:
        for name, file in files.items():
            settings["plugins"] = [*(each for each in plugins if _name(each) not in _SEARCHES), *searches[name]]
            file.write_text(yaml.safe_dump(settings, allow_unicode=True), "utf-8")
        yield {"fts": config, **files}
    finally:
        for file in files.values():
            file.unlink(missing_ok=True)


def _name(plugin: Any) -> str:
    return plugin if isinstance(plugin, str) else next(iter(plugin))
