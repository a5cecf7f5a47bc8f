"""How results look as text: colours on a terminal that wants them, brackets elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import click

from mkdocs_fts.document import ACTIVE, AUTO

# Whatever stands in an index, it must not steer the terminal.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_MARK, _END = "\x01", "\x02"


class Paper:
    """Takes lines of plain text."""

    is_terminal = False
    colour = False

    def __init__(self) -> None:
        self.lines: list[str] = []

    def line(self, text: str = "", indent: int = 0) -> None:
        """Write a line."""
        self.lines.append(" " * indent + text)

    def styled(self, text: str, **style: Any) -> str:
        """A piece of a line, without control characters, in a style of `click.style`."""
        text = clean(text).replace("\n", " ")
        return click.style(text, **style) if self.colour and style and text else text

    def excerpt(self, fragments: Sequence[Mapping[str, Any]], indent: int) -> None:
        """Write an excerpt with its marks; wrapped on a terminal, one line elsewhere."""
        text = "".join(
            f"{_MARK}{clean(each['text'])}{_END}" if each["mark"] else clean(each["text"]) for each in fragments
        )
        width = max(shutil.get_terminal_size().columns - indent, 40) if self.is_terminal else 0
        for each in textwrap.wrap(text, width, break_on_hyphens=False) if width else [text]:
            self.line(self._marked(each), indent)

    def _marked(self, text: str) -> str:
        if not self.colour:
            return text.replace(_MARK, "[").replace(_END, "]")
        opening, closing = click.style("|", fg="yellow", bold=True).split("|")
        return text.replace(_MARK, opening).replace(_END, closing)


class Output(Paper):
    """Standard output, or standard error: what is written appears at once."""

    def __init__(self, *, err: bool = False) -> None:
        super().__init__()
        self._err = err
        self._stream = sys.stderr if err else sys.stdout
        self.is_terminal = self._stream.isatty()
        self.colour = _wants_colour(self.is_terminal)

    def line(self, text: str = "", indent: int = 0) -> None:
        text = " " * indent + text
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        click.echo(text.encode(encoding, "replace").decode(encoding), color=self.colour, err=self._err)


def _wants_colour(is_terminal: bool) -> bool:
    """See <https://no-color.org> and <https://force-color.org>; in Python's own order."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal and os.environ.get("TERM") != "dumb"


def clean(text: str) -> str:
    """Text without control characters, beside line ends and tabs."""
    return _CONTROL.sub("", text)


def one_line(text: str) -> str:
    """The same without line ends."""
    return clean(" ".join(text.split()))


def labels(page: Mapping[str, Any]) -> str:
    """The labels that are worth saying, in words: `draft, generated`."""
    said = [page["status"] if page["status"] != ACTIVE else "", "generated" if page["kind"] == AUTO else ""]
    return ", ".join(filter(None, said))


def address(url: str, anchor: str = "") -> str:
    """A page or section as `get` takes it; the home page's URL is empty."""
    return f"{url or '/'}#{anchor}" if anchor else url or "/"


def trail(titles: Sequence[str]) -> str:
    """A breadcrumb."""
    return " › ".join(titles)


def plural(number: int, one: str, other: str) -> str:
    """`1 page`, `2 pages`."""
    return f"{number:,} {one if number == 1 else other}"
