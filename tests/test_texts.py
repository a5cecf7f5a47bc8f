"""A site's own texts of the dialog: what is taken, and what is said of what is not."""

from __future__ import annotations

from typing import Any

import pytest

from mkdocs_fts.texts import english, overrides


def fault(option: dict[Any, Any]) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- its message is what the tests look at
        overrides(option)
    return str(caught.value)


def test_texts_at_the_top_hold_for_every_language() -> None:
    option = {"search": "Find", "failures": {"network": {"help": "Ask IT."}}}
    assert overrides(option) == {"*": option}


def test_texts_below_a_tag_hold_for_that_language() -> None:
    option = {"close": "×", "es": {"search": "Hallar"}, "pt_br": {"search": "Buscar"}, "ZH-hant": {"search": "搜"}}
    assert overrides(option) == {
        "*": {"close": "×"},
        "es": {"search": "Hallar"},
        "pt-BR": {"search": "Buscar"},
        "zh-Hant": {"search": "搜"},
    }


def test_norwegian_is_a_language_though_yaml_reads_it_as_false() -> None:
    assert overrides({False: {"search": "Søk"}}) == {"no": {"search": "Søk"}}


def test_no_texts_are_no_overrides() -> None:
    assert overrides({}) == {}


def test_all_of_english_can_be_given() -> None:
    assert overrides({"nl": english()}) == {"nl": english()}


def test_a_text_in_the_place_of_forms_serves_for_every_number() -> None:
    assert overrides({"results": "{n} pages"}) == {"*": {"results": {"other": "{n} pages"}}}


def test_forms_of_other_languages_than_english_can_be_given() -> None:
    forms = {"one": "{n} wynik", "few": "{n} wyniki", "many": "{n} wyników", "other": "{n} wyniku"}
    assert overrides({"pl": {"results": forms}}) == {"pl": {"results": forms}}


def test_placeholders_may_be_left_out() -> None:
    assert overrides({"nothing": "Sorry."}) == {"*": {"nothing": "Sorry."}}


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"serch": "Find"}, "'serch' is no text of the dialog; near: search, "),
        ({"es": {"serch": "Hallar"}}, "'es.serch' is no text of the dialog; near: search, "),
        ({"es": "Hallar"}, "'es' is no text of the dialog; near: "),
        ({"failures": {"netwrk": {"what": "No."}}}, "'failures.netwrk' is no text of the dialog; near: network"),
        ({"de": {"failures": {"network": {"wat": "No."}}}}, "'de.failures.network.wat' is no text of the dialog"),
        ({"quux": "x"}, "'quux' is no text of the dialog; near: search, close, help, "),
        ({"en-": {"search": "Find"}}, "'en-' is no text of the dialog"),
        ({True: "Find"}, "'True' is no text of the dialog"),
    ],
)
def test_an_unknown_key_is_named_with_those_near_it(option: dict[Any, Any], message: str) -> None:
    assert fault(option).startswith(message)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"search": 5}, "'search': 5 is no text; put it between quotation marks"),
        ({"search": True}, "'search': True is no text; put it between quotation marks"),
        ({"search": " "}, "'search': ' ' is no text; put it between quotation marks"),
        ({"fr": {"search": {"one": "x"}}}, "'fr.search': {'one': 'x'} is no text; put it between quotation marks"),
        ({"results": 5}, "'results' takes a text, or one for each form of the number: {one: …, other: …}"),
        (
            {"results": {"one": "1 hit"}},
            "'results' takes a text, or one for each form of the number: {one: …, other: …}",
        ),
        (
            {"results": {"on": "1 hit", "other": "hits"}},
            "'results.on' is no form of a number; use zero, one, two, few, many, other",
        ),
        (
            {"results": {"one": None, "other": "hits"}},
            "'results.one': None is no text; put it between quotation marks",
        ),
        (
            {"failures": "No."},
            "'failures': 'No.' is no mapping; use network, damaged, format, engine, unknown below it",
        ),
        ({"failures": {"network": []}}, "'failures.network': [] is no mapping; use what, help below it"),
    ],
)
def test_a_wrong_shape_is_named_with_the_right_one(option: dict[Any, Any], message: str) -> None:
    assert fault(option) == message


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"nothing": "No {querry}."}, "'nothing': {querry} stands for nothing here; there are {query}"),
        (
            {"showMore": {"other": "{m} in {wiki}"}},
            "'showMore.other': {m} stands for nothing here; there are {n}, {wiki}",
        ),
        ({"close": "{n}"}, "'close': {n} stands for nothing here; this text has no placeholders"),
    ],
)
def test_a_placeholder_without_a_value_is_named(option: dict[Any, Any], message: str) -> None:
    assert fault(option) == message
