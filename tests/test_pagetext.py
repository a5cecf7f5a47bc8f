"""The columns of FTS5, and where each passage begins in them."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_fts.document import Passage
from tests.support.documents import database_of, document, passage, positions
from tests.support.vectors import INPUTS

TEXTS = st.lists(
    st.sampled_from(INPUTS) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    max_size=12,
).map(" ".join)


@settings(max_examples=40)
@given(st.lists(st.builds(passage, TEXTS, generated=st.booleans()), min_size=1, max_size=6))
def test_every_passage_has_its_parts_where_it_says(passages: list[Passage]) -> None:
    with database_of([document("a/", *passages)]) as db:
        for generated, column in ((False, "parts"), (True, "generated")):
            own = [each for each in passages if each.generated == generated]
            sql = "SELECT first_part FROM section WHERE generated = ? ORDER BY position"
            starts = [start for (start,) in db.execute(sql, (generated,))]
            held = positions(db, 1, column)
            identifiers: set[str] = set()
            for each, (start, end) in zip(own, pairwise([*starts, len(held)]), strict=True):
                expected = [term for term in parts_of(each) if term not in identifiers]
                assert held[start:end] == expected
                identifiers.update(term for term in expected if SIGN.search(term))


SIGN = re.compile("[\ue000-\ue0ff]")
"""A punctuation mark of an identifier, which stands in the index once a page."""


def parts_of(alone: Passage) -> list[str]:
    """What a passage puts into `parts` when it is all there is."""
    with database_of([document("a/", passage(alone.text))]) as db:
        return positions(db, 1, "parts")


def test_an_identifier_gives_its_parts_once_a_passage_and_itself_once_a_page() -> None:
    page = document(
        "a/", passage("sendRaw x.y sendRaw C++ sendRaw x.y"), passage("sendRaw x.y, then"), passage("plain text")
    )
    with database_of([page]) as db:
        assert positions(db, 1, "parts") == ["send", "raw", "x\ue02ey", "c\ue02b\ue02b", "send", "raw"]
        assert db.execute("SELECT first_part FROM section ORDER BY id").fetchall() == [(0,), (4,), (6,)]


def test_the_identifiers_of_generated_text_stand_behind_it() -> None:
    page = document("a/", passage("use sendRaw", generated=True), "C++", passage("now --flag", generated=True))
    with database_of([page]) as db:
        assert positions(db, 1, "generated") == ["use", "sendraw", "now", "flag", "send", "raw", "\ue02d\ue02dflag"]
        assert positions(db, 1, "parts") == ["c\ue02b\ue02b"]
        starts = db.execute("SELECT first_token, first_part FROM section ORDER BY id").fetchall()
    assert starts == [(0, 4), (0, 0), (2, 6)]


def test_a_digest_has_no_parts() -> None:
    digests = "9f86d081884c7d659a2feaa0c55ad015 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 0x1234567890ab"
    others = "0x1F deadBeef sha256sum abcdefabcdefX1"
    with database_of([document("a/", f"{digests} {others}")]) as db:
        assert positions(db, 1, "parts") == ["dead", "beef", "sha", "256", "sum", "abcdefabcdef", "x", "1"]
