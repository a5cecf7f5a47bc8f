"""A page's HTML ► its readable text in passages, each under the heading that a link can point to.

What a reader sees comes out as it was typed, whatever the highlighter or theme wrapped around it: inline elements add
nothing, block elements add a line break, `<pre>` keeps its lines. What a reader does not read as content (scripts,
permalink signs, line numbers, what is marked `data-search-exclude`) stays out. Where the mark takes out words, the
character `LEFT_OUT` stands in their place, outside of headings, whose text is a title.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from mkdocs_fts.document import LEFT_OUT, Passage
from mkdocs_fts.passages import BREAKING, HEADINGS, SILENT, PassageWriter

# Each selector is run only on pages whose HTML holds the text before it.
_NOISE = (
    ("headerlink", "a.headerlink"),
    ("footnote-", "a.footnote-backref, a.footnote-ref"),
    ("lineno", "td.linenos, .linenodiv, span.linenos, span.lineno"),
)
_LEFT_OUT = re.compile(rf"{LEFT_OUT}|&#(?:0*65532(?![0-9])|x0*fffc(?![0-9a-f]));?", re.IGNORECASE)
_UNREAD = re.compile(r"<(!--|(?:script|style|textarea|title|xmp|iframe|noembed|noframes)\b)", re.IGNORECASE)
"""Begins what is read as one run up to its own end, whatever stands in it."""


@dataclass(slots=True)
class Extract:
    """What a page's HTML holds. There is always at least one passage, if an empty one."""

    passages: list[Passage]
    heading: str = ""
    """The text of the first `<h1>`."""
    faults: list[str] = field(default_factory=list)
    """What the author should mend, each a clause such as `<script> is never closed`."""


def extract(html: str, generated_selectors: Sequence[str] = ()) -> Extract:
    """Read the HTML of a page's content.

    `generated_selectors` are CSS selectors of blocks that a program wrote. Malformed HTML is read as a browser would
    read it; what that loses is named in `faults`.
    """
    faults = _unclosed(html)
    if LEFT_OUT in html or "&#" in html:
        html = _LEFT_OUT.sub("", html)
    # Without `<body>`, comments and scripts at the beginning would stand outside of it.
    body = LexborHTMLParser(f"<!doctype html><body>{html}").body
    assert body is not None
    writer = PassageWriter()
    for marker, selector in _NOISE:
        if marker in html:
            for node in body.css(selector):
                node.decompose()
    excluded = set()
    if "data-search-exclude" in html:
        excluded = {node.mem_id for node in body.css("[data-search-exclude]")}
        if "data-search-exclude" in body.attributes:
            return Extract([Passage("", "", 0, False, LEFT_OUT)], faults=faults)
    generated = {node.mem_id for selector in generated_selectors for node in body.css(selector)}
    _walk(body, writer, excluded, generated)
    passages, heading = writer.finish()
    return Extract(passages, heading, faults + writer.faults)


def invalid_selectors(selectors: Iterable[str]) -> list[str]:
    """The selectors that are not valid CSS."""
    probe = LexborHTMLParser("<p></p>")
    wrong = []
    for selector in selectors:
        try:
            probe.css(selector)
        except (SelectolaxError, ValueError):
            wrong.append(selector)
    return wrong


_OPEN_QUOTE = re.compile(r"""<[a-z][^<>"']*=\s*(["'])(?:(?!\1)[\s\S])*\Z""", re.IGNORECASE)


def _unclosed(html: str) -> list[str]:
    """Comments, elements of raw text and attributes that are never closed: a browser takes the rest of the page for
    them."""
    at = 0
    while begin := _UNREAD.search(html, at):
        name = begin[1].lower()
        closing = "-->" if name == "!--" else f"</{name}"
        # `<!-->` is a whole comment.
        end = re.compile(re.escape(closing), re.IGNORECASE).search(html, begin.end() - (2 if name == "!--" else 0))
        if not end:
            opening, mend = ("a comment <!--", "-->") if name == "!--" else (f"<{name}>", f"</{name}>")
            return [f"{opening} is never closed: the text after it cannot be seen or found; close it with {mend}"]
        at = end.end()
    if _OPEN_QUOTE.search(html):
        return ["an attribute's quotation mark is never closed: the text after it cannot be seen or found; close it"]
    return []


def _walk(  # noqa: PLR0912 - one loop, for speed
    root: LexborNode, writer: PassageWriter, excluded: set[int], generated: set[int]
) -> None:
    """Visit `root`'s descendants in document order. Iterative: malformed pages nest deeper than Python recurses.

    This loop runs once a node, the hottest part of a build: inline elements, the most common, cost no call.
    """
    stack: list[tuple[LexborNode, str, bool]] = []
    node = root.first_child
    text = writer.text
    while True:
        while node is None:
            if not stack:
                return
            left, tag, is_generated = stack.pop()
            if tag in BREAKING:
                writer.leave(tag)
            if is_generated:
                writer.leave_generated()
            node = left.next
        tag = node.tag or ""
        if tag == "-text":
            text(node.text_content or "")
        elif tag == "-comment":
            writer.comment(node.comment_content or "")
        elif excluded and node.mem_id in excluded and tag not in HEADINGS:
            writer.left_out(tag, node.text())
        elif tag == "img":
            text(f" {node.attributes.get('alt') or ''} ")
        elif tag not in SILENT:
            is_generated = bool(generated) and node.mem_id in generated
            if is_generated:
                writer.enter_generated()
            if tag in HEADINGS:
                writer.heading(HEADINGS[tag], node.id or "", excluded=node.mem_id in excluded)
            elif tag in BREAKING:
                writer.enter(tag)
            stack.append((node, tag, is_generated))
            node = node.first_child
            continue
        node = node.next
