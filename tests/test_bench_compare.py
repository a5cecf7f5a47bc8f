"""What the comparison tells of its measurements."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bench import battery, compare, figures, projects, table
from bench.browsing import First
from bench.engines import HERE, TITLES
from bench.server import Traffic
from bench.watching import Measured
from mkdocs_fts.recall.searches import Search
from tests.support.sites import ROOT

PAGE = ROOT / "docs" / "benchmarks.md"


def spread(median: float, p95: float | None = None) -> dict[str, float]:
    return {"median": median, "p95": median if p95 is None else p95}


def engine(title: str, times: float, indexing: dict[str, float] | None = None) -> dict[str, Any]:
    """Figures that are `times` as large as those of another."""
    visit = {
        "searches": 3,
        "bytes": spread(100_000 * times, 200_000 * times),
        "requests": spread(10 * times),
        "milliseconds": spread(500 * times),
    }
    return {
        "title": title,
        "version": "1.0",
        "first": {"0": visit, "40": visit},
        "second": {"0": visit, "40": visit},
        "next": {"0": spread(4.25 * times), "40": spread(40 * times)},
        "ahead": 64_000 * times,
        "again": spread(2 * times),
        "found": {"in_ten": {"title2": 99.6, "all": 50.0}, "mrr": {"title2": 0.987, "all": 0.4321}},
        "disk": {"bytes": 8_000_000 * times, "files": 2084},
        "indexing": indexing,
    }


def result() -> dict[str, Any]:
    engines = {
        "fts": engine("mkdocs-fts", 1, {"seconds": 1.0, "time_ratio": 0.1, "memory_ratio": 1.5}),
        "pagefind": engine("Pagefind", 2),
    }
    return {
        "date": "2026-11-30",
        "corpus": "workspace",
        "pages": 1956,
        "machine": "2 cores",
        "searches": 120,
        "first_searches": 30,
        "engines": engines,
        "ratios": figures.ratios(engines),
    }


def test_median_and_95th_percentile_are_values_that_were_measured() -> None:
    assert figures.spread([5]) == {"median": 5, "p95": 5}
    assert figures.spread(range(1, 101)) == {"median": 50.5, "p95": 95}
    assert figures.spread([3, 1, 2]) == {"median": 2, "p95": 3}


def test_what_was_fetched_is_told_of_the_visit_with_the_median_of_bytes() -> None:
    visits = [First(1, Traffic([("/a", size), ("/b", 5)])) for size in (90, 1, 7)]
    assert figures.fetched(visits) == [("/a", 7), ("/b", 5)]
    assert figures.first(visits)["bytes"] == {"median": 12, "p95": 95}


def test_indexing_in_a_build_is_what_the_build_takes_longer() -> None:
    runs = [Measured(13, 0, 300), Measured(12, 0, 300), Measured(26, 0, 300)]
    plain = [Measured(10, 0, 100), Measured(10, 0, 100), Measured(20, 0, 100)]
    assert figures.indexing(runs, plain, whole=True) == {"seconds": 3, "time_ratio": 0.3, "memory_ratio": 3}
    assert figures.indexing(runs, plain, whole=False)["time_ratio"] == 1.3


def test_ratios_leave_out_what_was_not_measured() -> None:
    told = {name: ratio for _, _, name, ratio in result()["ratios"]}
    assert told["first search, bytes"] == 0.5
    assert "searches asked again, median" not in told  # lunr was not measured
    assert "indexing, time" not in told
    assert figures.ratios({"pagefind": engine("Pagefind", 1)}) == []


def test_a_table_has_a_row_for_each_engine_and_the_same_cells_in_each_row() -> None:
    text = table.markdown(result())
    assert text.startswith("2026-11-30, `workspace` (1,956 pages), 2 cores. mkdocs-fts (1.0), Pagefind (1.0).")
    ratios = len(result()["ratios"])
    assert text.count("\n| mkdocs-fts | ") == 3 + ratios
    assert text.count("| mkdocs-fts | Pagefind | ") == ratios
    assert text.count("\n| Pagefind | ") == 3
    for block in text.split("\n\n")[1:]:
        assert len({line.count("|") for line in block.splitlines()}) == 1
    assert "| mkdocs-fts | 100 (200) | 10 | 500 | 500 | 100 (200) | 500 | 500 |" in text
    assert "| mkdocs-fts | 64 | 4.2 | 40 | 2 | 10 % | 150 % | 8.0 | 2,084 |" in text
    assert "| Pagefind | 128 | 8.5 | 80 | 4 | – | – | 16.0 | 2,084 |" in text
    assert "| mkdocs-fts | 100 | 50 | 0.99 | 0.432 |" in text


def test_the_table_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("# Title\n\n<!-- measured -->\nold \\1\n<!-- /measured -->\n\nend\n")
    for text in ("| a |\n", "| \\1 |\n"):
        table.write(file, text)
        assert file.read_text() == f"# Title\n\n<!-- measured -->\n{text}<!-- /measured -->\n\nend\n"


def test_a_file_without_a_place_for_the_table_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text("# Title\n")
    with pytest.raises(table.NoPlace, match=r"page\.md needs the lines"):
        table.write(file, "| a |\n")
    assert file.read_text() == "# Title\n"


def test_few_searches_are_of_all_kinds() -> None:
    searches = [Search(kind, f"{kind} {n}", "a/") for kind in "abc" for n in range(20)] + [Search("d", "d", "a/")]
    drawn = battery.draw(searches, 13)
    assert Counter(search.kind for search in drawn) == {"a": 4, "b": 4, "c": 4, "d": 1}
    assert drawn == battery.draw(searches, 13)
    assert set(battery.draw(searches, 100)) == set(searches)


def test_a_page_is_ranked_by_its_place() -> None:
    searches = [Search("x", "1", "a/"), Search("x", "2", "b/")]
    ranks = battery.ranks(searches, [["c/", "a/"], ["c/"]])
    assert ranks.found_in_ten == 50
    assert ranks.mean_reciprocal_rank == 0.25


def test_a_project_is_left_as_it_was(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    config.write_text("site_name: A\nplugins:\n  - fts: {wikis: []}\n  - tags\nhook: !ENV X\n")
    with projects.configurations(tmp_path, plain=[], lunr=["search"]) as files:
        assert files["fts"] == config
        assert "plugins:\n- tags\n" in files["plain"].read_text()
        assert "plugins:\n- tags\n- search\n" in files["lunr"].read_text()
    assert list(tmp_path.iterdir()) == [config]


def test_a_project_without_the_plugin_is_told(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: A\n")
    with pytest.raises(SystemExit, match="does not list the plugin fts"), projects.configurations(tmp_path, plain=[]):
        pass


def test_every_option_is_documented() -> None:
    documented = re.findall(r"^\| `(--[a-z]+)` \|", PAGE.read_text("utf-8"), re.MULTILINE)
    options = [option for action in compare.options()._actions for option in action.option_strings]
    assert sorted(documented) == sorted(set(options) - {"-h", "--help"})


def test_every_engine_is_documented_and_has_its_page() -> None:
    names = ",".join(TITLES)
    assert f"| `--engines` | all | some of `{names}` |" in PAGE.read_text("utf-8")
    assert f"[--engines {names}]" in (compare.__doc__ or "")
    assert [name for name in TITLES if not (HERE / "pages" / f"{name}.js").is_file()] == []


def test_the_documentation_has_a_place_for_the_table(tmp_path: Path) -> None:
    copy = tmp_path / PAGE.name
    copy.write_text(PAGE.read_text("utf-8"))
    table.write(copy, table.markdown(result()))
    assert "| mkdocs-fts | 100 (200) |" in copy.read_text()


def test_an_engine_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare.options().parse_args(["--engines", "fts,lunr"]).engines == ["fts", "lunr"]
    with pytest.raises(SystemExit):
        compare.options().parse_args(["--engines", "google"])
    assert "'google' is none of fts, fts-prefetch, fts-sqljs, pagefind" in capsys.readouterr().err
