"""Markdown with front matter, as on a site.

CommonMark with what MkDocs and GitHub add: tables, footnotes, definition and task lists, admonitions, alerts, and
attributes of headings (`## Title {#id data-search-exclude}`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.tasklists import tasklists_plugin

from mkdocs_fts import frontmatter
from mkdocs_fts.readers.content import Content

_ATTRIBUTES = re.compile(
    r"""[ \t]+\{:?[ ]*((?:[#.][\w:-]+|data-[\w-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+)|[ ]+)+)\}[ \t]*\Z"""
)
_EACH = re.compile(r"""([#.])?([\w:-]+)(?:=(?:"([^"]*)"|(\S+)))?""")
_NO_SLUG = re.compile(r"[^\w\- ]")


def read(text: str) -> list[Content]:
    """One document."""
    meta, body, problem = frontmatter.split(text)
    faults = [f"{problem}, so that it was ignored; write `key: value` lines"] if problem else []
    return [Content(_parser().render(body), _title(meta), meta, faults=faults)]


def _title(meta: Mapping[str, Any]) -> str:
    title = meta.get("title")
    return " ".join(str(title).split()) if isinstance(title, (str, int, float)) else ""


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    # What is nested deeper is not read, since the parser recurses. A list counts twice.
    parser = MarkdownIt("commonmark", {"html": True, "alerts": True, "maxNesting": 100})
    parser.enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin).use(tasklists_plugin).use(admon_plugin)
    parser.core.ruler.before("inline", "heading_attributes", _heading_attributes)
    parser.core.ruler.push("anchors", _anchors)
    # The numbers that point to footnotes are no content.
    parser.add_render_rule("footnote_ref", lambda *_: "")
    parser.add_render_rule("footnote_anchor", lambda *_: "")
    return parser


def _heading_attributes(state: StateCore) -> None:
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type != "heading_open" or not (found := _ATTRIBUTES.search(inline.content)):
            continue
        inline.content = inline.content[: found.start()]
        for sign, name, quoted, bare in _EACH.findall(found[1]):
            if sign == "#":
                token.attrSet("id", name)
            elif sign == ".":
                token.attrJoin("class", name)
            else:
                token.attrSet(name, quoted or bare)


def _anchors(state: StateCore) -> None:
    """Give headings the ids that GitHub gives them."""
    headings = [pair for pair in zip(state.tokens, state.tokens[1:], strict=False) if pair[0].type == "heading_open"]
    taken = {token.attrGet("id") for token, _ in headings}
    for token, inline in headings:
        if token.attrGet("id"):
            continue
        title = "".join(child.content for child in inline.children or () if child.type in ("text", "code_inline"))
        slug = anchor = _NO_SLUG.sub("", title.strip().lower()).replace(" ", "-")
        number = 0
        while anchor in taken:
            number += 1
            anchor = f"{slug}-{number}"
        taken.add(anchor)
        token.attrSet("id", anchor)
