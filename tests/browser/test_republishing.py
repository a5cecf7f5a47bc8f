"""A site that is published anew while a reader has one of its pages open."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.console import Console
from tests.support.dialog import CHUNK, SearchDialog
from tests.support.module import OPEN, answer, value
from tests.support.server import StaticServer, serve
from tests.support.sites import EXAMPLE, Build, mkdocs_build

pytestmark = pytest.mark.browser


class Publication:
    """A site on a server, and a way to publish its next version."""

    def __init__(self, folder: Path, server: StaticServer, example: Build) -> None:
        self.site = folder / "site"
        self.server = server
        self._project = folder / "project"
        shutil.copytree(EXAMPLE, self._project, ignore=shutil.ignore_patterns("site"))
        shutil.copytree(example.site, self.site)

    def publish_with(self, sentence: str) -> None:
        """Build anew, with one more sentence. The files of the version before are gone."""
        before = self._hash()
        with (self._project / "docs" / "field" / "glossary.md").open("a", encoding="utf-8") as file:
            file.write(f"\n\n{sentence}\n")
        build = mkdocs_build(self._project, self.site)
        assert build.returncode == 0, build.log
        assert self._hash() != before
        assert not (self.site / "fts" / before).exists()

    def _hash(self) -> str:
        manifest = json.loads((self.site / "fts" / "manifest.json").read_text("utf-8"))
        return str(manifest["db"])


@pytest.fixture
def publication(tmp_path: Path, example: Build, console: Console) -> Iterator[Publication]:
    with serve(tmp_path / "site") as server:
        console.expect("404.*bin")
        yield Publication(tmp_path, server, example)


def test_the_dialog_answers_from_the_new_version(page: Page, publication: Publication) -> None:
    page.goto(publication.server.address)
    dialog = SearchDialog(page)
    dialog.search("kingfisher", "1 result")
    # Else the whole of this small index could be fetched ahead meanwhile, and go on answering.
    publication.server.broken[CHUNK.pattern] = 404
    publication.publish_with("A weir is no place for a trombone.")
    publication.server.broken.clear()
    dialog.find("trombone ", "Glossary")
    dialog.find("zeolite", "When a level drifts")


def test_a_search_answers_whose_chunks_are_gone(page: Page, publication: Publication) -> None:
    page.goto(publication.server.address)
    page.evaluate(OPEN, {"base": "fts/"})
    value(page, "search.warm()")
    publication.publish_with("A weir is no place for a trombone.")
    found = answer(page, "zeolite")
    assert found["total"] == 1
    assert found["groups"][0]["hits"][0]["url"] == "field/drifting-levels/"
    assert answer(page, "trombone")["total"] == 1


def test_searches_at_once_answer_when_their_chunks_are_gone(page: Page, publication: Publication) -> None:
    page.goto(publication.server.address)
    page.evaluate(OPEN, {"base": "fts/"})
    value(page, "search.warm()")
    publication.publish_with("A weir is no place for a trombone.")
    words = ["zeolite", "kingfisher", "plantao", "autenticacion"]
    answers = value(page, "Promise.all(argument.map((word) => search.search(word)))", words)
    assert [each["total"] for each in answers] == [1, 1, 6, 2]
