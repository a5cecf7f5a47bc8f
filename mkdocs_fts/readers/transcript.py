"""Conversations: lists of messages, each with a `role` and its `content`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from mkdocs_fts.readers import plaintext
from mkdocs_fts.readers.content import Content

MASKED_ROLES = frozenset(["system", "developer"])
"""Whose messages are not for readers."""
TITLE_CHARS = 80
_TITLES = ("title", "name", "topic")
_DATES = ("updated_at", "updated", "timestamp", "created_at", "create_time", "created", "date")

Message = Mapping[str, Any]


def contents(value: Any) -> list[Content]:
    """A document each conversation: in a list of messages, in an object's `messages`, or in a list of such objects or
    lists. Empty where there is none."""
    found = [conversation for conversation in _conversations(value) if conversation.html]
    if len(found) > 1:
        for number, conversation in enumerate(found, 1):
            conversation.number = number
    return found


def _conversations(value: Any) -> Iterator[Content]:
    if (conversation := _conversation(value)) is not None:
        yield conversation
    elif isinstance(value, list):
        for each in value:
            if (conversation := _conversation(each)) is not None:
                yield conversation


def _conversation(value: Any) -> Content | None:
    about = value if isinstance(value, dict) else {}
    items = about.get("messages") if about else value
    if not isinstance(items, list):
        return None
    messages = [message for item in items if (message := _message(item)) is not None]
    # What else stands between messages tells about them: tokens used, settings changed.
    if not messages or 2 * len(messages) < len(items):
        return None
    html = []
    first = ""
    for number, message in enumerate(messages, 1):
        text = "\n\n".join(_texts(message["content"]))
        if not text.strip():
            continue
        role = str(message["role"])
        body = plaintext.to_html(text)
        if role.lower() in MASKED_ROLES:
            body = f"<div data-search-exclude>{body}</div>"
        elif not first:
            first = text
        html.append(f'<h2 id="message-{number}">{escape(role, quote=False)} {number}</h2>{body}')
    date = _first(about, _DATES) or _first(messages[-1], _DATES)
    return Content("".join(html), _first(about, _TITLES) or _line(first), {"updated": date} if date else {})


def _message(item: Any) -> Message | None:
    """The message that an entry is, or that it holds beside what is known about it."""
    if not isinstance(item, dict):
        return None
    if isinstance(item.get("role"), str) and "content" in item:
        return item
    inner = item.get("message")
    if isinstance(inner, dict) and isinstance(inner.get("role"), str) and "content" in inner:
        return {**item, **inner}
    return None


def _texts(content: Any) -> Iterator[str]:
    """The texts of a message: its content, or the `text` or `content` of each of its parts."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            yield from _texts(part)
    elif isinstance(content, dict):
        yield from _texts(content["text"] if "text" in content else content.get("content"))


def _first(about: Mapping[str, Any], keys: Sequence[str]) -> str:
    values = (about.get(key) for key in keys)
    return next((value.strip() for value in values if isinstance(value, str) and value.strip()), "")


def _line(text: str) -> str:
    """The beginning of a text, as a title."""
    line = " ".join(text.strip().split("\n", 1)[0].split())
    if len(line) <= TITLE_CHARS:
        return line
    return f"{line[:TITLE_CHARS].rpartition(' ')[0] or line[:TITLE_CHARS]} …"
