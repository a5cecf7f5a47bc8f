"""The bytes of a published database, by its chunks."""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from mkdocs_fts.pages.manifest import Manifest
from mkdocs_fts.pages.transport import Transport

KEPT_BYTES = 16 * 2**20
"""Unpacked chunks that are kept in memory."""
AT_ONCE = 8
"""Chunks that are fetched at the same time where all are wanted."""


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
            if place.number in self._kept:
                self._kept.move_to_end(place.number)
                return self._kept[place.number]
        chunk = self._fetch(place)  # outside of the lock: threads fetch side by side
        with self._lock:
            self._kept[place.number] = chunk
            while len(self._kept) * len(chunk) > KEPT_BYTES and len(self._kept) > 1:
                self._kept.popitem(last=False)
        return chunk

    def _fetch(self, place: Place) -> bytes:
        return self._transport.chunk(self.manifest["db"], f"{place.number}.bin", place.length)

    def _first_pack(self) -> list[tuple[int, bytes]]:
        """What every search needs, in one request: where each piece starts, and its bytes."""
        with self._lock:
            if self._first is None:
                ranges = self.manifest["first"]
                length = sum(end - start for start, end in ranges)
                packed = self._transport.chunk(self.manifest["db"], "first.bin", length) if length else b""
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
