"""What readers give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


class Unreadable(Exception):
    """A file that cannot be read. The message is a clause that says why, and the mend where there is one."""


@dataclass(slots=True)
class Content:
    """One document of a file."""

    html: str
    title: str = ""
    """What the file says is its title; empty where that is the first heading, if any."""
    meta: Mapping[str, Any] = field(default_factory=dict)
    """The front matter, or what stands for it."""
    number: int = 0
    """From 1 where a file holds several documents."""
    faults: list[str] = field(default_factory=list)
    """What the author should mend, each a clause."""
