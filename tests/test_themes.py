"""The dialog stands where the theme has its search box, and MkDocs' own search is out of the way."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from selectolax.lexbor import LexborHTMLParser

from mkdocs_fts import themes
from mkdocs_fts.resources import theme_folder
from mkdocs_fts.themes import StandIn
from tests.support.index import pages_with
from tests.support.sites import Build, build_site, write_project
from tests.support.themes import THEMES, Theme

PAGES = {"index.md": "# Home\n\nhomeword", "a/b.md": "# B"}
INFO = (
    "INFO    -  fts: takes the place of the plugin 'search', whose index is not built; remove 'search' from `plugins`"
)
PLUGINS: dict[str, list[Any]] = {
    "fts alone": ["fts"],
    "search before": ["search", "fts"],
    "search after": ["fts", "search"],
    "search with options": [{"search": {"lang": ["en", "pt"], "min_search_length": 2}}, {"fts": {}}],
}


def build(folder: Path, **config: Any) -> Build:
    return build_site(folder, PAGES, None, "--strict", **config)


def scripts(page: Path) -> list[str]:
    return re.findall(r'<script src="([^"]+)"', page.read_text("utf-8"))


@pytest.mark.parametrize("plugins", PLUGINS)
def test_search_is_replaced_and_that_is_said_once(plugins: str, tmp_path: Path) -> None:
    done = build(tmp_path, plugins=PLUGINS[plugins])
    assert done.log.count(INFO) == done.log.count("takes the place") == (plugins != "fts alone")
    assert not (done.site / "search").exists()
    assert pages_with(done.site, "homeword") == [""]


@pytest.mark.parametrize("plugins", PLUGINS)
def test_the_themes_box_is_there_and_only_our_script_serves_it(plugins: str, tmp_path: Path) -> None:
    site = build(tmp_path, plugins=PLUGINS[plugins]).site
    for path, base in (("index.html", ""), ("a/b/index.html", "../../"), ("404.html", "/")):
        html = LexborHTMLParser((site / path).read_text("utf-8"))
        assert len(html.css("a[data-bs-target='#mkdocs_search_modal']")) == 1
        assert len(html.css("#mkdocs_search_modal")) == 1
        assert [src for src in scripts(site / path) if "fts/" in src] == [f"{base}fts/start.js"]
        assert [src for src in scripts(site / path) if "search/" in src] == []
    assert (site / "fts" / "start.js").exists()


def test_the_themes_script_finds_the_elements_that_it_asks_for(tmp_path: Path) -> None:
    site = build(tmp_path).site
    asked = set(
        re.findall(r"getElementById\(['\"](mkdocs[^'\"]*search[^'\"]*)['\"]\)", (site / "js/base.js").read_text())
    )
    assert asked
    html = LexborHTMLParser((site / "index.html").read_text("utf-8"))
    assert [name for name in asked if not html.css(f"#{name}")] == []


def test_an_authors_own_template_goes_before_ours(tmp_path: Path) -> None:
    (tmp_path / "custom").mkdir()
    (tmp_path / "custom" / "search-modal.html").write_text("<p id='own'></p>")
    site = build(tmp_path, theme={"name": "mkdocs", "custom_dir": "custom"}).site
    assert "<p id='own'></p>" in (site / "index.html").read_text("utf-8")


def test_an_authors_own_scripts_stay(tmp_path: Path) -> None:
    site = build(tmp_path, extra_javascript=["js/mine.js"], plugins=["search", "fts"]).site
    assert [src for src in scripts(site / "index.html") if "mine" in src or "fts" in src] == [
        "js/mine.js",
        "fts/start.js",
    ]


BOXES = {
    "mkdocs": "a[data-bs-target='#mkdocs_search_modal']",
    "readthedocs": "#rtd-search-form[data-fts-form] input[name=q]",
    "material": "form.md-search__form input[name=q]",
    "material-instant": "form.md-search__form input[name=q]",
    "properdocs-mkdocs": "a[data-bs-target='#properdocs_search_modal']",
    "properdocs-readthedocs": "#rtd-search-form[data-fts-form] input[name=q]",
}


@pytest.mark.parametrize("theme", THEMES, ids=str)
def test_each_theme_shows_its_box_and_only_our_script_serves_it(theme: Theme, tmp_path: Path) -> None:
    theme.write(tmp_path, plugins=["search", "fts"])  # tests/browser/test_themes.py has sites with `fts` alone
    done = theme.build(tmp_path)
    assert done.log.count("takes the place") == 1
    for path, base in (("index.html", ""), ("guide/pumps/index.html", "../../"), ("404.html", "/")):
        html = LexborHTMLParser((done.site / path).read_text("utf-8"))
        assert len(html.css(BOXES[theme.id])) == 1
        assert [src for src in scripts(done.site / path) if "fts/" in src] == [f"{base}fts/start.js"]
        assert [src for src in scripts(done.site / path) if "search/" in src] == []
        assert html.css("[data-md-component=search], [data-md-component=search-query]") == []
    assert not (done.site / "search").exists()
    assert pages_with(done.site, "zeolite") == ["guide/pumps/", "old/"]


def configured(folder: Path, *plugins: Any, **config: Any) -> MkDocsConfig:
    """The configuration after the hook `on_config`, as other plugins find it."""
    write_project(folder, PAGES, plugins=list(plugins), **config)
    loaded = load_config(str(folder / "mkdocs.yml"))
    loaded = loaded.plugins.on_config(loaded)
    loaded.plugins.on_shutdown()
    return loaded


@pytest.mark.parametrize("plugins", [("fts",), ("search", "fts"), ("fts", "search")])
def test_other_plugins_still_find_a_search_but_none_of_its_hooks(plugins: tuple[str, ...], tmp_path: Path) -> None:
    config = configured(tmp_path, *plugins)
    assert isinstance(config.plugins["search"], StandIn)
    later = [method for event, methods in config.plugins.events.items() if event != "config" for method in methods]
    assert {type(method.__self__).__name__ for method in later} == {"FtsPlugin"}
    assert not any("contrib" in folder for folder in config.theme.dirs)


def test_configuring_twice_adds_nothing(tmp_path: Path) -> None:
    config = configured(tmp_path, "fts")
    folders, loaded = list(config.theme.dirs), [str(script) for script in config.extra_javascript]
    config = config.plugins.on_config(config)
    config.plugins.on_shutdown()
    assert config.theme.dirs == folders
    assert [str(script) for script in config.extra_javascript] == loaded == ["fts/start.js"]


@pytest.mark.parametrize("plugin", ["search", "material/search", {"search": {"enabled": False}}], ids=str)
def test_a_search_of_material_is_replaced_by_one_that_is_enabled(plugin: Any, tmp_path: Path) -> None:
    config = configured(tmp_path, plugin, "fts", theme={"name": "material"})
    stand_in = config.plugins["material/search"]
    assert isinstance(stand_in, StandIn)
    assert stand_in.config.enabled is True  # what the theme's templates ask for
    later = [method for event, methods in config.plugins.events.items() if event != "config" for method in methods]
    assert {type(method.__self__).__name__ for method in later} == {"FtsPlugin"}


def test_a_theme_that_is_merely_installed_is_not_loaded(tmp_path: Path) -> None:
    """Material prints a notice when it is."""
    write_project(tmp_path, PAGES)
    load = "import sys, mkdocs.__main__ as m; m.cli(['build', '-q'], standalone_mode=False); "
    check = "sys.exit('material.templates' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", load + check], cwd=tmp_path, check=False).returncode == 0


def test_a_theme_made_from_one_that_is_known_gets_its_templates(tmp_path: Path) -> None:
    """As `extends` in a theme's own `mkdocs_theme.yml` does."""
    write_project(tmp_path, PAGES)
    config = load_config(str(tmp_path / "mkdocs.yml"), theme={"name": "readthedocs"})
    config.theme.name = "child"
    themes.take_over(config, get_plugin_logger("fts"))
    ours = {Path(folder).name for folder in config.theme.dirs if Path(folder).parent == theme_folder()}
    assert ours == {"common", "readthedocs"}
