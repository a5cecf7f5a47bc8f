"""A fresh page for each test, in which no error goes unseen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.console import Console
from tests.support.dialog import SearchDialog
from tests.support.module import OPEN
from tests.support.server import StaticServer
from tests.support.shared import Shared
from tests.support.themes import ThemeSites

# Machines that run these tests often do other things at the same time.
TIMEOUT = 30_000  # milliseconds
expect.set_options(timeout=TIMEOUT)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A context with a cache of its own."""
    with browser.new_context() as context:
        context.set_default_timeout(TIMEOUT)
        yield context


@pytest.fixture
def console(context: BrowserContext) -> Iterator[Console]:
    """Fails the test on any error on the console that it does not expect."""
    console = Console(context)
    yield console
    context.close()  # what is still on its way arrives before
    assert console.unexpected == []


@pytest.fixture
def page(context: BrowserContext, console: Console) -> Page:
    """A blank page."""
    return context.new_page()


@pytest.fixture
def home(page: Page, example_server: StaticServer) -> Page:
    """The home page of the example site."""
    page.goto(example_server.address)
    return page


@pytest.fixture
def module(home: Page) -> Page:
    """The home page, on which `search` has been made with `createSearch`."""
    home.evaluate(OPEN, {"base": "fts/"})
    return home


@pytest.fixture
def dialog(home: Page) -> SearchDialog:
    """The dialog of the example site's home page, not opened yet."""
    return SearchDialog(home)


@pytest.fixture(scope="session")
def theme_sites(tmp_path_factory: pytest.TempPathFactory, shared: Shared) -> Iterator[ThemeSites]:
    """Sites of all themes, each built when it is asked for first."""
    with ExitStack() as stack:
        yield ThemeSites(tmp_path_factory.mktemp("themes"), shared, stack)
