"""What a page must have, as a tree; `to_fts5` writes it for SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias


@dataclass(frozen=True)
class Phrase:
    """Tokens, as FTS5 stores them, that stand one after the other in one column."""

    tokens: tuple[str, ...]
    prefix: bool = False
    """The last token may go on."""
    columns: tuple[str, ...] | None = None
    """None: any column."""


@dataclass(frozen=True)
class Join:
    """All of the parts, or any."""

    op: Literal["and", "or"]
    args: tuple[Expression, ...]


@dataclass(frozen=True)
class Without:
    """What is kept, less what is dropped."""

    keep: Expression
    drop: Expression


Expression: TypeAlias = Phrase | Join | Without


def join(op: Literal["and", "or"], args: Sequence[Expression]) -> Expression | None:
    """`and` and `or` over any number of parts; None over none."""
    if len(args) < 2:
        return args[0] if args else None
    return Join(op, tuple(args))


def phrases(expression: Expression) -> list[Phrase]:
    """The phrases that a match may show, those that are dropped left out."""
    if isinstance(expression, Phrase):
        return [expression]
    if isinstance(expression, Without):
        return phrases(expression.keep)
    return [phrase for arg in expression.args for phrase in phrases(arg)]


def within(expression: Expression, columns: Sequence[str]) -> Expression | None:
    """The same, with every phrase held to these columns; None where one that is needed can stand in none of them."""
    if isinstance(expression, Phrase):
        allowed = tuple(column for column in expression.columns or columns if column in columns)
        return replace(expression, columns=allowed) if allowed else None
    if isinstance(expression, Without):
        keep = within(expression.keep, columns)
        return keep and replace(expression, keep=keep)
    args = [within(arg, columns) for arg in expression.args]
    if expression.op == "and" and None in args:
        return None
    return join(expression.op, [arg for arg in args if arg is not None])


def to_fts5(expression: Expression) -> str:
    """The expression in FTS5's query language. Every token is quoted, so that none is taken for syntax."""
    if isinstance(expression, Phrase):
        quoted = '"' + " ".join(expression.tokens).replace('"', '""') + '"' + ("*" if expression.prefix else "")
        return f"{{{' '.join(expression.columns)}}} : {quoted}" if expression.columns else quoted
    if isinstance(expression, Without):
        return f"({to_fts5(expression.keep)}) NOT ({to_fts5(expression.drop)})"
    return f" {expression.op.upper()} ".join(f"({to_fts5(arg)})" for arg in expression.args)
