"""A page's passages ► the columns of FTS5, and where each passage begins in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mkdocs_fts.alphabet import Alphabet
from mkdocs_fts.document import Passage
from mkdocs_fts.text import identifiers, parts, prepare

_NUMBER = re.compile("0x[0-9a-f]+|(?=.*[0-9])[0-9a-f]{8,}", re.IGNORECASE)
"""Hexadecimal numbers. Nobody looks for a part of one, and there would be many."""


class PageText:
    """Joins passages into columns, one page after the other."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        """Learns the characters of the pages."""
        self.parts = _PartsCache()
        """Every token seen so far, as it was written ► its parts."""

    def columns(self, passages: Sequence[Passage]) -> tuple[dict[str, str], list[tuple[int, int]]]:
        """The columns' text, and `(first_token, first_part)` of each passage."""
        text: dict[bool, list[str]] = {False: [], True: []}
        token_parts: dict[bool, list[str]] = {False: [], True: []}
        tokens = {False: 0, True: 0}
        part_tokens = {False: 0, True: 0}
        seen: dict[bool, set[str]] = {False: set(), True: set()}
        starts = []
        for passage in passages:
            prepared = prepare(passage.text)
            if not prepared.isascii():
                self.alphabet.learn(prepared)
            side = passage.generated
            starts.append((tokens[side], part_tokens[side]))
            found = self.alphabet.tokens(prepared)
            tokens[side] += len(found)
            text[side].append(prepared)
            for pieces in dict.fromkeys(filter(None, map(self.parts.__getitem__, found))):
                token_parts[side].append(" ".join(pieces))
                part_tokens[side] += len(pieces)
            # Once a page: they only lift a page that is found by its words already.
            whole = [each for each in dict.fromkeys(identifiers(prepared)) if each not in seen[side]]
            seen[side].update(whole)
            token_parts[side].extend(whole)
            part_tokens[side] += len(whole)
        columns = {
            "body": "\n".join(text[False]),
            "generated": "\n".join(text[True] + token_parts[True]),
            "parts": "\n".join(token_parts[False]),
        }
        generated_tokens = tokens[True]
        return columns, [
            (token, part + generated_tokens if passage.generated else part)
            for passage, (token, part) in zip(passages, starts, strict=True)
        ]

    def new_tokens(self) -> list[str]:
        """The tokens seen for the first time since this was last asked, as they were written."""
        found, self.parts.fresh = self.parts.fresh, []
        return found


class _PartsCache(dict[str, tuple[str, ...]]):
    """The parts of each distinct token, worked out once."""

    def __init__(self) -> None:
        super().__init__()
        self.fresh: list[str] = []

    def __missing__(self, token: str) -> tuple[str, ...]:
        self.fresh.append(token)
        found = self[token] = () if _NUMBER.fullmatch(token) else tuple(parts(token))
        return found
