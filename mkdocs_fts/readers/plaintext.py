"""Plain text: paragraphs, whose lines are kept."""

from __future__ import annotations

import re
from html import escape

from mkdocs_fts.readers.content import Content

_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


def read(text: str) -> list[Content]:
    """One document, without title."""
    return [Content(to_html(text))]


def to_html(text: str) -> str:
    """Each paragraph a block that keeps its lines."""
    paragraphs = (paragraph.strip("\n") for paragraph in _BLANK_LINES.split(text))
    return "".join(f"<pre>{escape(paragraph, quote=False)}</pre>" for paragraph in paragraphs if paragraph)
