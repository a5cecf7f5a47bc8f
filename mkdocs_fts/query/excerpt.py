"""A passage's text ► the place where the words stand densest, cut at words, with what matched marked."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from mkdocs_fts.alphabet import Alphabet, Token
from mkdocs_fts.document import LEFT_OUT
from mkdocs_fts.query.expression import Phrase
from mkdocs_fts.text import parts, prepare_mapped

EXCERPT_CHARS = 180
"""Characters of an excerpt, about."""
LEAD_CHARS = 50
"""Of these, how many stand before the first word that matches."""
_EPSILON = 1e-9


@dataclass(frozen=True)
class Fragment:
    """A run of an excerpt's text."""

    text: str
    mark: bool


@dataclass
class Mark:
    """A stretch of the text that matches, `[start, end)`, and which phrases it shows."""

    start: int
    end: int
    phrases: set[int]


def excerpt(text: str, phrases: Sequence[Phrase], alphabet: Alphabet) -> list[Fragment]:
    """The place of a text where the phrases stand densest."""
    marks = find_marks(text, phrases, alphabet)
    focus = _densest(marks)
    start = _word_start(text, focus.start - LEAD_CHARS) if focus else 0
    end = _word_end(text, start + EXCERPT_CHARS)
    if end == len(text):
        start = min(start, _word_start(text, end - EXCERPT_CHARS))
    # What is left out at the ends is shown by the ellipses there.
    end = start + len(_LEFT_OUT_END.sub("", text[start:end]))
    start = end - len(_LEFT_OUT_BEGINNING.sub("", text[start:end]))
    fragments: list[Fragment] = []
    at = start
    for mark in marks:
        # A long mark may begin before the excerpt or go on after it.
        since, until = max(mark.start, at), min(mark.end, end)
        if since < until:
            fragments += [_fragment(text[at:since], mark=False), _fragment(text[since:until], mark=True)]
            at = until
    fragments.append(_fragment(text[at:end], mark=False))
    return _ellipses([fragment for fragment in fragments if fragment.text], before=start > 0, after=end < len(text))


def find_marks(text: str, phrases: Sequence[Phrase], alphabet: Alphabet) -> list[Mark]:
    """What of the text matches, in order, without overlaps."""
    prepared, source = prepare_mapped(text)
    tokens = alphabet.token_spans(prepared)
    shown = _shown(tokens, phrases, alphabet)
    marks: list[Mark] = []
    for at, token in enumerate(tokens):
        if not shown[at]:
            continue
        start, end = _span(token, source)
        before = marks[-1] if marks else None
        # Neighbours of one phrase, and the punctuation between them, are one mark: `client.fetch_all`. So are the
        # tokens of a single character: `½`.
        if before and shown[at - 1] and start - before.end <= 2 and (start < before.end or shown[at] & before.phrases):
            before.end = end
            before.phrases |= shown[at]
        else:
            marks.append(Mark(start, end, set(shown[at])))
    return marks


def _shown(tokens: Sequence[Token], phrases: Sequence[Phrase], alphabet: Alphabet) -> list[set[int]]:
    """Which phrases each token shows."""
    shown: list[set[int]] = [set() for _ in tokens]
    terms = [token.term for token in tokens]
    # Hardly a token begins a phrase: looked up by the first token, most cost nothing.
    beginning = defaultdict(list)
    open_ended = []
    for number, phrase in enumerate(phrases):
        if phrase.prefix and len(phrase.tokens) == 1:
            open_ended.append(number)
        else:
            beginning[phrase.tokens[0]].append(number)
    for at, token in enumerate(tokens):
        for number in itertools.chain(beginning.get(token.term, ()), open_ended):
            if _matches_at(phrases[number], terms, at):
                for n in range(len(phrases[number].tokens)):
                    shown[at + n].add(number)
        inside = [alphabet.fold(part) for part in parts(token.raw)]
        for n, part in enumerate(inside):
            for number in itertools.chain(beginning.get(part, ()), open_ended):
                columns = phrases[number].columns
                if (not columns or "parts" in columns) and _matches_at(phrases[number], inside, n):
                    shown[at].add(number)
    return shown


def _matches_at(phrase: Phrase, terms: Sequence[str], at: int) -> bool:
    """Whether the phrase stands at this place of the terms."""
    found = terms[at : at + len(phrase.tokens)]
    if len(found) < len(phrase.tokens):
        return False
    *first, last = phrase.tokens
    return list(first) == list(found[:-1]) and (found[-1].startswith(last) if phrase.prefix else found[-1] == last)


def _span(token: Token, source: Sequence[int] | None) -> tuple[int, int]:
    """Where a token of prepared text stands in its source."""
    if source is None:
        return token.start, token.end
    # The source's end of the last character: the next index that differs.
    return source[token.start], source[bisect_right(source, source[token.end - 1])]


def _densest(marks: Sequence[Mark]) -> Mark | None:
    """The mark to begin with: the one from where an excerpt shows the most different phrases."""
    found = None
    most = 0.0
    for at, mark in enumerate(marks):
        seen: Counter[int] = Counter()
        for other in marks[at : at + 50]:
            if other is not mark and other.end - mark.start > EXCERPT_CHARS - LEAD_CHARS:
                break
            seen.update(other.phrases)
        score = sum(2 - 1 / count for count in seen.values())
        if score > most + _EPSILON:
            most, found = score, mark
    return found


_LEFT_OUT = re.compile(f"(?: ?{LEFT_OUT})+ ?")
_LEFT_OUT_BEGINNING = re.compile(rf"\A(?:\s*{LEFT_OUT})+\s*")
_LEFT_OUT_END = re.compile(rf"\s*(?:{LEFT_OUT}\s*)+\Z")
_SPACE = re.compile(r"\s+")
_LAST_SPACE = re.compile(r"\s+\S*\Z")


def _word_start(text: str, at: int) -> int:
    """The start of the word at or after `at`; 0 before the text's beginning."""
    if at <= 0:
        return 0
    space = _SPACE.search(text[at - 1 : at + 30])
    return at - 1 + space.end() if space else at


def _word_end(text: str, at: int) -> int:
    """The end of the word at or before `at`; the text's end when that is near."""
    if at >= len(text) - 10:
        return len(text)
    space = _LAST_SPACE.search(text[at - 30 : at + 1])
    return at - 30 + space.start() if space else at


def _fragment(text: str, *, mark: bool) -> Fragment:
    return Fragment(_LEFT_OUT.sub(" … ", _SPACE.sub(" ", text)), mark)


def _ellipses(fragments: list[Fragment], *, before: bool, after: bool) -> list[Fragment]:
    """Say where the text goes on."""
    if not fragments:
        return [Fragment("…", False)] if before or after else []
    if before:
        first = fragments[0]
        fragments = (
            [Fragment("… ", False), *fragments]
            if first.mark
            else [Fragment(f"… {first.text.lstrip()}", False), *fragments[1:]]
        )
    if after:
        last = fragments[-1]
        fragments = (
            [*fragments, Fragment(" …", False)]
            if last.mark
            else [*fragments[:-1], Fragment(f"{last.text.rstrip()} …", False)]
        )
    return fragments
