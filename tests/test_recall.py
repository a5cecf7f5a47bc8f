"""Batteries made from a site's own texts, their files, and how well they are answered."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts.query.parse import parse
from mkdocs_fts.query.texts import Text
from mkdocs_fts.recall.making import CUT, KINDS, make
from mkdocs_fts.recall.ranks import Ranks, rank, ranks
from mkdocs_fts.recall.searches import BatteryNotReadable, Search, load, save


def page(url: str, text: str, title: str = "") -> Text:
    return Text(url=url, title=title, text=text)


def made(*pages: Text, **options: int) -> list[Search]:
    return make(lambda: pages, **options)


def queries(searches: Sequence[Search], kind: str) -> list[str]:
    return [each.query for each in searches if each.kind == kind]


@pytest.fixture
def site() -> list[Text]:
    chance = random.Random(7)
    syllables = ["ka", "lo", "mi", "ru", "te", "vo", "sa", "ni"]
    vocabulary = ["".join(chance.choices(syllables, k=4)) for _ in range(3000)]
    return [
        page(f"p{n}/", " ".join(chance.choices(vocabulary, k=600)), f"The {vocabulary[n]} and {vocabulary[n + 50]}")
        for n in range(40)
    ]


def test_phrases_are_of_five_words_before_at_and_after_the_cut(site: list[Text]) -> None:
    text_of = {each["url"]: each["text"] for each in site}
    searches = made(*site)
    where = {
        "early": lambda start, end: end <= CUT,
        "cut": lambda start, end: start < CUT < end,
        "late": lambda start, end: start >= CUT,
    }
    for kind, fits in where.items():
        found = [each for each in searches if each.kind == kind]
        assert len(found) == 40
        for each in found:
            assert len(each.query.split()) == 5
            start = text_of[each.url].index(each.query)
            assert fits(start, start + len(each.query))
            assert [url for url, text in text_of.items() if each.query in text] == [each.url]


def test_words_and_identifiers_stand_on_one_page_alone() -> None:
    searches = made(
        page("a/", "The pump and the Résumé of sendRawTransaction with C3PO and net/tube, shared/path"),
        page("b/", "The PUMP, the resume and the valve: max_fee, shared/path of sendrawtransaction"),
    )
    assert {(each.url, each.query) for each in searches if each.kind == "exact"} <= {
        *(("a/", word) for word in ("with", "tube")),
        *(("b/", word) for word in ("valve",)),
    }
    assert {each.url for each in searches if each.kind == "exact"} == {"a/", "b/"}
    identifiers = {each.url: each.query for each in searches if each.kind == "ident"}
    assert identifiers.keys() == {"a/", "b/"}
    assert identifiers["a/"] in ("C3PO", "net/tube")
    assert identifiers["b/"] == "max_fee"


def test_titles_give_two_words_in_their_order_unless_another_page_has_the_title() -> None:
    (search,) = made(
        page("a/", "", "How to move a tube of vents"),
        page("b/", "", "Overview of pumps"),
        page("c/", "", "overview of PUMPS"),
        page("d/", "", "Pumps"),
    )
    first, second = search.query.split()
    title = ["How", "move", "tube", "vents"]
    assert (search.kind, search.url) == ("title2", "a/")
    assert title.index(first) < title.index(second)


def test_text_of_many_pages_is_no_known_item() -> None:
    notice = "All rights of this page are waived by those who wrote it"
    assert made(page("a/", notice), page("b/", notice.upper())) == []


def test_the_same_seed_draws_the_same_and_a_further_page_changes_little(site: list[Text]) -> None:
    ten = made(*site, per_kind=10)
    assert [len(queries(ten, kind)) for kind in ("title2", "early", "cut", "late")] == [10] * 4
    assert made(*reversed(site), per_kind=10) == ten
    assert made(*site, per_kind=10, seed=2) != ten
    more = made(*site, page("more/", "zygote " * 400, "Another page of it"), per_kind=10)
    assert len(set(ten) - set(more)) <= len(KINDS)


@given(
    st.lists(
        st.sampled_from(["-left", "kind:auto", "wiki:x", "title:pump", "OR", "a-b", "wo*", "end", "“q”", '"q']),
        min_size=5,
    )
)
def test_no_search_says_more_than_words_to_find(tokens: list[str]) -> None:
    for each in made(page("a/", " ".join(tokens), " ".join(tokens[:6]))):
        parsed = parse(each.query)
        assert [*parsed.excluded, *parsed.wikis, *parsed.statuses, *parsed.kinds] == []
        assert all(len(alternatives) == 1 and alternatives[0].field is None for alternatives in parsed.required)


def test_no_phrase_reaches_over_what_was_left_out() -> None:
    assert queries(made(page("a/", "one two three four \ufffc five six seven eight")), "early") == []


def test_scripts_without_spaces_give_phrases_of_five_characters() -> None:
    text = "水位計のケーブルを点検する手順を説明します。"
    (phrase,) = queries(made(page("a/", text, "水位計の点検")), "early")
    assert phrase in text
    assert len(phrase) == 5
    (title,) = queries(made(page("a/", text, "水位計の点検")), "title2")
    assert all(part in "水位計の点検" for part in title.split())


def test_words_keep_their_marks() -> None:
    text = "जलस्तर मापक केबल निरीक्षण प्रक्रिया"
    assert queries(made(page("a/", text)), "early") == [text]
    assert set(queries(made(page("a/", text)), "exact")) <= set(text.split())


def test_a_page_without_text_gives_nothing() -> None:
    assert made(page("a/", ""), page("b/", "1 2 3 — 5 6 7")) == []
    assert made() == []


def test_a_battery_is_read_as_it_was_written(site: list[Text], tmp_path: Path) -> None:
    searches = [*made(*site, per_kind=3), Search("own", 'a "phrase"\u2028with ends', "")]
    save(tmp_path / "battery.jsonl", searches)
    assert load(tmp_path / "battery.jsonl") == searches
    first = (tmp_path / "battery.jsonl").read_text("utf-8").splitlines()[0]
    assert json.loads(first) == {"kind": "title2", "query": searches[0].query, "expect": searches[0].url}


@pytest.mark.parametrize(
    "line", ["no JSON", "[]", "1", '{"kind": "x"}', '{"kind": 1, "query": "a", "expect": "b"}', '{"kind": "\udcff"}']
)
def test_a_file_that_is_no_battery_is_told_with_its_line(line: str, tmp_path: Path) -> None:
    file = tmp_path / "battery.jsonl"
    good = '{"kind": "own", "query": "a", "expect": "b/"}\n\n'
    file.write_bytes((good + line).encode("utf-8", "surrogateescape"))
    with pytest.raises(BatteryNotReadable, match=r"battery\.jsonl:3 is no search; "):
        load(file)


def test_an_empty_file_is_no_battery(tmp_path: Path) -> None:
    (tmp_path / "battery.jsonl").write_text("\n")
    with pytest.raises(BatteryNotReadable, match="has no searches"):
        load(tmp_path / "battery.jsonl")


def test_ranks_count_hits_of_all_groups_by_their_score() -> None:
    answer = {
        "groups": [
            {"hits": [{"url": "a/", "score": 3.0}, {"url": "b/", "score": 1.0}]},
            {"hits": [{"url": "c/", "score": 2.0}]},
        ]
    }
    assert [rank(answer, url) for url in ("a/", "c/", "b/", "d/")] == [1, 2, 3, 0]
    found = ranks(lambda query: answer, [Search("x", "q", "c/"), Search("x", "q", "d/"), Search("y", "q", "a/")])
    assert found.of("x").found_in_ten == 50
    assert found.of("x").mean_reciprocal_rank == 0.25
    assert found.mean_reciprocal_rank == pytest.approx((0.5 + 0 + 1) / 3)
    assert found.misses == {Search("x", "q", "d/"): 0}
    assert found.kinds == ["x", "y"]


def test_a_page_after_the_first_ten_is_a_miss() -> None:
    tenth, eleventh = Search("x", "q", "a/"), Search("x", "q", "b/")
    assert Ranks({tenth: 10, eleventh: 11}).misses == {eleventh: 11}
