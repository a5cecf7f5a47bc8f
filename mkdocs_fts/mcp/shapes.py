"""The shapes of the tools' answers: those of `Index`, written down for clients."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

Status = Literal["active", "draft", "archived"]
Kind = Literal["written", "auto"]


class Fragment(TypedDict):
    """A piece of an excerpt."""

    text: str
    mark: Annotated[bool, Field(description="It is what was searched for.")]


class SectionName(TypedDict):
    """Where in a page."""

    anchor: str
    title: str


class Section(TypedDict):
    """A section that matches."""

    section: SectionName
    excerpt: list[Fragment]


class Hit(Section):
    """A page that matches, and its best section."""

    url: str
    title: str
    status: Status
    kind: Kind
    trail: list[str]
    more: Annotated[list[Section], Field(description="Further sections that match well.")]
    score: Annotated[float, Field(description="Comparable across groups; higher is better.")]
    missing: NotRequired[Annotated[list[str], Field(description="Words of the query that the page lacks.")]]


class Group(TypedDict):
    """The pages of one wiki, written or generated."""

    wiki: str
    title: str
    kind: Kind
    total: Annotated[int, Field(description="Of all pages, on all slices.")]
    hits: list[Hit]


Correction = TypedDict("Correction", {"from": str, "to": str})


class Answer(TypedDict):
    """What a search has found."""

    ok: bool
    query: str
    total: int
    hidden: Annotated[int, Field(description="Drafts and archived pages that match too; searched with drafts=true.")]
    relaxed: Annotated[bool, Field(description="Not all words stand in all of the pages.")]
    corrections: Annotated[
        list[Correction], Field(description="Words that stand on no page, and what took their place.")
    ]
    groups: list[Group]


class DocumentInfo(TypedDict):
    """A document and its labels."""

    url: str
    title: str
    wiki: str
    status: Status
    kind: Kind
    trail: list[str]
    tags: list[str]
    modified: Annotated[str | None, Field(description="ISO 8601 date, where it is known.")]


class Documents(TypedDict):
    """Some of the documents."""

    ok: bool
    total: Annotated[int, Field(description="Of all that fit.")]
    documents: list[DocumentInfo]


class Passage(TypedDict):
    """A section, or a stretch of a long one."""

    number: Annotated[int, Field(description="From 1, through the whole document.")]
    anchor: str
    title: str
    level: Annotated[int, Field(description="1 to 6 where the passage begins with its heading, else 0.")]
    generated: bool
    text: str


class Reading(DocumentInfo):
    """A part of a document."""

    ok: bool
    total: Annotated[int, Field(description="Passages of the whole document.")]
    offset: int
    passages: list[Passage]
    match: Annotated[int | None, Field(description="The number of the passage that answers `query` best.")]
    previous: Annotated[int | None, Field(description="The offset to read backwards with.")]
    next: Annotated[int | None, Field(description="The offset to go on with; null at the end.")]
