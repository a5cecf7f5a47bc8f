"""From pages to a published index: the job that `background.py` runs beside the build."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs_fts import database, offline
from mkdocs_fts.document import Document, Labels, Wiki
from mkdocs_fts.extract import extract
from mkdocs_fts.publish import PREFETCH, publish
from mkdocs_fts.text import whole

if TYPE_CHECKING:
    from mkdocs_fts.sources import SourceFiles


@dataclass(slots=True)
class PageSource:
    """A rendered page, as MkDocs hands it over."""

    path: str
    """Of the source file, relative to `docs_dir`; names the page in warnings."""
    url: str
    title: str
    labels: Labels
    html: str
    """The page's content, without the theme around it."""
    trail: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    modified: str | None = None
    """ISO 8601 date, where the page says one."""
    boost: float = 1.0


@dataclass(slots=True)
class PageReport:
    """What reading a page brought to light."""

    path: str
    heading: str
    """The text of its first `<h1>`."""
    characters: int
    faults: list[str]


@dataclass(slots=True)
class Target:
    """Where the index goes and what goes with it."""

    folder: Path
    wikis: Sequence[Wiki]
    """In the order to show; those without pages are left out."""
    weights: Mapping[str, float]
    settings: Mapping[str, Any]
    """For the start script."""
    built: str
    """ISO 8601 time."""
    ordered_wikis: bool = True
    """Whether that order is somebody's wish; else the wiki with the best hit comes first."""
    recency_days: int = 30
    sqljs: bool = False
    """Whether SQLite itself shall search it."""
    prefetch: int = PREFETCH
    """Kilobytes up to which an index is fetched whole, see `publish`."""
    offline: bool = False
    """Whether pages opened from disk shall be able to search it."""


def read_page(source: PageSource, generated_selectors: Sequence[str] = ()) -> tuple[Document, PageReport]:
    """What the index wants of a page, and what reading it brought to light."""
    content = extract(source.html, generated_selectors)
    characters = sum(len(passage.text) for passage in content.passages)
    document = Document(
        url=source.url,
        title=whole(source.title or content.heading or source.path.rpartition("/")[2]),
        labels=source.labels,
        passages=content.passages,
        trail=[whole(title) for title in source.trail],
        tags=[whole(tag) for tag in source.tags],
        modified=source.modified,
        boost=source.boost,
    )
    return document, PageReport(source.path, content.heading, characters, content.faults)


class IndexJob:
    """Takes pages in, one by one, and then writes the index of all.

    What can be done with a page alone is done as it comes, for then the build is busy with the next one.
    """

    def __init__(self, generated_selectors: Sequence[str] = (), languages: Sequence[str] = ("en",)) -> None:
        """`languages` are those of word families, see `vocabulary.LANGUAGES`."""
        self._selectors = generated_selectors
        self._languages = languages
        self._numbers: dict[str, int] = {}  # path ► the page's number in the writer
        self._others: list[Document] = []  # that are no pages of the site
        self._reports: dict[str, PageReport] = {}
        self._writer = database.Writer(languages)
        self._last_key: _OrderKey | None = None
        self._in_order = True

    def add(self, source: PageSource) -> None:
        """Take in a page; one with the same path takes the earlier one's place."""
        self.take(*read_page(source, self._selectors))

    def take(self, document: Document, report: PageReport) -> None:
        """Take in a page that was read."""
        self._reports[report.path] = report
        key = order_key(report.path)
        self._in_order = self._in_order and (self._last_key is None or self._last_key < key)
        self._last_key = key
        self._numbers[report.path] = self._writer.add(document)

    def add_sources(self, sources: SourceFiles) -> None:
        """Take in files beside the pages. They come after all pages in the index."""
        for document, report in sources.read():
            self.take_other(document, report)

    def take_other(self, document: Document | None, report: PageReport) -> None:
        """Take in a file beside the pages that was read; without a document it could not be."""
        self._reports[report.path] = report
        if document:
            self._others.append(document)

    def finish(self, target: Target) -> list[PageReport]:
        """Publish the index of all pages. Raises `OSError` or `sqlite3.Error` where it cannot be written."""
        with tempfile.TemporaryDirectory(prefix="mkdocs-fts-") as folder:
            path = Path(folder) / "index.sqlite3"
            self.write(path, target)
            publish_index(path, target)
        return list(self._reports.values())

    def write(self, path: Path, target: Target) -> database.Writer:
        """Write the database of all pages to `path`, which must not exist; return the writer, which is closed."""
        if not self._in_order:
            self._write_in_order()
        used = self._writer.wikis()
        for document in self._others:
            self._writer.add(document)
        with closing(self._writer) as writer:
            wikis = wikis_of(used, self._others, target)
            writer.finish(
                path, wikis, target.weights, recency_days=target.recency_days, ordered_wikis=target.ordered_wikis
            )
        return writer

    def _write_in_order(self) -> None:
        """Some plugins add pages in an order of their own; the index must not depend on it."""
        with closing(self._writer) as written:
            self._writer = database.Writer(self._languages)
            for path in sorted(self._numbers, key=order_key):
                self._writer.add(written.document(self._numbers[path]))


_OrderKey = tuple[tuple[tuple[bool, str], ...], bool, str]


def wikis_of(used: Set[str], others: Iterable[Document], target: Target) -> list[Wiki]:
    """The wikis that have documents, in the order to show; `used` are those of pages."""
    named = {document.labels.wiki for document in others}
    wikis = [wiki for wiki in target.wikis if wiki.id in used | named]
    # Front matter of files beside the pages may name more.
    return wikis + [Wiki(each, each) for each in sorted(named - {wiki.id for wiki in wikis})]


def publish_index(path: Path, target: Target, known: dict[bytes, Path] | None = None) -> None:
    """Publish the database at `path`. For `known` see `publish`."""
    publish(
        path,
        target.folder,
        settings=target.settings,
        built=target.built,
        sqljs=target.sqljs,
        prefetch=target.prefetch,
        known=known,
    )
    if target.offline:
        offline.pack(target.folder)
    else:
        offline.remove(target.folder)


def order_key(path: str) -> _OrderKey:
    """Sorts as MkDocs does (`mkdocs.structure.files.get_files`): a folder's index, its other files, its folders."""
    *folders, name = path.split("/")
    return tuple((True, folder) for folder in folders), Path(name).stem not in ("index", "README"), name
