"""What other plugins do with pages that concerns their index."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.pages import Page

from mkdocs_fts import themes
from mkdocs_fts.labels import WikiRule

_LANGUAGES = "i18n"
_ENCRYPTION = "encryptcontent"


def check(config: MkDocsConfig) -> None:
    """Raise `PluginError` where a plugin would fail for want of the index of MkDocs' own search, which is not built."""
    if "exclude-search" in config.plugins:
        raise PluginError(
            "fts: the plugin 'exclude-search' works on the index of MkDocs' own search, which is not built; remove it, "
            "and name what is to be left out in fts's option `exclude`"
        )
    encryption = config.plugins.get(_ENCRYPTION)
    if encryption and config.plugins.keys() & themes.SEARCHES and encryption.config.get("search_index") != "clear":
        raise PluginError(
            f"fts: the plugin '{_ENCRYPTION}' would look for the index of 'search', which is not built; remove it "
            "from `plugins` (fts leaves pages behind a password out of its own)"
        )


def has_languages(config: MkDocsConfig) -> bool:
    """Whether mkdocs-static-i18n is there: when a build ends, it builds the other languages, each as a whole build."""
    return _LANGUAGES in config.plugins


def languages(config: MkDocsConfig) -> list[WikiRule]:
    """Those that it builds, each as a wiki by where its pages are built: the default language's are in no folder."""
    i18n = config.plugins.get(_LANGUAGES)
    built = [each for each in i18n.config["languages"] if each.build and each.locale != "null"] if i18n else []
    return [WikiRule(each.locale, each.name, "" if each.default else f"{each.locale}/") for each in built]


def is_further_language(config: MkDocsConfig) -> bool:
    """Whether the build that runs is one of these."""
    return bool(getattr(config.plugins.get(_LANGUAGES), "building", False))


def is_encrypted(page: Page, config: MkDocsConfig) -> bool:
    """Whether mkdocs-encryptcontent-plugin puts the page behind a password: everybody can read the index.

    Its option `search_index: clear` lets the page into the index nevertheless.
    """
    plugin = config.plugins.get(_ENCRYPTION)
    is_meant_for_all = plugin is not None and plugin.config.get("search_index") == "clear"
    return bool(getattr(page, "encryptcontent", None)) and not is_meant_for_all
