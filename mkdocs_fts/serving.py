"""The index of a site that is built over and over, as `mkdocs serve` does: only what has changed is worked on.

The first build is that of `IndexJob`. Its database is kept; a later build that has the same pages in the same order
replaces the rows of those that changed, in place, so that most chunks stay as they are. Any other build writes anew,
from the pages as they were read before. Only what readers see is the same as in a whole writing, not the bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs_fts.document import Document, Wiki
from mkdocs_fts.indexing import (
    IndexJob,
    PageReport,
    PageSource,
    Target,
    order_key,
    publish_index,
    read_page,
    wikis_of,
)
from mkdocs_fts.liveindex import LiveIndex

if TYPE_CHECKING:
    from mkdocs_fts.sources import SourceFiles


@dataclass
class _Written:
    """The database as it is."""

    index: LiveIndex
    paths: list[str]
    """Of the documents, in their order."""
    wikis: list[Wiki]
    target: Target

    def has_room_for(self, paths: list[str], wikis: list[Wiki], target: Target) -> bool:
        """Whether nothing but the documents' own rows need be written."""
        return (paths, wikis, target.weights, target.recency_days, target.ordered_wikis) == (
            self.paths,
            self.wikis,
            self.target.weights,
            self.target.recency_days,
            self.target.ordered_wikis,
        )


class ServingJob:
    """Takes pages in and writes their index, for one build after the other."""

    def __init__(
        self, folder: Path, generated_selectors: Sequence[str] = (), languages: Sequence[str] = ("en",)
    ) -> None:
        """`folder` is an empty one, to keep the database in. For the other parameters see `IndexJob`."""
        self._path = folder / "index.sqlite3"
        self._selectors = generated_selectors
        self._languages = languages
        self._first: IndexJob | None = IndexJob(generated_selectors, languages)  # writes pages as they come
        self._before: dict[str, tuple[Document, PageReport]] = {}
        self._pages: dict[str, tuple[Document, PageReport]] = {}
        self._others: list[tuple[Document | None, PageReport]] = []
        self._written: _Written | None = None
        self._chunks: dict[bytes, Path] = {}

    def add(self, source: PageSource) -> None:
        """Take in a page that is new or was changed."""
        self._take(source.path, read_page(source, self._selectors))

    def keep(self, path: str) -> None:
        """Take in a page that is as it was in the last build."""
        self._take(path, self._before[path])

    def _take(self, path: str, read: tuple[Document, PageReport]) -> None:
        self._pages[path] = read
        if self._first:
            self._first.take(*read)

    def add_sources(self, sources: SourceFiles) -> None:
        """Take in files beside the pages."""
        self._others += sources.read()

    def finish(self, target: Target) -> list[PageReport]:
        """Publish the index of this build's pages. Raises `OSError` or `sqlite3.Error` where it cannot be written."""
        pages = {path: self._pages[path][0] for path in sorted(self._pages, key=order_key)}
        others = [(report.path, document) for document, report in self._others if document]
        paths = [*pages, *(path for path, _ in others)]
        documents = [*pages.values(), *(document for _, document in others)]
        wikis = wikis_of({page.labels.wiki for page in pages.values()}, [document for _, document in others], target)
        if self._written and self._written.has_room_for(paths, wikis, target):
            self._written.index.follow(documents)
        else:
            self._write(documents, paths, wikis, target)
        publish_index(self._path, target, self._chunks)
        reports = [report for _, report in (*self._pages.values(), *self._others)]
        self._before, self._pages, self._others = self._pages, {}, []
        return reports

    def _write(self, documents: list[Document], paths: list[str], wikis: list[Wiki], target: Target) -> None:
        job, self._first = self._first or IndexJob(languages=self._languages), None
        if self._written:
            for path in sorted(self._pages, key=order_key):
                job.take(*self._pages[path])
            self._written = None
            self._path.unlink()
        for other in self._others:
            job.take_other(*other)
        writer = job.write(self._path, target)
        self._written = _Written(LiveIndex(self._path, writer, documents, wikis), paths, wikis, target)
