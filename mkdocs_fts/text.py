"""The preparation of text before FTS5 sees it, the same for pages and queries.

`js/src/text/` is the other implementation of these rules; `tests/vectors/text.json` holds both to the same results.
What FTS5's tokenizer makes of prepared text is not imitated here but asked of SQLite itself: see `alphabet.py`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's default-ignorable characters: soft hyphen, zero-width and direction marks, variation selectors."""

SPACED_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul Jamo
    (0x1780, 0x17FF),  # Khmer
    (0x19E0, 0x19FF),  # Khmer symbols
    (0x20A0, 0x20CF),  # currency signs
    (0x2300, 0x23FF),  # technical signs
    (0x2700, 0x27BF),  # dingbats
    (0x2B00, 0x2BFF),  # arrows
    (0x2E00, 0x2E7F),  # punctuation
    (0x2E80, 0x2FDF),  # CJK radicals
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3031, 0x3035),
    (0x3038, 0x303C),
    (0x3041, 0x31FF),  # Hiragana, Katakana, Bopomofo, Hangul compatibility Jamo, Kanbun, strokes
    (0x3400, 0x4DBF),  # CJK extension A
    (0x4E00, 0x9FFF),  # CJK unified ideographs
    (0xA960, 0xA97F),  # Hangul Jamo extended A
    (0xA9E0, 0xA9FF),  # Myanmar extended B
    (0xAA60, 0xAA7F),  # Myanmar extended A
    (0xAC00, 0xD7FF),  # Hangul syllables, Jamo extended B
    (0xF900, 0xFAFF),  # CJK compatibility ideographs
    (0x1B000, 0x1B16F),  # Kana supplement and extensions
    (0x1F000, 0x1FBFF),  # pictographs
    (0x20000, 0x3FFFF),  # CJK extensions B and later
)
"""Scripts written without spaces between words, or (Korean) with particles joined to them. Each of their characters
becomes a token of its own, so that a word is found at any position, as a phrase of its characters. And signs:
`unicode61` takes those that came with Unicode 7 and later for letters, which would hide the word they are joined to."""

_SPACED = re.compile("([" + "".join(f"{chr(a)}-{chr(b)}" for a, b in SPACED_RANGES) + "])")

_SIGNS = r"!#$%&*+\-./:<=>?@\\^_|~"
_IDENTIFIER = re.compile(rf"(?<![0-9A-Za-z{_SIGNS}])[0-9A-Za-z]*[{_SIGNS}][0-9A-Za-z{_SIGNS}]*")
"""Runs of letters, digits and the punctuation that identifiers are made of, those that have some of it."""
_SENTENCE_END = ".:!?"
_PRIVATE = {code: 0xE000 + code for code in range(0x21, 0x7F) if not chr(code).isalnum()}
"""Punctuation ► private-use characters, which FTS5's tokenizer takes for letters."""
MAX_IDENTIFIER = 32
"""Longer runs are addresses and the like, which nobody types."""

_BORDER = re.compile(r"(?<=[^0-9])(?=[0-9])|(?<=[0-9])(?=[^0-9])|(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_MARKS = re.compile("[\u0300-\u036f]")


def whole(text: str) -> str:
    """Text that can be stored: YAML's and JSON's `"\\ud83d\\ude80"` comes as the two halves of a character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def prepare(text: str) -> str:
    """Text as FTS5 is to see it: compatibility forms unified (NFKC), invisible characters out, a space around each
    character of a script that is written without spaces."""
    if text.isascii():
        return text
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return _SPACED.sub(r" \1 ", text)


def prepare_mapped(text: str) -> tuple[str, list[int] | None]:
    """Prepared text, with the index in the source of each of its characters and of its end; None in place of the
    indexes where both are the same."""
    if text.isascii():
        return text, None
    pieces: list[str] = []
    source: list[int] = []
    known: dict[str, str] = {}
    at = 0
    while at < len(text):
        end = _ascii_end(text, at)
        if end > at:
            # As it is; but its last character may become one with what follows.
            if end < len(text) and _composes(text[end]):
                end -= 1
            pieces.append(text[at:end])
            source.extend(range(at, end))
            at = end
        if at == len(text):
            break
        end = at + 1
        while end < len(text) and _composes(text[end]):
            end += 1
        cluster = text[at:end]
        piece = known.get(cluster)
        if piece is None:
            piece = known[cluster] = prepare(cluster)
        pieces.append(piece)
        source += [at] * len(piece)
        at = end
    return "".join(pieces), [*source, len(text)]


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def _ascii_end(text: str, at: int) -> int:
    """Where the run of ASCII that begins at `at` ends."""
    beyond = _BEYOND_ASCII.search(text, at)
    return beyond.start() if beyond else len(text)


_COMPOSING = re.compile("[\u1160-\u11ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc\U00016d67-\U00016d6a]")
"""What may compose with the character before it, beside marks: vowels and final consonants of Hangul in all their
forms, the halfwidth voice marks of kana, vowels of Kirat Rai."""


@cache
def _composes(character: str) -> bool:
    """Whether a character may become one with those before it; invisible ones may stand between."""
    return bool(
        unicodedata.category(character).startswith("M") or _COMPOSING.match(character) or _INVISIBLE.match(character)
    )


def parts(token: str) -> list[str]:
    """The parts of an identifier, cut where its case turns or letters meet digits; empty where there is but one.

    Accents that stand by themselves, which FTS5 drops, are left out: each part is one token.

    >>> parts("sendRawTransaction")
    ['send', 'Raw', 'Transaction']
    >>> parts("HTTPServer2")
    ['HTTP', 'Server', '2']
    >>> parts("word")
    []
    """
    if token.isdecimal() or (token.isalpha() and (token[1:].islower() or (token.isascii() and token.isupper()))):
        return []  # the common case, without regular expressions
    shape = token
    if not token.isascii():
        token = _MARKS.sub("", token)
        shape = "".join("A" if c.isupper() else "a" if c.islower() else c for c in token)
    borders = [border.start() for border in _BORDER.finditer(shape)]
    return [token[a:b] for a, b in pairwise([0, *borders, len(token)])] if borders else []


def identifiers(prepared: str) -> list[str]:
    """The identifiers in prepared text that punctuation is part of, each made one token for FTS5: its punctuation
    carried by private-use characters. So `C++`, `.libPath`, `--no-cache` and `#172` differ from the words in them.

    A full stop, colon, exclamation or question mark at the end belongs to the sentence.
    """
    runs = (run.rstrip(_SENTENCE_END).lower() for run in _IDENTIFIER.findall(prepared))
    return [
        run.translate(_PRIVATE)
        for run in runs
        if len(run) <= MAX_IDENTIFIER and not run.isalnum() and any(map(str.isalnum, run))
    ]
