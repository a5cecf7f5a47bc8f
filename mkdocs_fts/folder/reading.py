"""Reads many files, in several processes where that pays.

Each process answers one batch after the other over its pipes, and ends when they are closed, however this process ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import queue
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from mkdocs_fts import files, readers
from mkdocs_fts.document import Document, Labels
from mkdocs_fts.filepages import Place, pages
from mkdocs_fts.files import File
from mkdocs_fts.indexing import read_page
from mkdocs_fts.labels import SITE_WIKI, Labeller

BATCH = 100
"""Files that a process reads at a time."""
MAX_PROCESSES = 8


@dataclass(slots=True)
class Wanted:
    """A file to read, and its hash where it was read before."""

    file: File
    hash: bytes | None = None


@dataclass(slots=True)
class Read:
    """A file that has been read."""

    file: File
    hash: bytes | None = None
    """None where it could not be read."""
    documents: list[Document] | None = None
    """None where the hash is still the same."""
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Folder:
    """Where files are, and how they become documents."""

    path: str
    name: str
    """What readers see of it as a wiki."""
    has_wikis: bool
    """Whether each of its folders is a wiki."""

    def read(self, wanted: Wanted, labeller: Labeller) -> Read:
        """Read one file, unless its hash is still the same."""
        file = wanted.file
        read = Read(file)
        try:
            data = files.read(Path(self.path, file.path))
            digest = hashlib.sha256(data).digest()
            if digest != wanted.hash:
                found = pages(
                    self._place(file.path),
                    data,
                    file.mtime_ns,
                    labeller,
                    lambda _, message: read.problems.append(message),
                )
                read.documents = [read_page(page)[0] for page in found]
            read.hash = digest
        except readers.Unreadable as error:
            read.problems.append(str(error))
        except OSError as error:
            read.problems.append(f"cannot be read: {error.strerror}")
        return read

    def labeller(self) -> Labeller:
        """For `read`."""
        return Labeller(wikis=[], site_title=self.name)

    def _place(self, path: str) -> Place:
        folders = path.split("/")[:-1]
        wiki = folders[0] if folders and self.has_wikis else SITE_WIKI
        return Place(path, path, Labels(wiki), folders)


def read_all(folder: Folder, wanted: Sequence[Wanted], processes: int | None = None) -> Iterator[Read]:
    """Read files, in their order. `processes`: how many to start; None: as is best."""
    batches = [wanted[at : at + BATCH] for at in range(0, len(wanted), BATCH)]
    if processes is None:
        processes = min(len(batches), _cores(), MAX_PROCESSES)
    try:
        if processes > 1:
            with _Readers(folder, processes) as readers:
                yield from readers.read(batches)
            return
    except _NoProcess:
        pass
    labeller = folder.labeller()
    for each in wanted:
        yield folder.read(each, labeller)


class _NoProcess(Exception):
    """No process can be started here."""


class ReaderDied(Exception):
    """A process ended before it answered."""


class _Readers:
    """Processes that read."""

    def __init__(self, folder: Folder, count: int) -> None:
        self._idle: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._all: list[subprocess.Popen[bytes]] = []
        self._threads = ThreadPoolExecutor(count)
        # The package is found where this process found it, whatever is in the working folder.
        code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"
        try:
            if not sys.executable:
                raise OSError("this Python does not know its own executable")
            for _ in range(count):
                process = subprocess.Popen(
                    [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
                )
                self._all.append(process)
                self._idle.put(process)
                _send(process, folder)
        except OSError as error:
            self._end()
            raise _NoProcess from error

    def __enter__(self) -> _Readers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def read(self, batches: Sequence[Sequence[Wanted]]) -> Iterator[Read]:
        for answer in self._threads.map(self._ask, batches):
            yield from answer

    def _ask(self, batch: Sequence[Wanted]) -> list[Read]:
        process = self._idle.get()
        try:
            _send(process, batch)
            assert process.stdout is not None
            answer: list[Read] = pickle.load(process.stdout)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            first, last = batch[0].file.path, batch[-1].file.path
            raise ReaderDied(f"a process that was reading files from {first} to {last} died") from error
        finally:
            self._idle.put(process)
        return answer

    def _end(self) -> None:
        for process in self._all:
            process.kill()
            process.wait()
        self._threads.shutdown(cancel_futures=True)
        for process in self._all:
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what was not sent any more
                    if pipe:
                        pipe.close()


def _send(process: subprocess.Popen[bytes], message: Any) -> None:
    assert process.stdin is not None
    pickle.dump(message, process.stdin, pickle.HIGHEST_PROTOCOL)
    process.stdin.flush()


def serve() -> None:
    """The other process: the folder and then batches come in, what was read goes out."""
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what anything prints must not get into the answers
    incoming = sys.stdin.buffer
    try:
        folder: Folder = pickle.load(incoming)
        labeller = folder.labeller()
        while True:
            batch: Sequence[Wanted] = pickle.load(incoming)
            pickle.dump([folder.read(each, labeller) for each in batch], answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody listens any more


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
