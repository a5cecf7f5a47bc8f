"""Other terms for a word that stands on no page as it was typed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.query.engine import Engine
from mkdocs_fts.query.spelling import MAX_INSIDES, MAX_SIMILAR, edits, family, insides, shorter, similar
from mkdocs_fts.vocabulary import MAX_TERM
from tests.support.documents import document, engine_of
from tests.support.vectors import QUERIES as VECTORS

PAGES = [
    "restore restored restoring policy policies webhooks",
    "restore the configuration of pgbouncer, then configure it",
    "restore configuración configuraciones sendRawTransaction rawhide",
    "receive form from flow station stations generation the then",
]
WORDS = sorted({word.strip(",").lower() for page in PAGES for word in page.split()})
LETTERS = st.text(st.sampled_from("abcé"), max_size=6)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    pages = [document(f"{number}/", text) for number, text in enumerate(PAGES)]
    with engine_of(pages, languages=["en", "es"]) as engine:
        yield engine


@pytest.mark.parametrize("vector", VECTORS["edits"], ids=lambda vector: f"{vector['a']} {vector['b']}")
def test_edits_are_counted_as_the_shared_vectors_say(vector: dict[str, Any]) -> None:
    assert edits(vector["a"], vector["b"], vector["limit"]) == vector["expect"]


@given(LETTERS, LETTERS)
def test_edits_are_the_same_both_ways(a: str, b: str) -> None:
    assert edits(a, b, 9) == edits(b, a, 9)
    assert (edits(a, b, 9) == 0) == (a == b)
    assert edits(a, b, 9) <= max(len(a), len(b))


@given(LETTERS, LETTERS, st.integers(0, 4))
def test_a_limit_changes_nothing_below_it(a: str, b: str, limit: int) -> None:
    whole = edits(a, b, 9)
    assert edits(a, b, limit) == whole if whole <= limit else edits(a, b, limit) > limit


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("restores", {"restore", "restored", "restoring"}),
        ("restore", {"restore", "restored", "restoring"}),
        ("webhook", {"webhooks"}),
        ("policy", {"policy", "policies"}),
        ("generations", {"generation"}),
        ("configuracion", {"configuracion", "configuraciones"}),
        ("configuring", {"configure", "configuration"}),
        ("zebras", set()),
        ("cosmic", set()),
        ("re", set()),
        ("v2", set()),
        ("x" * 5000, set()),
    ],
)
def test_a_word_leads_to_its_family(engine: Engine, word: str, found: set[str]) -> None:
    assert set(family(engine, word)) >= found
    assert found or family(engine, word) == []


def test_a_word_without_a_family_leads_to_its_beginning() -> None:
    with engine_of([document("a/", "fork the carp")]) as engine:
        assert family(engine, "forks") == []
        assert shorter(engine, "forks") == ["fork"]
        assert shorter(engine, "fork") == []
        assert shorter(engine, "carpentry") == []


def test_a_family_begins_with_what_stands_on_most_pages(engine: Engine) -> None:
    assert family(engine, "restores")[0] == "restore"


@pytest.mark.parametrize(
    ("fragment", "found"),
    [
        ("rawtrans", ["sendrawtransaction"]),
        ("raw", ["rawhide", "sendrawtransaction"]),
        ("bouncer", ["pgbouncer"]),
        ("hook", ["webhooks"]),
        ("restore", ["restore", "restored"]),
        ("ra", []),
        ("zzz", []),
        ("trarans", []),
        ("x" * 5000, []),
    ],
)
def test_a_part_of_a_word_leads_to_the_word(engine: Engine, fragment: str, found: list[str]) -> None:
    assert [term for term in insides(engine, fragment) if term in WORDS] == found


def test_a_part_can_be_held_to_one_end(engine: Engine) -> None:
    assert insides(engine, "raw", "begin") == ["raw", "rawhide"]  # `raw` itself is a part of the identifier
    assert insides(engine, "action", "end") == ["sendrawtransaction", "transaction"]
    assert insides(engine, "estore", "begin") == []
    assert insides(engine, "restor", "end") == []


def test_a_part_of_many_words_stands_for_the_most_common() -> None:
    words = [f"pump{first}{second}" for first in "abcdefgh" for second in "abcdefgh"]
    with engine_of([document(f"{page}/", " ".join(words[20 - page :])) for page in range(21)]) as engine:
        found = insides(engine, "pump")
    assert found == [*words[20:], *words[19:13:-1]]
    assert len(found) == MAX_INSIDES


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("pgbounser", "pgbouncer"),  # a wrong letter
        ("pgbuncer", "pgbouncer"),  # one missing
        ("pgbounceer", "pgbouncer"),  # one too many
        ("pgobuncer", "pgbouncer"),  # two transposed
        ("recieve", "receive"),
        ("fomr", "form"),
        ("flwo", "flow"),
        ("ehtn", None),
        ("configuracoin", "configuracion"),
        ("confgiurtaion", "configuration"),  # two of them in a long word
        ("pqboumcar", None),  # three
        ("tha", None),  # too short to guess at
    ],
)
def test_a_misspelling_leads_to_the_word(engine: Engine, word: str, found: str | None) -> None:
    assert similar(engine, word)[:1] == ([found] if found else [])


def test_a_careful_guess_changes_one_letter_of_a_long_word(engine: Engine) -> None:
    assert similar(engine, "recieve", careful=True) == ["receive"]
    assert similar(engine, "fomr", careful=True) == []
    assert similar(engine, "confgiurtaion", careful=True) == []


def test_a_word_that_is_still_typed_is_compared_with_beginnings(engine: Engine) -> None:
    assert similar(engine, "configruat") == []
    assert similar(engine, "configruat", prefix=True) == ["configuration"]


def test_a_word_is_no_misspelling_of_itself(engine: Engine) -> None:
    assert "station" not in similar(engine, "station")


def test_the_nearest_words_are_taken_and_few_of_them() -> None:
    pages = ["stationa stationb stationc stationd", "stationb stationc stationxy", "stationb"]
    with engine_of([document(f"{number}/", text) for number, text in enumerate(pages)]) as engine:
        assert similar(engine, "station") == ["stationb", "stationc", "stationa"]
        assert len(similar(engine, "station")) == MAX_SIMILAR


@given(st.sampled_from([word for word in WORDS if len(word) >= 4 and word.isascii()]), st.randoms())
def test_any_single_slip_is_forgiven(engine: Engine, word: str, chance: random.Random) -> None:
    at = chance.randrange(len(word) - 1)
    letter = chance.choice("abcxyz")
    slips = [
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ]
    for slip in slips:
        if len(slip) >= 4 and slip not in WORDS:
            [nearest, *_] = similar(engine, slip)
            assert edits(slip, nearest, 1) == 1


@given(st.text(min_size=1), st.booleans(), st.booleans())
def test_every_guess_is_near_and_stands_on_a_page(engine: Engine, word: str, prefix: bool, careful: bool) -> None:
    token = engine.alphabet.fold("".join(filter(str.isalnum, word)))
    for term in similar(engine, token, prefix=prefix, careful=careful):
        assert insides(engine, term, "begin")[:1]
        assert any(edits(token, term[:length], 2) <= 2 for length in range(len(term) + 1))


def test_a_very_long_word_is_no_misspelling(engine: Engine) -> None:
    letters = random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=5000)
    assert similar(engine, "".join(letters)) == []
    assert similar(engine, "".join(letters)[: MAX_TERM + 2]) == []
