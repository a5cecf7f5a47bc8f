from __future__ import annotations

from typing import Any

import pytest

from mkdocs_fts.config import FtsConfig, default_languages, spec
from mkdocs_fts.database import DEFAULT_WEIGHTS


def load(**options: Any) -> tuple[FtsConfig, list[tuple[str, str]], list[tuple[str, str]]]:
    """The config, its errors and its warnings, each as option and message."""
    config = FtsConfig()
    config.load_dict(options)
    errors, warnings = config.validate()
    return config, [(k, str(e)) for k, e in errors], [(k, str(w)) for k, w in warnings]


def error(**options: Any) -> str:
    """The only error, which must be about the only option."""
    _, errors, warnings = load(**options)
    assert warnings == []
    assert [option for option, _ in errors] == list(options)
    return errors[0][1]


def test_no_option_is_needed() -> None:
    config, errors, warnings = load()
    assert (errors, warnings) == ([], [])
    assert config.enabled is True
    assert config.wikis == []
    assert config.weights == DEFAULT_WEIGHTS
    assert config.generated_selectors == [".doc-object"]
    assert config.languages == []
    assert config.recency_days == 30
    assert config.prefetch == 600
    assert config.shortcuts == ["mod+k", "/"]
    assert config.texts == {}


def test_all_options_together_are_valid() -> None:
    config, errors, warnings = load(
        enabled=False,
        wikis=[{"id": "a"}, {"id": "b", "title": "B", "path": "c/"}],
        status_map={"Living": "active"},
        status_paths={"old/**": "archived"},
        generated_paths=["cards/**"],
        generated_selectors=[".card", "#x > p"],
        exclude=["private/**"],
        weights={"title": 3, "parts": 0.25},
        languages=["es", "pt", "es"],
        recency_days=0,
        prefetch=0,
        shortcuts=[],
        texts={"search": "Find", "es": {"search": "Hallar"}},
    )
    assert (errors, warnings) == ([], [])
    assert config.languages == ["es", "pt"]
    assert config.texts == {"*": {"search": "Find"}, "es": {"search": "Hallar"}}
    assert [(wiki.id, wiki.title, wiki.path) for wiki in config.wikis] == [("a", None, None), ("b", "B", "c/")]


def test_options_left_out_of_the_weights_keep_their_default() -> None:
    config, _, _ = load(weights={"title": 3})
    assert config.weights == {**DEFAULT_WEIGHTS, "title": 3}
    assert DEFAULT_WEIGHTS["title"] == 10


def test_defaults_are_not_shared_between_configs() -> None:
    load()[0].generated_selectors.append("x")
    assert load()[0].generated_selectors == [".doc-object"]


def test_an_unknown_option_is_a_warning() -> None:
    _, errors, warnings = load(wiki=[])
    assert errors == []
    assert warnings == [("wiki", "Unrecognised configuration name: wiki")]


def test_two_wikis_with_one_id_are_an_error_that_says_which() -> None:
    message = error(wikis=[{"id": "a"}, {"id": "b"}, {"id": "a", "path": "c"}])
    assert message == "[2].id 'a' is taken by another wiki; give each its own id"


def test_a_wiki_without_id_is_an_error() -> None:
    assert "[0].id is empty; give the wiki a short name" in error(wikis=[{"id": " "}])
    assert "id" in error(wikis=[{"title": "A"}])


@pytest.mark.parametrize("wikis", ["help", {"help": "path"}, [{"id": 3}], ["help"]])
def test_wikis_of_another_shape_are_an_error(wikis: Any) -> None:
    error(wikis=wikis)


@pytest.mark.parametrize("option", ["status_map", "status_paths"])
@pytest.mark.parametrize("status", ["hidden", "Draft", ["draft"], None])
def test_a_status_there_is_not_is_an_error_that_lists_those_there_are(option: str, status: Any) -> None:
    assert error(**{option: {"x": status}}) == f"'x': {status!r} is no status; use active, draft, archived"


def test_words_that_yaml_reads_as_something_else_are_words() -> None:
    config, errors, _ = load(status_map={True: "active", 2: "draft"})
    assert errors == []
    assert config.status_map == {"True": "active", "2": "draft"}


def test_an_invalid_selector_is_an_error_that_names_it() -> None:
    assert error(generated_selectors=[".fine", "..card"]) == "'..card' is no valid CSS selector"


@pytest.mark.parametrize(
    "options", [{"exclude": ["a\\"]}, {"generated_paths": ["!"]}, {"status_paths": {"a\\": "draft"}}]
)
def test_an_invalid_pattern_is_an_error_that_names_it(options: dict[str, Any]) -> None:
    assert "is no pattern; write it as in `.gitignore`, folders with `/`" in error(**options)


@pytest.mark.parametrize("weight", [-1, "2", True, None, float("inf"), float("nan")])
def test_a_weight_that_is_no_number_is_an_error(weight: Any) -> None:
    assert error(weights={"title": weight}) == f"'title': {weight!r} is no number of 0 or more"


@pytest.mark.parametrize("size", [-1, True])
def test_a_size_that_is_no_number_of_kilobytes_is_an_error(size: Any) -> None:
    assert error(prefetch=size) == f"{size!r} is no number of kilobytes; use 0 or more"


def test_a_weight_of_a_column_there_is_not_is_an_error_that_lists_those_there_are() -> None:
    assert error(weights={"titel": 1}) == "'titel' is no column; use title, headings, tags, body, generated, parts"


def test_a_language_without_a_stemmer_is_an_error_that_lists_those_there_are() -> None:
    message = error(languages=["en", "xx"])
    assert message.startswith("'xx' is not supported; use ar, ca, da, de, ")
    assert message.endswith(", yi")


@pytest.mark.parametrize("texts", ["Find", ["search"], {"serch": "Find"}])
def test_wrong_texts_are_an_error(texts: Any) -> None:
    error(texts=texts)


@pytest.mark.parametrize(
    ("locale", "languages"),
    [("en", ["en"]), ("pt_BR", ["pt", "en"]), ("pt-BR", ["pt", "en"]), ("zh_TW", ["en"]), ("es", ["es", "en"])],
)
def test_the_themes_language_and_english_are_the_default(locale: str, languages: list[str]) -> None:
    assert default_languages(locale) == languages


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("private/**", "private/a/b.md", True),
        ("private/", "a/private/b.md", True),
        ("/private/", "a/private/b.md", False),
        ("*.draft.md", "a/b.draft.md", True),
        ("cards/*", "cards/a.md", True),
        ("cards", "cardsharp.md", False),
    ],
)
def test_patterns_are_those_of_gitignore(pattern: str, path: str, matches: bool) -> None:
    assert spec([pattern]).match_file(path) is matches
