"""The dialog speaks the language of the page that it is opened on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.console import Console
from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer, serve
from tests.support.sites import build_site

pytestmark = pytest.mark.browser

PAGES = {
    "index.md": "# Home\n\nzeolite",
    "old.md": "---\nstatus: draft\n---\n# Old\n\nzeolite",
    "arabic.md": "# دليل الصمامات\n\nتبقي heron الصمام جافا.",
    "mixed.md": "# Valves\n\nتبقي kingfisher الصمام جافا.",
}
TEXTS = {"keyClose": "bye", "es": {"results": {"one": "{n} página", "other": "{n} páginas"}}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    """A site whose locale is English, with texts of its own."""
    folder = tmp_path_factory.mktemp("languages")
    build = build_site(folder, PAGES, {"texts": TEXTS}, "--strict", theme={"name": "mkdocs", "highlightjs": False})
    with serve(build.site) as server:
        yield server


def open_in(page: Page, language: str) -> None:
    """As on a page in this language, which a theme may have put in the place of another."""
    page.evaluate("(lang) => { document.documentElement.lang = lang }", language)
    page.keyboard.press("Control+k")


def test_the_dialog_speaks_the_pages_language_with_the_sites_own_texts(page: Page, server: StaticServer) -> None:
    page.goto(server.address)
    open_in(page, "es-MX")
    spanish = page.get_by_role("dialog", name="Buscar")
    spanish.get_by_role("combobox", name="Buscar").fill("zeolite")
    spanish.get_by_role("switch", name="Incluir borradores y archivados").check()
    expect(spanish.locator(".fts-count")).to_have_text("2 páginas")
    expect(spanish.get_by_text("Borrador", exact=True)).to_be_visible()
    expect(spanish.locator(".fts-hint").last).to_contain_text("bye")
    expect(spanish).to_have_attribute("lang", "")
    page.keyboard.press("Escape")

    page.evaluate("document.documentElement.dir = 'rtl'")
    open_in(page, "ar")
    english = page.get_by_role("dialog", name="Search")
    expect(english.locator(".fts-count")).to_have_text("2 results")
    expect(english.get_by_text("Draft", exact=True)).to_be_visible()
    expect(english.locator(".fts-hint").last).to_contain_text("bye")
    expect(english).to_have_attribute("lang", "en")
    expect(english).to_have_css("direction", "ltr")
    page.keyboard.press("Escape")

    open_in(page, "es")
    expect(spanish.locator(".fts-count")).to_have_text("2 páginas")
    expect(spanish).to_have_css("direction", "rtl")
    assert [path for path in server.requests if "text-" in path] == ["/fts/text-es.js"]


def test_a_page_that_is_written_the_other_way_reads_so(page: Page, server: StaticServer) -> None:
    page.goto(server.address)
    dialog = SearchDialog(page)
    dialog.search("heron", "1 result")
    expect(dialog.hits).to_have_css("direction", "rtl")
    dialog.search("heron OR kingfisher", "2 results")
    mixed = dialog.hit("Valves")
    expect(mixed).to_have_css("direction", "ltr")
    # Its text for itself: what comes first stands on the right of what follows.
    first = mixed.locator(".fts-excerpt").evaluate(
        """(excerpt) => {
          const range = document.createRange();
          range.setStart(excerpt.firstChild, 0);
          range.setEnd(excerpt.firstChild, 1);
          return range.getBoundingClientRect().left;
        }"""
    )
    mark = mixed.get_by_role("mark").bounding_box()
    assert mark
    assert mark["x"] < first


def test_a_language_that_cannot_be_loaded_leaves_the_dialog_in_english(
    page: Page, server: StaticServer, console: Console
) -> None:
    server.broken["text-de.js"] = 404
    console.expect("404")
    page.goto(server.address)
    open_in(page, "de")
    expect(page.get_by_role("dialog", name="Search")).to_be_visible()
    page.keyboard.press("Escape")
    server.broken.clear()
    open_in(page, "de")
    expect(page.get_by_role("dialog", name="Suchen")).to_be_visible()


def test_what_the_start_script_says_is_in_the_pages_language(
    page: Page, server: StaticServer, console: Console
) -> None:
    server.broken["dialog.js"] = 404
    console.expect("404", "dynamically imported module")
    page.goto(server.address)
    open_in(page, "pt-BR")
    expect(page.get_by_text("Não foi possível carregar a pesquisa.")).to_be_visible()
    server.broken.clear()
