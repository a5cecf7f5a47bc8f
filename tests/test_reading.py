"""`Index.get`: one document, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import mkdocs_fts
from mkdocs_fts import Index, PageNotFound, database
from mkdocs_fts.document import Document, Labels, Passage
from tests.support.documents import SITE, document


def guide() -> Document:
    """57 passages: the top, and 28 sections of two passages each."""
    passages = [Passage("guide", "Guide", 1, False, "Guide\nWelcome to the guide.")]
    for n in range(1, 29):
        passages.append(Passage(f"part-{n}", f"Part {n}", 2, False, f"Part {n}\nAbout number{n}. Shared words."))
        passages.append(Passage(f"part-{n}", f"Part {n}", 0, n == 5, f"More on number{n}: detail{n}, colour{n}."))
    return document("help/guide/", *passages, title="Guide", labels=Labels("site", "draft"), trail=["Help"], tags=["x"])


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    documents = [
        document("", "Home sweet home.", title="Home"),
        document("a.html", "Without directories."),
        document("help/", "Help."),
        guide(),
        document("ma%C3%B1ana/", "Tomorrow."),
        document("secret/", "Before.\n\ufffc\nAfter \ufffc.", title="Secret"),
        document("empty/", title="Empty"),
    ]
    database.write(tmp_path / "index.sqlite3", documents, [SITE])
    with mkdocs_fts.open(tmp_path / "index.sqlite3") as index:
        yield index


ODD = [
    "chats.json?conversation=2",
    "c#h?ats.json?conversation=1",
    "näme with #hash?.md",
    "https://git.example.org/a.log",
]
"""URLs of files and of conversations."""


@pytest.mark.parametrize("url", ODD)
def test_the_url_of_a_file_is_taken_as_it_is_told(url: str, tmp_path: Path) -> None:
    passages = [Passage("", "", 0, False, "top"), Passage("ports/#1 50%25", "Ports", 2, False, "Ports\n443")]
    database.write(tmp_path / "index.sqlite3", [document(each, *passages) for each in ODD], [SITE])
    with mkdocs_fts.open(tmp_path / "index.sqlite3") as index:
        assert (index.get(url)["url"], index.get(url)["offset"]) == (url, 0)
        assert (index.get(f"{url}#ports/#1 50%25")["url"], index.get(f"{url}#ports/#1 50%25")["offset"]) == (url, 1)


def numbers(part: dict[str, Any]) -> list[int]:
    return [passage["number"] for passage in part["passages"]]


def test_a_document_is_told_with_its_labels_and_its_first_passages(index: Index) -> None:
    part = index.get("help/guide/")
    assert numbers(part) == list(range(1, 21))
    first, second, third, *_ = part.pop("passages")
    assert part == {
        "ok": True,
        "url": "help/guide/",
        "title": "Guide",
        "wiki": "site",
        "status": "draft",
        "kind": "written",
        "trail": ["Help"],
        "tags": ["x"],
        "modified": None,
        "total": 57,
        "offset": 0,
        "match": None,
        "previous": None,
        "next": 20,
    }
    assert first == {
        "number": 1,
        "anchor": "guide",
        "title": "Guide",
        "level": 1,
        "generated": False,
        "text": "Welcome to the guide.",
    }
    assert (second["anchor"], second["level"], third["anchor"], third["level"]) == ("part-1", 2, "part-1", 0)


def test_reading_on_gives_every_passage_once(index: Index) -> None:
    read: list[int] = []
    offset = 0
    while offset is not None:
        part = index.get("help/guide/", offset=offset)
        read += numbers(part)
        offset = part["next"]
    assert read == list(range(1, 58))


def test_going_back_ends_at_the_top(index: Index) -> None:
    part = index.get("help/guide/", offset=27, limit=20)
    assert (part["previous"], part["next"]) == (7, 47)
    assert index.get("help/guide/", offset=7, limit=20)["previous"] == 0
    assert index.get("help/guide/", offset=0, limit=20)["previous"] is None


def test_an_offset_after_the_end_is_an_empty_part(index: Index) -> None:
    part = index.get("help/guide/", offset=90, limit=20)
    assert (part["passages"], part["total"], part["previous"], part["next"]) == ([], 57, 37, None)


def test_a_document_without_text_has_no_passages(index: Index) -> None:
    part = index.get("empty/")
    assert (part["passages"], part["total"], part["next"]) == ([], 0, None)


def test_generated_passages_are_told(index: Index) -> None:
    part = index.get("help/guide/", limit=57)
    assert [passage["number"] for passage in part["passages"] if passage["generated"]] == [11]


def test_an_anchor_turns_to_its_section(index: Index) -> None:
    part = index.get("help/guide/#part-10", limit=2)
    assert [passage["title"] for passage in part["passages"]] == ["Part 10", "Part 10"]
    assert part["offset"] == 19


def test_an_offset_counts_before_an_anchor(index: Index) -> None:
    assert index.get("help/guide/#part-10", offset=3)["offset"] == 3


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("detail12", 25),
        ("number12 detail12", 25),
        ("part 14", 28),
        ('"about number7"', 14),
        ("detial12", 25),
        ("colour5", 11),
        ("number9 nowhereatall", 18),
    ],
)
def test_a_query_turns_to_the_passage_that_answers_best(index: Index, query: str, number: int) -> None:
    part = index.get("help/guide/", query=query, limit=3)
    assert (part["match"], numbers(part)[0]) == (number, number)


@pytest.mark.parametrize("query", ["qxzvjk", "!!!", "", "wiki:site"])
def test_a_query_that_nothing_answers_reads_from_the_top(index: Index, query: str) -> None:
    part = index.get("help/guide/#part-10", query=query)
    assert (part["match"], part["offset"]) == (None, 0)


def test_what_was_left_out_has_a_marker_in_its_place(index: Index) -> None:
    (passage,) = index.get("secret/")["passages"]
    assert passage["text"] == "Before.\n[left out]\nAfter [left out]."


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("help/guide/", "help/guide/"),
        ("/help/guide/", "help/guide/"),
        ("./help/guide/", "help/guide/"),
        ("help/guide", "help/guide/"),
        ("help/guide/index.html", "help/guide/"),
        ("help/guide/?h=word", "help/guide/"),
        ("https://example.org/help/guide/", "help/guide/"),
        ("https://example.org/wiki/help/guide/#part-1", "help/guide/"),
        ("https://example.org/wiki/help/guide", "help/guide/"),
        ("https://example.org/", ""),
        ("", ""),
        ("/", ""),
        ("index.html", ""),
        ("a", "a.html"),
        ("a.html", "a.html"),
        ("mañana", "ma%C3%B1ana/"),
        ("/ma%C3%B1ana/", "ma%C3%B1ana/"),
    ],
)
def test_a_page_may_be_named_in_many_ways(index: Index, written: str, url: str) -> None:
    assert index.get(written)["url"] == url


@pytest.mark.parametrize("written", ["nowhere/", "guide/", "https://example.org/nowhere/", "help/guide/more/", "zzz"])
def test_a_page_that_is_not_there_is_no_other_page(index: Index, written: str) -> None:
    with pytest.raises(PageNotFound, match=f"^no page '{written}' in the index; "):
        index.get(written)


def test_a_page_that_is_not_there_may_be_spelled_nearly_so(index: Index) -> None:
    with pytest.raises(PageNotFound, match="there is help/guide/"):
        index.get("help/giude/")


def test_a_section_that_is_not_there_is_an_error(index: Index) -> None:
    with pytest.raises(PageNotFound, match="no section #part-99 in the page 'help/guide/'; there is #part-"):
        index.get("help/guide/#part-99")


@pytest.mark.parametrize("arguments", [{"offset": -1}, {"limit": 0}])
def test_numbers_that_make_no_part_are_errors(index: Index, arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="and must be"):
        index.get("help/guide/", **arguments)  # type: ignore[arg-type]


def test_pages_are_found_in_whatever_order_they_were_written(tmp_path: Path) -> None:
    with closing(database.Writer()) as writer:
        for url in ("z/", "", "m/", "a/"):
            writer.add(document(url, f"text of {url}"))
        writer.finish(tmp_path / "unsorted.sqlite3", [SITE])
    with mkdocs_fts.open(tmp_path / "unsorted.sqlite3") as index:
        assert [index.get(url)["passages"][0]["text"] for url in ("a/", "m/", "z/")] == [
            "text of a/",
            "text of m/",
            "text of z/",
        ]
        assert [each["url"] for each in index.list()["documents"]] == ["", "a/", "m/", "z/"]
