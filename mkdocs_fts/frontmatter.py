"""What a page's front matter says about search, beside its labels."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import yaml

try:
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader  # type: ignore[assignment]

from mkdocs_fts.labels import Warn

_BLOCK = re.compile(r"\A---[ \t]*\n(.*?\n)(?:\.{3}|-{3})[ \t]*\n", re.DOTALL)  # as MkDocs reads it
_DATES = (
    "updated",
    "git_revision_date_localized_raw_iso_date",  # mkdocs-git-revision-date-localized-plugin
    "revision_date",  # mkdocs-git-revision-date-plugin
    "date",
)
"""Where a page's date may stand, the first that does counts."""


def split(source: str) -> tuple[dict[str, Any], str, str | None]:
    """The front matter of Markdown, the text below it, and what is wrong with it, if anything; it is text then."""
    found = _BLOCK.match(source)
    if not found:
        return {}, source, None
    try:
        value = yaml.load(found[1], SafeLoader)  # MkDocs' own, which is libyaml's where there is one
    except (yaml.YAMLError, ValueError) as error:  # a ValueError: a date such as 2026-13-01
        return {}, source, f"front matter is no valid YAML ({getattr(error, 'problem', None) or error})"
    if value is None or isinstance(value, dict):
        return value or {}, source[found.end() :], None
    return {}, source, "front matter is no mapping"


def problem(source: str) -> str | None:
    """What is wrong with front matter that MkDocs took for text; None where there is none of it."""
    return split(source)[2]


def is_excluded(meta: Mapping[str, Any]) -> bool:
    """`search: {exclude: true}`."""
    search = meta.get("search")
    return isinstance(search, dict) and search.get("exclude") is True


def boost(path: str, meta: Mapping[str, Any], warn: Warn) -> float:
    """`search: {boost: 2}`; 1 where there is none."""
    search = meta.get("search")
    value = search.get("boost", 1) if isinstance(search, dict) else 1
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0 and math.isfinite(value):
        return float(value)
    warn(path, f"front matter `search.boost` must be a number above 0, not {value!r}; the page counts as any other")
    return 1.0


def modified(meta: Mapping[str, Any]) -> str | None:
    """The page's date, as ISO 8601; None where it says none, or none that can be read."""
    for key in _DATES:
        value = meta.get(key)
        if isinstance(value, dict):  # as blogs write it
            value = value.get("updated") or value.get("created")
        if isinstance(value, datetime):
            return value.date().isoformat()
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, str):
            try:
                return date.fromisoformat(value.strip()[:10]).isoformat()
            except ValueError:
                continue
    return None


def tags(meta: Mapping[str, Any]) -> list[str]:
    """`tags`, a list or words between commas."""
    found = meta.get("tags") or []
    if isinstance(found, str):
        found = [tag.strip() for tag in found.split(",")]
    return [str(tag) for tag in found if tag is not None] if isinstance(found, list) else []
