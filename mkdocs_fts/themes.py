"""Puts the dialog where a theme has its own search box.

Themes show their box only where `config.plugins` holds MkDocs' `search`, and then expect that plugin's scripts. A quiet
stand-in takes its place.
"""

from __future__ import annotations

import logging
from pathlib import Path

import mkdocs.contrib.search
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, PluginCollection

from mkdocs_fts.resources import theme_folder

START_SCRIPT = "fts/start.js"
_SEARCH = "search"
_SEARCH_SCRIPT = "search/main.js"
_SEARCH_TEMPLATES = str(Path(mkdocs.contrib.search.__file__).absolute().parent / "templates")


class StandIn(BasePlugin):  # type: ignore[type-arg, no-untyped-call]
    """Holds the place of MkDocs' `search` in `config.plugins`: a plugin without hooks, so that other plugins can look
    at it and themes show their box."""


def take_over(config: MkDocsConfig, log: logging.LoggerAdapter[logging.Logger]) -> None:
    """Let the theme's search box open our dialog, and load the start script on every page."""
    plugins = config.plugins
    present = plugins.get(_SEARCH)
    if present is not None and not isinstance(present, StandIn):
        log.info("takes the place of the plugin 'search', whose index is not built; remove 'search' from `plugins`")
        _silence(plugins, present)
        config.extra_javascript[:] = [script for script in config.extra_javascript if str(script) != _SEARCH_SCRIPT]
        config.theme.static_templates.discard("search.html")
        if _SEARCH_TEMPLATES in config.theme.dirs:
            config.theme.dirs.remove(_SEARCH_TEMPLATES)
    if not isinstance(present, StandIn):
        # The ordinary way would register the stand-in's hooks as a second plugin's.
        dict.__setitem__(plugins, _SEARCH, StandIn())
    own = str(theme_folder() / (config.theme.name or ""))
    if own not in config.theme.dirs:
        after_custom_dir = 1 if config.theme.custom_dir else 0
        config.theme.dirs.insert(after_custom_dir, own)
    if START_SCRIPT not in map(str, config.extra_javascript):
        config.extra_javascript.append(START_SCRIPT)


def _silence(plugins: PluginCollection, plugin: BasePlugin) -> None:  # type: ignore[type-arg]
    """Take a plugin's hooks out. Those of `config` stay: MkDocs is going through that list right now."""
    for event, methods in plugins.events.items():
        if event != "config":
            methods[:] = [method for method in methods if getattr(method, "__self__", None) is not plugin]
