"""Files beside `docs_dir` that are no pages of the site but belong in its search: the option `sources`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from mkdocs_fts import files, readers
from mkdocs_fts.document import ACTIVE, OPEN_TEXT, WRITTEN, Document, Labels, Wiki
from mkdocs_fts.filepages import PART, Place, pages
from mkdocs_fts.indexing import PageReport, read_page
from mkdocs_fts.labels import SITE_WIKI, Labeller, folder_titles

_MARKDOWN = frozenset([".md", ".markdown"])
_NAMED = 3
_SIGNS = re.compile(r"[*?\[]")

Warn = Callable[[str], None]


@dataclass(frozen=True)
class Source:
    """An entry of the option. The config documents the fields."""

    path: str
    wiki: str | None = None
    title: str | None = None
    url: str | None = None
    status: str | None = None
    kind: str | None = None


@dataclass(slots=True)
class SourceFile:
    """A file that a source names."""

    place: Place
    file: Path


@dataclass(slots=True)
class SourceFiles:
    """All of them, ready to be read, in whatever process."""

    files: list[SourceFile]
    labeller: Labeller

    def read(self) -> Iterator[tuple[Document | None, PageReport]]:
        """The documents, each with what reading it brought to light; None for a file that holds none."""
        for each in self.files:
            faults: list[str] = []
            path = each.place.path
            try:
                data = files.read(each.file)
                found = pages(
                    each.place,
                    data,
                    each.file.stat().st_mtime_ns,
                    self.labeller,
                    lambda _, fault: faults.append(fault),  # noqa: B023 - called at once
                )
            except (OSError, readers.Unreadable) as error:
                reason = f"cannot be read: {error.strerror}" if isinstance(error, OSError) else str(error)
                yield None, PageReport(path, "", 0, [f"{reason}; it is not in the index"])
                continue
            for page in found:
                document, report = read_page(page)
                yield document, replace(report, faults=faults + report.faults)
                faults = []
            if faults:
                yield None, PageReport(path, "", 0, faults)


def wikis(sources: Sequence[Source], root: Path, known: Sequence[str]) -> list[Wiki]:
    """The wikis that sources name and the option `wikis` does not list (`known` are those that it does)."""
    found: dict[str, str] = {}
    for source in sources:
        if source.wiki and source.wiki not in (*known, SITE_WIKI):
            title = "" if (root / source.path).is_file() else source.title
            found[source.wiki] = found.get(source.wiki) or title or ""
    return [Wiki(wiki, title or wiki) for wiki, title in found.items()]


def find(sources: Sequence[Source], root: Path, docs: Path, site: Path, warn: Warn) -> list[SourceFile]:
    """The files of all sources, each once. `root` is the folder of `mkdocs.yml`, `docs` and `site` are `docs_dir` and
    `site_dir`; pages of the one and what is in the other are left out."""
    docs, site = (Path(os.path.realpath(folder)) for folder in (docs, site))
    taken: dict[str, int] = {}
    found: list[SourceFile] = []
    for number, source in enumerate(sources):
        option = f"sources[{number}].path '{source.path}'"
        base, paths = _paths(source.path, root, _with(option, warn))
        again: dict[int, list[str]] = {}
        own_pages: list[str] = []
        files_of_site = 0
        for path in sorted(paths):
            file = base / path
            real = os.path.realpath(file)
            if Path(real).is_relative_to(site):
                files_of_site += 1
            elif Path(real).is_relative_to(docs) and file.suffix.lower() in _MARKDOWN:
                own_pages.append(path)
            elif real in taken:
                again.setdefault(taken[real], []).append(path)
            else:
                taken[real] = number
                found.append(SourceFile(_place(source, file, path, root), file))
        if len(paths) == files_of_site:
            warn(f"{option} matches no file that can be read ({base}); name a folder, a file or a pattern")
        if own_pages:
            warn(f"{option} names pages of docs_dir, which are indexed anyway: {_some(own_pages)}; name other files")
        for other, same in again.items():
            warn(f"{option} names what sources[{other}].path names already: {_some(same)}; name each file once")
    return found


def _with(option: str, warn: Warn) -> files.Problem:
    return lambda path, problem: warn(f"{option}: {path} {problem}")


def watched(sources: Sequence[Source], root: Path) -> list[Path]:
    """The folders and files to look at for changes."""
    return [base for base in dict.fromkeys(_split(source.path, root)[0] for source in sources) if base.exists()]


def _split(pattern: str, root: Path) -> tuple[Path, list[str]]:
    """The folder or file that a path or pattern begins with, and what of a pattern is left."""
    parts = pattern.replace("\\", "/").split("/")
    plain = next((n for n, part in enumerate(parts) if _SIGNS.search(part)), len(parts))
    return Path(os.path.normpath(root / "/".join(parts[:plain] or ["."]))) if plain else root, parts[plain:]


def _paths(pattern: str, root: Path, problem: files.Problem) -> tuple[Path, list[str]]:
    """A folder, and which paths in it a source names."""
    base, rest = _split(pattern, root)
    if not rest and base.is_file():
        return base.parent, [base.name]
    if not base.is_dir():
        return base, []
    endings = readers.KNOWN
    if rest:
        ending = PurePosixPath(rest[-1]).suffix.lower()
        if not _SIGNS.search(ending or rest[-1]):  # a pattern that tells the ending names such files, whatever it is
            endings |= {ending}
    paths = (file.path for file in files.walk(base, problem))
    return base, [
        path
        for path in paths
        if PurePosixPath(path).suffix.lower() in endings and (not rest or _matches(path.split("/"), rest))
    ]


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a path fits a pattern, in which `**` stands for any number of folders."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        if len(pattern) == 1:
            return bool(parts)
        return any(_matches(parts[n:], pattern[1:]) for n in range(len(parts)))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


def _place(source: Source, file: Path, path: str, root: Path) -> Place:
    try:
        shown = PurePosixPath(Path(os.path.relpath(file, root)).as_posix())
    except ValueError:  # another drive
        shown = PurePosixPath(file.as_posix())
    is_one = Path(os.path.normpath(root / source.path)) == file
    place = Place(
        path=str(shown),
        url=f"{OPEN_TEXT}{quote(str(shown))}",
        labels=Labels(source.wiki or SITE_WIKI, source.status or ACTIVE, source.kind or WRITTEN),
        trail=[*([source.title] if source.title and not is_one else []), *folder_titles(path)],
        title=(source.title or "") if is_one else "",
        url_of_part=quote(PART, safe="{}"),
    )
    if source.url is not None:
        place.url = source.url.format_map(_fields(PurePosixPath(path)))
        place.url_of_part = ""
    return place


FIELDS = ("path", "name", "stem", "folder")
"""What the option's `url` may hold, in braces."""


def _fields(path: PurePosixPath) -> dict[str, str]:
    folder = "" if str(path.parent) == "." else f"{path.parent}/"
    return dict(zip(FIELDS, map(quote, (str(path), path.name, path.stem, folder)), strict=True))


def _some(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"{', '.join(paths[:_NAMED])}{more}"
