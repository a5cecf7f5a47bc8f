"""A content security policy that lets nothing in but the site's own files.

The themes have inline scripts of their own, which such a policy stops. Here the example site has a theme without any,
so that whatever the policy stops is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.console import Console
from tests.support.dialog import SearchDialog
from tests.support.module import OPEN, answer, outcome
from tests.support.server import StaticServer, serve
from tests.support.sites import EXAMPLE, ROOT, bring_sqljs, mkdocs_build

pytestmark = pytest.mark.browser

POLICY = "default-src 'self'; script-src 'self'; worker-src 'self'"
THEME = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>{{ page.title }}</title></head>
<body>
  <button type="button" data-fts-open>Search</button>
  <main>{{ page.content }}</main>
  {%- for script in config.extra_javascript %}{{ script | script_tag }}{% endfor %}
</body>
</html>
"""
REPORT = """
document.addEventListener("securitypolicyviolation", (event) =>
  report(`${event.effectiveDirective}: ${event.blockedURI} (${event.sourceFile})`));
"""


@pytest.fixture(scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticServer]:
    folder = tmp_path_factory.mktemp("strict")
    (folder / "theme").mkdir()
    (folder / "theme" / "main.html").write_text(THEME)
    (folder / "theme" / "favicon.ico").touch()  # browsers ask for it
    (folder / "mkdocs.yml").write_text(
        f"INHERIT: {EXAMPLE / 'mkdocs.yml'}\ndocs_dir: {EXAMPLE / 'docs'}\ntheme: {{name: null, custom_dir: theme}}\n"
    )
    build = mkdocs_build(folder, folder / "site", "--strict")
    assert build.returncode == 0, build.log
    bring_sqljs(folder / "site")
    with serve(folder / "site") as server:
        yield server


@pytest.fixture
def violations(context: BrowserContext) -> list[str]:
    """What the policy has stopped in pages."""
    found: list[str] = []

    def report(violation: str) -> None:
        found.append(violation)

    context.expose_function("report", report)
    context.add_init_script(REPORT)
    return found


@pytest.fixture
def strict(page: Page, strict_server: StaticServer, violations: list[str]) -> SearchDialog:
    """The dialog on a home page under the policy."""
    # A worker's script brings its own policy: it must not come from the cache with an older one.
    strict_server.headers |= {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    page.goto(strict_server.address)
    return SearchDialog(page)


def test_the_documentation_names_the_policy_that_is_tested() -> None:
    assert POLICY in (ROOT / "docs" / "hosting.md").read_text("utf-8")


def test_a_reader_meets_nothing_of_a_strict_policy(
    strict: SearchDialog, strict_server: StaticServer, violations: list[str]
) -> None:
    page = strict.page
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    page.get_by_role("button", name="Search").click()
    strict.search("calibration", "20 results")
    strict.switch.check()
    strict.generated.click()
    strict.search("calibraton ", "23 results")  # corrected
    strict.search("zeolite", "1 result")
    page.keyboard.press("Enter")
    page.wait_for_url("**/field/drifting-levels/#keeping-the-tube-dry")
    expect(page.get_by_role("button", name="Clear the marked words")).to_be_visible()
    strict.find("zeolite", "When a level drifts")
    page.keyboard.press("Escape")
    expect(strict.root).to_be_hidden()
    page.goto(f"{strict_server.address}search.html?q=zeolite")
    expect(page.get_by_role("option", name="When a level drifts")).to_be_visible()
    assert violations == []
    assert [url for url in requests if not url.startswith(strict_server.address)] == []
    assert any(url.endswith("worker.js") for url in requests)


def test_the_dialog_has_its_looks_under_a_strict_policy(strict: SearchDialog) -> None:
    strict.open()
    assert strict.input.evaluate("(input) => parseFloat(getComputedStyle(input).fontSize)") >= 16
    assert strict.page.evaluate("getComputedStyle(document.documentElement).overflow") == "hidden"


def test_a_policy_that_forbids_workers_is_said_to_the_reader_and_its_mend_to_the_author(
    strict: SearchDialog, strict_server: StaticServer, console: Console
) -> None:
    mend = "worker-src must have 'self'"
    strict_server.headers["Content-Security-Policy"] = "default-src 'self'; worker-src 'none'"
    strict.page.reload()
    console.expect(re.escape(mend), "(?i)violates the following content security policy")
    with strict.page.expect_console_message(lambda message: mend in message.text):
        strict.type("zeolite")
        strict.expect_failure("This browser could not start the search.")
    strict_server.headers["Content-Security-Policy"] = POLICY
    strict.page.reload()
    strict.search("zeolite", "1 result")


def test_sqljs_needs_a_policy_that_allows_webassembly(
    strict: SearchDialog, strict_server: StaticServer, console: Console
) -> None:
    console.expect("(?i)violates the following content security policy")
    strict.page.evaluate(OPEN, {"engine": "sqljs"})
    refused = outcome(strict.page, "search.search('zeolite')")
    assert refused["code"] == "engine"
    assert "script-src must have 'wasm-unsafe-eval'" in refused["message"]
    strict_server.headers["Content-Security-Policy"] = POLICY.replace("script-src", "script-src 'wasm-unsafe-eval'")
    strict.page.reload()
    strict.page.evaluate(OPEN, {"engine": "sqljs"})
    assert answer(strict.page, "zeolite")["total"] == 1
