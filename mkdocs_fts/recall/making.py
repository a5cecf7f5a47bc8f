"""Makes a battery from the texts of a site.

The kinds: `title2`, two words of a title · `early`, `cut`, `late`, five words that follow each other before, at and
after character 1,500 of the text, where many searches cut pages off · `exact`, a word · `ident`, an identifier. All but
titles stand on that page alone.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterable

from mkdocs_fts.query.parse import parse
from mkdocs_fts.query.texts import Text
from mkdocs_fts.recall.searches import Search
from mkdocs_fts.recall.words import WORDS, Page, Site, fold, is_spaced, words_of
from mkdocs_fts.text import MAX_IDENTIFIER, parts

PER_KIND = 120
CUT = 1500
LONGEST = 200
"""Characters of a phrase; more is no text that anybody would look for."""
SHORTEST = 4
"""Characters of a word."""
TRIES = 10
"""Phrases looked at on a page: some would be taken for something else than text."""
_LEFT_OUT = "\ufffc"


def make(texts: Callable[[], Iterable[Text]], *, per_kind: int = PER_KIND, seed: int = 1) -> list[Search]:
    """Searches for pages drawn by chance, at most `per_kind` of each kind and one of a kind for a page, by kind.

    `texts` is called twice: first to learn what stands on one page alone, then to draw from that. The same texts and
    seed give the same searches; a page more or less changes few of them. A page whose title another has too is not
    asked for by its title.
    """
    site = Site()
    for text in texts():
        site.add(Page(text))
    samples = {kind: _Sample(per_kind) for kind in KINDS}
    for text in texts():
        page = Page(text)
        rank = random.Random(f"{seed} {page.url}").random()
        for kind, sample in samples.items():
            if sample.wants(rank):
                query = KINDS[kind](page, site, random.Random(f"{seed} {kind} {page.url}"))
                if query is not None:
                    sample.add(rank, Search(kind, query, page.url))
    return [search for sample in samples.values() for search in sample.searches()]


class _Sample:
    """Keeps the searches for the pages of lowest rank: by random ranks, a sample of unknown many."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._heap: list[tuple[float, str, Search]] = []

    def wants(self, rank: float) -> bool:
        return len(self._heap) < self._size or rank < -self._heap[0][0]

    def add(self, rank: float, search: Search) -> None:
        heapq.heappush(self._heap, (-rank, search.url, search))
        if len(self._heap) > self._size:
            heapq.heappop(self._heap)

    def searches(self) -> list[Search]:
        return [search for _, _, search in sorted(self._heap, reverse=True)]


def _title(page: Page, site: Site, chance: random.Random) -> str | None:
    """Two words of the title, in their order."""
    if fold(page.title) not in site.titles:
        return None
    words = [word for word in words_of(page.title, 2) if len(word) >= 3 or (len(word) == 2 and is_spaced(word))]
    distinct = list({fold(word): word for word in words}.values())
    if len(distinct) < 2:
        return None
    first, second = sorted(chance.sample(range(len(distinct)), 2))
    query = f"{distinct[first]} {distinct[second]}"
    return query if _is_text(query) else None


def _phrase(fits: Callable[[int, int], bool]) -> Callable[[Page, Site, random.Random], str | None]:
    """A phrase whose start and end `fits` takes."""

    def phrase(page: Page, site: Site, chance: random.Random) -> str | None:
        places = [place for place in site.phrases(page) if fits(*place)]
        for start, end in chance.sample(places, min(TRIES, len(places))):
            query = " ".join(page.text[start:end].split())
            if len(query) <= LONGEST and _LEFT_OUT not in query and _has_words(query) and _is_text(query):
                return query
        return None

    return phrase


def _word(page: Page, site: Site, chance: random.Random) -> str | None:
    words = {page.text[start:end] for start, end in page.spans}
    return _alone((word for word in words if len(word) >= SHORTEST and not _joined(word)), site, chance)


def _identifier(page: Page, site: Site, chance: random.Random) -> str | None:
    return _alone((word for word in page.identifiers if len(word) <= MAX_IDENTIFIER and _joined(word)), site, chance)


def _alone(words: Iterable[str], site: Site, chance: random.Random) -> str | None:
    alone = sorted(word for word in words if fold(word) in site.terms and not is_spaced(word))
    fitting = [word for word in alone if any(map(str.isalpha, word)) and _is_text(word)]
    return chance.choice(fitting) if fitting else None


KINDS: dict[str, Callable[[Page, Site, random.Random], str | None]] = {
    "title2": _title,
    "early": _phrase(lambda start, end: end <= CUT),
    "cut": _phrase(lambda start, end: start < CUT < end),
    "late": _phrase(lambda start, end: start >= CUT),
    "exact": _word,
    "ident": _identifier,
}
"""Kind ► a search of that kind for a page, None where the page has none."""


def _has_words(phrase: str) -> bool:
    """Whether most of it is no numbers."""
    return sum(any(map(str.isalpha, word)) for word in words_of(phrase)) > WORDS / 2


def _joined(word: str) -> bool:
    """Whether a word is made of several, or of letters and digits."""
    return any(sign in word for sign in "_./:-") or bool(parts(word))


def _is_text(query: str) -> bool:
    """Whether the query language takes all of it for words to find."""
    parsed = parse(query)
    filters = parsed.excluded or parsed.wikis or parsed.statuses or parsed.kinds
    return not filters and all(len(each) == 1 and each[0].field is None for each in parsed.required)
