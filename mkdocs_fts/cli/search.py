"""`mkdocs-fts search`."""

from __future__ import annotations

import click

from mkdocs_fts.cli import common
from mkdocs_fts.display.paper import Output
from mkdocs_fts.display.results import Ways, has_word, show_results

_WAYS = Ways(drafts="--drafts", page="--page {}", all_pages="`mkdocs-fts list`")


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
    # A search for nothing is no error, but whoever reads the results should not take it for one of them.
    output = Output(err=not has_word(text))
    show_results(output, answer, _WAYS, page, limit, wiki, wikis)
