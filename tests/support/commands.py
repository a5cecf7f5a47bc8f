"""The searches that Python, the command and the browser must answer alike, on the example site."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from mkdocs_fts.cli import main

FILE = Path(__file__).parents[1] / "vectors" / "commands.json"

Answer = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """A search, and what is known of its answer."""

    query: str
    options: dict[str, Any] = field(default_factory=dict)
    """Of `search`, in Python and in the browser."""
    known: dict[str, Any] = field(default_factory=dict)
    """`total`, `hidden`, and `first`, the URL of the best hit."""

    def __str__(self) -> str:
        return f"{self.query or 'nothing'} {self.options or ''}".strip()

    @property
    def arguments(self) -> list[str]:
        """The same for the command."""
        names = {"size": "limit"}
        given = [
            f"--{names.get(name, name)}" + f"={value}" * (value is not True) for name, value in self.options.items()
        ]
        return [*given, "--", self.query]

    def failures(self, answer: Answer) -> list[str]:
        """What of an answer is not as it is known."""
        hits = sorted((hit for group in answer["groups"] for hit in group["hits"]), key=lambda hit: -hit["score"])
        found = {**answer, "first": hits[0]["url"] if hits else None}
        return [f"{name}: {found[name]!r}, not {value!r}" for name, value in self.known.items() if found[name] != value]


CASES = [Case(each.pop("query"), each.pop("options", {}), each) for each in json.loads(FILE.read_text("utf-8"))]


def run(*arguments: object, **settings: Any) -> Result:
    """Run the command `mkdocs-fts`."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], **settings)
