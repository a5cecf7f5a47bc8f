"""What identifiers, parts, misspellings and word families cost in bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.index_size import measure, size_of, sizes
from mkdocs_fts import database, published
from tests.support.documents import SITE, document
from tests.support.sites import Build


@pytest.mark.corpus
def test_the_index_is_not_much_larger_than_plain_fts5(workspace: Build) -> None:
    measured = measure(published.read_database(published.find(workspace.site)))
    assert round(measured["index_ratio"], 2) <= 1.40
    assert round(measured["whole_ratio"], 2) <= 1.12


def test_every_byte_belongs_to_a_table(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    database.write(path, [document(f"{n}/", f"word{n} " * 3000, title="T") for n in range(30)], [SITE])
    found = sizes(path)
    schema = database.PAGE_SIZE
    assert schema + sum(found.values()) == path.stat().st_size
    assert size_of(found, "page_fts") > size_of(found, "term_fts") > 0
    assert size_of(found, "section") == found["section"]


def test_what_was_measured_adds_up(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite3"
    database.write(path, [document(f"{n}/", f"sendRaw{n} --flag", tags=["a"]) for n in range(30)], [SITE])
    measured = measure(path.read_bytes())
    assert measured["index"] == measured["page_fts"] + measured["term"] + measured["term_fts"]
    assert measured["whole"] == path.stat().st_size
    assert measured["plain"] < measured["page_fts"] + measured["term"]
