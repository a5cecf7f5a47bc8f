"""Runs an `IndexJob` in a process of its own, so that the build does not bear all of its cost.

MkDocs renders pages on one core. While it does, the other process indexes the pages that are rendered already; while
MkDocs then fills its templates, the other publishes the index. Where no process can be started the job runs here.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

from mkdocs_fts.indexing import IndexJob, PageReport, PageSource, Target

if TYPE_CHECKING:
    from mkdocs_fts.sources import SourceFiles


class IndexingFailed(Exception):
    """The index could not be written. The message says why."""


class Indexer(Protocol):
    """A job that takes pages, is told to finish, and is waited for."""

    def add(self, source: PageSource) -> None:
        """Take in a page."""

    def add_sources(self, sources: SourceFiles) -> None:
        """Take in files that are no pages."""

    def finish(self, target: Target) -> None:
        """No more pages come: publish the index."""

    def result(self) -> list[PageReport]:
        """Wait until the index is published. Raises `IndexingFailed`."""

    def cancel(self) -> None:
        """Leave everything as it was."""


def start(generated_selectors: Sequence[str], languages: Sequence[str]) -> Indexer:
    """A job in another process, or in this one where there can be no other. For the parameters see `IndexJob`."""
    try:
        return BackgroundIndexer(generated_selectors, languages)
    except OSError:
        return InlineIndexer(generated_selectors, languages)


class InlineIndexer:
    """Runs the job in this process."""

    def __init__(self, generated_selectors: Sequence[str] = (), languages: Sequence[str] = ("en",)) -> None:
        self._job = IndexJob(generated_selectors, languages)
        self._reports: list[PageReport] = []
        self._error: Exception | None = None  # told when the result is asked for, as from another process

    def add(self, source: PageSource) -> None:
        try:
            self._job.add(source)
        except Exception as error:
            self._error = self._error or error

    def add_sources(self, sources: SourceFiles) -> None:
        try:
            self._job.add_sources(sources)
        except Exception as error:
            self._error = self._error or error

    def finish(self, target: Target) -> None:
        try:
            self._reports = self._job.finish(target)
        except Exception as error:
            self._error = self._error or error

    def result(self) -> list[PageReport]:
        if self._error:
            raise IndexingFailed(str(self._error)) from self._error
        return self._reports

    def cancel(self) -> None:
        pass


class BackgroundIndexer:
    """Runs the job in another process, over pipes. What goes there waits in a queue, so that the build never waits."""

    def __init__(self, generated_selectors: Sequence[str] = (), languages: Sequence[str] = ("en",)) -> None:
        if not sys.executable:
            raise OSError("this Python does not know its own executable")
        self._process = subprocess.Popen(
            # The package is found where this process found it, whatever is in the working folder.
            [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl+C is for MkDocs, which then cancels the job
        )
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._sender = Thread(target=self._send_all, daemon=True)
        self._sender.start()
        self._send((list(generated_selectors), list(languages)))

    def add(self, source: PageSource) -> None:
        self._send(source)

    def add_sources(self, sources: SourceFiles) -> None:
        self._send(sources)

    def finish(self, target: Target) -> None:
        self._send(target)
        self._outgoing.put(None)

    def result(self) -> list[PageReport]:
        assert self._process.stdout is not None
        answer = self._process.stdout.read()
        self._process.stdout.close()
        status = self._process.wait()
        self._sender.join()
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
        self._outgoing.put(None)
        self._sender.join()
        if self._process.stdout:
            self._process.stdout.close()

    def _send(self, message: Any) -> None:
        self._outgoing.put(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def _send_all(self) -> None:
        assert self._process.stdin is not None
        # Where the process has died, its answer (or the lack of one) is told by `result`.
        with contextlib.suppress(OSError), self._process.stdin as stdin:
            while (message := self._outgoing.get()) is not None:
                stdin.write(message)
                stdin.flush()


def serve() -> None:
    """The other process: parameters, pages and at last the target come in; reports, or an error's text, go out."""
    # What anything prints must not get into the answer.
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    incoming = sys.stdin.buffer
    result: list[PageReport] | str
    try:
        job = IndexJob(*pickle.load(incoming))
        while True:
            message = pickle.load(incoming)
            if isinstance(message, Target):
                result = job.finish(message)
                break
            if isinstance(message, PageSource):
                job.add(message)
            else:
                job.add_sources(message)
    except (EOFError, pickle.UnpicklingError):
        return  # the build ended early, perhaps in the middle of a page: publish nothing
    except Exception as error:
        result = f"{type(error).__name__}: {error}" if not isinstance(error, OSError) else str(error)
        with contextlib.suppress(EOFError, pickle.UnpicklingError):
            while incoming.read(1 << 16):  # let the build go on writing until it asks
                pass
    pickle.dump(result, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()
