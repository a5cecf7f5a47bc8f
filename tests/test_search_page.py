"""The search page, the description for browsers, and the parts for templates of an author's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.support.sites import Build, build_site
from tests.support.themes import MATERIAL, THEMES, Theme

PAGES = {"index.md": "# Home\n\nhomeword", "a/b.md": "# B"}
OPEN_SEARCH = "{http://a9.com/-/spec/opensearch/1.1/}"


def build(
    folder: Path, pages: dict[str, str] = PAGES, *, templates: dict[str, str] | None = None, **config: Any
) -> Build:
    """Build a site that must succeed; `templates` go into its `custom_dir`."""
    for path, text in (templates or {}).items():
        file = folder / "custom" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return build_site(folder, pages, **config)


def html_of(site: Path, path: str = "search.html") -> LexborHTMLParser:
    return LexborHTMLParser((site / path).read_text("utf-8"))


def only(html: LexborHTMLParser | LexborNode, selector: str) -> LexborNode:
    (found,) = html.css(selector)
    return found


@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_each_theme_has_a_search_page_in_its_own_layout(theme: Theme, tmp_path: Path) -> None:
    theme.write(tmp_path)
    site = theme.build(tmp_path).site
    page, home = html_of(site), html_of(site, "index.html")
    assert only(page, "title").text() == "Search - Test site"
    place = only(page, "[data-fts-page]")
    assert only(page, "h1").text() == "Search"
    assert only(place, "form").attributes["action"] in ("search.html", "./search.html")
    assert only(place, "noscript")
    for selector in ("link[rel=stylesheet]", "nav", "header"):
        assert len(page.css(selector)) == len(home.css(selector))
    assert page.css("a[href*='guide/pumps/']")


def test_the_search_page_speaks_the_language_of_the_theme(tmp_path: Path) -> None:
    texts = {"es": {"submit": "¡Ya!"}}
    site = build(tmp_path, theme={"name": "mkdocs", "locale": "es"}, plugins=[{"fts": {"texts": texts}}]).site
    place = only(html_of(site), "[data-fts-page]")
    assert only(place, "h1").text() == "Búsqueda"
    assert only(place, "button").text() == "¡Ya!"


WANTS_A_PAGE = {
    "prints the page": "<html><body>{{ page.content }}</body></html>",
    "asks for what is not there": "<html><body>{% for item in page.toc.items %}{{ item.title }}{% endfor %}"
    "{% block content %}{{ page.file.src_uri.upper() }}{% endblock %}</body></html>",
    "dies without": "{% set title = page.title.upper() %}<html><body>{{ title }}{% block content %}{% endblock %}",
    "no block": "<html><body>{{ page.meta.get('x') }}{{ page.url | url }}</body></html>",
}


@pytest.mark.parametrize("main", WANTS_A_PAGE.values(), ids=list(WANTS_A_PAGE))
def test_a_theme_for_documents_alone_gets_our_layout(main: str, tmp_path: Path) -> None:
    templates = {"main.html": main, "404.html": "not here"}
    done = build(tmp_path, templates=templates, theme={"name": None, "custom_dir": "custom"}, extra_css=["x.css"])
    assert done.warnings == []
    page = html_of(done.site)
    assert only(page, "[data-fts-page] form")
    assert only(page, "header a").text() == "Test site"
    assert only(page, "title").text() == "Search - Test site"
    assert [link.attributes["href"] for link in page.css("link[rel=stylesheet]")] == ["./x.css"]
    assert [script.attributes["src"] for script in page.css("script")] == ["./fts/start.js"]


def test_changes_that_an_author_makes_to_a_theme_hold_on_the_search_page(tmp_path: Path) -> None:
    main = "{% extends 'base.html' %}{% block footer %}<p id=mine></p>{% endblock %}"
    theme = {"name": "material", "custom_dir": "custom", **MATERIAL.settings}
    page = html_of(build(tmp_path, templates={"main.html": main}, theme=theme).site)
    assert only(page, "#mine")
    assert only(page, ".md-content [data-fts-page]")


def test_an_authors_own_search_page_goes_before_ours(tmp_path: Path) -> None:
    templates = {"search.html": "mine: {{ fts_texts.search }} {% include 'fts/form.html' %}"}
    page = html_of(build(tmp_path, templates=templates, theme={"name": "readthedocs", "custom_dir": "custom"}).site)
    assert page.css("[data-fts-page]") == []
    assert page.body
    assert page.body.text().startswith("mine: Search")


def test_the_parts_for_templates_can_be_included(tmp_path: Path) -> None:
    main = "<body>{% include 'fts/button.html' %}{% include 'fts/form.html' %}</body>"
    site = build(tmp_path, templates={"main.html": main}, theme={"name": None, "custom_dir": "custom"}).site
    page = html_of(site, "a/b/index.html")
    button = only(page, "button[data-fts-open]")
    assert (button.text(), button.attributes["type"]) == ("Search", "button")
    form = only(page, "form[data-fts-form]")
    assert (form.attributes["action"], form.attributes["method"]) == ("../../search.html", "get")
    assert only(form, "input[name=q]").attributes["aria-label"] == "Search"


@pytest.mark.parametrize("source", ["search.md", "search.html"])
def test_an_authors_page_at_the_address_of_the_search_page_stays(source: str, tmp_path: Path) -> None:
    pages = {**PAGES, source: "<h1>Mine</h1>"}
    done = build(tmp_path, pages, use_directory_urls=False)
    assert done.warnings == [
        f"WARNING -  fts: {source}: its address is that of the search page, which is left out; rename the file"
    ]
    page = html_of(done.site)
    assert only(page, "h1").text() == "Mine"
    assert page.css("[data-fts-page]") == []
    assert '"searchPage":' not in (done.site / "fts" / "start.js").read_text("utf-8")


def test_a_page_named_search_is_no_conflict_where_pages_are_folders(tmp_path: Path) -> None:
    done = build(tmp_path, {**PAGES, "search.md": "# Mine"})
    assert done.warnings == []
    assert only(html_of(done.site), "[data-fts-page]")
    assert only(html_of(done.site, "search/index.html"), "h1").text() == "Mine"


def test_browsers_get_a_description_of_the_search(tmp_path: Path) -> None:
    done = build(
        tmp_path,
        site_name="Rivers & <other> waters",
        site_description='All about "rivers" & more',
        site_url="https://example.org/docs/?a&b",
    )
    root = ElementTree.parse(done.site / "opensearch.xml").getroot()
    assert root.tag == f"{OPEN_SEARCH}OpenSearchDescription"
    # The specification allows 16 characters.
    assert root.findtext(f"{OPEN_SEARCH}ShortName") == "Rivers & <other>"
    assert root.findtext(f"{OPEN_SEARCH}Description") == 'All about "rivers" & more'
    url = root.find(f"{OPEN_SEARCH}Url")
    assert url is not None
    assert url.get("template", "").startswith("https://example.org/docs/")
    assert url.get("template", "").endswith("search.html?q={searchTerms}")
    assert '"openSearch":' in (done.site / "fts" / "start.js").read_text("utf-8")


def test_without_the_sites_address_there_is_no_description(tmp_path: Path) -> None:
    site = build(tmp_path).site
    assert not (site / "opensearch.xml").exists()
    assert '"openSearch":' not in (site / "fts" / "start.js").read_text("utf-8")


def test_an_authors_own_description_stays(tmp_path: Path) -> None:
    site = build(tmp_path, {**PAGES, "opensearch.xml": "<mine/>"}, site_url="https://example.org/").site
    assert (site / "opensearch.xml").read_text() == "<mine/>"
