"""What SQLite's tokenizer makes of each character of a site, asked of SQLite itself.

FTS5's `unicode61` decides which characters form tokens and how they are folded (case, diacritics) by tables of its own,
which differ from Python's and from a browser's. Imitating them goes wrong in corners (й, カ/ガ, ß). So the build asks
SQLite about each distinct character that occurs, and the answer travels with the database: exact by construction.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property

TOKENIZER = "unicode61 remove_diacritics 2"
_ASCII = [chr(code) for code in range(128)]
_ACCENT = re.compile("[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]")
"""The accents of `unicode61`. One that stands on no page is dropped from a query as it would be from a page."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token and where it stands in prepared text, `[start, end)`."""

    term: str
    """As FTS5 stores it."""
    raw: str
    start: int
    end: int


class Alphabet:
    """`letters` and `marks` map a character to its folded form. A token starts with a letter and goes on over letters
    and marks; every other character separates."""

    def __init__(self, letters: dict[str, str], marks: dict[str, str]) -> None:
        self.letters = letters
        self.marks = marks
        self._known = set(_ASCII)

    @classmethod
    def of(cls, characters: Iterable[str]) -> Alphabet:
        """The alphabet of these characters and ASCII."""
        alphabet = cls({c: c.lower() for c in _ASCII if c.isalnum()}, {})
        alphabet.learn(characters)
        return alphabet

    def learn(self, characters: Iterable[str]) -> None:
        """Ask SQLite about those of these characters that it was not asked about."""
        wanted = sorted({*characters} - self._known)
        if not wanted:
            return
        self._known.update(wanted)
        for derived in ("token", "_separators", "_folded"):
            self.__dict__.pop(derived, None)
        db = sqlite3.connect(":memory:")
        try:
            db.execute(f"CREATE VIRTUAL TABLE probe USING fts5(alone, inside, content='', tokenize='{TOKENIZER}')")
            db.execute("CREATE VIRTUAL TABLE term USING fts5vocab(probe, instance)")
            db.executemany(
                "INSERT INTO probe(rowid, alone, inside) VALUES (?, ?, ?)",
                ((ord(c), c, f"x{c}x") for c in wanted),
            )
            folded = dict(db.execute("SELECT doc, term FROM term WHERE col = 'alone'"))
            inside = db.execute("SELECT doc, term FROM term WHERE col = 'inside' AND length(term) > 1")
            self.marks |= {chr(doc): term[1:-1] for doc, term in inside if doc not in folded}
            self.letters |= {chr(doc): term for doc, term in folded.items()}
        finally:
            db.close()

    @classmethod
    def from_json(cls, text: str) -> Alphabet:
        """What `to_json` wrote."""
        beyond = json.loads(text)
        letters = {c: c.lower() for c in _ASCII if c.isalnum()}
        return cls({**letters, **{c: c for c in beyond["same"]}, **beyond["fold"]}, beyond["marks"])

    @cached_property
    def token(self) -> re.Pattern[str]:
        """Matches one token."""
        letters, marks = (_char_class(chars) for chars in (self.letters, self.marks))
        return re.compile(f"[{letters}][{letters}{marks}]*")

    def tokens(self, prepared: str) -> list[str]:
        """The tokens of prepared text, unfolded. Much faster than the regular expression."""
        found = prepared.translate(self._separators).split()
        if prepared.isascii() or not self.marks:
            return found
        marks = "".join(self.marks)
        return [begun for token in found if (begun := token.lstrip(marks))]

    @cached_property
    def _separators(self) -> _Separators:
        return _Separators(self.letters.keys() | self.marks.keys())

    def token_spans(self, prepared: str) -> list[Token]:
        """The tokens of prepared text with their places."""
        return [Token(self.fold(match[0]), match[0], *match.span()) for match in self.token.finditer(prepared)]

    def query_tokens(self, prepared: str) -> list[str]:
        """The tokens of a prepared query, unfolded. A letter that stands on no page cannot match, but must not fall
        out of the query either."""
        tokens = [""]
        for character in prepared:
            goes_on = tokens[-1] and (character in self.marks or _ACCENT.match(character))
            if goes_on or character in self.letters or character.isalnum() or unicodedata.category(character) == "Co":
                tokens[-1] += character
            else:
                tokens.append("")
        return [token for token in tokens if token]

    def fold(self, token: str) -> str:
        """A token as FTS5 stores it."""
        if token.isascii():
            return token.lower()
        return "".join(map(self._folded.__getitem__, token))

    @cached_property
    def _folded(self) -> _Folded:
        return _Folded(self.letters | self.marks)

    def to_json(self) -> str:
        """For readers: the non-ASCII part, as `{"same": "…", "fold": {"É": "e"}, "marks": {…}}`; the characters of
        `same` fold to themselves."""
        beyond = {c: f for c, f in sorted(self.letters.items()) if not c.isascii()}
        return json.dumps(
            {
                "same": "".join(c for c, f in beyond.items() if c == f),
                "fold": {c: f for c, f in beyond.items() if c != f},
                "marks": dict(sorted(self.marks.items())),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )


class _Separators(dict[int, str]):
    """Code points ► a space, but those that are part of tokens ► themselves; for `str.translate`."""

    def __init__(self, inside: Set[str]) -> None:
        super().__init__((ord(c), c if c in inside else " ") for c in _ASCII)
        self._inside = inside

    def __missing__(self, code: int) -> str:
        character = chr(code)
        self[code] = found = character if character in self._inside else " "
        return found


class _Folded(dict[str, str]):
    """Characters ► their folded form. SQLite was not asked about one that stands on no page, but its plain form may
    stand on one."""

    def __missing__(self, character: str) -> str:
        small = "" if _ACCENT.match(character) else character.lower()
        if small and unicodedata.name(small[0], "").startswith("LATIN "):
            plain = unicodedata.normalize("NFD", small)
            small = "".join(c for c in plain if not unicodedata.category(c).startswith("M"))
        self[character] = small
        return small


def _char_class(characters: Iterable[str]) -> str:
    """The inside of a regular expression's class, as ranges: thousands of single characters would be slow."""
    ranges: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in ranges)
