from __future__ import annotations

import logging

import pytest

from mkdocs_fts.notices import Notices

log = logging.getLogger("tests.notices")


def messages(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str]]:
    return [(record.levelname, record.getMessage()) for record in caplog.records]


def test_a_notice_names_its_page(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    notices.add("a.md", "no title")
    notices.flush(log)
    assert messages(caplog) == [("WARNING", "a.md: no title")]


def test_the_same_fault_on_many_pages_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    for name in "abcde":
        notices.add(f"{name}.md", "no title")
    notices.flush(log)
    assert messages(caplog) == [("WARNING", "a.md, b.md, c.md and 2 more: no title")]


def test_three_pages_are_all_named(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    for name in "abc":
        notices.add(f"{name}.md", "no title")
    notices.flush(log)
    assert messages(caplog) == [("WARNING", "a.md, b.md, c.md: no title")]


def test_different_faults_are_said_apart_in_the_order_they_were_met(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    notices.add("b.md", "second")
    notices.add("a.md", "100 %s")
    notices.flush(log)
    assert messages(caplog) == [("WARNING", "b.md: second"), ("WARNING", "a.md: 100 %s")]


def test_a_fault_met_twice_on_a_page_names_the_page_once(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    notices.add("a.md", "no title")
    notices.add("a.md", "no title")
    notices.flush(log)
    assert messages(caplog) == [("WARNING", "a.md: no title")]


def test_what_was_said_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    notices = Notices()
    notices.add("a.md", "no title")
    notices.flush(log)
    notices.flush(log)
    assert len(caplog.records) == 1
