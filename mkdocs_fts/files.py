"""The files of a folder that somebody may want to find again.

Left out are hidden files and folders, `node_modules`, and what `.gitignore` files name: those in the folder, and those
above it up to the root of its git repository, except where they name the folder itself. Links to folders are not
followed, nor links to files of the same folder, so that everything is found once.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

LEFT_OUT_FOLDERS = frozenset(["node_modules"])
MAX_BYTES = 20_000_000
"""Longer files are data: reading one as Markdown would take a minute."""
_GITIGNORE = ".gitignore"

Problem = Callable[[str, str], None]
"""Called with a path, relative to the folder, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class File:
    """A file, not yet read."""

    path: str
    """Relative to the folder, with `/`."""
    size: int
    """In bytes."""
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class _Rules:
    """One `.gitignore` file."""

    spec: GitIgnoreSpec
    lead: str
    """What a path relative to the walked folder begins with, seen from the folder of the file."""
    cut: int
    """How many characters of the path lead to the folder of the file."""

    def verdict(self, path: str) -> bool | None:
        """Whether a path is left out; None where the file says nothing about it. Folders' paths end with `/`."""
        return self.spec.check_file(self.lead + path[self.cut :]).include


def walk(folder: Path, problem: Problem) -> Iterator[File]:
    """All files, in no particular order."""
    real = os.path.realpath(folder)
    left: list[tuple[str, tuple[_Rules, ...]]] = [("", _rules_above(Path(real)))]
    while left:
        lead, rules = left.pop()
        try:
            with os.scandir(os.path.join(folder, lead)) as found:  # noqa: PTH118 - once a folder, for speed
                entries = list(found)
        except OSError as error:
            problem(lead or ".", f"cannot be read: {error.strerror}")
            continue
        if any(entry.name == _GITIGNORE for entry in entries) and (spec := _spec(Path(folder, lead))):
            rules = (*rules, _Rules(spec, "", len(lead)))
        for entry in entries:
            path = lead + entry.name
            if entry.name.startswith(".") or _is_junction(entry):
                continue
            if entry.is_dir(follow_symlinks=False):
                if entry.name not in LEFT_OUT_FOLDERS and not _is_ignored(f"{path}/", rules):
                    left.append((f"{path}/", rules))
            elif not _is_ignored(path, rules) and (file := _file(entry, path, real, problem)):
                yield file


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Windows' other kind of link, which Python 3.12 and later know."""
    return bool(getattr(entry, "is_junction", bool)())


def _file(entry: os.DirEntry[str], path: str, root: str, problem: Problem) -> File | None:
    try:
        about = entry.stat()
        if not stat.S_ISREG(about.st_mode):
            return None
        if entry.is_symlink() and os.path.realpath(entry.path).startswith(os.path.join(root, "")):  # noqa: PTH118
            return None
        path.encode()
    except OSError:
        return None  # a link to nowhere or in a circle, or a file that has just gone
    except UnicodeEncodeError:
        problem(path.encode("utf-8", "replace").decode(), "has a name that is no valid UTF-8; rename it")
        return None
    return File(path, about.st_size, about.st_mtime_ns)


def read(file: Path) -> bytes:
    """The content of a file. Raises `OSError`, also where it is too long."""
    with file.open("rb") as opened:
        data = opened.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(0, f"longer than {MAX_BYTES // 1_000_000} MB; split it, or leave it out")
    return data


def _is_ignored(path: str, rules: tuple[_Rules, ...]) -> bool:
    """The nearest file that says something counts."""
    for each in reversed(rules):
        verdict = each.verdict(path)
        if verdict is not None:
            return verdict
    return False


def _rules_above(folder: Path) -> tuple[_Rules, ...]:
    """The `.gitignore` files above a folder, in its git repository."""
    above = []
    here = folder
    while not (here / ".git").exists():
        if here == here.parent:
            return ()
        here = here.parent
        above.append(here)
    rules = []
    for parent in reversed(above):
        lead = f"{folder.relative_to(parent).as_posix()}/"
        if (spec := _spec(parent)) and not spec.match_file(lead):
            rules.append(_Rules(spec, lead, 0))
    return tuple(rules)


def _spec(folder: Path) -> GitIgnoreSpec | None:
    try:
        lines = (folder / _GITIGNORE).read_bytes().decode("utf-8-sig", "replace").splitlines()
    except OSError:
        return None
    return GitIgnoreSpec.from_lines(filter(_is_pattern, lines))


def _is_pattern(line: str) -> bool:
    """As git does, lines that are no patterns are passed over."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
