"""Renders Markdown as MkDocs would, with the extensions that sites use."""

from __future__ import annotations

from typing import Any

import markdown

COMMON = ("toc", "tables", "fenced_code", "admonition", "attr_list", "md_in_html", "footnotes", "def_list")


def render(text: str, *extensions: str, **configs: dict[str, Any]) -> str:
    """HTML of `text`. `configs` are the extensions' options, by name with `__` for `.`."""
    options = {name.replace("__", "."): config for name, config in configs.items()}
    return markdown.markdown(text, extensions=[*COMMON, *extensions], extension_configs=options)
