"""The events of a walk through a page's elements ► passages, each under the heading that a link can point to."""

from __future__ import annotations

import re

from mkdocs_fts.document import LEFT_OUT, Passage

PASSAGE_CHARS = 2_000
"""A passage is closed at the next block border once it is this long, so that an excerpt needs to read little."""

GENERATED_OPEN, GENERATED_CLOSE = "fts:auto", "/fts:auto"

HEADINGS = {f"h{n}": n for n in range(1, 7)}
SILENT = frozenset(
    ["script", "style", "template", "noscript", "noembed", "noframes", "svg", "iframe", "object", "head", "title"]
)
CELLS = frozenset(["td", "th"])
BLOCKS = frozenset(
    """
    address article aside audio blockquote body br button caption center dd details dialog div dl dt fieldset
    figcaption figure footer form header hgroup hr label legend li main menu nav ol optgroup option p pre search
    section select summary table tbody textarea tfoot thead tr ul video
    """.split()  # noqa: SIM905 - a list of strings reads worse
)
BREAKING = BLOCKS | CELLS | set(HEADINGS)


class PassageWriter:
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
        if self._excluded_level or self._heading_level or tag in SILENT or not any(map(str.isalnum, text)):
            return
        if tag in BLOCKS:
            self._close_run()
            self._add_left_out()
        else:
            self._run.append(f" {LEFT_OUT} " if tag in CELLS else LEFT_OUT)

    def enter(self, tag: str) -> None:
        """A block or cell begins."""
        self._border(tag)
        if tag == "pre":
            self._pre += 1

    def leave(self, tag: str) -> None:
        """A block, cell or heading ends."""
        if tag in HEADINGS:
            self._end_heading()
            return
        self._border(tag)
        if tag == "pre":
            self._pre -= 1

    def _border(self, tag: str) -> None:
        if tag in CELLS:
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
