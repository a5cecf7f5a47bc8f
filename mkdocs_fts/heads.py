"""What a search shows of a page, and where its passages begin: packed by blocks of pages.

A search shows pages that lie apart, and fetches from the web what lies around each. Packed, that is half as much as in
rows of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mkdocs_fts import varint

BLOCK = 16
"""Pages of a block."""
_GENERATED, _CONTINUES = 1, 2


@dataclass(frozen=True, slots=True)
class Start:
    """Where a passage begins."""

    generated: bool
    """Its text stands in the column `generated`, not `body`."""
    continues: bool
    """It goes on with the section of the passage before it."""
    first_token: int
    """In that column, counted in FTS5's tokens."""
    first_part: int
    """Where its parts begin in `parts`, or, if generated, in `generated`."""


@dataclass(frozen=True, slots=True)
class Head:
    """A page without its text."""

    url: str
    title: str
    trail: list[str]
    starts: Sequence[Start]
    """Of its passages, in the order of reading."""


def block_of(page: int) -> int:
    """The block in which a page stands."""
    return (page - 1) // BLOCK


def pack(heads: Sequence[Head]) -> tuple[str, bytes]:
    """The columns `heads` and `starts` of the table `head`, for the pages of a block.

    `heads` is JSON: the URLs, the titles, the different trails, and which of them each page has. `starts` are numbers:
    how many passages each page has; of each passage how many tokens it begins after the one before it in its column,
    times four, with its two marks; of each passage how many parts after. All numbers of one sort stand together, for
    then they compress best.
    """
    trails: dict[tuple[str, ...], int] = {}
    numbers = [trails.setdefault(tuple(head.trail), len(trails)) for head in heads]
    text = _dump([[head.url for head in heads], [head.title for head in heads], [*trails], numbers])
    marked, parts = [], []
    for head in heads:
        token, part = {False: 0, True: 0}, {False: 0, True: 0}
        for start in head.starts:
            side = start.generated
            ahead = start.first_token - token[side]
            marked.append(ahead << 2 | _CONTINUES * start.continues | _GENERATED * side)
            parts.append(start.first_part - part[side])
            token[side], part[side] = start.first_token, start.first_part
    return text, varint.pack([*(len(head.starts) for head in heads), *marked, *parts])


def join(blocks: Iterable[tuple[int, str, bytes]]) -> tuple[str, bytes] | None:
    """Rows of the table `head` (`first_section`, `heads`, `starts`), in order, as one block of all their pages, which
    compresses to a tenth less. None where their passages do not follow on each other from 0."""
    urls: list[str] = []
    titles: list[str] = []
    trails: dict[tuple[str, ...], int] = {}
    trail_of: list[int] = []
    counts: list[int] = []
    marked: list[int] = []
    parts: list[int] = []
    for first, text, packed in blocks:
        if first != len(marked):
            return None
        own_urls, own_titles, own_trails, own_numbers = json.loads(text)
        urls += own_urls
        titles += own_titles
        numbers = [trails.setdefault(tuple(trail), len(trails)) for trail in own_trails]
        trail_of += [numbers[number] for number in own_numbers]
        own_counts, own_marked, own_parts = _numbers(packed, len(own_urls))
        counts += own_counts
        marked += own_marked
        parts += own_parts
    return _dump([urls, titles, [*trails], trail_of]), varint.pack([*counts, *marked, *parts])


def _dump(columns: list[list[Any]]) -> str:
    return json.dumps(columns, ensure_ascii=False, separators=(",", ":"))


def _numbers(packed: bytes, pages: int) -> tuple[list[int], list[int], list[int]]:
    """How many passages each page has; of each passage what is told of its tokens, and of its parts."""
    numbers = varint.unpack(packed)
    end = pages + sum(numbers[:pages])
    return numbers[:pages], numbers[pages:end], numbers[end:]


def unpack(text: str, packed: bytes) -> list[Head]:
    """What `pack` was given."""
    urls, titles, trails, numbers = json.loads(text)
    counts, marked, parts = _numbers(packed, len(urls))
    passages = zip(marked, parts, strict=True)
    return [
        Head(url, title, trails[number], list(_starts(passages, count)))
        for url, title, number, count in zip(urls, titles, numbers, counts, strict=True)
    ]


def _starts(passages: Iterator[tuple[int, int]], count: int) -> Iterator[Start]:
    token, part = {False: 0, True: 0}, {False: 0, True: 0}
    for _ in range(count):
        marked, parts_ahead = next(passages)
        side = bool(marked & _GENERATED)
        token[side] += marked >> 2
        part[side] += parts_ahead
        yield Start(side, bool(marked & _CONTINUES), token[side], part[side])


def starts_of(marks: Iterable[tuple[str, bool]], starts: Iterable[tuple[int, int]]) -> list[Start]:
    """`marks` are the anchor of each passage and whether it is generated, `starts` its `(first_token, first_part)`."""
    found = []
    before = None
    for (anchor, generated), (token, part) in zip(marks, starts, strict=True):
        found.append(Start(generated, anchor == before, token, part))
        before = anchor
    return found
