"""The index of a site that is built over and over."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mkdocs_fts
from mkdocs_fts import frequent, published, serving
from mkdocs_fts.background import BackgroundIndexer
from mkdocs_fts.database import DEFAULT_WEIGHTS, Writer
from mkdocs_fts.document import Document, Labels, Wiki
from mkdocs_fts.indexing import IndexJob, PageReport, PageSource, Target
from mkdocs_fts.liveindex import LiveIndex
from mkdocs_fts.serving import ServingJob
from tests.support.documents import document, passage
from tests.support.vectors import INPUTS

WIKIS = [Wiki("site", "Site")]
WORDS = ["fork", "forks", "restore", "restores", "sendRaw", "C++", "é", "Größe", "漢字", *INPUTS[:10]]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
PASSAGES = st.lists(st.builds(passage, TEXTS, generated=st.booleans()), min_size=1, max_size=4)
GRAMS = 8
"""Where `content` tells the grams of terms."""
SITES = st.lists(st.lists(PASSAGES, min_size=3, max_size=3), min_size=2, max_size=4)


def site(texts: list[list[object]]) -> list[Document]:
    return [document(f"{number}/", *passages) for number, passages in enumerate(texts)]  # type: ignore[arg-type]


@contextmanager
def written(path: Path, documents: list[Document]) -> Iterator[LiveIndex]:
    with closing(Writer()) as writer:
        for each in documents:
            writer.add(each)
        writer.finish(path, WIKIS)
    yield LiveIndex(path, writer, documents, WIKIS)


def content(path: Path) -> list[list[tuple[object, ...]]]:
    """All that readers see."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, page_fts, instance)")
        db.execute("CREATE VIRTUAL TABLE temp.title USING fts5vocab(main, title_fts, instance)")
        db.execute("CREATE VIRTUAL TABLE temp.gram USING fts5vocab(main, term_fts, instance)")
        queries = (
            "SELECT * FROM page ORDER BY id",
            "SELECT page_id, position, anchor, title, level, generated, first_token, first_part, text FROM section "
            "ORDER BY page_id, id",
            "SELECT id, heads, starts FROM head ORDER BY id",
            "SELECT id FROM head WHERE first_section <> (SELECT min(section.id) FROM section "
            "WHERE (page_id - 1) / 16 = head.id)",
            "SELECT * FROM temp.title ORDER BY doc, offset, term",
            "SELECT * FROM temp.word ORDER BY doc, col, offset, term",
            "SELECT rowid, bm25(page_fts) FROM page_fts('fork OR restore OR é') ORDER BY rowid",
            "SELECT term, pages FROM term ORDER BY term",
            "SELECT term.term, gram.term FROM temp.gram JOIN term ON term.id = doc ORDER BY term.term, gram.term",
            "SELECT count(*) FROM term",
            "SELECT key, value FROM meta WHERE key NOT IN ('alphabet', 'marks') ORDER BY key",
        )
        return [db.execute(query).fetchall() for query in queries]


@settings(max_examples=25, deadline=None)
@given(SITES)
def test_an_index_that_follows_its_pages_holds_what_one_written_anew_would(states: list[list[list[object]]]) -> None:
    with TemporaryDirectory() as folder:
        live = Path(folder) / "live"
        with written(live, site(states[0])) as index:
            for number, state in enumerate(states[1:]):
                index.follow(site(state))
                whole = Path(folder) / str(number)
                with written(whole, site(state)):
                    pass
                # Words that were there once still join others into families.
                assert without_own_stems(content(live)) == without_own_stems(content(whole))
        with closing(sqlite3.connect(live)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def without_own_stems(tables: list[list[tuple[object, ...]]]) -> list[list[tuple[object, ...]]]:
    tables[GRAMS] = [(term, gram) for term, gram in tables[GRAMS] if gram != f"\ue102{term}"]
    return tables


def test_a_new_word_brings_an_old_one_into_its_family(tmp_path: Path) -> None:
    with written(tmp_path / "live", [document("a/", "fork"), document("b/", "other")]) as index:
        index.follow([document("a/", "fork"), document("b/", "forks")])
    assert ("fork", "\ue102fork") in content(tmp_path / "live")[GRAMS]
    assert ("forks", "\ue102fork") in content(tmp_path / "live")[GRAMS]


def test_pages_that_did_not_change_leave_the_file_as_it_is(tmp_path: Path) -> None:
    pages = [document("a/", "one"), document("b/", "two")]
    with written(tmp_path / "live", pages) as index:
        before = (tmp_path / "live").read_bytes()
        index.follow([document("a/", "one"), document("b/", "two")])
        assert (tmp_path / "live").read_bytes() == before


@pytest.mark.parametrize("grown", [0, 20, 39], ids=["first block", "one between", "last block"])
def test_an_index_whose_passages_have_moved_is_searched_and_read_as_one_written_anew(
    grown: int, tmp_path: Path
) -> None:
    def pages(more: int) -> list[Document]:
        return [
            document(
                f"{n}/",
                passage("Home", title="Home", level=1),
                *(
                    passage(f"Part {part}\nword{n} of part{part}", title=f"Part {part}", level=2)
                    for part in range(2 + more * (n == grown))
                ),
            )
            for n in range(40)  # three blocks
        ]

    live, whole = tmp_path / "live", tmp_path / "whole"
    with written(live, pages(0)) as index:
        for more in (3, 9):
            index.follow(pages(more))
    with written(whole, pages(9)):
        pass
    with mkdocs_fts.open(live) as changed, mkdocs_fts.open(whole) as anew:
        assert list(changed.texts()) == list(anew.texts())
        for n in range(40):
            for part in (1, 7):
                query = f"word{n} part{part}"
                assert changed.search(query) == anew.search(query)
                assert changed.get(f"{n}/", query=query) == anew.get(f"{n}/", query=query)
            assert changed.get(f"{n}/#part 1") == anew.get(f"{n}/#part 1")


def test_counts_of_common_words_go_when_pages_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequent, "LEAST_BYTES", 0)
    with written(tmp_path / "live", [document("a/", "the one"), document("b/", "the")]) as index:
        with closing(sqlite3.connect(tmp_path / "live")) as db:
            assert db.execute("SELECT count(*) FROM frequent").fetchone()[0] > 1
        index.follow([document("a/", "the two"), document("b/", "the")])
    with closing(sqlite3.connect(tmp_path / "live")) as db:
        assert db.execute("SELECT * FROM frequent").fetchall() == []


def page(name: str, text: str = "text", wiki: str = "site") -> PageSource:
    return PageSource(f"{name}.md", f"{name}/", name, Labels(wiki), f"<p>{text}</p>")


def target(folder: Path, title: str = "Site") -> Target:
    return Target(
        folder, [Wiki("site", title), Wiki("other", "Other")], DEFAULT_WEIGHTS, {}, "2026-01-31T10:00:00+00:00"
    )


def texts(folder: Path) -> list[str]:
    path = folder.with_suffix(".sqlite3")
    path.write_bytes(published.read_database(folder))
    with closing(sqlite3.connect(path)) as db:
        return [text for (text,) in db.execute("SELECT text FROM section ORDER BY page_id, id")]


def test_the_first_build_is_that_of_an_index_job(tmp_path: Path) -> None:
    for name, job in (("a", IndexJob()), ("b", ServingJob(tmp_path))):
        for each in ("b", "a", "c"):
            job.add(page(each))
        job.finish(target(tmp_path / name))
    assert (tmp_path / "a" / "manifest.json").read_text() == (tmp_path / "b" / "manifest.json").read_text()


@pytest.mark.parametrize(
    ("pages", "title", "expected"),
    [
        ({"a": "one", "b": "new"}, "Site", ["one", "new"]),
        ({"b": "two", "a": "one"}, "Site", ["one", "two"]),
        ({"a": "one"}, "Site", ["one"]),
        ({"a": "one", "aa": "between", "b": "two"}, "Site", ["one", "between", "two"]),
        ({"a": "one", "b": "two"}, "Renamed", ["one", "two"]),
    ],
)
def test_a_later_build_has_the_pages_that_there_are_then(
    pages: dict[str, str], title: str, expected: list[str], tmp_path: Path
) -> None:
    before = {"a": "one", "b": "two"}
    job, whole = ServingJob(tmp_path), IndexJob()
    for name, text in before.items():
        job.add(page(name, text))
    job.finish(target(tmp_path / "fts"))
    for name, text in pages.items():
        whole.add(page(name, text))
        if before.get(name) == text:
            job.keep(f"{name}.md")
        else:
            job.add(page(name, text))
    reports = job.finish(target(tmp_path / "fts", title))
    assert reports == whole.finish(target(tmp_path / "whole", title))
    assert texts(tmp_path / "fts") == texts(tmp_path / "whole") == expected
    assert published.read_manifest(tmp_path / "fts")["wikis"] == published.read_manifest(tmp_path / "whole")["wikis"]


def test_a_page_that_moves_to_another_wiki_takes_the_wiki_along(tmp_path: Path) -> None:
    job = ServingJob(tmp_path)
    for wiki in ("site", "other"):
        job.add(page("a", wiki=wiki))
        job.finish(target(tmp_path / "fts"))
    assert [wiki["id"] for wiki in published.read_manifest(tmp_path / "fts")["wikis"]] == ["other"]


def test_only_pages_that_changed_are_read_and_their_chunks_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = ServingJob(tmp_path)
    folder = tmp_path / "fts"
    for number in range(100):
        job.add(page(f"{number:02}", f"word{number} " * 1000))
    job.finish(target(folder))
    before = {file.stat().st_ino for file in folder.glob("*/[0-9]*.bin")}
    read = serving.read_page
    seen: list[str] = []

    def watched(source: PageSource, selectors: list[str]) -> tuple[Document, PageReport]:
        seen.append(source.path)
        return read(source, selectors)

    monkeypatch.setattr(serving, "read_page", watched)
    for number in range(100):
        job.keep(f"{number:02}.md") if number != 50 else job.add(page("50", "changed " * 1000))
    job.finish(target(folder))
    after = {file.stat().st_ino for file in folder.glob("*/[0-9]*.bin")}
    assert seen == ["50.md"]
    assert len(after - before) < len(after) / 3
    assert any(text.startswith("changed changed") for text in texts(folder))


def test_the_process_lives_on_and_is_sent_only_what_changed(tmp_path: Path) -> None:
    indexer = BackgroundIndexer([], ["en"], serving=True)
    process = indexer._process.pid
    for text in ("two", "new", "new"):
        indexer.add(page("a", "one"))
        indexer.add(page("b", text))
        indexer.finish(target(tmp_path / "fts"))
        assert [report.path for report in indexer.result()] == ["a.md", "b.md"]
        assert texts(tmp_path / "fts") == ["one", text]
        assert indexer.goes_on([], ["en"])
        assert not indexer.goes_on([], ["es"])
        assert not indexer.goes_on([".gen"], ["en"])
    assert indexer._process.pid == process
    indexer.cancel()
    assert not indexer.goes_on([], ["en"])


def test_ending_the_process_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    indexer = BackgroundIndexer(serving=True)
    indexer.add(page("a"))
    indexer.finish(target(tmp_path / "fts"))
    indexer.result()
    assert list(temporary.iterdir()) != []
    indexer.cancel()
    assert list(temporary.iterdir()) == []
