"""What a page's front matter says about search, beside its labels."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mkdocs_fts import frontmatter

YAML_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.dates() | st.datetimes(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=5), values, max_size=3),
    max_leaves=5,
)


def boost(meta: dict[str, Any]) -> tuple[float, list[str]]:
    """The boost, and the warnings."""
    warnings: list[str] = []
    return frontmatter.boost("a.md", meta, lambda page, message: warnings.append(f"{page}: {message}")), warnings


@pytest.mark.parametrize("value", [2, 0.5, 1, 100])
def test_a_boost_is_a_number_above_0(value: float) -> None:
    assert boost({"search": {"boost": value}}) == (value, [])


@pytest.mark.parametrize("meta", [{}, {"search": {}}, {"search": {"exclude": True}}, {"search": None}, {"search": "x"}])
def test_without_a_boost_a_page_counts_once(meta: dict[str, Any]) -> None:
    assert boost(meta) == (1.0, [])


@pytest.mark.parametrize("value", [0, -1, "high", True, None, [2], float("inf"), float("nan")])
def test_any_other_boost_is_told_and_counts_as_none(value: object) -> None:
    message = f"a.md: front matter `search.boost` must be a number above 0, not {value!r}; the page counts as any other"
    assert boost({"search": {"boost": value}}) == (1.0, [message])


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ({"date": date(2026, 1, 31)}, "2026-01-31"),
        ({"date": datetime(2026, 1, 31, 23, 59)}, "2026-01-31"),
        ({"date": "2026-01-31"}, "2026-01-31"),
        ({"date": " 2026-01-31T08:00:00+02:00 "}, "2026-01-31"),
        ({"updated": date(2026, 2, 1), "date": date(2026, 1, 31)}, "2026-02-01"),
        ({"updated": "soon", "date": date(2026, 1, 31)}, "2026-01-31"),
        ({"date": {"created": date(2026, 1, 1)}}, "2026-01-01"),
        ({"date": {"created": date(2026, 1, 1), "updated": date(2026, 3, 1)}}, "2026-03-01"),
        ({"git_revision_date_localized_raw_iso_date": "2026-05-06"}, "2026-05-06"),
        ({"revision_date": "2026-05-06"}, "2026-05-06"),
        ({}, None),
        ({"date": None}, None),
        ({"date": "last week"}, None),
        ({"date": 2026}, None),
        ({"date": {}}, None),
    ],
)
def test_a_page_tells_its_date_in_many_ways(meta: dict[str, Any], expected: str | None) -> None:
    assert frontmatter.modified(meta) == expected


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ({"tags": ["a", "b c"]}, ["a", "b c"]),
        ({"tags": "a, b c"}, ["a", "b c"]),
        ({"tags": [1, None, "x"]}, ["1", "x"]),
        ({"tags": []}, []),
        ({"tags": None}, []),
        ({"tags": {"a": 1}}, []),
        ({}, []),
    ],
)
def test_tags_are_a_list_or_words_between_commas(meta: dict[str, Any], expected: list[str]) -> None:
    assert frontmatter.tags(meta) == expected


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ({"search": {"exclude": True}}, True),
        ({"search": {"exclude": False}}, False),
        ({"search": {"exclude": "yes"}}, False),
        ({"search": True}, False),
        ({}, False),
    ],
)
def test_a_page_is_left_out_where_it_says_so(meta: dict[str, Any], expected: bool) -> None:
    assert frontmatter.is_excluded(meta) is expected


@pytest.mark.parametrize(
    "source",
    ["", "# Page", "text\n---\n", "---\ntitle: A\n---\n# Page", "---\n# a comment\n---\n", "---\n\n---\n", "--- x"],
)
def test_front_matter_that_can_be_read_is_no_problem(source: str) -> None:
    assert frontmatter.problem(source) is None


def test_front_matter_that_is_no_mapping_is_told() -> None:
    assert frontmatter.problem("---\njust text\n---\n# Page") == "front matter is no mapping"


def test_front_matter_that_is_no_yaml_is_told() -> None:
    problem = frontmatter.problem("---\ntitle: [a\n---\n# Page")
    assert problem
    assert problem.startswith("front matter is no valid YAML (")


@given(st.dictionaries(st.sampled_from(["date", "updated", "tags", "search", "revision_date"]), YAML_VALUES))
def test_whatever_front_matter_holds_is_read(meta: dict[str, Any]) -> None:
    found, warnings = boost(meta)
    assert found > 0
    assert len(warnings) <= 1
    assert all(isinstance(tag, str) for tag in frontmatter.tags(meta))
    day = frontmatter.modified(meta)
    assert day is None or date.fromisoformat(day)
    frontmatter.is_excluded(meta)


@given(st.dictionaries(st.text(max_size=6), YAML_VALUES, max_size=4))
def test_front_matter_written_as_yaml_is_no_problem(meta: dict[str, Any]) -> None:
    assert frontmatter.problem(f"---\n{yaml.safe_dump(meta)}---\n# Page") is None
