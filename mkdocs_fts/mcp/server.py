"""The server: tools `search`, `get` and `list`, which read and change nothing."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError

from mkdocs_fts import __version__
from mkdocs_fts.display.document import show_document
from mkdocs_fts.display.listing import show_documents
from mkdocs_fts.display.paper import Paper, address
from mkdocs_fts.display.results import Ways, show_results
from mkdocs_fts.document import READ_AT_ONCE
from mkdocs_fts.errors import IndexNotReadable, PageNotFound
from mkdocs_fts.index import Index
from mkdocs_fts.mcp.shapes import Answer, Documents, Kind, Reading, Status

HITS, MOST_HITS = 5, 50
"""Of each group."""
MOST_PASSAGES = 100
LISTED, MOST_LISTED = 50, 500

SEARCH = """\
Search the full text of every page. All words must stand in a page. Where none has them all, words of the same family, \
near spellings and then most of the words are tried, and the answer says so. Also: "a phrase", -word, this OR that, \
word*, title:word, tag:word.

Results come in groups, one a wiki, generated pages last; page=2 turns the page of every group. Give the address of a \
result to `get`. Drafts and archived pages are left out unless drafts=true; `hidden` counts those that match."""
GET = """\
Read a page part by part. Passages are numbered through the whole page; to go on, call again with the offset that the \
answer names as `next`. With `query`, reading begins at the passage that answers it best."""
LIST = """\
List the pages with their labels, by wiki and address. Drafts and archived pages are among them, labelled. To go on, \
call again with a greater offset: `total` counts all that fit."""

Wiki = Annotated[str | None, Field(description="Only the wiki with this id.")]
OfKind = Annotated[Kind | None, Field(description="Only pages that people wrote, or only generated ones (auto).")]
Offset = Annotated[int, Field(ge=0, description="How many to skip.")]

_WAYS = Ways(drafts="drafts=true", page="page={}", all_pages="The tool `list`")
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def server(index: Index) -> MCPServer[Any]:
    """The server of an index, ready to run."""
    made = _Server("mkdocs-fts", version=__version__, instructions=_instructions(index), log_level="WARNING")

    def search(
        query: Annotated[str, Field(description='Words, "a phrase", -word, this OR that, word*.')],
        drafts: Annotated[bool, Field(description="Search drafts and archived pages too.")] = False,
        wiki: Wiki = None,
        kind: OfKind = None,
        page: Annotated[int, Field(ge=1, description="Which slice of each group.")] = 1,
        limit: Annotated[int, Field(ge=1, le=MOST_HITS, description="Results of each group.")] = HITS,
    ) -> Annotated[CallToolResult, Answer]:
        with _told():
            answer = index.search(query, drafts=drafts, wiki=wiki, kind=kind, page=page, size=limit)
            wikis = [row["id"] for row in index.wikis()] if wiki and not answer["groups"] else []
        paper = Paper()
        show_results(paper, answer, _WAYS, page, limit, wiki, wikis)
        return _result(paper, answer)

    def get(
        page: Annotated[str, Field(description="Its address as in results; with #anchor, from that section on.")],
        offset: Annotated[int | None, Field(ge=0, description="How many passages to skip.")] = None,
        limit: Annotated[int, Field(ge=1, le=MOST_PASSAGES, description="How many passages.")] = READ_AT_ONCE,
        query: Annotated[str | None, Field(description="Begin at the passage that answers this best.")] = None,
    ) -> Annotated[CallToolResult, Reading]:
        with _told():
            found = index.get(page, offset=offset, limit=limit, query=query)
        paper = Paper()
        show_document(paper, found, lambda at: f"page={address(found['url'])!r} offset={at} limit={limit}", query)
        return _result(paper, found)

    def list(
        match: Annotated[
            str | None, Field(description="A pattern for addresses, as help/*, or a text in the address or the title.")
        ] = None,
        wiki: Wiki = None,
        status: Annotated[Status | None, Field(description="Only pages of this status.")] = None,
        kind: OfKind = None,
        offset: Offset = 0,
        limit: Annotated[int, Field(ge=1, le=MOST_LISTED, description="How many pages.")] = LISTED,
    ) -> Annotated[CallToolResult, Documents]:
        with _told():
            found = index.list(wiki=wiki, status=status, kind=kind, match=match, offset=offset, limit=limit)
        paper = Paper()
        show_documents(paper, found)
        if offset + limit < found["total"]:
            paper.line(f"next: offset={offset + limit}")
        return _result(paper, found)

    made.add_tool(search, title="Search the wiki", description=SEARCH, annotations=_READ_ONLY)
    made.add_tool(get, title="Read a page", description=GET, annotations=_READ_ONLY)
    made.add_tool(list, title="List pages", description=LIST, annotations=_READ_ONLY)
    return made


class _Server(MCPServer[Any]):
    """Says what is wrong with a call in one line, and takes no argument that a tool has not."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        properties = {tool.name: tool.input_schema["properties"] for tool in await self.list_tools()}
        unknown = arguments.keys() - properties.get(name, arguments).keys()
        if unknown:
            raise ToolError(f"{name} has no {', '.join(sorted(unknown))}; it has {', '.join(properties[name])}")
        try:
            return await super().call_tool(name, arguments, context)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            raise ToolError(_line(error)) from error.__cause__


def _line(error: ToolError) -> str:
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in cause.errors())
    return str(cause or error)


@contextmanager
def _told() -> Iterator[None]:
    """What may go wrong with an index is told to the agent, in one line."""
    try:
        yield
    except (IndexNotReadable, PageNotFound, ValueError, OSError) as error:
        raise ToolError(" ".join(str(error).split())) from error


def _result(paper: Paper, found: Mapping[str, Any]) -> CallToolResult:
    text = TextContent(type="text", text="\n".join(paper.lines))
    return CallToolResult(content=[text], structured_content=found)


def _instructions(index: Index) -> str:
    wikis: builtins.list[str] = [f"{wiki['id']} ({wiki['title']})" for wiki in index.wikis()]
    return (
        "The full text of a documentation site. `search` finds pages, `get` reads one part by part, `list` names them. "
        f"Its wikis, by id and title: {', '.join(wikis)}. "
        "Drafts and archived pages are left out of searches unless drafts=true; say so when you rely on one."
    )
