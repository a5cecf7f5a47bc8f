"""Files that MkDocs does not render ► HTML, so that one extraction serves all."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import PurePath

from mkdocs_fts.readers import html, markdown, plaintext, structured
from mkdocs_fts.readers.content import Content, Unreadable
from mkdocs_fts.text import whole

__all__ = ["KNOWN", "Content", "Unreadable", "read"]

_READERS: dict[str, Callable[[str], list[Content]]] = {
    ".md": markdown.read,
    ".markdown": markdown.read,
    ".html": html.read,
    ".htm": html.read,
    ".txt": plaintext.read,
    ".json": structured.read,
    ".jsonl": structured.read_lines,
}
KNOWN = frozenset(_READERS)
"""The endings of the names of files that can be read; other files are read as plain text where somebody names them."""
_MARKED = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def read(name: str, data: bytes) -> list[Content]:
    """What a file holds, a document each; its name tells how to read it. Raises `Unreadable`."""
    reader = _READERS.get(PurePath(name).suffix.lower(), plaintext.read)
    contents = reader(_decode(data))
    for content in contents:
        content.html = whole(content.html)
    return contents


def _decode(data: bytes) -> str:
    encoding = next((encoding for mark, encoding in _MARKED if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        place = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"line {place} is no valid UTF-8; save the file as UTF-8") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
