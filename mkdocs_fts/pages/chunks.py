"""The bytes of a published database, by its chunks."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from mkdocs_fts.pages.manifest import Manifest
from mkdocs_fts.pages.transport import Transport

KEPT_BYTES = 16 * 2**20
"""Unpacked chunks that are kept in memory."""
AT_ONCE = 8
"""Chunks that are fetched at the same time."""


class Place(NamedTuple):
    """A chunk: which, where it starts and how long it is."""

    number: int
    start: int
    length: int


class Chunks:
    """One published database. For any number of threads."""

    def __init__(self, manifest: Manifest, transport: Transport) -> None:
        self.manifest = manifest
        self._transport = transport
        self._places = list(_places(manifest))
        self._starts = [place.start for place in self._places]
        self._kept: OrderedDict[int, bytes] = OrderedDict()
        self._pending: dict[int, Future[bytes]] = {}
        self._first: list[tuple[int, bytes]] | None = None
        self._lock = threading.Lock()

    def read(self, start: int, end: int) -> bytes:
        """The bytes `[start, end)`, fewer at the database's end. Raises `IndexNotReadable`."""
        end = min(end, self.manifest["size"])
        for at, packed in self._first_pack():
            if at <= start and end <= at + len(packed):
                return packed[start - at : end - at]
        parts = []
        while start < end:
            place = self._places[bisect_right(self._starts, start) - 1]
            part = self._chunk(place)[start - place.start : end - place.start]
            parts.append(part)
            start += len(part)
        return b"".join(parts)

    def all(self) -> Iterator[bytes]:
        """All chunks, in order. Raises `IndexNotReadable`."""
        executor = ThreadPoolExecutor(AT_ONCE)
        try:
            yield from executor.map(self._fetch, self._places)
        finally:
            executor.shutdown(cancel_futures=True)

    def _chunk(self, place: Place) -> bytes:
        with self._lock:
            kept = self._kept.get(place.number)
            if kept is not None:
                self._kept.move_to_end(place.number)
                return kept
            pending = self._pending.get(place.number)
            mine = pending is None
            if pending is None:
                pending = self._pending[place.number] = Future()
        if mine:  # outside of the lock: threads fetch side by side, but no chunk twice
            self._fulfil(pending, place)
        return pending.result()

    def _fulfil(self, pending: Future[bytes], place: Place) -> None:
        try:
            chunk = self._fetch(place)
        except BaseException as error:
            with self._lock:
                del self._pending[place.number]
            pending.set_exception(error)
            return
        with self._lock:
            del self._pending[place.number]
            self._kept[place.number] = chunk
            while len(self._kept) * len(chunk) > KEPT_BYTES and len(self._kept) > 1:
                self._kept.popitem(last=False)
        pending.set_result(chunk)

    def _fetch(self, place: Place) -> bytes:
        return self._transport.chunk(self.manifest["db"], f"{place.number}.bin", place.length)

    def _first_pack(self) -> list[tuple[int, bytes]]:
        """What every search needs, in one request: where each piece starts, and its bytes."""
        with self._lock:
            if self._first is None:
                ranges = self.manifest["sqlite"]
                length = sum(end - start for start, end in ranges)
                packed = self._transport.chunk(self.manifest["db"], "sqlite.bin", length) if length else b""
                self._first = []
                at = 0
                for start, end in ranges:
                    self._first.append((start, packed[at : at + end - start]))
                    at += end - start
            return self._first


def _places(manifest: Manifest) -> Iterator[Place]:
    number = 0
    for piece in manifest["ranges"]:
        for start in range(piece["start"], piece["end"], piece["chunk"]):
            yield Place(number, start, min(piece["chunk"], piece["end"] - start))
            number += 1
