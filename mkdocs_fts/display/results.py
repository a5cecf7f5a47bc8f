"""The answer to a search."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mkdocs_fts.display.paper import Paper, address, labels, plural, trail
from mkdocs_fts.document import AUTO
from mkdocs_fts.query.parse import parse

Answer = dict[str, Any]


@dataclass(frozen=True)
class Ways:
    """What whoever reads an answer adds to ask for more."""

    drafts: str
    page: str
    """With `{}` for its number."""
    all_pages: str
    """What lists them."""


def show_results(
    paper: Paper, answer: Answer, ways: Ways, page: int, size: int, wiki: str | None = None, wikis: Sequence[str] = ()
) -> None:
    """Write an answer: of each group the slice `page`, `size` hits long. `wiki` is the one asked for, `wikis` are those
    that there are."""
    if answer["groups"]:
        _results(paper, answer, ways, page, size)
    else:
        _nothing(paper, answer, ways, wiki, wikis)


def _nothing(paper: Paper, answer: Answer, ways: Ways, wiki: str | None, wikis: Sequence[str]) -> None:
    query = answer["query"]
    if not has_word(query):
        paper.line(f"Nothing to look for: “{paper.styled(query)}” has no word. {ways.all_pages} names all pages.")
    elif answer["hidden"]:
        found = plural(answer["hidden"], "page matches", "pages match")
        paper.line(
            f"Nothing found for “{paper.styled(query)}” but drafts and archived pages: {found} with {ways.drafts}."
        )
    elif wikis and wiki not in wikis:
        paper.line(f"Nothing found: there is no wiki {wiki!r}; there are {', '.join(wikis)}.")
    else:
        paper.line(f"Nothing found for “{paper.styled(query)}”. Check the spelling, or try fewer or other words.")


def has_word(query: str) -> bool:
    """Whether there is anything to look for."""
    words = [clause.text for alternatives in parse(query).required for clause in alternatives]
    return any(character.isalnum() for word in words for character in word)


def _results(paper: Paper, answer: Answer, ways: Ways, page: int, size: int) -> None:
    hits = [hit for group in answer["groups"] for hit in group["hits"]]
    for each in answer["corrections"]:
        paper.line(f"No page has “{paper.styled(each['from'])}”: searched for “{paper.styled(each['to'], bold=True)}”.")
    if answer["relaxed"]:
        if any(not hit["missing"] for hit in hits):
            paper.line("Few pages have all the words. These have all or most:")
        else:
            paper.line("No page has all the words. These have most:")
    paper.line(f"{plural(answer['total'], 'result', 'results')} for “{paper.styled(answer['query'])}”")
    numbers = itertools.count(1)
    generated = False
    for group in answer["groups"]:
        if group["kind"] == AUTO and not generated:
            generated = True
            paper.line()
            paper.line(paper.styled("Generated pages", bold=True, underline=True))
        paper.line()
        paper.line(f"{paper.styled(group['title'], bold=True)} ({group['total']:,})")
        for hit in group["hits"]:
            _hit(paper, next(numbers), hit)
        shown = len(group["hits"])
        left = group["total"] - (page - 1) * size - shown
        if not shown:
            paper.line("no more on this page", 4)
        elif left > 0:
            paper.line(f"{left:,} more: add {ways.page.format(page + 1)}", 4)
    if answer["hidden"]:
        paper.line()
        found = plural(answer["hidden"], "draft or archived page matches", "drafts and archived pages match")
        paper.line(f"{found} too: add {ways.drafts}.")


def _hit(paper: Paper, number: int, hit: dict[str, Any]) -> None:
    said = labels(hit)
    note = f"  ({said})" if said else ""
    indent = 4
    paper.line(f"{number:>2}. {paper.styled(hit['title'] or hit['url'], bold=True)}{paper.styled(note, fg='magenta')}")
    section = hit["section"]["title"]
    place = trail([*hit["trail"], *([section] if section != hit["title"] else [])])
    if place:
        paper.line(paper.styled(place, dim=True), indent)
    paper.line(paper.styled(address(hit["url"], hit["section"]["anchor"]), fg="cyan"), indent)
    if hit["excerpt"]:
        paper.excerpt(hit["excerpt"], indent)
    if hit.get("missing"):
        paper.line(f"missing: {paper.styled(', '.join(hit['missing']))}", indent)
    for more in hit["more"]:
        also = paper.styled(address(hit["url"], more["section"]["anchor"]), fg="cyan")
        paper.line(f"also: {paper.styled(more['section']['title'])}  {also}", indent)
