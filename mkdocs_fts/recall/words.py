"""The words of pages, and which of them stand on one page alone."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, cached_property, lru_cache
from zlib import crc32

from mkdocs_fts.query.texts import Text
from mkdocs_fts.text import SPACED_RANGES

WORDS = 5
"""Of a phrase."""
SLOTS = 1 << 24
_IDENTIFIER = re.compile(r"(?<![\w./:-])\w+(?:[./:-]+\w+)*")
_SPACED = "".join(f"{chr(a)}-{chr(b)}" for a, b in SPACED_RANGES)
_IS_SPACED = re.compile(f"[{_SPACED}]")
_ASCII_WORD = re.compile(r"\w+", re.ASCII)


class Page:
    """A page, and the words on it."""

    def __init__(self, text: Text) -> None:
        self.url = text["url"]
        self.title = text["title"]
        self.text = text["text"]

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """Where each word of the text stands, `[start, end)`."""
        return [word.span() for word in _word(self.text, 1).finditer(self.text)]

    @cached_property
    def words(self) -> list[str]:
        """The words of the text, folded."""
        return [fold(self.text[start:end]) for start, end in self.spans]

    @cached_property
    def identifiers(self) -> list[str]:
        """Words, and words joined by punctuation; each once."""
        return list(dict.fromkeys(_IDENTIFIER.findall(self.text)))


class Site:
    """What stands on one page alone."""

    def __init__(self) -> None:
        self.terms = _Once()
        """Words and identifiers, folded."""
        self.titles = _Once()
        self._phrases = bytearray(SLOTS)
        """On how many pages phrases stand, two for more; those that share a slot are taken for one."""

    def add(self, page: Page) -> None:
        self.terms.add({*page.words, *map(fold, page.identifiers), *map(fold, words_of(page.title))})
        self.titles.add({fold(page.title)})
        for slot in set(self._slots(page)):
            if self._phrases[slot] < 2:
                self._phrases[slot] += 1

    def phrases(self, page: Page) -> list[tuple[int, int]]:
        """Where the phrases are that stand on this page alone, `[start, end)`."""
        places = zip(page.spans, page.spans[WORDS - 1 :], self._slots(page), strict=False)
        return [(start, end) for (start, _), (_, end), slot in places if self._phrases[slot] == 1]

    @staticmethod
    def _slots(page: Page) -> list[int]:
        numbers = [crc32(word.encode()) for word in page.words]  # Python's hashes of text differ from run to run
        return [hash(phrase) % SLOTS for phrase in zip(*(numbers[at:] for at in range(WORDS)), strict=False)]


class _Once:
    """Tells what was added once from what was added more often."""

    def __init__(self) -> None:
        self._once: set[str] = set()
        self._more: set[str] = set()

    def add(self, items: set[str]) -> None:
        self._more |= items & self._once
        self._once |= items
        self._once -= items & self._more

    def __contains__(self, item: str) -> bool:
        return item in self._once


def words_of(text: str, width: int = 1) -> list[str]:
    """The words, as they are written. Of scripts that are written without spaces, `width` characters are one."""
    return _word(text, width).findall(text)


def is_spaced(word: str) -> bool:
    """Whether some of it is of a script that is written without spaces."""
    return _IS_SPACED.search(word) is not None


@lru_cache(1 << 16)
def fold(word: str) -> str:
    """A word without case and accents, so that two which a search takes for one are one."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if not unicodedata.combining(c))


def _word(text: str, width: int) -> re.Pattern[str]:
    return _ASCII_WORD if text.isascii() else _any_word(width)


@cache
def _any_word(width: int) -> re.Pattern[str]:
    marks = "".join(c for c in map(chr, range(0x300, 0x1F000)) if unicodedata.category(c).startswith("M"))
    spaced = rf"(?:(?=\w)[{_SPACED}][{marks}]*){{1,{width}}}"
    return re.compile(rf"{spaced}|(?![{_SPACED}])\w(?:(?![{_SPACED}])[\w{marks}])*")
