"""One run of `mkdocs-fts index`: looks what has changed, reads that, and writes the index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mkdocs_fts import __version__, readers
from mkdocs_fts.document import Document
from mkdocs_fts.files import File, walk
from mkdocs_fts.folder.reading import Folder, Read, ReaderDied, Wanted, read_all
from mkdocs_fts.folder.store import FolderNotIndexed, Store

DEFAULT_LANGUAGES = ("en",)
MAX_FOLDER_WIKIS = 50
"""A folder with more folders than this in it is no collection of wikis, but one whose pages are filed by date or so."""


@dataclass
class Report:
    """What a run did."""

    database: Path
    files: int = 0
    """In the index now."""
    read: int = 0
    """New and changed files among them."""
    removed: int = 0
    pages: int = 0
    problems: list[tuple[str, str]] = field(default_factory=list)
    """Paths of files, and what is wrong there."""


def _nothing(*_: object) -> None:
    pass


def index_folder(
    folder: Path,
    target: Path,
    *,
    force: bool = False,
    languages: Sequence[str] | None = None,
    progress: Callable[[int, int], None] = _nothing,
    waiting: Callable[[], None] = _nothing,
    processes: int | None = None,
) -> Report:
    """Bring the index in the file `target` up to what is in `folder`.

    `force`: read all files, and replace the index of another folder. `languages` are those of word families, see
    `vocabulary.LANGUAGES`; None: as before, or English. `progress` is called with how many files were read, and how
    many there are to read; `waiting` once where another process writes the same index. Raises `FolderNotIndexed`.
    """
    report = Report(target)
    root = folder.resolve()
    with Store(target, str(root), replace=force, waiting=waiting) as store:
        found = sorted(_find(root, report), key=lambda file: file.path)
        before = store.settings
        settings = _settings(root, found, list(languages or before.get("languages", DEFAULT_LANGUAGES)))
        # What decides on how files are read.
        indexed = store.files()
        known = {} if force or _reading(before) != _reading(settings) else indexed
        wanted = [
            Wanted(file, hash=known[file.path][1] if file.path in known else None)
            for file in found
            if file.path not in known or known[file.path][0] != file
        ]
        name = root.name or str(root)
        report.removed = len(indexed.keys() - {file.path for file in found})
        reads = _read(Folder(str(root), name, settings["wikis"]), wanted, report, progress, processes)
        if known:
            reads = iter(every := list(reads))
            report.removed += sum(read.hash is None and read.file.path in known for read in every)
        if not known or report.read or report.removed or settings != before:
            pages = _merge(found, known, store.documents() if known else {}, reads)
            store.replace(pages, name, settings, settings["languages"])
        else:
            store.touch([read.file for read in reads if read.hash is not None])
        report.files = len(store.files())
        report.pages = store.count()
    return report


def _find(root: Path, report: Report) -> list[File]:
    """The files to index."""
    found = []
    for file in walk(root, lambda path, problem: report.problems.append((path, problem))):
        if Path(file.path).suffix.lower() in readers.KNOWN:
            found.append(file)
    return found


def _settings(root: Path, found: Sequence[File], languages: list[str]) -> dict[str, Any]:
    folders = {file.path.partition("/")[0] for file in found if "/" in file.path}
    return {
        "path": str(root),
        "version": __version__,
        "wikis": len(folders) <= MAX_FOLDER_WIKIS,
        "languages": languages,
    }


def _reading(settings: dict[str, Any]) -> list[Any]:
    return [settings.get(key) for key in ("path", "version", "wikis")]


def _read(
    folder: Folder,
    wanted: Sequence[Wanted],
    report: Report,
    progress: Callable[[int, int], None],
    processes: int | None,
) -> Iterator[Read]:
    try:
        for number, read in enumerate(read_all(folder, wanted, processes), 1):
            report.problems += [(read.file.path, problem) for problem in read.problems]
            report.read += read.documents is not None
            yield read
            progress(number, len(wanted))
    except ReaderDied as error:
        raise FolderNotIndexed(f"{folder.path}: {error}; the index stays as it was") from error


def _merge(
    found: Sequence[File],
    known: Mapping[str, tuple[File, bytes]],
    before: Mapping[str, list[Document]],
    reads: Iterator[Read],
) -> Iterator[tuple[File, bytes, list[Document]]]:
    """All files that can be read, with their hashes and documents: those of the index and those that were read."""
    read = next(reads, None)
    for file in found:
        if read is None or read.file.path != file.path:
            yield file, known[file.path][1], before.get(file.path, [])
            continue
        if read.hash is not None:
            yield file, read.hash, before.get(file.path, []) if read.documents is None else read.documents
        read = next(reads, None)
