"""The steps of a search, and what makes it go on to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mkdocs_fts import frequent
from mkdocs_fts.query import engine as query_engine
from mkdocs_fts.query.engine import Engine
from mkdocs_fts.query.expression import Phrase, to_fts5
from mkdocs_fts.query.forms import Correction
from mkdocs_fts.query.parse import parse
from mkdocs_fts.query.plan import plan
from mkdocs_fts.query.steps import LITTLE, Found, as_one_word, find, idf, plan_for
from tests.support.documents import RecordingEngine, document, engine_of, passage

WORDS = ["pump", "motor", "valve", "seal", "gasket", "rotor", "stator", "shaft", "bearing", "flange"]
COMMON = "the water of river station"
"""Words that nearly every page has."""


def pages() -> Iterator[str]:
    """A small site: page `n` has the words from number `n` on."""
    for number in range(len(WORDS)):
        yield f"{' '.join(WORDS[number:])} {COMMON}"
    yield f"restore {COMMON}"
    yield f"restored eth_sendRawTransaction {COMMON}"
    yield "0x30-0x3f 10.0.0.1-10.0.0.99 pgbouncer"
    for number in range(30):
        yield f"filler{number} {COMMON}"


@pytest.fixture(scope="module")
def shared() -> Iterator[RecordingEngine]:
    with engine_of([document(f"{number:02}/", text) for number, text in enumerate(pages())]) as engine:
        yield engine


@pytest.fixture
def engine(shared: RecordingEngine) -> RecordingEngine:
    """Nothing asked yet."""
    shared.matched.clear()
    shared.looked_up.clear()
    return shared


def search(engine: Engine, query: str, *, typing: bool = False) -> Found:
    wanted = plan(parse(query, typing=typing), engine.alphabet)
    assert wanted
    return find(engine, wanted)


def ranked(found: Found) -> list[int]:
    return sorted(found.scores, key=lambda page: (-found.scores[page], page))


def first_texts(texts: Sequence[str], query: str, **titles: str) -> list[int]:
    """The places of those of these texts that are found, the best first; others stand beside them."""
    documents = [document(f"{n}/", text, title=titles.get(f"t{n}", "")) for n, text in enumerate(texts)]
    documents += [document(f"other/{n}/", "another text " * 20) for n in range(20)]
    with engine_of(documents) as engine:
        return [page - 1 for page in ranked(search(engine, query))]


class TestExact:
    def test_all_words_must_stand_in_a_page(self, engine: RecordingEngine) -> None:
        found = search(engine, "pump rotor")
        assert set(found.scores) == {1}
        assert (found.relaxed, found.corrections, found.missing) == (False, [], {})
        assert set(search(engine, "rotor flange").scores) == {1, 2, 3, 4, 5, 6}

    @given(st.lists(st.sampled_from([*WORDS, *COMMON.split()]), min_size=1, max_size=3, unique=True), st.booleans())
    def test_nothing_more_is_asked_where_it_finds_something(
        self, shared: RecordingEngine, words: list[str], typing: bool
    ) -> None:
        wanted = plan(parse(" ".join(words), typing=typing), shared.alphabet)
        assert wanted
        shared.matched.clear()
        shared.looked_up.clear()
        assert find(shared, wanted).scores
        assert shared.looked_up == []
        assert shared.matched == [to_fts5(wanted.filter), *(to_fts5(boost.expression) for boost in wanted.boosts)]

    def test_nothing_more_is_asked_where_a_sentence_finds_enough(self, engine: RecordingEngine) -> None:
        found = search(engine, COMMON)
        assert len(found.scores) >= LITTLE
        assert engine.looked_up == []
        assert found.relaxed is False

    def test_boosts_are_not_asked_for_where_nothing_is_found(self, engine: RecordingEngine) -> None:
        search(engine, '"pump of river"')
        assert engine.matched[0] == '"pump of river"'
        assert len(set(engine.matched)) == len(engine.matched) - engine.matched[1:].count('"pump of river"')

    def test_a_phrase_goes_before_scattered_words(self) -> None:
        texts = ["red pump. A blue motor. " * 5, "pump it. A red one. " * 5, "one red pump in a long text " + "x " * 99]
        assert first_texts(texts, "red pump")[:2] == [0, 2]

    def test_words_of_the_title_go_before_those_of_the_text(self) -> None:
        texts = ["red pump red pump red pump", "text"]
        assert first_texts(texts, "red pump", t1="Pump, red")[0] == 0  # side by side, many times
        texts = ["red, blue or green pump " * 3, "text"]
        assert first_texts(texts, "red pump", t1="Pump that is red")[0] == 1

    def test_the_word_itself_goes_before_longer_ones(self) -> None:
        texts = ["pumping pumping pumps pumps pumped", "pump and more text about other things"]
        assert first_texts(texts, "pump*") == [1, 0]
        assert first_texts(texts, "pump") == [1]

    def test_an_identifier_goes_before_a_longer_one(self) -> None:
        texts = ["dependencyDashboardTitle " * 9, "some text with dependencyDashboard in it"]
        assert first_texts(texts, "dependencyDashboard") == [1, 0]

    @pytest.mark.parametrize(
        ("query", "exact", "letters"),
        [
            ("C++", "Use C++ here, once in a long text", "C and C and C"),
            (".libPath", "Set .libPath first, then go on", "libPath libPath libPath"),
            ("--no-cache", "Run it with --no-cache now and then", "no cache, no cache, no cache"),
            ("#172", "Mended in #172 by somebody else", "172 172 172"),
            ("Vec<u8>", "It gives Vec<u8> to the caller", "vec u8 vec u8 vec u8"),
        ],
    )
    def test_an_identifier_with_its_signs_goes_before_its_letters(self, query: str, exact: str, letters: str) -> None:
        assert first_texts([letters, exact], query) == [1, 0]


class TestForms:
    def test_a_word_of_the_family_takes_the_place_of_one_that_is_nowhere(self, engine: RecordingEngine) -> None:
        found = search(engine, "restores")
        assert set(found.scores) == {11, 12}
        assert found.corrections == [Correction("restores", "restore")]
        assert found.relaxed is False

    def test_a_part_of_a_word_leads_to_it(self, engine: RecordingEngine) -> None:
        found = search(engine, "rawtrans")
        assert set(found.scores) == {12}
        assert found.corrections == [Correction("rawtrans", "sendrawtransaction")]

    @pytest.mark.parametrize("query", ["pgbounser", "pgobuncer", "pgbuncer", "pgboouncer"])
    def test_a_misspelling_leads_to_the_word(self, engine: RecordingEngine, query: str) -> None:
        found = search(engine, query)
        assert set(found.scores) == {13}
        assert found.corrections == [Correction(query, "pgbouncer")]

    def test_all_words_are_looked_for_in_any_form_before_one_is_given_up(self, engine: RecordingEngine) -> None:
        found = search(engine, "restores watr")
        assert set(found.scores) == {11, 12}
        assert [correction.source for correction in found.corrections] == ["restores", "watr"]
        assert found.relaxed is False

    def test_the_forms_of_a_word_are_shown(self, engine: RecordingEngine) -> None:
        assert {phrase.tokens for phrase in search(engine, "restores").phrases} == {("restore",), ("restored",)}

    def test_a_word_that_is_still_typed_is_corrected_too(self, engine: RecordingEngine) -> None:
        assert search(engine, "pgbounsr", typing=True).corrections == [Correction("pgbounsr", "pgbouncer")]

    def test_a_run_may_be_cut_out_of_a_longer_one(self, engine: RecordingEngine) -> None:
        found = search(engine, "x30-0x3")
        assert set(found.scores) == {13}
        assert found.corrections == [Correction("x30-0x3", "0x30 0x3f")]

    def test_a_run_that_stands_nowhere_is_looked_for_scattered(self, engine: RecordingEngine) -> None:
        found = search(engine, "river-pump")
        assert set(found.scores) == {1}
        assert found.corrections == []

    @pytest.mark.parametrize("query", ['"restores"', "title:restores", "tag:restores", '"pgbounser"'])
    def test_what_is_quoted_or_held_to_a_field_is_taken_literally(self, engine: RecordingEngine, query: str) -> None:
        assert search(engine, query) == Found()
        assert engine.looked_up == []

    def test_what_is_nowhere_near_is_not_found(self, engine: RecordingEngine) -> None:
        assert search(engine, "qxzvjkwq") == Found()

    def test_what_is_left_out_stays_out(self, engine: RecordingEngine) -> None:
        assert set(search(engine, "restores -restored").scores) == {11}
        assert 1 not in search(engine, "pump motor qxzvjkwq -pump").scores

    def test_a_word_so_common_has_no_family_looked_up(self, engine: RecordingEngine) -> None:
        search(engine, "water qxzvjkwq")
        assert not any("water" in gram for gram in engine.looked_up)


class TestMost:
    def test_most_of_the_words_will_do_where_not_all_stand_in_a_page(self, engine: RecordingEngine) -> None:
        found = search(engine, "bearing restored")
        assert found.relaxed
        assert set(found.scores) == {*range(1, 10), 11, 12}  # also by the family of *restored*
        assert found.missing[1] == ["restored"]
        assert found.missing[12] == ["bearing"]

    def test_a_word_that_is_nowhere_is_said_to_be_missing(self, engine: RecordingEngine) -> None:
        found = search(engine, "pump qxzvjkwq")
        assert found.relaxed
        assert found.missing == {1: ["qxzvjkwq"]}
        assert found.expression is None

    def test_one_word_has_no_most(self, engine: RecordingEngine) -> None:
        assert not search(engine, "qxzvjkwq").relaxed

    def test_a_common_word_is_not_said_to_be_missing(self, engine: RecordingEngine) -> None:
        found = search(engine, "the pgbouncer flange")
        assert found.relaxed
        assert found.missing[13] == ["flange"]

    def test_common_words_alone_are_not_most_of_a_sentence(self, engine: RecordingEngine) -> None:
        found = search(engine, "the water of pgbouncer shaft")
        assert found.relaxed
        assert 20 not in found.scores
        assert 13 in found.scores

    def test_a_sentence_that_finds_little_finds_more(self, engine: RecordingEngine) -> None:
        found = search(engine, "seal valve motor pump")
        assert ranked(found)[:2] == [1, 2]
        assert found.missing[1] == []
        assert found.missing[2] == ["pump"]
        assert engine.looked_up == []  # for the words stand together somewhere, as they were typed

    def test_a_short_sentence_that_stands_somewhere_as_it_was_typed_is_found(self, engine: RecordingEngine) -> None:
        found = search(engine, "pump motor valve seal")
        assert (set(found.scores), found.relaxed) == ({1}, False)

    def test_a_long_sentence_finds_more_than_where_it_is_quoted(self) -> None:
        sentence = "choose the stemmer which fits the language of your pages best"
        listed, meant = (
            f"All settings: {sentence}.",
            "Choose your language. Which stemmer fits best? For pages.",
        )
        assert {0, 1} <= set(first_texts([listed, meant], sentence))

    def test_the_page_with_the_sentence_comes_first(self) -> None:
        sentence = "picks the best matching stemmer for the chosen language"
        scattered = "The stemmer. Chosen language. Best matching. Picks for. " * 12
        assert first_texts([scattered, f"This theme {sentence}."], sentence)[0] == 1

    @pytest.mark.parametrize("required", ['"flange of"', "title:flange", "tag:flange"])
    def test_what_is_quoted_or_held_to_a_field_is_not_done_without(
        self, engine: RecordingEngine, required: str
    ) -> None:
        assert search(engine, f"pump {required}") == Found()

    def test_alternatives_are_one_word(self, engine: RecordingEngine) -> None:
        found = search(engine, "pgbouncer restore OR shaft qxzvjkwq")
        assert found.relaxed
        assert found.missing[13] == ["restore OR shaft", "qxzvjkwq"]

    def test_a_word_is_not_taken_for_a_misspelling_in_haste(self, engine: RecordingEngine) -> None:
        """One among many may just stand on no page."""
        assert search(engine, "watir").corrections == [Correction("watir", "water")]
        assert search(engine, "watir pump motor rotor").corrections == []


@given(st.lists(st.sampled_from([*WORDS, "restores", "pgbounser", "qxzvjkwq", "the"]), min_size=1, max_size=6))
def test_scores_are_above_0_and_every_page_has_something(shared: RecordingEngine, words: list[str]) -> None:
    found = search(shared, " ".join(words))
    assert all(score > 0 for score in found.scores.values())
    assert found.relaxed == (found.expression is None and bool(found.scores))
    assert set(found.missing) == (set(found.scores) if found.relaxed else set())
    if found.scores:
        shown = [set(shared.match(phrase)) for phrase in found.phrases]
        assert set(found.scores) <= set().union(*shown)


@given(st.sampled_from(WORDS))
def test_a_single_form_counts_as_the_word_itself(shared: RecordingEngine, word: str) -> None:
    matches = shared.match(Phrase((word,)))
    scores, rarity = as_one_word([matches], shared.page_count)
    assert scores == pytest.approx(matches)
    assert rarity == idf(shared.page_count, len(matches))


def test_forms_together_are_as_rare_as_all_of_them(shared: RecordingEngine) -> None:
    pump, rotor = shared.match(Phrase(("pump",))), shared.match(Phrase(("rotor",)))
    scores, rarity = as_one_word([pump, rotor], shared.page_count)
    assert rarity == idf(shared.page_count, len(rotor))
    assert scores[6] == pytest.approx(rotor[6])
    assert scores[1] < pump[1]


@given(st.integers(1, 40), st.integers(1, 40))
def test_rarity_is_that_of_fts5(total: int, having: int) -> None:
    """BM25 of a word that stands once in each of several pages of equal length is its rarity."""
    assume(having <= total)
    texts = ["pump" if number < having else "none" for number in range(total)]
    with engine_of([document(f"{number:02}/", text) for number, text in enumerate(texts)]) as engine:
        score = engine.match(Phrase(("pump",)))[1]
    assert score == pytest.approx(idf(total, having), rel=1e-6)


def test_a_page_found_by_its_generated_block_alone_counts_less() -> None:
    with engine_of([document("a/", "x", passage("pump", generated=True)), document("b/", "x pump y")]) as engine:
        assert ranked(search(engine, "pump")) == [2, 1]


def test_words_that_stand_everywhere_are_looked_for_side_by_side_in_titles_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(frequent, "LEAST_BYTES", 100)
    monkeypatch.setattr(query_engine, "EVERYWHERE", 40)
    with engine_of([document(f"{number:02}/", text) for number, text in enumerate(pages())]) as engine:
        assert engine.everywhere == set(COMMON.split())
        for query, phrases in {
            "river station": ['{title} : "river station"'],
            '"river station"': ['"river station"'],
            "water pump": ['"water pump"'],
            # Most of the words: neighbours are looked for side by side.
            "the water filler3 restore": ['"the water filler3 restore"', '"water filler3"', '"filler3 restore"'],
        }.items():
            engine.matched.clear()
            wanted = plan_for(engine, parse(query))
            assert wanted
            assert find(engine, wanted).scores
            asked = {each for each in engine.matched if each.count('"') == 2 and " " in each.partition('"')[2]}
            assert asked == set(phrases)
