"""Sites of any size, made by chance after a real one; the same seed gives the same pages.

A page gets the labels, the length, the number of distinct words and the number of headings of a real page. Its words
come by their frequency, and come again in the same page as often as in real ones, so that postings are as long.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from mkdocs_fts.document import Labels, Wiki
from mkdocs_fts.extract import extract
from mkdocs_fts.indexing import PageSource

PER_FOLDER = 1000
PARAGRAPH = 60
"""Words."""
SENTENCE = 12
_WORD = re.compile(r"\w+")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Shape:
    """What a page takes over from a real one."""

    labels: Labels
    length: int
    """In words."""
    distinct: int
    """How many different ones."""
    headings: int


class Model:
    """What a real site tells of words and pages."""

    def __init__(self, counts: Counter[str], shapes: Sequence[Shape]) -> None:
        self.counts = counts
        """How often each word stands in the real site."""
        self.shapes = shapes
        self.words = list(counts)
        self.cumulative = list(accumulate(counts.values()))
        self.once = frozenset(word for word, count in counts.items() if count == 1)

    @classmethod
    def learn(cls, pages: Iterable[PageSource]) -> Model:
        counts: Counter[str] = Counter()
        shapes = []
        for page in pages:
            words = words_of(page)
            counts.update(words)
            headings = sum(passage.level > 1 for passage in extract(page.html).passages)
            shapes.append(Shape(page.labels, len(words), len(set(words)), headings))
        return cls(counts, shapes)


def words_of(page: PageSource) -> list[str]:
    """The words of a page's text in their order, in lower case."""
    return [word.lower() for passage in extract(page.html).passages for word in _WORD.findall(passage.text)]


@dataclass(frozen=True)
class Site:
    """The first `count` pages that `seed` gives: a small site is the beginning of a large one."""

    model: Model
    count: int
    seed: int = 1

    def pages(self) -> Iterator[PageSource]:
        """In MkDocs' order."""
        return (page(self.model, number, self.seed) for number in range(self.count))

    def sample(self, count: int) -> list[PageSource]:
        """Some of the pages, drawn by chance."""
        numbers = random.Random(self.seed).sample(range(self.count), min(count, self.count))
        return [page(self.model, number, self.seed) for number in numbers]

    def wikis(self) -> list[Wiki]:
        return [Wiki(each, each) for each in dict.fromkeys(shape.labels.wiki for shape in self.model.shapes)]


def page(model: Model, number: int, seed: int) -> PageSource:
    """The page with this number, from 0."""
    chance = random.Random(f"{seed} {number}")
    shape = chance.choice(model.shapes)
    words = _words(model, chance, shape, number)
    title = " ".join(chance.choices(words, k=chance.randint(2, 4))).capitalize() if words else f"Page {number}"
    name = f"{number // PER_FOLDER:04}/{number % PER_FOLDER:04}"
    return PageSource(
        path=f"{name}.md",
        url=f"{name}/",
        title=title,
        labels=shape.labels,
        html=_html(title, words, _identifiers(chance, words), shape.headings, chance),
        trail=[shape.labels.wiki],
    )


def _words(model: Model, chance: random.Random, shape: Shape, number: int) -> list[str]:
    """The page's words: as many different ones as its shape says, and then some of them again."""
    drawn: list[str] = chance.choices(model.words, cum_weights=model.cumulative, k=shape.length)
    seen: set[str] = set()
    fresh = 0
    for fresh, word in enumerate(drawn, 1):  # noqa: B007
        seen.add(word)
        if len(seen) == shape.distinct:
            break
    # A word that stands once in the real site stands for all such words: as the site grows, more of them come up.
    generations = 1 + number // len(model.shapes)
    words = [word + _suffix(chance.randrange(generations)) if word in model.once else word for word in drawn[:fresh]]
    return words + chance.choices(words, k=shape.length - fresh)


def _suffix(number: int) -> str:
    """Nothing for 0, then a letter, then two …"""
    suffix = ""
    while number:
        number, digit = divmod(number - 1, len(_LETTERS))
        suffix += _LETTERS[digit]
    return suffix


def _identifiers(chance: random.Random, words: Sequence[str]) -> list[str]:
    """Names as they stand in code, up to three, no two pages alike."""
    parts = [word for word in words if word.isalpha() and word.isascii()]
    names = []
    for _ in range(chance.randint(0, 3) if parts else 0):
        first, second = chance.choice(parts), chance.choice(parts)
        number = chance.randrange(10**6)
        names.append(f"{first}_{second}_{number}" if chance.random() < 0.5 else f"{first}{second.capitalize()}{number}")
    return names


def _html(title: str, words: Sequence[str], names: Sequence[str], headings: int, chance: random.Random) -> str:
    html = [f"<h1>{title}</h1>"]
    paragraphs = [words[at : at + PARAGRAPH] for at in range(0, len(words), PARAGRAPH)]
    every = max(1, len(paragraphs) // (headings + 1))
    for number, paragraph in enumerate(paragraphs):
        if number % every == 0 and 0 < number // every <= headings:
            html.append(f'<h2 id="s{number}">{" ".join(chance.choices(words, k=3)).capitalize()}</h2>')
        sentences = (" ".join(paragraph[at : at + SENTENCE]) for at in range(0, len(paragraph), SENTENCE))
        html.append(f"<p>{'. '.join(sentences)}.</p>")
    html += [f"<pre><code>{name}</code></pre>" for name in names]
    return "\n".join(html)
