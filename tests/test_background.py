from __future__ import annotations

import io
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import get_files

from mkdocs_fts import background, published
from mkdocs_fts.background import BackgroundIndexer, Indexer, IndexingFailed, InlineIndexer
from mkdocs_fts.database import DEFAULT_WEIGHTS
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.indexing import IndexJob, PageReport, PageSource, Target

BOTH = pytest.mark.parametrize("start", [BackgroundIndexer, InlineIndexer])
Start = Callable[[Sequence[str]], Indexer]


def page(name: str, html: str = "<p>text</p>", title: str = "", wiki: str = "site", **more: list[str]) -> PageSource:
    return PageSource(f"{name}.md", f"{name}/", title, Labels(wiki), html, **more)


def target(folder: Path) -> Target:
    wikis = [Wiki("unused", "Unused"), Wiki("site", "Site")]
    return Target(folder, wikis, DEFAULT_WEIGHTS, {"shortcuts": [], "locale": "en"}, "2026-01-31T10:00:00+00:00")


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    path = folder.with_suffix(".sqlite3")
    path.write_bytes(published.read_database(folder))
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


@BOTH
def test_pages_are_indexed_and_reported_in_their_order(start: Start, tmp_path: Path) -> None:
    indexer = start([".gen"])
    indexer.add(page("b", "<h1>B</h1><p class='gen'>made</p><script>x"))
    indexer.add(page("a", "<p>four</p>", title="A"))
    indexer.finish(target(tmp_path / "fts"))
    fault = "<script> is never closed: the text after it cannot be seen or found; close it with </script>"
    assert indexer.result() == [PageReport("b.md", "B", 5, [fault]), PageReport("a.md", "", 4, [])]
    assert rows(tmp_path / "fts", "SELECT url, title FROM page") == [("a/", "A"), ("b/", "B")]
    assert rows(tmp_path / "fts", "SELECT text FROM section WHERE generated") == [("made",)]


@BOTH
def test_a_page_without_title_takes_its_heading_and_then_its_path(start: Start, tmp_path: Path) -> None:
    indexer = start([])
    for source in (page("a", "<h1>Heading</h1>"), page("b"), page("c", "<h1>Heading</h1>", title="Title")):
        indexer.add(source)
    indexer.finish(target(tmp_path / "fts"))
    indexer.result()
    assert rows(tmp_path / "fts", "SELECT title FROM page") == [("Heading",), ("b.md",), ("Title",)]


@BOTH
def test_a_page_that_comes_again_takes_its_own_place(start: Start, tmp_path: Path) -> None:
    indexer = start([])
    indexer.add(page("a", "<p>old</p>"))
    indexer.add(page("a", "<p>new</p>"))
    indexer.finish(target(tmp_path / "fts"))
    assert len(indexer.result()) == 1
    assert rows(tmp_path / "fts", "SELECT text FROM section") == [("new",)]


@BOTH
def test_wikis_without_pages_are_left_out(start: Start, tmp_path: Path) -> None:
    indexer = start([])
    indexer.add(page("a"))
    indexer.finish(target(tmp_path / "fts"))
    indexer.result()
    assert published.read_manifest(tmp_path / "fts")["wikis"] == [{"id": "site", "title": "Site", "pages": 1}]


@BOTH
def test_halves_of_characters_are_put_together(start: Start, tmp_path: Path) -> None:
    """YAML's `"\\ud83d\\ude80"` comes as two halves, and a cut one alone."""
    indexer = start([])
    indexer.add(page("a", title="Go \ud83d\ude80 \ud83d", tags=["\ud83d\ude80"], trail=["\ude80"]))
    indexer.finish(target(tmp_path / "fts"))
    indexer.result()
    assert rows(tmp_path / "fts", "SELECT title, tags, trail FROM page") == [("Go 🚀 �", '["🚀"]', '["�"]')]


@BOTH
def test_an_index_that_cannot_be_written_is_told_when_asked(start: Start, tmp_path: Path) -> None:
    (tmp_path / "fts").write_text("a file in the folder's place")
    indexer = start([])
    indexer.add(page("a"))
    indexer.finish(target(tmp_path / "fts"))
    with pytest.raises(IndexingFailed, match=r"File exists: .*fts"):
        indexer.result()


@BOTH
def test_a_job_that_is_cancelled_publishes_nothing(start: Start, tmp_path: Path) -> None:
    indexer = start([])
    indexer.add(page("a"))
    indexer.cancel()
    assert list(tmp_path.iterdir()) == []


def test_both_ways_give_the_same_index(tmp_path: Path) -> None:
    for name, start in (("a", BackgroundIndexer), ("b", InlineIndexer)):
        indexer = start([".gen"])
        for number in range(50):
            indexer.add(page(str(number), f"<p>word{number} é 漢字</p><p class='gen'>made</p>"))
        indexer.finish(target(tmp_path / name))
        indexer.result()
    assert (tmp_path / "a" / "manifest.json").read_text() == (tmp_path / "b" / "manifest.json").read_text()


def test_a_failure_in_the_process_is_told_with_its_kind(tmp_path: Path) -> None:
    indexer = BackgroundIndexer([])
    indexer.add(page("a", wiki="nowhere"))
    indexer.finish(target(tmp_path / "fts"))
    with pytest.raises(IndexingFailed, match="KeyError: 'nowhere'"):
        indexer.result()


def test_a_page_that_cannot_be_read_does_not_block_the_build(tmp_path: Path) -> None:
    indexer = BackgroundIndexer(["..no selector"])
    for number in range(200):
        indexer.add(page(str(number), "<p>" + "text " * 5_000))
    indexer.finish(target(tmp_path / "fts"))
    with pytest.raises(IndexingFailed, match="Error: "):
        indexer.result()


def test_a_process_that_died_is_told(tmp_path: Path) -> None:
    indexer = BackgroundIndexer([])
    indexer._process.kill()
    indexer._process.wait()
    for number in range(50):
        indexer.add(page(str(number), "x" * 10_000))
    indexer.finish(target(tmp_path / "fts"))
    with pytest.raises(IndexingFailed, match="ended with status -9 and without an answer"):
        indexer.result()


@pytest.mark.parametrize("begun_message", [b"", pickle.dumps(page("b"))[:20]])
def test_a_build_that_ends_early_ends_the_process_and_publishes_nothing(begun_message: bytes) -> None:
    indexer = BackgroundIndexer([])
    indexer.add(page("a"))
    indexer._outgoing.put(begun_message)
    indexer._outgoing.put(None)
    assert indexer._process.wait(10) == 0
    assert indexer._process.stdout is not None
    assert indexer._process.stdout.read() == b""
    indexer.cancel()


def test_what_the_job_prints_does_not_get_into_its_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Printing:
        def __init__(self, selectors: list[str], languages: list[str]) -> None:
            print("printed", selectors, languages)

        def finish(self, target: Target) -> list[PageReport]:
            return [PageReport("a.md", "A", 1, [])]

    answer = io.BytesIO()
    output = io.TextIOWrapper(answer)
    incoming = io.BytesIO(pickle.dumps(([".gen"], ["en"], False)) + pickle.dumps(target(tmp_path)))
    monkeypatch.setattr(background, "IndexJob", Printing)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(incoming))
    monkeypatch.setattr(sys, "stdout", output)
    background.serve()
    output.flush()
    assert b"printed" not in answer.getvalue()
    assert pickle.loads(answer.getvalue()) == [PageReport("a.md", "A", 1, [])]


def test_cancelling_leaves_no_process(tmp_path: Path) -> None:
    indexer = BackgroundIndexer([])
    indexer.cancel()
    assert indexer._process.poll() is not None


@pytest.mark.skipif(not hasattr(os, "getpgid"), reason="no process groups here")
def test_an_interrupt_of_the_build_does_not_reach_the_process() -> None:
    indexer = BackgroundIndexer([])
    group = os.getpgid(indexer._process.pid)
    indexer.cancel()
    assert group != os.getpgid(0)


def test_without_a_process_the_job_runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = background.start([], [])
    started.cancel()
    assert isinstance(started, BackgroundIndexer)

    def no_process(*arguments: object, **options: object) -> None:
        raise PermissionError("no more processes")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", no_process)
        assert isinstance(background.start([], []), InlineIndexer)
    monkeypatch.setattr(sys, "executable", "")
    assert isinstance(background.start([], []), InlineIndexer)


def test_the_process_runs_this_package_whatever_stands_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mkdocs_fts.py").write_text("raise SystemExit('the wrong one')")
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong one')")
    monkeypatch.chdir(tmp_path)
    indexer = BackgroundIndexer([])
    indexer.add(page("a"))
    indexer.finish(target(tmp_path / "fts"))
    assert len(indexer.result()) == 1


def test_the_order_in_which_pages_come_does_not_show(tmp_path: Path) -> None:
    paths = ["index", "a", "b", "a/index", "a/a", "a/b/c", "b/README"]
    for number, order in enumerate([paths, paths[::-1], [*paths[3:], *paths[:3], "a"]]):
        indexer = InlineIndexer()
        for path in order:
            indexer.add(page(path, f"<p>{path} word{len(path)}</p>"))
        indexer.finish(target(tmp_path / str(number)))
        indexer.result()
    manifests = {(tmp_path / str(number) / "manifest.json").read_text() for number in range(3)}
    assert len(manifests) == 1


def test_pages_in_the_order_of_mkdocs_are_written_as_they_come(tmp_path: Path) -> None:
    paths = ["README.md", "a.md", "b.md", "a/index.md", "a/b.md", "a/c/d.md", "b/a.md"]
    assert paths == mkdocs_order(tmp_path, paths[::-1])
    job = IndexJob()
    for path in paths:
        job.add(PageSource(path, path, "", Labels("site"), "<p>text</p>"))
    assert job._in_order


def mkdocs_order(folder: Path, paths: list[str]) -> list[str]:
    for path in paths:
        (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "docs" / path).touch()
    config = MkDocsConfig()
    config.load_dict({"site_name": "S", "docs_dir": str(folder / "docs"), "site_dir": str(folder / "site")})
    config.validate()
    return [file.src_uri for file in get_files(config)]
