"""Rows that lie apart, read at the same time: from a web server, one after the other would take a round trip each."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError, Executor
from queue import Empty, SimpleQueue

import apsw

from mkdocs_fts.heads import block_of
from mkdocs_fts.pages.chunks import AT_ONCE, Chunks
from mkdocs_fts.pages.lazyfile import connect
from mkdocs_fts.query.engine import Database, Engine, PageRow, PassageRow, Start


class Ahead:
    """Fetches the chunks of rows side by side. For any number of threads."""

    def __init__(self, chunks: Chunks, executor: Executor) -> None:
        self._chunks = chunks
        self._executor = executor
        self._idle: SimpleQueue[apsw.Connection] = SimpleQueue()

    def fetch(self, sql: str, ids: Sequence[int]) -> None:
        """Run a statement for each of the ids. What it gives stays in `chunks`. Raises `IndexNotReadable`."""
        # Those that are asked for together lie as far apart as can be: neighbours mostly share a chunk.
        step = -(-len(ids) // AT_ONCE)
        apart = [number for first in range(step) for number in ids[first::step]]
        try:
            for _ in self._executor.map(lambda number: self._run(sql, number), apart):
                pass
        except (CancelledError, RuntimeError):
            return  # the index is being closed by another thread: who still reads can do without

    def _run(self, sql: str, number: int) -> None:
        try:
            db = self._idle.get_nowait()
        except Empty:
            db = connect(self._chunks)
        db.execute(sql, (number,)).fetchall()
        self._idle.put(db)


class EngineAhead(Engine):
    """An engine whose rows are fetched ahead."""

    def __init__(self, db: Database, ahead: Ahead) -> None:
        super().__init__(db)
        self._ahead = ahead

    def pages(self, ids: Sequence[int]) -> list[PageRow]:
        self._fetch_heads(ids)
        return super().pages(ids)

    def starts(self, pages: Sequence[int]) -> list[Start]:
        self._fetch_heads(pages)
        return super().starts(pages)

    def _fetch_heads(self, pages: Sequence[int]) -> None:
        self._ahead.fetch("SELECT starts FROM head WHERE id = ?", sorted(set(map(block_of, pages))))

    def passages(self, ids: Sequence[int]) -> list[PassageRow]:
        self._ahead.fetch("SELECT text FROM section WHERE id = ?", ids)
        return super().passages(ids)
