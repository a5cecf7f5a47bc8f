"""A project's pages as its own build would hand them to the index, but rendered in seconds, not by MkDocs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config import load_config
from mkdocs.structure.files import get_files

from mkdocs_fts import filepages
from mkdocs_fts.config import spec
from mkdocs_fts.document import Wiki
from mkdocs_fts.filepages import Place
from mkdocs_fts.indexing import PageSource
from mkdocs_fts.labels import Labeller, WikiRule


class Corpus:
    """A folder with a `mkdocs.yml` that lists the plugin `fts`."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self._wikis: list[Wiki] = []

    def pages(self) -> Iterator[PageSource]:
        """In MkDocs' order."""
        config = load_config(str(self.project / "mkdocs.yml"))
        options = config.plugins["fts"].config
        labeller = Labeller(
            wikis=[WikiRule(wiki.id, wiki.title or wiki.id, f"{wiki.path or wiki.id}/") for wiki in options.wikis],
            site_title=config.site_name,
            status_map=options.status_map,
            generated_paths=spec(options.generated_paths),
        )
        for file in get_files(config).documentation_pages():
            labels = labeller.labels(file.src_uri, {}, generated_by_plugin=False, warn=_ignore)
            trail = [folder for folder in file.src_uri.split("/")[:-1] if folder != labels.wiki]
            place = Place(file.src_uri, file.url, labels, trail)
            yield from filepages.pages(place, file.content_bytes, 0, labeller, _ignore)
        self._wikis = labeller.all_wikis()

    def sample(self, count: int, seed: int = 1) -> list[PageSource]:
        """Some of the pages, drawn by chance."""
        pages = list(self.pages())
        return random.Random(seed).sample(pages, min(count, len(pages)))

    def wikis(self) -> list[Wiki]:
        """Known once all pages are read: front matter may name some."""
        return self._wikis


def _ignore(path: str, message: str) -> None:
    """Authors want warnings; a measurement does not."""
