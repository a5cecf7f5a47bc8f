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
def example(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The example site, built once."""
    build = mkdocs_build(EXAMPLE, tmp_path_factory.mktemp("example") / "site", "--strict")
    assert build.returncode == 0, build.log
    return build


@pytest.fixture(scope="session")
def _example_server(example: Build) -> Iterator[StaticServer]:
    with serve(example.site) as server:
        yield server


@pytest.fixture
def example_server(_example_server: StaticServer) -> Iterator[StaticServer]:
    """The example site, served; forgets requests and breakages of other tests."""
    _example_server.requests.clear()
    _example_server.broken.clear()
    yield _example_server
    _example_server.broken.clear()


@pytest.fixture(scope="session")
def case_sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sites of the shared cases, each under its id."""
    folder = tmp_path_factory.mktemp("cases")
    cases.build_all(folder)
    return folder


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The corpus `workspace`, built once."""
    return build_corpus("workspace", tmp_path_factory.mktemp("workspace"))


def build_corpus(name: str, folder: Path) -> Build:
    """Build a shared corpus; skips the test where it is missing."""
    if not (CORPORA / f"{name}.tar.xz").exists():
        pytest.skip(f"the corpus {name} is missing in {CORPORA}")
    unpack(name, folder / "project")
    build = mkdocs_build(folder / "project", folder / "site")
    assert build.returncode == 0, build.log
    return build


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
    (folder / "search.js").write_text("export {}")
    (folder / "start.js").write_text("const settings=__FTS_SETTINGS__;")
    (folder / "engine.wasm").write_bytes(bytes(range(256)))
    monkeypatch.setattr(publish, "static_folder", lambda: folder)
    return folder
