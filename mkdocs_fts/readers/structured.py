"""JSON: transcripts of conversations, or text values under their keys."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from mkdocs_fts.readers import plaintext, transcript
from mkdocs_fts.readers.content import Content, Unreadable

SEPARATOR = " › "


def read(text: str) -> list[Content]:
    """The conversations in a JSON file, or one document of its values."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no valid JSON ({_reason(error)})") from error
    return transcript.contents(value) or [_values(value)]


def read_lines(text: str) -> list[Content]:
    """The same of a file with a JSON value a line. A line that is none is named, and the others are read."""
    values = []
    wrong = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            wrong.append(f"line {number} is no valid JSON ({_reason(error)})")
    if wrong and not values:
        raise Unreadable(wrong[0])
    contents = transcript.contents(values) or [_values(values)]
    if wrong:
        more = f" and {len(wrong) - 1} more are" if wrong[1:] else " is"
        contents[0].faults.append(f"{wrong[0]}; it{more} left out")
    return contents


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg}: line {error.lineno} column {error.colno}" if error.lineno > 1 else error.msg
    return "nested too deep" if isinstance(error, RecursionError) else str(error)


def _values(root: Any) -> Content:
    """Text and numbers, those that stand together under a heading that tells their keys: `server › ports`."""
    html = []
    left: list[tuple[tuple[str, ...], Any]] = [((), root)]
    while left:  # a list of what is left, since values nest deeper than Python recurses
        trail, value = left.pop()
        lines = []
        nested = []
        for key, each in _items(value):
            if text := _text(each):
                lines.append(f"{key}: {text}" if isinstance(value, dict) else text)
            elif isinstance(each, (dict, list)):
                nested.append(((*trail, key), each))
        if lines:
            if trail:
                anchor, title = "/".join(trail), SEPARATOR.join(trail)
                html.append(f'<h2 id="{escape(anchor)}">{escape(title, quote=False)}</h2>')
            html += map(plaintext.to_html, lines)
        left += reversed(nested)
    titles = [root.get(key) for key in ("title", "name")] if isinstance(root, dict) else []
    return Content("".join(html), next((" ".join(title.split()) for title in titles if isinstance(title, str)), ""))


def _items(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return [(str(number), each) for number, each in enumerate(value, 1)]
    return [("", value)]


def _text(value: Any) -> str:
    """A value as text; empty where it has none, or is more than a line of values."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return json.dumps(value)
    if isinstance(value, list) and all(isinstance(each, (str, int, float)) for each in value):
        return ", ".join(map(_text, value))
    return ""
