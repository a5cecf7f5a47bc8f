"""`mkdocs-fts search`."""

from __future__ import annotations

import itertools
from typing import Any

import click

from mkdocs_fts.cli import common
from mkdocs_fts.cli.text import Paper, address, labels, plural, trail
from mkdocs_fts.document import AUTO
from mkdocs_fts.query.parse import parse


class _Query(click.Command):
    """Takes `-word` for a part of the query, and so has no short options; a misspelled option is none of it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {name for parameter in self.get_params(ctx) for name in parameter.opts}
        for arg in args[: args.index("--")] if "--" in args else args:
            name = arg.partition("=")[0]
            if name.startswith("--") and name not in known:
                raise click.NoSuchOption(name, possibilities=sorted(known - {"query"}), ctx=ctx)
        return super().parse_args(ctx, args)


@click.command(cls=_Query, context_settings={"ignore_unknown_options": True})
@click.argument("query", nargs=-1, required=True)
@common.inside
@click.option("--limit", type=click.IntRange(1), default=10, show_default=True, help="Results of each group.")
@click.option("--page", type=click.IntRange(1), default=1, show_default=True, help="Which slice of each group.")
@common.wiki
@common.kind
@click.option("--drafts", is_flag=True, help="Search drafts and archived pages too.")
@common.as_json
def search(
    query: tuple[str, ...],
    where: str | None,
    limit: int,
    page: int,
    wiki: str | None,
    kind: str | None,
    drafts: bool,
    as_json: bool,
) -> None:
    """Search for QUERY as the site does: words, "a phrase", -word, this OR that, word*, title:word, tag:word, wiki:id,
    status:draft, kind:auto.

    A shell takes quotation marks for itself: write '"a phrase"'. What begins with -- is text after a -- of its own.
    """
    text = " ".join(query)
    with common.open_index(where) as index:
        answer = index.search(text, drafts=drafts, wiki=wiki, kind=kind, page=page, size=limit)
        wikis = [row["id"] for row in index.wikis()] if wiki and not answer["groups"] and not as_json else []
    if as_json:
        common.echo_json(answer)
        return
    paper = Paper()
    if answer["groups"]:
        _results(paper, answer, page)
    else:
        _nothing(paper, answer, wiki, wikis)


def _nothing(paper: Paper, answer: dict[str, Any], wiki: str | None, wikis: list[str]) -> None:
    query = answer["query"]
    if not _has_word(query):
        paper.line(f"Nothing to look for: “{paper.styled(query)}” has no word. `mkdocs-fts list` names all pages.")
    elif answer["hidden"]:
        found = plural(answer["hidden"], "page matches", "pages match")
        paper.line(f"Nothing found for “{paper.styled(query)}” but drafts and archived pages: {found} with --drafts.")
    elif wikis and wiki not in wikis:
        paper.line(f"Nothing found: there is no wiki {wiki!r}; there are {', '.join(wikis)}.")
    else:
        paper.line(f"Nothing found for “{paper.styled(query)}”. Check the spelling, or try fewer or other words.")


def _has_word(query: str) -> bool:
    words = [clause.text for alternatives in parse(query).required for clause in alternatives]
    return any(character.isalnum() for word in words for character in word)


def _results(paper: Paper, answer: dict[str, Any], page: int) -> None:
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
        _how_to_go_on(paper, group["total"], len(group["hits"]), page)
    if answer["hidden"]:
        paper.line()
        found = plural(answer["hidden"], "draft or archived page matches", "drafts and archived pages match")
        paper.line(f"{found} too: add --drafts.")


def _how_to_go_on(paper: Paper, total: int, shown: int, page: int) -> None:
    context = click.get_current_context()
    before = (page - 1) * context.params["limit"]
    if not shown:
        paper.line("no more on this page", 4)
    elif before + shown < total:
        paper.line(f"{total - before - shown:,} more: add --page {page + 1}", 4)


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
