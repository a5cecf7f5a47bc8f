"""A plain static server, one that knows nothing of Range or compression."""

from __future__ import annotations

import base64
import http.server
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any


class StaticServer:
    """Serves a folder on 127.0.0.1, remembers what was asked for, and can be told to fail."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.requests: list[str] = []
        self.logins: set[str] = set()
        """What was sent as name and password, `name:password`."""
        self.delay = 0.0
        """Seconds before each answer."""
        self.most_at_once = 0
        """The most requests that were waiting for their answers together."""
        self.waiting = 0
        self.lock = threading.Lock()
        self.broken: dict[str, int | bytes] = {}
        """Regular expression that finds a path ► the status, or the body, to answer with instead."""
        self.headers: dict[str, str] = {}
        """Sent with every answer."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Answers from the folder; a subclass answers otherwise in `_answer`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # as servers do: without it, each answer waits for 40 ms
    state: StaticServer

    def do_GET(self) -> None:
        with self.state.lock:
            self.state.waiting += 1
            self.state.most_at_once = max(self.state.most_at_once, self.state.waiting)
        time.sleep(self.state.delay)
        try:
            self._answer()
        finally:
            with self.state.lock:
                self.state.waiting -= 1

    def _answer(self) -> None:
        self.state.requests.append(self.path)
        kind, _, login = self.headers.get("Authorization", "").partition(" ")
        if kind == "Basic":
            self.state.logins.add(base64.b64decode(login).decode())
        for pattern, answer in self.state.broken.items():
            if re.search(pattern, self.path):
                if isinstance(answer, int):
                    self.send_error(answer)
                else:
                    self.send_response(200)
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)
                return
        super().do_GET()

    def end_headers(self) -> None:
        for name, value in self.state.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is nothing to tell of."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(folder: Path, handler: type[Handler] = Handler) -> Iterator[StaticServer]:
    """Serve `folder` while the context lasts."""
    state = StaticServer("")
    handler = type("Handler", (handler,), {"state": state})
    server = _Server(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    state.address = f"http://127.0.0.1:{server.server_address[1]}/"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
