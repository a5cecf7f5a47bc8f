"""A local static server that sends what GitHub Pages would send, late if it is told to, and counts it.

GitHub Pages compresses by type, namely where mime-db says that a type is compressible; so its support says in
https://github.com/jshttp/mime-db/issues/397. That is true of `application/wasm` and `application/octet-stream` too, and
a file whose ending is not known is of the latter. It lets browsers keep everything for ten minutes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.support.server import Handler, StaticServer, serve

MIME_DB = Path(__file__).parent / "node_modules" / "mime-db" / "db.json"
UNKNOWN = "application/octet-stream"
GZIP_LEVEL = 6
CACHING = "max-age=600"


class Types:
    """The types of files, and which are compressed; `database` is mime-db's `db.json`."""

    def __init__(self, database: Mapping[str, Mapping[str, Any]]) -> None:
        self._database = database
        self._of: dict[str, str] = {}
        for name, entry in database.items():
            for ending in entry.get("extensions", ()):
                # Several types may claim an ending; the one that is registered wins.
                if ending not in self._of or entry.get("source") == "iana":
                    self._of[ending] = name

    @classmethod
    def read(cls) -> Types:
        """Those of the installed mime-db."""
        return cls(json.loads(MIME_DB.read_text("utf-8")))

    def of(self, file: str) -> str:
        return self._of.get(Path(file).suffix[1:].lower(), UNKNOWN)

    def compressible(self, kind: str) -> bool:
        return bool(self._database.get(kind, {}).get("compressible"))


@dataclass
class Traffic:
    """What the server has sent."""

    answers: list[tuple[str, int]] = field(default_factory=list)
    """The path and the bytes of each, status line and headers included."""

    @property
    def requests(self) -> int:
        return len(self.answers)

    @property
    def bytes(self) -> int:
        return sum(size for _, size in self.answers)


@dataclass(frozen=True)
class _File:
    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


class CountingServer:
    """Serves a folder whose files stay as they are."""

    def __init__(self, server: StaticServer, traffic: Traffic, lock: threading.Lock) -> None:
        self._server = server
        self._traffic = traffic
        self._lock = lock
        self.address = server.address

    @property
    def round_trip(self) -> float:
        """Seconds that each answer waits."""
        return self._server.delay

    @round_trip.setter
    def round_trip(self, seconds: float) -> None:
        self._server.delay = seconds

    def take(self) -> Traffic:
        """What was sent since the last call."""
        with self._lock:
            taken, self._traffic.answers = Traffic(self._traffic.answers), []
        return taken


@contextmanager
def counting(folder: Path, types: Types, *, ahead: bool = True) -> Iterator[CountingServer]:
    """Serve `folder` while the context lasts. Without `ahead` files are read when they are first asked for, for folders
    that are too large to hold; times then mean nothing."""
    files = {f"/{path.relative_to(folder).as_posix()}": path for path in folder.rglob("*") if path.is_file()}

    @cache
    def ready(name: str) -> _File | None:
        return _file(files[name], types) if name in files else None

    if ahead:  # compressed beforehand, as a content delivery network keeps it: that is not the reader's time
        for name in files:
            ready(name)
    traffic, lock = Traffic(), threading.Lock()

    class Counting(Handler):
        def _answer(self) -> None:
            out = io.BytesIO()
            wire, self.wfile = self.wfile, out
            try:
                self._write(ready(unquote(urlsplit(self.path).path)))
                self.flush_headers()
            finally:
                self.wfile = wire
            sent = out.getvalue()
            # Before it goes out: the browser may ask what was sent as soon as it has all.
            with lock:
                traffic.answers.append((urlsplit(self.path).path, len(sent)))
            wire.write(sent)

        def _write(self, file: _File | None) -> None:
            if file is None:
                self.send_error(404)
                return
            fresh = self.headers.get("If-None-Match") == file.tag
            packed = file.packed if "gzip" in self.headers.get("Accept-Encoding", "") else None
            self.send_response(304 if fresh else 200)
            self.send_header("Cache-Control", CACHING)
            self.send_header("ETag", file.tag)
            self.send_header("Vary", "Accept-Encoding")
            if not fresh:
                body = file.plain if packed is None else packed
                self.send_header("Content-Type", file.kind)
                if packed is not None:
                    self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if not fresh:
                self.wfile.write(body)

    with serve(folder, Counting) as server:
        yield CountingServer(server, traffic, lock)


def _file(path: Path, types: Types) -> _File:
    plain = path.read_bytes()
    kind = types.of(path.name)
    packed = gzip.compress(plain, GZIP_LEVEL, mtime=0) if types.compressible(kind) else None
    return _File(kind, plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:16]}"')
