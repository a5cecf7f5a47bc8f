"""Material beside mkdocs-static-i18n: one search over all languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.console import Console
from tests.support.dialog import SearchDialog
from tests.support.server import StaticServer, serve
from tests.support.sites import build_site, i18n

pytestmark = pytest.mark.browser

PAGES = {
    "index.md": "# Home\n\nkingfisher",
    "index.es.md": "# Inicio\n\nmartín pescador",
    "other.md": "# Other\n\nheron",
    "guide.md": "# Guide\n\nzeolite",
    "guide.es.md": "# Guía\n\nzeolita",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    folder = tmp_path_factory.mktemp("languages")
    theme = {"name": "material", "font": False, "features": ["navigation.instant"]}
    with serve(folder / "site") as server:
        plugins = ["fts", i18n("suffix", en="English", es="Español")]
        build_site(folder, PAGES, theme=theme, plugins=plugins, site_url=server.address)
        yield server


def test_a_result_in_another_language_opens(page: Page, console: Console, server: StaticServer) -> None:
    console.expect("404")  # the theme asks each language for a sitemap
    # From then on it leads links into the other language elsewhere.
    with page.expect_request_finished(lambda request: request.url.endswith("/es/sitemap.xml")):
        page.goto(server.address)
    # There, too: it loads pages by itself.
    page.get_by_role("navigation").get_by_role("link", name="Other").first.click()
    expect(page.get_by_role("heading", name="Other")).to_be_visible()
    dialog = SearchDialog(page)
    dialog.search("zeolita", "1 result")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Guía")).to_be_visible()
    expect(page).to_have_url(f"{server.address}es/guide/")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Buscar")).to_be_visible()
