"""Runs an `IndexJob` in a process of its own, so that the build does not bear all of its cost.

MkDocs renders pages on one core. While it does, the other process reads the pages that are rendered already; while
MkDocs then fills its templates, the other writes the index. Where no process can be started the job runs here.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, Any, Protocol

from mkdocs_fts.indexing import IndexJob, PageReport, PageSource, Target


class IndexingFailed(Exception):
    """The index could not be written. The message says why."""


class Indexer(Protocol):
    """A job that takes pages, is told to finish, and is waited for."""

    def add(self, source: PageSource) -> None:
        """Take in a page."""

    def finish(self, target: Target) -> None:
        """No more pages come: publish the index."""

    def result(self) -> list[PageReport]:
        """Wait until the index is published. Raises `IndexingFailed`."""

    def cancel(self) -> None:
        """Leave everything as it was."""


def start(generated_selectors: Sequence[str]) -> Indexer:
    """A job in another process, or in this one where there can be no other."""
    try:
        return BackgroundIndexer(generated_selectors)
    except OSError:
        return InlineIndexer(generated_selectors)


class InlineIndexer:
    """Runs the job in this process."""

    def __init__(self, generated_selectors: Sequence[str]) -> None:
        self._job = IndexJob(generated_selectors)
        self._reports: list[PageReport] | Exception = []

    def add(self, source: PageSource) -> None:
        self._job.add(source)

    def finish(self, target: Target) -> None:
        try:
            self._reports = self._job.finish(target)
        except Exception as error:  # told when the result is asked for, as from another process
            self._reports = error

    def result(self) -> list[PageReport]:
        if isinstance(self._reports, Exception):
            raise IndexingFailed(str(self._reports)) from self._reports
        return self._reports

    def cancel(self) -> None:
        pass


class BackgroundIndexer:
    """Runs the job in another process, over pipes."""

    def __init__(self, generated_selectors: Sequence[str]) -> None:
        if not sys.executable:
            raise OSError("this Python does not know its own executable")
        self._process = subprocess.Popen(
            # The package is found where this process found it, whatever is in the working folder.
            [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for MkDocs, which then cancels the job
        )
        self._send(list(generated_selectors))

    def add(self, source: PageSource) -> None:
        self._send(source)

    def finish(self, target: Target) -> None:
        self._send(target)
        with contextlib.suppress(OSError):
            self._stdin.close()

    def result(self) -> list[PageReport]:
        assert self._process.stdout is not None
        answer = self._process.stdout.read()
        self._process.stdout.close()
        status = self._process.wait()
        try:
            reports = pickle.loads(answer)
        except Exception as error:
            raise IndexingFailed(f"the indexing process ended with status {status} and without an answer") from error
        if isinstance(reports, str):
            raise IndexingFailed(reports)
        return list(reports)

    def cancel(self) -> None:
        """End the process. It publishes nothing before it has all pages."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _send(self, message: Any) -> None:
        # Where the process has died, its answer (or the lack of one) is told by `result`.
        with contextlib.suppress(BrokenPipeError):
            pickle.dump(message, self._stdin, pickle.HIGHEST_PROTOCOL)


def serve() -> None:
    """The other process: selectors, pages and at last the target come in; reports, or an error's text, go out."""
    # What anything prints must not get into the answer.
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    incoming = sys.stdin.buffer
    result: list[PageReport] | str
    try:
        job = IndexJob(pickle.load(incoming))
        while True:
            message = pickle.load(incoming)
            if isinstance(message, Target):
                result = job.finish(message)
                break
            job.add(message)
    except EOFError:
        return  # the build ended early: publish nothing
    except Exception as error:
        result = f"{type(error).__name__}: {error}" if not isinstance(error, OSError) else str(error)
        with contextlib.suppress(EOFError, pickle.UnpicklingError):
            while incoming.read(1 << 16):  # let the build go on writing until it asks
                pass
    pickle.dump(result, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()
