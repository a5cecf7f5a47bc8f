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

PASSAGE_CHARS = 4_000
"""A passage is closed at the next block border once it is this long, so that an excerpt needs to read little."""

GENERATED_OPEN, GENERATED_CLOSE = "fts:auto", "/fts:auto"

_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_SILENT = frozenset(
    ["script", "style", "template", "noscript", "noembed", "noframes", "svg", "iframe", "object", "head", "title"]
)
_CELLS = frozenset(["td", "th"])
_BLOCKS = frozenset(
    """
    address article aside audio blockquote body br button caption center dd details dialog div dl dt fieldset
    figcaption figure footer form header hgroup hr label legend li main menu nav ol optgroup option p pre search
    section select summary table tbody textarea tfoot thead tr ul video
    """.split()  # noqa: SIM905 - a list of strings reads worse
)
_BREAKING = _BLOCKS | _CELLS | set(_HEADINGS)

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
    writer = _Writer()
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
    root: LexborNode, writer: _Writer, excluded: set[int], generated: set[int]
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
            if tag in _BREAKING:
                writer.leave(tag)
            if is_generated:
                writer.leave_generated()
            node = left.next
        tag = node.tag or ""
        if tag == "-text":
            text(node.text_content or "")
        elif tag == "-comment":
            writer.comment(node.comment_content or "")
        elif excluded and node.mem_id in excluded and tag not in _HEADINGS:
            writer.left_out(tag, node.text())
        elif tag == "img":
            text(f" {node.attributes.get('alt') or ''} ")
        elif tag not in _SILENT:
            is_generated = bool(generated) and node.mem_id in generated
            if is_generated:
                writer.enter_generated()
            if tag in _HEADINGS:
                writer.heading(_HEADINGS[tag], node.id or "", excluded=node.mem_id in excluded)
            elif tag in _BREAKING:
                writer.enter(tag)
            stack.append((node, tag, is_generated))
            node = node.first_child
            continue
        node = node.next


class _Writer:
    """Turns the events of the walk into passages."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._passages: list[Passage] = []
        self._current = Passage("", "", 0, False, "")
        self._lines: list[str] = []
        self._length = 0
        self._run: list[str] = []  # inline text since the last block border
        self._pre = 0
        self._heading = ""
        self._heading_level = 0  # while inside a heading
        self._excluded_level = 0  # level of the excluded heading whose section we are in
        self._generated_depth = 0
        self._comment_depth = 0

    def text(self, text: str) -> None:
        if not self._excluded_level:
            self._run.append(text)

    def left_out(self, tag: str, text: str) -> None:
        """An element is not to be read."""
        if self._excluded_level or self._heading_level or tag in _SILENT or not any(map(str.isalnum, text)):
            return
        if tag in _BLOCKS:
            self._close_run()
            self._add_left_out()
        else:
            self._run.append(f" {LEFT_OUT} " if tag in _CELLS else LEFT_OUT)

    def enter(self, tag: str) -> None:
        """A block or cell begins."""
        self._border(tag)
        if tag == "pre":
            self._pre += 1

    def leave(self, tag: str) -> None:
        """A block, cell or heading ends."""
        if tag in _HEADINGS:
            self._end_heading()
            return
        self._border(tag)
        if tag == "pre":
            self._pre -= 1

    def _border(self, tag: str) -> None:
        if tag in _CELLS:
            self._run.append(" ")
        else:
            self._close_run()

    def heading(self, level: int, anchor: str, *, excluded: bool) -> None:
        self._close_run()
        if excluded:
            if not self._excluded_level:
                self._add_left_out()
            self._excluded_level = min(level, self._excluded_level or level)
        elif level <= self._excluded_level:
            self._excluded_level = 0
        if self._excluded_level:
            return
        first = not self._heading and level == 1
        if first and self._is_beginning():
            anchor = ""  # the page's own title: link to the top
        self._start(Passage(anchor, "", level, self._is_generated, ""))
        self._heading_level = level

    def _end_heading(self) -> None:
        if not self._heading_level:
            self._close_run()
            return
        title = " ".join("".join(self._run).split())
        self._run.clear()
        self._current.title = title
        if title:
            self._add_line(title)
        else:
            self._current.level = 0
        if self._heading_level == 1 and not self._heading:
            self._heading = title
        self._heading_level = 0

    def comment(self, comment: str) -> None:
        word = comment.strip()
        if word == GENERATED_OPEN:
            self._comment_depth += 1
        elif word == GENERATED_CLOSE and self._comment_depth:
            self._comment_depth -= 1
        elif word == GENERATED_CLOSE:
            self.faults.append(f"<!-- {GENERATED_CLOSE} --> without <!-- {GENERATED_OPEN} --> before it")
        else:
            return
        self._close_run()
        self._turn()

    def enter_generated(self) -> None:
        self._close_run()
        self._generated_depth += 1
        self._turn()

    def leave_generated(self) -> None:
        self._close_run()
        self._generated_depth -= 1
        self._turn()

    def finish(self) -> tuple[list[Passage], str]:
        self._close_run()
        if self._comment_depth:
            self.faults.append(f"<!-- {GENERATED_OPEN} --> is never closed; add <!-- {GENERATED_CLOSE} -->")
        self._store()
        if not self._passages:
            self._passages.append(Passage("", "", 0, False, ""))
        return self._passages, self._heading

    @property
    def _is_generated(self) -> bool:
        return self._comment_depth > 0 or self._generated_depth > 0

    def _is_beginning(self) -> bool:
        """Whether nothing has been read yet."""
        texts = [*(passage.text for passage in self._passages), *self._lines]
        return all(text == LEFT_OUT for text in texts)

    def _turn(self) -> None:
        """Written text turns into generated text or back, under the same heading."""
        if self._current.generated != self._is_generated:
            self._start(self._continuation(self._is_generated))

    def _continuation(self, generated: bool) -> Passage:
        return Passage(self._current.anchor, self._current.title, 0, generated, "")

    def _close_run(self) -> None:
        if not self._run:
            return
        text = "".join(self._run)
        self._run.clear()
        if self._heading_level:  # a block inside a heading: keep collecting the heading's text
            self._run.append(text + " ")
            return
        text = text.strip("\n") if self._pre else " ".join(text.split())
        start = 0
        while len(text) - start > 2 * PASSAGE_CHARS:
            end = _cut(text, start + PASSAGE_CHARS)
            self._add_line(text[start:end])
            start = end + 1  # the white space at the cut becomes the border
        if start < len(text):
            self._add_line(text[start:])

    def _add_line(self, line: str) -> None:
        if self._length > PASSAGE_CHARS:
            self._start(self._continuation(self._current.generated))
        self._lines.append(line)
        self._length += len(line) + 1

    def _add_left_out(self) -> None:
        if self._lines[-1:] != [LEFT_OUT]:
            self._add_line(LEFT_OUT)

    def _start(self, passage: Passage) -> None:
        self._store()
        self._current = passage

    def _store(self) -> None:
        if self._lines:
            self._current.text = "\n".join(self._lines)
            self._passages.append(self._current)
        self._lines = []
        self._length = 0


_BLANK = re.compile(r"\s")


def _cut(text: str, target: int) -> int:
    """Where to cut a long run: at the last line end or space of the half passage before `target`, else at the next
    white space after it, else at the end."""
    for blank in ("\n", " "):
        at = text.rfind(blank, target - PASSAGE_CHARS // 2, target)
        if at > 0:
            return at
    match = _BLANK.search(text, target)
    return match.start() if match else len(text)
