from __future__ import annotations

import json
import random
import sqlite3
import struct
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mkdocs_fts import btree, database
from mkdocs_fts.alphabet import TOKENIZER, Alphabet
from mkdocs_fts.document import Document, Labels, Passage, Wiki
from mkdocs_fts.text import prepare
from tests.support.documents import SITE, database_of, document, passage, positions
from tests.support.fts import stored_terms
from tests.support.vectors import INPUTS

TEXTS = st.lists(
    st.sampled_from(INPUTS) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    max_size=12,
).map(" ".join)
PASSAGES = st.builds(passage, TEXTS, generated=st.booleans())
PAGES = st.lists(PASSAGES, min_size=1, max_size=6)


@settings(max_examples=40)
@given(st.lists(PAGES, min_size=1, max_size=4))
def test_every_passage_starts_where_fts5_has_its_first_token(pages: list[list[Passage]]) -> None:
    documents = [document(f"{number}/", *passages) for number, passages in enumerate(pages)]
    with database_of(documents) as db:
        for page, passages in enumerate(pages, 1):
            for generated, column in ((False, "body"), (True, "generated")):
                own = [each for each in passages if each.generated == generated]
                starts = [start for (start,) in sections(db, "first_token", page, generated)]
                held = positions(db, page, column)
                texts_end = sum(len(stored_terms(prepare(each.text))) for each in own)
                for each, (start, end) in zip(own, pairwise([*starts, texts_end]), strict=True):
                    assert held[start:end] == stored_terms(prepare(each.text))


def sections(db: sqlite3.Connection, column: str, page: int, generated: bool) -> list[tuple[int]]:
    return db.execute(
        f"SELECT {column} FROM section WHERE page_id = ? AND generated = ? ORDER BY position", (page, generated)
    ).fetchall()


@settings(max_examples=40)
@given(st.lists(PAGES, min_size=1, max_size=3))
def test_every_word_of_every_passage_is_found(pages: list[list[Passage]]) -> None:
    documents = [document(f"{number}/", *passages) for number, passages in enumerate(pages)]
    with database_of(documents) as db:
        for page, passages in enumerate(pages, 1):
            for word in " ".join(each.text for each in passages).split():
                if stored_terms(prepare(word)):
                    assert page in found(db, word), word


def found(db: sqlite3.Connection, phrase: str, column: str = "") -> list[int]:
    quoted = '"' + prepare(phrase).replace('"', '""').replace("\0", "") + '"'
    query = f"{column}: {quoted}" if column else quoted
    return [row for (row,) in db.execute("SELECT rowid FROM page_fts WHERE page_fts MATCH ? ORDER BY rowid", (query,))]


def test_each_text_stands_in_its_column() -> None:
    page = document(
        "a/",
        passage("Heading\nbodyword sendRawTransaction", title="Heading", level=2),
        passage("Autohead\nautoword getCardNumber", title="Autohead", level=2, generated=True),
        title="Titleword",
        tags=["tag one", "técnico"],
    )
    with database_of([page]) as db:
        where = {
            "title": ["titleword"],
            "headings": ["heading"],
            "tags": ["tag one", "tecnico"],
            "body": ["Heading bodyword", "sendRawTransaction"],
            "generated": ["Autohead autoword", "getCardNumber", "card number"],
            "parts": ["send raw transaction", "raw"],
        }
        for column, phrases in where.items():
            for phrase in phrases:
                assert found(db, phrase, column) == [1], (column, phrase)
        for column, phrase in [("body", "autoword"), ("headings", "autohead"), ("parts", "card"), ("body", "raw")]:
            assert found(db, phrase, column) == [], (column, phrase)


def test_a_heading_that_repeats_the_title_counts_once() -> None:
    page = document("a/", passage("Pumps\ntext", title="Pumps", level=1), title="Pumps")
    with database_of([page]) as db:
        assert found(db, "pumps", "headings") == []
        assert found(db, "pumps", "title") == [1]


def test_rows_tell_all_about_a_page() -> None:
    page = document(
        "a/b/",
        passage("One\ntext", title="One", level=2),
        passage("more"),
        title="Title é",
        labels=Labels("tech", "draft", "auto"),
        trail=["Técnica", "Runbooks"],
        tags=["x"],
        modified="2026-01-31",
        boost=2.5,
    )
    with database_of([page], [Wiki("help", "Help"), Wiki("tech", "Técnica")]) as db:
        assert db.execute("SELECT * FROM wiki ORDER BY position").fetchall() == [
            (0, "help", "Help", 0),
            (1, "tech", "Técnica", 1),
        ]
        row = (1, "a/b/", "Title é", 1, "draft", "auto", '["Técnica", "Runbooks"]', '["x"]', "2026-01-31", 2.5)
        assert db.execute("SELECT * FROM page").fetchall() == [row]
        assert db.execute(
            "SELECT page_id, position, anchor, title, level, generated, text FROM section"
        ).fetchall() == [
            (1, 0, "one", "One", 2, 0, "One\ntext"),
            (1, 1, "", "", 0, 0, "more"),
        ]


def test_pages_are_numbered_by_url() -> None:
    with database_of([document(url, "x") for url in ("c/", "", "a/", "b/")]) as db:
        assert db.execute("SELECT id, url FROM page ORDER BY id").fetchall() == [
            (1, ""),
            (2, "a/"),
            (3, "b/"),
            (4, "c/"),
        ]


def write(path: Path, documents: list[Document]) -> bytes:
    database.write(path, documents, [SITE])
    return path.read_bytes()


def test_the_same_documents_give_the_same_bytes_in_whatever_order(tmp_path: Path) -> None:
    shuffle = random.Random(1).sample
    documents = [
        document(
            f"{number}/", *shuffle(["fetchAll é", "漢字", "x" * 9_000, "й Ж"], 3), title=f"T{number}", tags=["b", "a"]
        )
        for number in range(300)
    ]
    first = write(tmp_path / "first", documents)
    assert write(tmp_path / "second", shuffle(documents, len(documents))) == first
    assert write(tmp_path / "third", documents[1:]) != first


def test_labels_are_two_bytes_a_page() -> None:
    pages = [
        document("a/", "x", labels=Labels("one", "active", "written")),
        document("b/", "x", labels=Labels("two", "draft", "written")),
        document("c/", "x", labels=Labels("one", "archived", "auto")),
        document("d/", "x", passage("y", generated=True), labels=Labels("two", "active", "written")),
    ]
    with database_of(pages, [Wiki("one", "One"), Wiki("two", "Two")]) as db:
        labels = db.execute("SELECT value FROM meta WHERE key = 'labels'").fetchone()[0]
    assert struct.unpack("<4H", labels) == (0, 1 | 1 << 12, 2 << 12 | 1 << 14, 1 | 1 << 15)


def test_meta_tells_readers_how_to_read() -> None:
    with database_of([document("a/", "Ж"), document("b/", "é", title="漢", tags=["ñ"])], weights={"title": 7}) as db:
        meta = dict(db.execute("SELECT key, value FROM meta"))
    assert meta["schema"] == database.SCHEMA_VERSION
    assert meta["pages"] == 2
    assert json.loads(meta["weights"]) == [7.0, 4.0, 4.0, 1.0, 0.5, 0.5]
    assert meta["alphabet"] == Alphabet.of("Жé漢ñ").to_json()


def test_meta_tells_what_lifts_pages() -> None:
    pages = [
        document("a/", "x", modified="2000-01-02", boost=2.0),
        document("b/", "x"),
        document("c/", "x", modified="2026-11-30"),
        document("d/", "x", modified="1999-05-05", boost=0.5),
    ]
    with database_of(pages, recency_days=7) as db:
        meta = dict(db.execute("SELECT key, value FROM meta"))
    assert struct.unpack("<4H", meta["days"]) == (1, 0, 9830, 0)
    assert json.loads(meta["boosts"]) == {"1": 2.0, "4": 0.5}
    assert meta["recency_days"] == 7


def test_dates_take_no_room_where_no_page_has_one() -> None:
    with database_of([document("a/", "x")]) as db:
        meta = dict(db.execute("SELECT key, value FROM meta"))
    assert (meta["days"], meta["boosts"]) == (b"", "{}")


def test_wikis_stand_side_by_side_where_nobody_ordered_them() -> None:
    wikis = [Wiki("one", "One"), Wiki("two", "Two")]
    with database_of([document("a/", "x", labels=Labels("one"))], wikis, ordered_wikis=False) as db:
        assert db.execute("SELECT slug, position FROM wiki ORDER BY id").fetchall() == [("one", 0), ("two", 0)]


def test_more_wikis_than_labels_have_room_for_are_refused(tmp_path: Path) -> None:
    wikis = [Wiki(str(number), "") for number in range(database.MAX_WIKIS + 1)]
    with pytest.raises(ValueError, match="4097 wikis, more than the 4096 that the index has room for"):
        database.write(tmp_path / "index.sqlite3", [], wikis)


def test_the_schema_has_the_tokenizer_that_the_alphabet_asks() -> None:
    with database_of([document("a/", "x")]) as db:
        (sql,) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'page_fts'").fetchone()
    assert f"'{TOKENIZER}'" in sql


def test_titles_headings_and_tags_are_prepared_as_text_is() -> None:
    page = document("a/", passage("ﬁle 漢字\n", title="ﬁle 漢字", level=2), title="ﬂow 한국어", tags=["ﬀ ไทย"])
    with database_of([page]) as db:
        for column, phrases in {"headings": ["file", "字"], "title": ["flow", "국어"], "tags": ["ff", "ทย"]}.items():
            assert [found(db, phrase, column) for phrase in phrases] == [[1], [1]], column


def test_the_file_is_laid_out_for_reading_by_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "FTS_BUFFER", 20_000)
    documents = [document(f"{n}/", " ".join(f"word{n * 200 + at}" for at in range(200))) for n in range(200)]
    with database_of(documents) as db:
        assert db.execute("PRAGMA page_size").fetchone() == (8192,)
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for table in ("page_fts", "term_fts"):
            db.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
            assert db.execute(f"SELECT count(DISTINCT segid) FROM {table}_idx").fetchone() == (1,)
        assert db.execute("PRAGMA freelist_count").fetchone() == (0,)
        (file,) = (Path(name) for _, schema, name in db.execute("PRAGMA database_list") if schema == "main")
        content = file.read_bytes()
        for name, root in db.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"):
            below_root = sorted(btree.pages(content, 8192, root))[1:]
            assert below_root == list(range(below_root[0], below_root[-1] + 1) if below_root else []), name


def test_a_site_without_pages_has_a_database() -> None:
    with database_of([]) as db:
        assert db.execute("SELECT count(*) FROM page").fetchone() == (0,)
        assert found(db, "anything") == []


def test_no_database_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("not a database, and longer than a header" * 9)
    with pytest.raises(sqlite3.Error):
        database.write(tmp_path / "there", [], [SITE])
    with pytest.raises(sqlite3.Error):
        database.write(tmp_path / "missing" / "folder", [], [SITE])


def test_a_sqlite_without_fts5_is_told_with_the_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    class Old(sqlite3.Connection):
        def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
            if "fts5" in sql:
                raise sqlite3.OperationalError("no such module: fts5")
            return super().execute(sql, *parameters)  # type: ignore[arg-type]

    database.require_fts5()
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path: connect(path, factory=Old))
    with pytest.raises(database.MissingFTS5, match=r"has no FTS5 \(no such module: fts5\); use a Python whose sqlite3"):
        database.require_fts5()
    monkeypatch.undo()
    with closing(sqlite3.connect(":memory:")):
        pass
