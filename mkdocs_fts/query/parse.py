"""The query language: words, `"a phrase"`, `-word`, `a OR b`, `word*`, `wiki:` `status:` `kind:` `title:` `tag:`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from mkdocs_fts.document import KINDS, STATUSES

_ITEM = re.compile(r'((?:-(?!-))?)(?:(wiki|status|kind|title|tag):(?=\S))?(?:"([^"]*)"?|([^\s"]+))', re.IGNORECASE)
_FIELDS = ("title", "tag")


@dataclass(frozen=True)
class Clause:
    """One thing that a reader asked for, before it is turned into tokens."""

    text: str
    quoted: bool = False
    """Written between quotation marks."""
    prefix: bool = False
    """Written `word*`, or the last word while typing."""
    field: str | None = None
    """Where it must stand: `title` or `tag`."""


@dataclass
class ParsedQuery:
    """What a query says."""

    required: list[list[Clause]] = field(default_factory=list)
    """All of these must match, of each the one or the other."""
    excluded: list[Clause] = field(default_factory=list)
    """None of these may match."""
    wikis: list[str] = field(default_factory=list)
    statuses: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)


def parse(query: str, *, typing: bool = False) -> ParsedQuery:
    """Read a query. Whatever is no syntax is text, and no input is an error.

    `typing` says that the last word may go on.
    """
    parsed = ParsedQuery()
    excluded: list[tuple[Clause, Clause]] = []
    items = list(_ITEM.finditer(query))
    joinable = alternative = False
    for number, item in enumerate(items):
        source, (minus, name, phrase, word) = item[0], item.groups()
        last = number == len(items) - 1
        if source == "OR" and number and not last:
            alternative = joinable
            continue
        quoted = phrase is not None
        star = not quoted and len(word) > 1 and word.endswith("*")
        text = phrase if quoted else word[:-1] if star else word
        label = (name or "").lower()
        open_ended = typing and last and query.endswith(source) and not (quoted and source.endswith('"'))
        if not minus and _add_filter(parsed, label, text):
            joinable = alternative = False  # filters of one name are alternatives anyway
            continue
        clause = Clause(text, quoted, star or open_ended)
        if label in _FIELDS:
            clause = replace(clause, field=label)
        elif name:
            clause = replace(clause, text=f"{name}:{text}")
        if minus:
            # A word to leave out is not guessed at while it is being typed: only `*` widens it.
            excluded.append((replace(clause, prefix=star), Clause(source, quoted, clause.prefix)))
        elif alternative:
            parsed.required[-1].append(clause)
        else:
            parsed.required.append([clause])
            joinable = True
        alternative = False
    if parsed.required or parsed.wikis or parsed.statuses or parsed.kinds:
        parsed.excluded = [clause for clause, _ in excluded]
    else:
        # Nothing but `-Dkey=value` or `--flag`: not an exclusion from everything, but the text itself.
        parsed.required = [[as_text] for _, as_text in excluded]
    return parsed


def _add_filter(parsed: ParsedQuery, name: str, value: str) -> bool:
    """Take `name:value` as a filter. False where the name is none or does not know the value, which then is text."""
    if name == "wiki" and value:
        parsed.wikis.append(value)
    elif name == "status" and value.lower() in STATUSES:
        parsed.statuses.append(value.lower())
    elif name == "kind" and value.lower() in KINDS:
        parsed.kinds.append(value.lower())
    else:
        return False
    return True
