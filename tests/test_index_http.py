"""An index on a web server, read chunk by chunk."""

from __future__ import annotations

import http.server
import shutil
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import mkdocs_fts
from mkdocs_fts import IndexNotReadable, publish, storage
from tests.support.published import many, write_site
from tests.support.server import StaticServer, serve

pytestmark = pytest.mark.usefixtures("browser_files", "cache")

NOTHING_LISTENS = "http://127.0.0.1:9/"


@pytest.fixture(scope="module")
def _site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("client")
        (folder / "search.js").touch()
        patch.setattr(publish, "static_folder", lambda: folder)
        return write_site(tmp_path_factory.mktemp("published"), many(300))


@pytest.fixture
def site(_site: Path, tmp_path: Path) -> Path:
    """A site of 300 pages, to do with as a test likes."""
    return shutil.copytree(_site, tmp_path / "www" / "wiki")


@pytest.fixture
def server(site: Path) -> Iterator[StaticServer]:
    """Serves the site at `/wiki/`."""
    with serve(site.parent) as server:
        yield server


@pytest.fixture
def address(server: StaticServer) -> str:
    return f"{server.address}wiki/"


def found(index: mkdocs_fts.Index, query: str) -> list[str]:
    return [hit["url"] for group in index.search(query)["groups"] for hit in group["hits"]]


def chunks(requests: list[str]) -> list[str]:
    return [path for path in requests if path.endswith(".bin")]


def test_a_search_fetches_a_small_part_of_the_chunks(address: str, server: StaticServer, site: Path) -> None:
    with mkdocs_fts.open(address) as index:
        assert found(index, "own123") == ["p0123/"]
    published = list(site.glob("fts/*/*.bin"))
    assert len(published) > 50
    assert 0 < len(chunks(server.requests)) < len(published) / 5
    assert len(set(server.requests)) == len(server.requests)


def test_what_results_show_is_fetched_side_by_side(address: str, server: StaticServer) -> None:
    server.delay = 0.02
    with mkdocs_fts.open(address) as index:
        pages = [f"own{n}" for n in range(0, 300, 30)]
        assert index.search(" OR ".join(pages))["total"] == 10
    assert server.most_at_once >= 4
    assert len(set(server.requests)) == len(server.requests)


def test_whole_texts_are_fetched_side_by_side(address: str, server: StaticServer) -> None:
    with mkdocs_fts.open(address) as index:
        server.most_at_once, server.delay = 0, 0.02
        assert len(list(index.texts())) == 300
    assert server.most_at_once >= 6
    assert len(set(server.requests)) == len(server.requests)


def test_the_same_search_again_fetches_the_manifest_alone(address: str, server: StaticServer) -> None:
    for _ in range(2):
        server.requests.clear()
        with mkdocs_fts.open(address) as index:
            assert found(index, "own123") == ["p0123/"]
    assert server.requests == ["/wiki/fts/manifest.json"]


def test_the_answers_are_those_of_the_folder(address: str, site: Path) -> None:
    with mkdocs_fts.open(address) as far, mkdocs_fts.open(site) as near:
        for query in ("own7", "common filler3", "ownn12", '"page 17"', "filler1 nowhere"):
            assert far.search(query) == near.search(query)
        assert far.get("p0007/", offset=5) == near.get("p0007/", offset=5)
        assert far.list(match="p01*") == near.list(match="p01*")


@pytest.mark.parametrize("written", ["", "/", "/fts", "/fts/", "/fts/manifest.json", "/?q=x#top"])
def test_an_address_may_be_written_in_many_ways(server: StaticServer, written: str) -> None:
    with mkdocs_fts.open(f"{server.address}wiki{written}") as index:
        assert found(index, "own5") == ["p0005/"]


def test_a_page_is_read_by_its_whole_address(address: str) -> None:
    with mkdocs_fts.open(address) as index:
        assert index.get(f"{address}p0005/")["url"] == "p0005/"
        with pytest.raises(mkdocs_fts.PageNotFound, match=r"is no page of http://127\.0\.0\.1:\d+/wiki/"):
            index.get("https://elsewhere.example/p0005/")


def test_a_redirect_is_followed_to_where_the_chunks_are(address: str) -> None:
    class Redirect(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(301)
            self.send_header("Location", f"{address}{self.path.removeprefix('/old/')}")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirect) as old:
        threading.Thread(target=old.serve_forever, daemon=True).start()
        with mkdocs_fts.open(f"http://127.0.0.1:{old.server_address[1]}/old/") as index:
            assert found(index, "own5") == ["p0005/"]
            assert index.get(f"{address}p0005/")["title"] == "Page 5"
        old.shutdown()


def test_a_damaged_chunk_in_the_cache_is_fetched_again(address: str, server: StaticServer, cache: Path) -> None:
    with mkdocs_fts.open(address) as index:
        assert found(index, "own5") == ["p0005/"]
    kept = list(cache.rglob("*.bin"))
    kept[0].write_bytes(b"damaged")
    kept[1].write_bytes(kept[1].read_bytes()[:-3])
    server.requests.clear()
    with mkdocs_fts.open(address) as index:
        assert found(index, "own5") == ["p0005/"]
    assert {path.rpartition("/")[2] for path in chunks(server.requests)} == {kept[0].name, kept[1].name}


def test_chunks_of_an_older_index_leave_the_cache(address: str, site: Path, cache: Path) -> None:
    with mkdocs_fts.open(address) as index:
        found(index, "own5")
    (before,) = {path.parent for path in cache.rglob("*.bin")}
    write_site(site, many(200))
    with mkdocs_fts.open(address) as index:
        found(index, "own5")
    (after,) = {path.parent for path in cache.rglob("*.bin")}
    assert after != before


def test_a_cache_that_cannot_be_written_is_done_without(address: str, cache: Path) -> None:
    cache.write_text("in the way")
    with mkdocs_fts.open(address) as index:
        assert found(index, "own5") == ["p0005/"]


def test_a_site_that_is_published_anew_is_noticed_by_a_chunk_that_has_gone(address: str, site: Path) -> None:
    with mkdocs_fts.open(address) as index:
        assert found(index, "own5") == ["p0005/"]
        write_site(site, many(299))
        assert index.list()["total"] == 299


def test_a_site_that_is_published_anew_is_noticed_after_a_while(
    address: str, site: Path, server: StaticServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "FRESH_SECONDS", 0.0)
    with mkdocs_fts.open(address) as index:
        assert index.search("common", size=1)["total"] == 300
        write_site(site, many(250))
        assert index.search("common", size=1)["total"] == 250


def test_threads_at_once_all_get_their_answers(address: str) -> None:
    with mkdocs_fts.open(address) as index, ThreadPoolExecutor(8) as executor:
        numbers = range(0, 300, 5)
        assert list(executor.map(lambda n: found(index, f"own{n}"), numbers)) == [[f"p{n:04}/"] for n in numbers]


def test_closing_while_others_search_ends_well(address: str, server: StaticServer) -> None:
    index = mkdocs_fts.open(address)
    server.delay = 0.005
    outcomes: list[str] = []

    def search_on(first: int) -> None:
        try:
            for number in range(first, 300, 4):
                index.search(f"own{number} OR own{number + 1}")
        except ValueError as error:
            outcomes.append(str(error))

    threads = [threading.Thread(target=search_on, args=(first,)) for first in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    index.close()
    for thread in threads:
        thread.join(20)
    assert outcomes == ["this index has been closed"] * 4


def test_export_puts_the_whole_together(address: str, site: Path, tmp_path: Path) -> None:
    with mkdocs_fts.open(address) as far, mkdocs_fts.open(site) as near:
        assert far.export(tmp_path / "far.sqlite3") == near.export(tmp_path / "near.sqlite3")
    assert (tmp_path / "far.sqlite3").read_bytes() == (tmp_path / "near.sqlite3").read_bytes()


def test_sizes_of_files_on_a_server_are_not_known(address: str) -> None:
    with mkdocs_fts.open(address) as index:
        told = index.stats()
    assert (told["bytes"], told["files"]) == (None, None)
    assert told["database_bytes"] > 500_000


class TestFailures:
    def test_an_address_that_does_not_answer(self) -> None:
        with pytest.raises(IndexNotReadable, match=r"^http://127.0.0.1:9/fts/manifest.json cannot be fetched: [^\n]+$"):
            mkdocs_fts.open(NOTHING_LISTENS)

    @pytest.mark.parametrize("address", ["http://", "http://[::1", "https://no host/", "http://host:port/"])
    def test_what_is_no_address(self, address: str) -> None:
        with pytest.raises(IndexNotReadable, match="cannot be fetched"):
            mkdocs_fts.open(address)

    def test_a_site_without_an_index(self, server: StaticServer) -> None:
        with pytest.raises(IndexNotReadable, match=r"/none/fts/manifest\.json cannot be fetched: status 404 .*plugin"):
            mkdocs_fts.open(f"{server.address}none/")

    def test_a_site_that_asks_for_a_login(self, address: str, server: StaticServer) -> None:
        server.broken["manifest"] = 401
        with pytest.raises(IndexNotReadable, match=r"status 401 .*login"):
            mkdocs_fts.open(address)

    def test_a_page_in_place_of_the_manifest(self, address: str, server: StaticServer) -> None:
        server.broken["manifest"] = b"<!doctype html><title>Welcome</title>"
        with pytest.raises(IndexNotReadable, match=r"manifest\.json cannot be read"):
            mkdocs_fts.open(address)

    @pytest.mark.parametrize("answer", [404, 500, b"<!doctype html>", b""])
    def test_a_chunk_that_cannot_be_had_is_named(self, address: str, server: StaticServer, answer: int | bytes) -> None:
        server.broken[r"/\d+\.bin"] = answer
        with (
            mkdocs_fts.open(address) as index,
            pytest.raises(IndexNotReadable, match=r"^http\S+/\d+\.bin cannot be (read|fetched): [^\n]+$"),
        ):
            index.search("own5")

    def test_a_failure_does_not_end_the_index(self, address: str, server: StaticServer) -> None:
        with mkdocs_fts.open(address) as index:
            server.broken[r"/\d+\.bin"] = 500
            with pytest.raises(IndexNotReadable):
                index.search("own5")
            server.broken.clear()
            assert found(index, "own5") == ["p0005/"]


def test_name_and_password_in_the_address_are_used_and_never_said(address: str, server: StaticServer) -> None:
    with_login = address.replace("http://", "http://me:se%40cret@")
    with mkdocs_fts.open(with_login) as index:
        assert found(index, "own5") == ["p0005/"]
    assert server.logins == {"me:se@cret"}
    server.broken["manifest"] = 403
    with pytest.raises(IndexNotReadable) as caught:
        mkdocs_fts.open(with_login)
    assert "cret" not in str(caught.value)
