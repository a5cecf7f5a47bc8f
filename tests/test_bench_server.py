"""The server of the comparison sends what GitHub Pages would send, and counts it."""

from __future__ import annotations

import gzip
import http.client
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bench.server import CountingServer, Types, counting

TYPES = Types(
    {
        "application/javascript": {"source": "apache", "compressible": True, "extensions": ["js"]},
        "text/javascript": {"source": "iana", "compressible": True, "extensions": ["js"]},
        "application/octet-stream": {"source": "iana", "compressible": True, "extensions": ["bin"]},
        "image/png": {"source": "iana", "compressible": False, "extensions": ["png"]},
        "image/x-odd": {"extensions": ["odd"]},
    }
)
TEXT = b"let text = 'text';\n" * 200


@pytest.fixture
def server(tmp_path: Path) -> Iterator[CountingServer]:
    for name in ("a.js", "b.unknown", "c.png", "d.odd"):
        (tmp_path / name).write_bytes(TEXT)
    with counting(tmp_path, TYPES) as server:
        yield server


def get(server: CountingServer, path: str, headers: Mapping[str, str] | None = None) -> tuple[int, int, dict[str, str]]:
    """Status, bytes of the body as sent, headers."""
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=10)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip, br", **(headers or {})})
    answer = connection.getresponse()
    body = answer.read()
    told = dict(answer.getheaders())
    if told.get("Content-Encoding") == "gzip":
        assert gzip.decompress(body) == TEXT
    elif answer.status == 200:
        assert body == TEXT
    connection.close()
    return answer.status, len(body), told


@pytest.mark.parametrize(
    ("path", "kind", "packed"),
    [
        ("/a.js?ts=1", "text/javascript", True),
        ("/b.unknown", "application/octet-stream", True),
        ("/c.png", "image/png", False),
        ("/d.odd", "image/x-odd", False),
    ],
)
def test_what_is_compressible_is_compressed(server: CountingServer, path: str, kind: str, packed: bool) -> None:
    status, size, headers = get(server, path)
    assert (status, headers["Content-Type"]) == (200, kind)
    assert headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert (size < len(TEXT)) is packed
    assert get(server, path, {"Accept-Encoding": "identity"})[1] == len(TEXT)


def test_bytes_are_counted_as_they_are_sent(server: CountingServer) -> None:
    _, small, _ = get(server, "/a.js")
    _, large, _ = get(server, "/c.png")
    traffic = server.take()
    assert [path for path, _ in traffic.answers] == ["/a.js", "/c.png"]
    assert traffic.requests == 2
    assert small + large < traffic.bytes < small + large + 1000
    assert server.take().requests == 0


def test_what_a_browser_has_is_not_sent_again(server: CountingServer) -> None:
    _, _, headers = get(server, "/a.js")
    assert headers["Cache-Control"] == "max-age=600"
    assert get(server, "/a.js", {"If-None-Match": headers["ETag"]})[:2] == (304, 0)
    assert get(server, "/a.js", {"If-None-Match": '"other"'})[0] == 200


def test_a_missing_file_is_counted_too(server: CountingServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc, timeout=10)
    connection.request("GET", "/none.js")
    assert connection.getresponse().status == 404
    connection.close()
    assert server.take().requests == 1


def test_answers_wait_for_the_round_trip(server: CountingServer) -> None:
    server.round_trip = 0.1
    began = time.perf_counter()
    get(server, "/a.js")
    assert time.perf_counter() - began >= 0.1
