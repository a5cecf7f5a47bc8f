"""Runs an `IndexJob` in a process of its own, so that the build does not bear all of its cost.

MkDocs renders pages on one core. While it does, the other process indexes the pages that are rendered already; while
MkDocs then fills its templates, the other publishes the index. Under `mkdocs serve` the process lives on, and is told
only which pages are as they were before. Where no process can be started the job runs here.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, TYPE_CHECKING, Any, Protocol

from mkdocs_fts.indexing import IndexJob, PageReport, PageSource, Target
from mkdocs_fts.serving import ServingJob

if TYPE_CHECKING:
    from mkdocs_fts.sources import SourceFiles

BATCH = 1 << 17
"""Bytes that are sent together: whenever the build wakes the sending thread, it has to wait for its own turn again."""


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

    def goes_on(self, generated_selectors: Sequence[str], languages: Sequence[str]) -> bool:
        """Whether it takes the pages of a further build."""


def start(generated_selectors: Sequence[str], languages: Sequence[str], *, serving: bool = False) -> Indexer:
    """A job in another process, or in this one where there can be no other. `serving`: further builds will follow. For
    the other parameters see `IndexJob`."""
    try:
        return BackgroundIndexer(generated_selectors, languages, serving=serving)
    except OSError:
        return InlineIndexer(generated_selectors, languages)


class InlineIndexer:
    """Runs the job in this process."""

    def __init__(self, generated_selectors: Sequence[str] = (), languages: Sequence[str] = ("en",)) -> None:
        self._job = IndexJob(generated_selectors, languages)
        self._reports: list[PageReport] = []
        self._error: Exception | None = None  # told when the result is asked for, as from another process

    def add(self, source: PageSource) -> None:
        with self._errors():
            self._job.add(source)

    def add_sources(self, sources: SourceFiles) -> None:
        with self._errors():
            self._job.add_sources(sources)

    def finish(self, target: Target) -> None:
        with self._errors():
            self._reports = self._job.finish(target)

    def result(self) -> list[PageReport]:
        if self._error:
            raise IndexingFailed(str(self._error)) from self._error
        return self._reports

    def cancel(self) -> None:
        pass

    def goes_on(self, generated_selectors: Sequence[str], languages: Sequence[str]) -> bool:
        return False

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self._error = self._error or error


class BackgroundIndexer:
    """Runs the job in another process, over pipes. What goes there waits in a queue, so that the build never waits."""

    def __init__(
        self,
        generated_selectors: Sequence[str] = (),
        languages: Sequence[str] = ("en",),
        *,
        serving: bool = False,
    ) -> None:
        if not sys.executable:
            raise OSError("this Python does not know its own executable")
        self._parameters = (list(generated_selectors), list(languages), serving)
        self._sent: dict[str, bytes] = {}  # paths of pages ► hashes of what was sent last
        self._process = subprocess.Popen(
            # The package is found where this process found it, whatever is in the working folder.
            [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import serve; serve()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pipesize=2 * BATCH,  # a batch goes in at once, and the sending thread need not be woken for the rest of it
            start_new_session=True,  # Ctrl+C is for MkDocs, which then cancels the job
        )
        self._gathered = bytearray()
        self._outgoing: SimpleQueue[bytes | None] = SimpleQueue()
        self._sender = Thread(target=self._send_all, daemon=True)
        self._sender.start()
        self._send(self._parameters)

    def add(self, source: PageSource) -> None:
        message = pickle.dumps(source, pickle.HIGHEST_PROTOCOL)
        if self._serving:
            digest = hashlib.sha256(message).digest()
            if self._sent.get(source.path) == digest:
                message = pickle.dumps(source.path)
            self._sent[source.path] = digest
        self._gather(message)

    def add_sources(self, sources: SourceFiles) -> None:
        self._send(sources)

    def finish(self, target: Target) -> None:
        self._send(target)
        self._flush()
        if not self._serving:
            self._outgoing.put(None)

    def result(self) -> list[PageReport]:
        assert self._process.stdout is not None
        try:
            reports = pickle.load(self._process.stdout)
        except Exception as error:
            self._end()
            raise IndexingFailed(
                f"the indexing process ended with status {self._process.returncode} and without an answer"
            ) from error
        if isinstance(reports, str):
            self._end()
            raise IndexingFailed(reports)
        if not self._serving:
            self._end()
        return list(reports)

    def cancel(self) -> None:
        """End the process. It publishes nothing before it has all pages."""
        self._process.terminate()
        self._end()

    def goes_on(self, generated_selectors: Sequence[str], languages: Sequence[str]) -> bool:
        return self._parameters == (list(generated_selectors), list(languages), True) and self._process.poll() is None

    @property
    def _serving(self) -> bool:
        return self._parameters[2]

    def _end(self) -> None:
        self._outgoing.put(None)
        self._process.wait()
        self._sender.join()
        if self._process.stdout:
            self._process.stdout.close()

    def _send(self, message: Any) -> None:
        self._gather(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def _gather(self, message: bytes) -> None:
        self._gathered += message
        if len(self._gathered) > BATCH:
            self._flush()

    def _flush(self) -> None:
        self._outgoing.put(bytes(self._gathered))
        self._gathered.clear()

    def _send_all(self) -> None:
        assert self._process.stdin is not None
        # Where the process has died, its answer (or the lack of one) is told by `result`.
        with contextlib.suppress(OSError), self._process.stdin as stdin:
            while (message := self._outgoing.get()) is not None:
                stdin.write(message)
                stdin.flush()


def serve() -> None:
    """The other process: parameters, pages and at last the target come in; reports, or an error's text, go out. While
    a site is served this goes on with the pages of the next build."""
    # Ends as Python does, so that nothing is left in temporary folders.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # What anything prints must not get into the answer.
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr
    incoming = sys.stdin.buffer
    with (
        contextlib.suppress(EOFError, pickle.UnpicklingError),
        tempfile.TemporaryDirectory(prefix="mkdocs-fts-") as folder,
    ):
        # Where the build ended early, perhaps in the middle of a page, nothing is published.
        selectors, languages, serving = pickle.load(incoming)
        job = ServingJob(Path(folder), selectors, languages) if serving else IndexJob(selectors, languages)
        goes_on = True
        while goes_on:
            result = _work(job, incoming)
            pickle.dump(result, answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()
            goes_on = serving and not isinstance(result, str)


def _work(job: IndexJob | ServingJob, incoming: IO[bytes]) -> list[PageReport] | str:
    """Do one build's work; the reports, or the first error's text. The build goes on writing until it asks."""
    failed = ""
    while True:
        message = pickle.load(incoming)
        if failed and not isinstance(message, Target):
            continue
        try:
            if isinstance(message, Target):
                return failed or job.finish(message)
            if isinstance(message, PageSource):
                job.add(message)
            elif isinstance(message, str):
                assert isinstance(job, ServingJob)
                job.keep(message)
            else:
                job.add_sources(message)
        except Exception as error:
            failed = str(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
            if isinstance(message, Target):
                return failed
