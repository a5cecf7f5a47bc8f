"""What other plugins do with pages that concerns their index."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

_LANGUAGES = "i18n"
_ENCRYPTION = "encryptcontent"


def has_languages(config: MkDocsConfig) -> bool:
    """Whether mkdocs-static-i18n is there: when a build ends, it builds the other languages, each as a whole build."""
    return _LANGUAGES in config.plugins


def languages(config: MkDocsConfig) -> list[str]:
    """Those that it builds, by their locales."""
    return list(getattr(config.plugins.get(_LANGUAGES), "build_languages", []))


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
