"""Whole HTML pages."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from mkdocs_fts.readers.content import Content


def read(text: str) -> list[Content]:
    """One document. Its title is its first heading, or else the page's `<title>`."""
    tree = LexborHTMLParser(text)
    heading = tree.css_first("h1")
    title = tree.css_first("title") if heading is None or not heading.text().strip() else None
    return [Content(text, " ".join(title.text().split()) if title else "")]
