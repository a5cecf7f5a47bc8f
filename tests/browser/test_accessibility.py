"""No barriers in any state of the dialog and the search page, and the tree that screen readers read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import violations
from tests.support.console import Console
from tests.support.dialog import CHUNK, Held, SearchDialog
from tests.support.server import StaticServer, serve
from tests.support.themes import MATERIAL, MKDOCS, PROPERDOCS_MKDOCS, READTHEDOCS, Theme, ThemeSites

pytestmark = pytest.mark.browser

DIALOG = "dialog.fts-dialog"
PAGE = ".fts-page"


def idle(dialog: SearchDialog) -> None:
    dialog.open()


def recent(dialog: SearchDialog) -> None:
    dialog.page.evaluate(
        """localStorage.setItem("fts:/", JSON.stringify({drafts: false, recent: ["zeolite", "a b c", "C++"]}))"""
    )
    dialog.page.reload()
    dialog.open()
    expect(dialog.recent).to_be_visible()


def loading(dialog: SearchDialog) -> None:
    dialog.open()
    Held(dialog.page, CHUNK)
    dialog.type("zeolite")
    expect(dialog.progress).to_be_visible()


def loading_over_older_results(dialog: SearchDialog) -> None:
    dialog.search("autenticacion ", "2 results")
    Held(dialog.page, CHUNK)
    dialog.type("plantao ")
    expect(dialog.old_body).to_be_visible()


def results(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.switch.check()  # with labels
    expect(dialog.count).to_have_text("23 results")


def chips_pressed(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.chips.filter(has_text="Field guide").click()
    expect(dialog.count).to_have_text("12 results")


def generated_open(dialog: SearchDialog) -> None:
    dialog.search("calibration", "20 results")
    dialog.generated.click()
    expect(dialog.generated_results).to_be_visible()


def corrected(dialog: SearchDialog) -> None:
    dialog.type("zeolitte ")
    expect(dialog.root.get_by_text("Search instead for")).to_be_visible()


def relaxed(dialog: SearchDialog) -> None:
    dialog.type("zeolite telemetría plantões calibration ")
    expect(dialog.root.locator(".fts-missing").first).to_be_visible()


def nothing(dialog: SearchDialog) -> None:
    dialog.type('"qxzvjkwq wqkjvzxq"')
    expect(dialog.root.locator(".fts-note-title")).to_be_visible()


def only_drafts(dialog: SearchDialog) -> None:
    dialog.type("stylus")
    expect(dialog.root.get_by_role("button", name="Include them")).to_be_visible()


def nothing_in_the_wiki(dialog: SearchDialog) -> None:
    chips_pressed(dialog)
    dialog.type("plantao ")
    expect(dialog.root.get_by_role("button", name="Search all wikis")).to_be_visible()


def failure(dialog: SearchDialog) -> None:
    dialog.page.route(CHUNK, lambda route: route.abort())
    dialog.type("zeolite")
    expect(dialog.failure).to_be_visible()


STATES = [
    idle,
    recent,
    loading,
    loading_over_older_results,
    results,
    chips_pressed,
    generated_open,
    corrected,
    relaxed,
    nothing,
    only_drafts,
    nothing_in_the_wiki,
    failure,
]


def in_colours(page: Page, scheme: str) -> None:
    """As the theme `mkdocs` sets them."""
    page.evaluate("(scheme) => document.documentElement.dataset.bsTheme = scheme", scheme)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__.replace("_", " "))
def test_no_state_of_the_dialog_has_a_barrier(
    dialog: SearchDialog, console: Console, state: Callable[[SearchDialog], None]
) -> None:
    console.expect("ERR_FAILED")
    state(dialog)
    for scheme in ("light", "dark"):
        in_colours(dialog.page, scheme)
        assert violations(dialog.page, DIALOG) == []
    dialog.page.unroute_all(behavior="ignoreErrors")


@pytest.mark.parametrize("query", ["", "?q=calibration&drafts=1", "?q=qxzvjkwq"])
def test_the_search_page_has_no_barrier(page: Page, example_server: StaticServer, query: str) -> None:
    page.goto(f"{example_server.address}search.html{query}")
    expect(page.locator(".fts-page .fts-note, .fts-page [role=option]").first).to_be_visible()
    for scheme in ("light", "dark"):
        in_colours(page, scheme)
        assert violations(page, PAGE) == []


@pytest.mark.parametrize(
    ("theme", "scheme"),
    [
        (MATERIAL, "default"),
        (MATERIAL, "slate"),
        (READTHEDOCS, None),
        (PROPERDOCS_MKDOCS, "dark"),
    ],
    ids=["material", "material-slate", "readthedocs", "properdocs-dark"],
)
def test_results_have_no_barrier_in_other_themes(
    page: Page, theme_sites: ThemeSites, theme: Theme, scheme: str | None
) -> None:
    page.goto(f"{theme_sites.address(theme)}search.html?q=zeolite")
    expect(page.locator(".fts-page [role=option]").first).to_be_visible()
    page.evaluate(
        """(scheme) => {
          if (scheme) document.body.dataset.mdColorScheme = document.documentElement.dataset.bsTheme = scheme;
        }""",
        scheme,
    )
    assert violations(page, PAGE) == []
    page.goto(theme_sites.address(theme))
    if scheme:
        page.evaluate(
            "(scheme) => document.body.dataset.mdColorScheme = document.documentElement.dataset.bsTheme = scheme",
            scheme,
        )
    dialog = SearchDialog(page)
    dialog.open()
    assert violations(page, DIALOG) == []
    dialog.find("zeolite", "Pumps")
    dialog.switch.check()
    expect(dialog.hit("Old")).to_be_visible()
    assert violations(page, DIALOG) == []


@pytest.fixture(scope="module")
def with_a_log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site that searches a file that is none of its pages."""
    folder = tmp_path_factory.mktemp("log")
    (folder / "log.md").write_text("# Work log\n\n## Monday\n\nA heron on the weir.\n\n## Tuesday\n\nRain.\n")
    MKDOCS.write(folder, {"sources": [{"path": "log.md", "wiki": "log", "title": "Work log"}]})
    with serve(MKDOCS.build(folder).site) as server:
        yield server.address


def test_a_text_in_the_place_of_the_results_has_no_barrier(page: Page, with_a_log: str) -> None:
    page.goto(with_a_log)
    dialog = SearchDialog(page)
    dialog.find("heron", "Work log")
    page.keyboard.press("Enter")
    expect(dialog.root.locator(".fts-text")).to_contain_text("A heron on the weir.")
    for scheme in ("light", "dark"):
        in_colours(page, scheme)
        assert violations(page, DIALOG) == []
    page.goto(f"{with_a_log}search.html?q=heron")
    page.get_by_role("option").first.click()
    expect(page.locator(".fts-page .fts-text")).to_contain_text("A heron on the weir.")
    assert violations(page, PAGE) == []


def test_screen_readers_find_a_combobox_with_a_listbox_in_a_dialog(dialog: SearchDialog) -> None:
    """The pattern of the ARIA Authoring Practices: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/."""
    dialog.search("zeolite", "1 result")
    expect(dialog.root).to_match_aria_snapshot("""
      - dialog "Search":
        - combobox "Search" [expanded]: zeolite
        - button "Close"
        - switch "Include drafts and archived"
        - listbox "Results":
          - group "Field guide, 1 result":
            - option /When a level drifts.*Keeping the tube dry/ [selected]
        - link "All results"
        - status: 1 result for “zeolite”
    """)
    tree = dialog.page.context.new_cdp_session(dialog.page)
    tree.send("Accessibility.enable")
    nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
    by_role = {node["role"]["value"]: node for node in nodes if not node["ignored"]}
    field = {each["name"]: each["value"] for each in by_role["combobox"]["properties"]}
    assert field["focused"]["value"] is True
    assert field["editable"]["value"] == "plaintext"
    assert field["autocomplete"]["value"] == "list"
    (controls,) = field["controls"]["relatedNodes"]
    (active,) = field["activedescendant"]["relatedNodes"]
    assert controls["backendDOMNodeId"] == by_role["listbox"]["backendDOMNodeId"]
    assert active["backendDOMNodeId"] == by_role["option"]["backendDOMNodeId"]
    modal = {each["name"]: each["value"]["value"] for each in by_role["dialog"]["properties"]}
    assert modal["modal"] is True
    live = {each["name"]: each["value"]["value"] for each in by_role["status"]["properties"]}
    assert live["live"] == "polite"


def test_forced_colours_show_what_is_pressed_and_where_the_keys_go(dialog: SearchDialog) -> None:
    dialog.page.emulate_media(forced_colors="active")
    dialog.search("calibration", "20 results")
    background = "(element, pseudo) => getComputedStyle(element, pseudo).backgroundColor"
    assert dialog.chips.first.evaluate(background) != dialog.chips.last.evaluate(background)
    field = dialog.root.locator(".fts-field")
    assert field.evaluate(background, "::after") != dialog.root.evaluate(background)


def test_a_closed_list_is_not_expanded(dialog: SearchDialog) -> None:
    dialog.type("qxzvjkwq")
    dialog.expect_nothing_found("qxzvjkwq")
    expect(dialog.root).to_match_aria_snapshot("""
      - dialog "Search":
        - combobox "Search" [expanded=false]: qxzvjkwq
        - button "Close"
        - switch "Include drafts and archived"
        - paragraph: Nothing found for “qxzvjkwq”.
    """)
    assert dialog.input.get_attribute("aria-activedescendant") is None
    assert dialog.input.get_attribute("aria-controls") is None
