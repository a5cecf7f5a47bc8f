"""The shared cases: small sites after public reports of other engines, and what a search of each must give.

`python -m tests.support.cases FOLDER` builds all of them in one process, each at FOLDER/<id>/.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.support.sites import CORPORA, ROOT, write_project

FILE = CORPORA / "cases.jsonl"


@dataclass(frozen=True)
class Check:
    """A search and what it must give; the corpora's README says what each key of `expect` means."""

    case: str
    source: str
    """The public report."""
    query: str
    expect: dict[str, Any]

    def __str__(self) -> str:
        query = self.query if len(self.query) <= 40 else f"{self.query[:40]}…"
        return f"{self.case}: {query!r}"


def cases() -> list[dict[str, Any]]:
    """All cases; none where the corpora are missing."""
    return [json.loads(line) for line in FILE.read_text("utf-8").splitlines()] if FILE.exists() else []


def checks() -> Iterator[Check]:
    for case in cases():
        for check in case["checks"]:
            yield Check(case["id"], case["source"], check["query"], check["expect"])


def build_all(folder: Path) -> None:
    """Build the site of each case with the plugin's defaults."""
    subprocess.run([sys.executable, "-m", __name__, str(folder)], check=True, cwd=ROOT, capture_output=True)


def _main(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        for case in cases():
            project = Path(temporary) / case["id"]
            write_project(project, {page["path"]: page["markdown"] for page in case["pages"]})
            build(load_config(str(project / "mkdocs.yml"), site_dir=str(folder / case["id"])))


def failures(answer: dict[str, Any], expect: dict[str, Any]) -> list[str]:
    """What of an answer is not as expected."""
    groups = answer["groups"]
    hits = [hit for group in groups for hit in group["hits"]]
    ranked = sorted(hits, key=lambda hit: -hit["score"])
    urls = [hit["url"] for hit in hits]
    actual = {
        "found": [url for url in expect.get("found", ()) if url in urls],
        "first": ranked[0]["url"] if ranked else None,
        "only": sorted(urls),
        "none": not urls,
        "once": len(set(urls)) == len(urls),
        "titles": [hit["title"] for hit in hits],
        "section": ranked[0]["section"]["title"] if ranked else None,
        "hidden": answer["hidden"],
        "auto": [hit["url"] for group in groups if group["kind"] == "auto" for hit in group["hits"]],
        "corrected": any(each["from"] == answer["query"] for each in answer["corrections"]),
        "no_error": answer["ok"],
    }
    return [
        f"{key}: {actual[key]!r}, not {wanted!r}"
        for key, wanted in expect.items()
        if actual[key] != (sorted(wanted) if key == "only" else wanted)
    ]


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
