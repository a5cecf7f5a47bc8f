"""Fixtures that cost time, shared by all tests of a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from mkdocs_fts import publish
from tests.support import cases, chromium
from tests.support.server import StaticServer, serve
from tests.support.shared import Shared
from tests.support.sites import CORPORA, EXAMPLE, Build, mkdocs_build, unpack

settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    path = chromium.find()
    if path is None:
        pytest.fail("no Chromium: run `make test`, which installs one, or set CHROMIUM to its path")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """Sites that are built once for all processes of a run."""
    return Shared(tmp_path_factory.getbasetemp())


@pytest.fixture(scope="session")
def example(shared: Shared) -> Build:
    """The example site."""
    return shared.build("example", lambda _, site: mkdocs_build(EXAMPLE, site, "--strict"))


@pytest.fixture
def example_server(example: Build) -> Iterator[StaticServer]:
    """The example site, served for one test: what another test's page still asks for does not come here."""
    with serve(example.site) as server:
        yield server


@pytest.fixture(scope="session")
def case_sites(shared: Shared) -> Path:
    """The folder with the sites of the shared cases, each under its id."""
    return shared.folder("cases", cases.build_all)


@pytest.fixture(scope="session")
def workspace(shared: Shared) -> Build:
    """The corpus `workspace`: 1,956 pages in English, Spanish and Portuguese."""
    return _build_corpus(shared, "workspace")


@pytest.fixture(scope="session")
def cjk(shared: Shared) -> Build:
    """The corpus `cjk`: 372 pages in Japanese, Chinese and Korean."""
    return _build_corpus(shared, "cjk")


def _build_corpus(shared: Shared, name: str) -> Build:
    """Skips the test where the corpus is missing."""
    if not (CORPORA / f"{name}.tar.xz").exists():
        pytest.skip(f"the corpus {name} is missing in {CORPORA}")

    def build(project: Path, site: Path) -> Build:
        unpack(name, project)
        return mkdocs_build(project, site)

    return shared.build(name, build)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, an empty one."""
    folder = tmp_path / "cache"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_args, **_kwargs: folder)
    return folder


@pytest.fixture
def browser_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stand-in for the built browser files, so that tests of the index need none."""
    folder = tmp_path / "browser files"
    folder.mkdir()
    (folder / "search.js").write_text("const database=__FTS_DATABASE__;")
    (folder / "start.js").write_text("const settings=__FTS_SETTINGS__;")
    (folder / "engine.wasm").write_bytes(bytes(range(256)))
    monkeypatch.setattr(publish, "static_folder", lambda: folder)
    return folder
