"""Chips that narrow the results to one wiki."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.dialog import SearchDialog
from tests.support.server import serve
from tests.support.sites import mkdocs_build, write_project

pytestmark = pytest.mark.browser


def chip(dialog: SearchDialog, name: str) -> Locator:
    return dialog.chips.filter(has_text=name)


def test_a_chip_narrows_and_the_counts_stay(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    counts = ["All 20", "Field guide 12", "Station cards 8"]
    expect(dialog.chips).to_have_text(counts)
    expect(chip(dialog, "All")).to_have_attribute("aria-pressed", "true")
    chip(dialog, "Field guide").click()
    expect(dialog.count).to_have_text("12 results")
    expect(dialog.generated).to_have_count(0)
    expect(dialog.chips).to_have_text(counts)
    expect(chip(dialog, "Field guide")).to_have_attribute("aria-pressed", "true")
    expect(dialog.status).to_have_text("12 results for “calibration”")


@pytest.mark.parametrize("name", ["All", "Field guide"])
def test_all_and_the_pressed_chip_lift_it_again(dialog: SearchDialog, name: str) -> None:
    dialog.search("calibration", "20 results")
    chip(dialog, "Field guide").click()
    expect(dialog.count).to_have_text("12 results")
    chip(dialog, name).press("Enter")
    expect(dialog.count).to_have_text("20 results")
    expect(dialog.generated).to_be_visible()


def test_a_chip_holds_for_the_next_text_with_counts_of_all_wikis(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    chip(dialog, "Field guide").click()
    expect(dialog.count).to_have_text("12 results")
    dialog.search("UTC ", "1 result")
    expect(dialog.chips).to_have_text(["All 12", "Técnica 3", "Field guide 1", "Station cards 8"])


def test_where_the_wiki_has_nothing_the_others_are_at_hand(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    chip(dialog, "Station cards").click()
    expect(dialog.count).to_have_text("8 results")
    dialog.type("zeolite")
    expect(dialog.root.get_by_text("Nothing found for “zeolite” in Station cards.").first).to_be_visible()
    expect(chip(dialog, "Station cards")).to_have_text("Station cards 0")
    dialog.root.get_by_role("button", name="Search all wikis").press("Enter")
    expect(dialog.hit("When a level drifts")).to_be_visible()
    expect(dialog.input).to_be_focused()


def test_one_wiki_needs_no_chips(dialog: SearchDialog) -> None:
    dialog.search("zeolite", "1 result")
    expect(dialog.chips).to_have_count(0)


def test_many_wikis_leave_room_for_the_results(page: Page, tmp_path: Path) -> None:
    ids = [f"handbook-{n}" for n in range(60)]
    wikis = [{"id": each, "title": each, "path": f"{each}/"} for each in ids]
    pages = {"index.md": "# Home", **{f"{each}/index.md": f"# {each}\n\nzeolite" for each in ids}}
    write_project(tmp_path, pages, {"wikis": wikis}, theme={"name": "mkdocs", "highlightjs": False})
    build = mkdocs_build(tmp_path, tmp_path / "site", "--strict")
    assert build.returncode == 0, build.log
    with serve(build.site) as server:
        page.goto(server.address)
        dialog = SearchDialog(page)
        dialog.search("zeolite", "60 results")
        results = dialog.root.locator(".fts-body").bounding_box()
        whole = dialog.root.bounding_box()
        assert results
        assert whole
        assert results["height"] > whole["height"] / 2
        dialog.chips.last.focus()
        expect(dialog.chips.last).to_be_in_viewport(ratio=1)
