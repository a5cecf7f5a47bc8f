"""Every check of the shared cases through `createSearch`; `tests/test_cases.py` does the same in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.cases import FILE, Check, checks, failures
from tests.support.server import serve

pytestmark = [pytest.mark.browser, pytest.mark.corpus]

CHECKS = list(checks())
ASK = """
async (queriesOf) => {
  const answers = [];
  for (const [id, queries] of Object.entries(queriesOf)) {
    const base = new URL(`/${id}/fts/`, location);
    const {createSearch} = await import(new URL("search.js", base));
    const search = createSearch({base});
    for (const query of queries) answers.push(await search.search(query));
    search.close();
  }
  return answers;
}
"""


@pytest.fixture(scope="module")
def answers(case_sites: Path, browser: Browser) -> dict[tuple[str, str], dict[str, Any]]:
    """Case and query ► answer."""
    queries_of: dict[str, list[str]] = {}
    for check in CHECKS:
        queries_of.setdefault(check.case, []).append(check.query)
    with serve(case_sites) as server:
        page = browser.new_page()
        page.goto(f"{server.address}{CHECKS[0].case}/")
        found = page.evaluate(ASK, queries_of)
        page.close()
    return {(check.case, check.query): answer for check, answer in zip(CHECKS, found, strict=True)}


@pytest.mark.skipif(not FILE.exists(), reason=f"{FILE} is missing")
@pytest.mark.parametrize("check", CHECKS, ids=str)
def test_the_answer_is_what_the_report_asks_for(answers: dict[tuple[str, str], dict[str, Any]], check: Check) -> None:
    assert failures(answers[check.case, check.query], check.expect) == [], check.source
