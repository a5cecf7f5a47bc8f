"""What a search shows of pages, packed; `js/test/heads.test.ts` unpacks the same vectors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts import heads, varint
from mkdocs_fts.heads import Head, Start
from tests.support.vectors import LAYOUT


def head(page: dict[str, Any]) -> Head:
    return Head(page["url"], page["title"], page["trail"], [Start(**start) for start in page["starts"]])


@pytest.mark.parametrize("vector", LAYOUT["heads"], ids=lambda vector: vector["pages"][0]["title"])
def test_heads_are_packed_as_the_shared_vectors_say(vector: dict[str, Any]) -> None:
    pages = [head(page) for page in vector["pages"]]
    assert heads.pack(pages) == (vector["heads"], bytes.fromhex(vector["starts"]))
    assert heads.unpack(vector["heads"], bytes.fromhex(vector["starts"])) == pages


def test_blocks_are_joined_into_one_of_all_their_pages() -> None:
    pages = [head(page) for vector in LAYOUT["heads"] * 2 for page in vector["pages"]]
    blocks = [pages[:3], pages[3:4], pages[4:]]
    firsts = [sum(len(page.starts) for block in blocks[:n] for page in block) for n in range(3)]
    rows = [(first, *heads.pack(block)) for first, block in zip(firsts, blocks, strict=True)]
    assert heads.join(rows) == heads.pack(pages)
    # `mkdocs serve` writes a block's passages after all others where they have become more.
    moved = [rows[0], (90, *rows[1][1:]), rows[2]]
    assert heads.join(moved) is None


@given(st.lists(st.integers(0, 2**56 - 1)))
def test_numbers_come_back_from_their_packed_form(numbers: list[int]) -> None:
    assert varint.unpack(varint.pack(numbers)) == numbers


def test_a_passage_continues_the_section_of_the_one_before() -> None:
    marks = [("", False), ("a", False), ("a", True), ("a", True), ("b", False)]
    starts = heads.starts_of(marks, [(0, 0), (3, 0), (0, 9), (4, 9), (8, 1)])
    assert [start.continues for start in starts] == [False, False, True, True, False]
