"""Puts the dialog where a theme has its own search box, and a search page into every site.

Themes show their box only where `config.plugins` holds the search that they know, and then expect that plugin's
scripts. A quiet stand-in takes its place.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import mkdocs.contrib.search
from jinja2 import Environment, TemplateError
from mkdocs.commands.build import get_context
from mkdocs.config.base import Config
from mkdocs.config.config_options import Optional, Type
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.contrib.search.search_index import SearchIndex
from mkdocs.plugins import BasePlugin, PluginCollection
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.theme import Theme
from mkdocs.utils import get_relative_url, get_themes

from mkdocs_fts.config import FtsConfig
from mkdocs_fts.resources import theme_folder

START_SCRIPT = "fts/start.js"
SEARCH_PAGE = "search.html"
OPEN_SEARCH = "opensearch.xml"
_THEMES = ("mkdocs", "readthedocs", "material")
_SEARCH = "search"
_SEARCH_OF_THEME = {"material": "material/search"}
"""Under which name a theme's templates look for a search; all others look for MkDocs' own."""
SEARCHES = {_SEARCH, *_SEARCH_OF_THEME.values()}
"""The names of the plugins whose place is taken."""
_SEARCH_SCRIPT = "search/main.js"
_SEARCH_TEMPLATES = str(Path(mkdocs.contrib.search.__file__).absolute().parent / "templates")
_LAYOUT = "fts_layout"
_TEXTS = "fts_texts"
_OWN_LAYOUT = "fts/layout.html"
_PAGE_MARK = "data-fts-page"


class _StandInConfig(Config):  # type: ignore[no-untyped-call]
    """What MkDocs' own search can be told: a plugin for sites in several languages adds them to `lang`."""

    enabled = Type(bool, default=True)
    lang = Optional(Type((str, list)))
    separator = Type(str, default=r"[\s\-]+")
    min_search_length = Type(int, default=3)
    prebuild_index = Type((bool, str), default=False)
    indexing = Type(str, default="full")


class StandIn(BasePlugin[_StandInConfig]):  # type: ignore[no-untyped-call]
    """Holds the place of a search in `config.plugins`: a plugin without hooks, so that other plugins can look at it and
    themes show their box."""

    def __init__(self) -> None:
        self.search_index = SearchIndex()
        """An empty one."""

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """For who has changed the index and lets it be written anew."""


def take_over(
    config: MkDocsConfig, log: logging.LoggerAdapter[logging.Logger], *, with_search_page: bool = True
) -> None:
    """Let the theme's search box open our dialog, load the start script on every page, and plan the search page."""
    _stand_in(config, log)
    static = config.theme.static_templates
    static -= {SEARCH_PAGE, OPEN_SEARCH}
    if with_search_page:
        static.add(SEARCH_PAGE)
    folders = ["common", *_known(config.theme)]
    if with_search_page and config.site_url:  # a browser needs the full address
        static.add(OPEN_SEARCH)
        folders.append("opensearch")
    after_custom_dir = 1 if config.theme.custom_dir else 0
    for folder in folders:
        own = str(theme_folder() / folder)
        if own not in config.theme.dirs:
            config.theme.dirs.insert(after_custom_dir, own)
    if START_SCRIPT not in map(str, config.extra_javascript):
        config.extra_javascript.append(START_SCRIPT)


def _known(theme: Theme) -> list[str]:
    """The themes that we have templates for and this one is or is made from."""
    return [name for name in _THEMES if name == theme.name or _folders_of(name) & set(theme.dirs)]


def _folders_of(theme: str) -> set[str]:
    """Where a theme's templates are, if it is installed. It is not loaded: Material then prints a notice."""
    entry = get_themes().get(theme)
    spec = find_spec(entry.value) if entry else None
    return set(spec.submodule_search_locations or ()) if spec else set()


def _stand_in(config: MkDocsConfig, log: logging.LoggerAdapter[logging.Logger]) -> None:
    plugins = config.plugins
    for name in dict.fromkeys([_SEARCH, *(_SEARCH_OF_THEME.get(theme, _SEARCH) for theme in _known(config.theme))]):
        present = plugins.get(name)
        if present is not None and not isinstance(present, StandIn):
            log.info("takes the place of the plugin 'search', whose index is not built; remove 'search' from `plugins`")
            _silence(plugins, present)
            config.extra_javascript[:] = [each for each in config.extra_javascript if str(each) != _SEARCH_SCRIPT]
            if _SEARCH_TEMPLATES in config.theme.dirs:
                config.theme.dirs.remove(_SEARCH_TEMPLATES)
        if not isinstance(present, StandIn):
            stand_in = StandIn()
            stand_in.load_config({})
            # The ordinary way would register the stand-in's hooks as a second plugin's.
            dict.__setitem__(plugins, name, stand_in)


def _silence(plugins: PluginCollection, plugin: BasePlugin) -> None:  # type: ignore[type-arg]
    """Take a plugin's hooks out. Those of `config` stay: MkDocs is going through that list right now."""
    for event, methods in plugins.events.items():
        if event != "config":
            methods[:] = [method for method in methods if getattr(method, "__self__", None) is not plugin]


def settings(options: FtsConfig, config: MkDocsConfig) -> dict[str, object]:
    """For the start script."""
    static = config.theme.static_templates
    return {
        "shortcuts": options.shortcuts,
        "locale": locale(config),
        **({"engine": options.engine} if options.engine != "auto" else {}),
        **({"texts": options.texts} if options.texts else {}),
        **({"searchPage": SEARCH_PAGE} if SEARCH_PAGE in static else {}),
        **({"openSearch": config.site_name} if OPEN_SEARCH in static else {}),
    }


def locale(config: MkDocsConfig) -> str:
    """The theme's."""
    return str(config.theme.get("locale", None) or "en")


def yield_to_authors_files(config: MkDocsConfig, files: Files) -> str | None:
    """Leave out what has the address of an author's own file. Returns the file that is in the search page's place."""
    taken = {file.dest_uri: file.src_uri for file in files}
    config.theme.static_templates -= {SEARCH_PAGE, OPEN_SEARCH} & set(taken)
    return taken.get(SEARCH_PAGE)


def prepare_templates(env: Environment, config: MkDocsConfig, files: Files, texts: Mapping[str, Any]) -> None:
    """Give our templates the dialog's texts, and the search page the theme's layout; our own layout where the theme's
    is for documents alone."""
    env.globals[_TEXTS] = texts
    env.globals[_LAYOUT] = "main.html"
    try:
        context: Mapping[str, Any] = get_context(
            Navigation([], []), files, config, base_url=get_relative_url(".", SEARCH_PAGE)
        )
        if _PAGE_MARK in env.get_template(SEARCH_PAGE).render(context):
            return
    except (TemplateError, AttributeError, KeyError, TypeError, ValueError):
        pass  # a template that wants a page
    env.globals[_LAYOUT] = _OWN_LAYOUT
