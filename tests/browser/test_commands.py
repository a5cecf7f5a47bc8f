"""The browser answers as the Python interface does, and with it the command: see `tests/test_commands.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import mkdocs_fts
from tests.support.commands import CASES
from tests.support.module import value
from tests.support.sites import Build

pytestmark = pytest.mark.browser


def test_the_browser_gives_the_answers_of_python(module: Page, example: Build) -> None:
    searches = [[case.query, case.options] for case in CASES]
    answers = value(module, "Promise.all(argument.map(([query, options]) => search.search(query, options)))", searches)
    with mkdocs_fts.open(example.site) as index:
        expected = [index.search(case.query, **case.options) for case in CASES]
    assert [case.failures(answer) for case, answer in zip(CASES, answers, strict=True)] == [[]] * len(CASES)
    assert answers == expected
