"""What a reader's browser has to load before the index itself, compressed as hosts do it."""

from __future__ import annotations

import gzip

import pytest

from mkdocs_fts.resources import static_folder

KILOBYTE = 1000


def compressed(*names: str) -> int:
    return sum(len(gzip.compress((static_folder() / name).read_bytes(), 9)) for name in names)


@pytest.mark.parametrize(
    ("names", "kilobytes"),
    [
        (["start.js"], 3.5),  # on every page
        (["dialog.js", "search.css"], 30),  # the search page included
        (["search.js", "worker.js"], 22),
        (["marks.js"], 6),
        (["text-ja.js"], 2),
    ],
)
def test_what_is_loaded_stays_small(names: list[str], kilobytes: float) -> None:
    assert compressed(*names) < kilobytes * KILOBYTE
