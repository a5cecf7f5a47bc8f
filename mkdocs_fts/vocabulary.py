"""The site's terms, with what finds them again by a part, a misspelling or another form: trigrams and stems."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import Stemmer

from mkdocs_fts.alphabet import Alphabet

# Private-use characters, which FTS5 takes for letters: the ends of a term, and the mark of a stem.
BEGIN, END, STEM = "\ue100", "\ue101", "\ue102"

MAX_TERM = 24
"""Longer terms are digests and the like: nobody types a part of them or misspells them."""
_IDENTIFIER = re.compile("[\ue000-\ue0ff]")
_NUMBER = re.compile(r"[0-9]+|(?=.*[0-9])(0x)?[0-9a-f]{8,}")
"""Numbers, and hexadecimal ones of eight digits and more."""

LANGUAGES = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "et": "estonian",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "hy": "armenian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "ne": "nepali",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
    "yi": "yiddish",
}
"""Language codes ► Snowball's name of the stemmer."""


def is_word(term: str) -> bool:
    """Whether a reader may want a term that they typed only in part or not quite right."""
    return 1 < len(term) <= MAX_TERM and not _IDENTIFIER.search(term) and not _NUMBER.fullmatch(term)


def trigrams(term: str) -> list[str]:
    """All runs of three characters, the term's ends included."""
    marked = f"{BEGIN}{term}{END}"
    return [marked[at : at + 3] for at in range(len(marked) - 2)]


class Stems:
    """Gathers the families of words: term ► its stems, one a language, folded as terms are.

    The stemmers want the tokens as they were written: they tell endings by their accents. `languages` are keys of
    `LANGUAGES`.
    """

    def __init__(self, languages: Sequence[str], alphabet: Alphabet) -> None:
        # Each word comes once: a cache would be in vain.
        self._stemmers = [Stemmer.Stemmer(LANGUAGES[language], 0) for language in languages]
        self._alphabet = alphabet
        self._words: set[str] = set()
        self._found: dict[str, set[str]] = defaultdict(set)

    def add(self, tokens: Iterable[str]) -> None:
        """Take in tokens."""
        words = {token.lower() for token in tokens if token.isalpha() and 1 < len(token) <= MAX_TERM} - self._words
        self._words |= words
        for word in words:
            self._found[self._alphabet.fold(word)] |= {
                self._alphabet.fold(stemmer.stemWord(word)) for stemmer in self._stemmers
            }

    def families(self) -> dict[str, set[str]]:
        """The stems of each term; a term that is its own stem has it only if it shares it with others."""
        members = Counter(stem for own in self._found.values() for stem in own)
        return {term: {stem for stem in own if stem != term or members[stem] > 1} for term, own in self._found.items()}


def terms(db: sqlite3.Connection) -> list[tuple[str, int, int]]:
    """The terms of `page_fts` in the order of their bytes: on how many pages each stands, and how often in all."""
    db.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, page_fts, row)")
    found = db.execute("SELECT term, doc, cnt FROM temp.vocabulary ORDER BY term").fetchall()
    db.execute("DROP TABLE temp.vocabulary")
    return found


def write(db: sqlite3.Connection, terms: Iterable[tuple[str, int, int]], stems_of: dict[str, set[str]]) -> None:
    """Fill the tables `term` and `term_fts` with those of the `terms` of `page_fts` that are words."""
    words = [(term, pages) for term, pages, _ in terms if is_word(term)]
    db.executemany(
        "INSERT INTO term(id, term, pages) VALUES (?, ?, ?)",
        ((number, term, pages) for number, (term, pages) in enumerate(words, 1)),
    )
    db.executemany(
        "INSERT INTO term_fts(rowid, grams) VALUES (?, ?)",
        ((number, grams(term, stems_of.get(term, ()))) for number, (term, _) in enumerate(words, 1)),
    )


def grams(term: str, stems: Iterable[str]) -> str:
    """What `term_fts` holds of a term."""
    return " ".join([*trigrams(term), *(STEM + stem for stem in sorted(stems))])
