"""What `mkdocs_fts.open` tells of all documents of an index."""

from __future__ import annotations

from pathlib import Path

import pytest

import mkdocs_fts
from mkdocs_fts import Index, database
from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.index import TEXTS_AT_ONCE
from tests.support.documents import SITE, document, passage

pytestmark = pytest.mark.usefixtures("browser_files", "cache")


class TestList:
    @pytest.fixture
    def index(self, tmp_path: Path) -> Index:
        wikis = [Wiki("tech", "Técnica"), Wiki("help", "Help")]
        documents = [
            document("a/", "x", title="Backups", labels=Labels("help")),
            document("b/c/", "x", title="Restores", labels=Labels("help", "draft")),
            document("b/d/", "x", title="Pumps", labels=Labels("tech", "archived"), tags=["t"], modified="2026-01-02"),
            document("e/", "x", title="Card", labels=Labels("tech", "active", "auto"), trail=["Técnica"]),
        ]
        database.write(tmp_path / "index.sqlite3", documents, wikis)
        return mkdocs_fts.open(tmp_path / "index.sqlite3")

    def test_documents_have_their_labels_and_stand_by_wiki_and_url(self, index: Index) -> None:
        with index:
            listed = index.list()
        assert [each["url"] for each in listed["documents"]] == ["b/d/", "e/", "a/", "b/c/"]
        assert listed["ok"] is True
        assert listed["total"] == 4
        assert listed["documents"][0] == {
            "url": "b/d/",
            "title": "Pumps",
            "wiki": "tech",
            "status": "archived",
            "kind": "written",
            "trail": [],
            "tags": ["t"],
            "modified": "2026-01-02",
        }

    @pytest.mark.parametrize(
        ("filters", "urls"),
        [
            ({"wiki": "help"}, ["a/", "b/c/"]),
            ({"status": "draft"}, ["b/c/"]),
            ({"kind": "auto"}, ["e/"]),
            ({"wiki": "tech", "status": "active"}, ["e/"]),
            ({"wiki": "none"}, []),
            ({"match": "b/*"}, ["b/d/", "b/c/"]),
            ({"match": "RESTORE"}, ["b/c/"]),
            ({"match": "/d"}, ["b/d/"]),
            ({"offset": 1, "limit": 2}, ["e/", "a/"]),
        ],
    )
    def test_filters_choose(self, index: Index, filters: dict[str, object], urls: list[str]) -> None:
        with index:
            listed = index.list(**filters)  # type: ignore[arg-type]
        assert [each["url"] for each in listed["documents"]] == urls
        assert listed["total"] == (4 if "offset" in filters else len(urls))

    def test_statistics_count_and_name_the_largest(self, index: Index) -> None:
        with index:
            told = index.stats()
        assert told["pages"] == 4
        assert told["words"] == 4
        assert {"wiki": "help", "status": "draft", "kind": "written", "pages": 1} in told["groups"]
        assert told["largest"][0] == {"url": "a/", "title": "Backups", "words": 1}
        assert told["bytes"] == told["database_bytes"] == (told["files"] and told["bytes"])

    def test_wikis_stand_in_their_order(self, index: Index) -> None:
        with index:
            assert index.wikis() == [{"id": "tech", "title": "Técnica"}, {"id": "help", "title": "Help"}]


def test_words_are_counted_as_they_stand(tmp_path: Path) -> None:
    database.write(tmp_path / "i", [document("a/", "one two three " * 100), document("b/", "one")], [SITE])
    with mkdocs_fts.open(tmp_path / "i") as index:
        assert [(each["url"], each["words"]) for each in index.stats()["largest"]] == [("a/", 300), ("b/", 1)]


def test_texts_give_every_document_whole(tmp_path: Path) -> None:
    count = 2 * TEXTS_AT_ONCE + 1
    documents = [
        document("", "Home", title="Start"),
        *(
            document(f"p{n:04}/", f"first {n}", passage("second", generated=True), "third\ufffc")
            for n in range(1, count)
        ),
    ]
    file = tmp_path / "index.sqlite3"
    database.write(file, documents, [SITE])
    with mkdocs_fts.open(file) as index:
        found = list(index.texts())
    assert found[0] == {"url": "", "title": "Start", "text": "Home"}
    assert len(found) == count
    assert {each["url"]: each["text"] for each in found[1:]} == {
        f"p{n:04}/": f"first {n}\nsecond\nthird\ufffc" for n in range(1, count)
    }
