"""The plugin's options. Each docstring is that option's documentation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from mkdocs.config import base
from mkdocs.config import config_options as c
from pathspec import GitIgnoreSpec

from mkdocs_fts import publish
from mkdocs_fts.database import COLUMNS, DEFAULT_WEIGHTS
from mkdocs_fts.document import KINDS, STATUSES
from mkdocs_fts.extract import invalid_selectors
from mkdocs_fts.sources import FIELDS
from mkdocs_fts.texts import overrides
from mkdocs_fts.vocabulary import LANGUAGES

ENGINES = ("auto", "sqljs")


class WikiConfig(base.Config):  # type: ignore[no-untyped-call]
    """One wiki of the site."""

    id = c.Type(str)
    """A short name for addresses and queries (`wiki:help`)."""
    title = c.Optional(c.Type(str))
    """What readers see. Default: the id."""
    path = c.Optional(c.Type(str))
    """The folder of its pages, relative to `docs_dir`. Default: the id."""


class _Wikis(c.ListOfItems[WikiConfig]):
    def run_validation(self, value: object) -> Any:
        wikis = super().run_validation(value)
        seen: set[str] = set()
        for number, wiki in enumerate(wikis):
            if not wiki.id.strip():
                raise base.ValidationError(f"[{number}].id is empty; give the wiki a short name")
            if wiki.id in seen:
                raise base.ValidationError(f"[{number}].id '{wiki.id}' is taken by another wiki; give each its own id")
            seen.add(wiki.id)
        return wikis


class SourceConfig(base.Config):  # type: ignore[no-untyped-call]
    """Files beside `docs_dir`."""

    path = c.Type(str)
    """A folder, a file, or a pattern such as `../work/**/STATE.md`, in which `**` stands for any number of folders;
    relative to `mkdocs.yml`."""
    wiki = c.Optional(c.Type(str))
    """The id of the wiki that they belong to, one of `wikis` or a new one. Default: `site`."""
    title = c.Optional(c.Type(str))
    """What readers see: of a folder or pattern, the title of a new wiki, or in one of `wikis` the first step of the
    breadcrumb; of a single file, its title. Default: the id of the wiki, or what the file says."""
    url = c.Optional(c.Type(str))
    """The address of a document, where it has one: `https://git.example.org/log/{path}`. `{path}` is the file's path in
    the folder (of a pattern, in the folder before the first `*`), `{folder}` and `{name}` are its two halves, `{stem}`
    is the name without its ending. Default: the search page, which shows the text."""
    status = c.Optional(c.Choice(STATUSES))
    """Their status, where their front matter has none. Default: `active`."""
    kind = c.Optional(c.Choice(KINDS))
    """`auto` if a program wrote them. Default: `written`."""


class _Sources(c.ListOfItems[SourceConfig]):
    def run_validation(self, value: object) -> Any:
        for number, entry in enumerate(value if isinstance(value, list) else []):
            for key in entry if isinstance(entry, dict) else ():
                if key not in _SOURCE_KEYS:
                    raise base.ValidationError(f"[{number}].{key} is no key; use {', '.join(_SOURCE_KEYS)}")
        sources = super().run_validation(value)
        for number, source in enumerate(sources):
            if not source.path.strip():
                raise base.ValidationError(f"[{number}].path is empty; name a folder, a file or a pattern")
            if source.wiki is not None and not source.wiki.strip():
                raise base.ValidationError(f"[{number}].wiki is empty; name a wiki, or leave it out")
            if source.url is not None:
                try:
                    source.url.format_map(dict.fromkeys(FIELDS, ""))
                except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
                    fields = ", ".join(f"{{{field}}}" for field in FIELDS)
                    message = f"[{number}].url '{source.url}' has other braces than {fields}; write `{{{{` for a brace"
                    raise base.ValidationError(message) from error
        return sources


_SOURCE_KEYS = tuple(SourceConfig().keys())


class _StatusMap(c.Type[dict[Any, Any]]):
    """A mapping to one of the three statuses."""

    def __init__(self) -> None:
        super().__init__(dict, default={})

    def run_validation(self, value: object) -> Any:
        mapping = super().run_validation(value)
        for key, status in mapping.items():
            if status not in STATUSES:
                raise base.ValidationError(f"'{key}': {status!r} is no status; use {', '.join(STATUSES)}")
        return {str(key): status for key, status in mapping.items()}


class _StatusPaths(_StatusMap):
    """A mapping of patterns to one of the three statuses."""

    def run_validation(self, value: object) -> Any:
        mapping = super().run_validation(value)
        _check_patterns(mapping)
        return mapping


class _Patterns(c.ListOfItems[str]):
    """Patterns of paths, as in `.gitignore`."""

    def __init__(self) -> None:
        super().__init__(c.Type(str), default=[])

    def run_validation(self, value: object) -> Any:
        patterns = super().run_validation(value)
        _check_patterns(patterns)
        return patterns


def _check_patterns(patterns: Iterable[str]) -> None:
    for pattern in patterns:
        try:
            spec([pattern])
        except ValueError as error:
            message = f"{pattern!r} is no pattern; write it as in `.gitignore`, folders with `/`"
            raise base.ValidationError(message) from error


class _Selectors(c.ListOfItems[str]):
    """CSS selectors."""

    def __init__(self, default: list[str]) -> None:
        super().__init__(c.Type(str), default=default)

    def run_validation(self, value: object) -> Any:
        selectors = super().run_validation(value)
        wrong = invalid_selectors(selectors)
        if wrong:
            raise base.ValidationError(f"{wrong[0]!r} is no valid CSS selector")
        return selectors


class _Weights(c.Type[dict[Any, Any]]):
    """A number for each column."""

    def __init__(self) -> None:
        super().__init__(dict, default={})

    def run_validation(self, value: object) -> Any:
        weights = super().run_validation(value)
        for column, weight in weights.items():
            if column not in COLUMNS:
                raise base.ValidationError(f"'{column}' is no column; use {', '.join(COLUMNS)}")
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
                raise base.ValidationError(f"'{column}': {weight!r} is no number of 0 or more")
        return DEFAULT_WEIGHTS | weights


class _Kilobytes(c.Type[int]):
    """A size."""

    def __init__(self, default: int) -> None:
        super().__init__(int, default=default)

    def run_validation(self, value: object) -> Any:
        size = super().run_validation(value)
        if isinstance(size, bool) or size < 0:
            raise base.ValidationError(f"{size!r} is no number of kilobytes; use 0 or more")
        return size


class _Languages(c.ListOfItems[str]):
    """Codes of languages that there is a stemmer for."""

    def __init__(self) -> None:
        super().__init__(c.Type(str), default=[])

    def run_validation(self, value: object) -> Any:
        languages = super().run_validation(value)
        for language in languages:
            if language not in LANGUAGES:
                raise base.ValidationError(f"'{language}' is not supported; use {', '.join(LANGUAGES)}")
        return list(dict.fromkeys(languages))


class _Texts(c.Type[dict[Any, Any]]):
    """Texts of the dialog."""

    def __init__(self) -> None:
        super().__init__(dict, default={})

    def run_validation(self, value: object) -> Any:
        try:
            return overrides(super().run_validation(value))
        except ValueError as error:
            raise base.ValidationError(str(error)) from error


class FtsConfig(base.Config):  # type: ignore[no-untyped-call]
    """Options of the plugin `fts`. A plain site needs none of them."""

    enabled = c.Type(bool, default=True)
    """Whether to build the index and the dialog at all."""

    wikis = _Wikis(c.SubConfig(WikiConfig), default=[])
    """The parts of the site that readers see as wikis, in the order to show them: `[{id, title, path}]`. Where paths
    overlap, the longest wins. Pages in none of them belong to a wiki `site`, which may be listed to give it a title and
    a place. Default: the whole site is one wiki, or beside the plugin i18n each language."""

    status_map = _StatusMap()
    """What words for `status:` in front matter mean, beyond the common ones: `{Living: active, Stagnant: archived}`.
    Statuses are `active`, `draft` and `archived`."""

    status_paths = _StatusPaths()
    """The status of pages by path, where their front matter has none: `{"old/**": archived}`. Patterns are those of
    `.gitignore`, relative to `docs_dir`; the first that matches counts."""

    generated_paths = _Patterns()
    """Pages that a program wrote: `[cards/**]`. Patterns are those of `.gitignore`, relative to `docs_dir`. Pages that
    another plugin generates and pages with `kind: auto` in front matter count as generated too."""

    generated_selectors = _Selectors(default=[".doc-object"])
    """CSS selectors of generated blocks within written pages. Default: the output of mkdocstrings. A block can also be
    put between `<!-- fts:auto -->` and `<!-- /fts:auto -->`."""

    exclude = _Patterns()
    """Pages that are left out of the index: `[private/**]`. Patterns are those of `.gitignore`, relative to
    `docs_dir`."""

    sources = _Sources(c.SubConfig(SourceConfig), default=[])
    """Files that are no pages of the site but belong in its search, such as logs, briefings and transcripts:
    `[{path: ../log, wiki: log, title: Work log}]`. Markdown (with front matter), HTML, plain text and JSON are read;
    nothing is taken that no entry names. Within a folder, hidden files, `node_modules` and what `.gitignore` files name
    are left out."""

    weights = _Weights()
    """How much a word counts by where it stands: `{title: 10, headings: 4, tags: 4, body: 1, generated: 0.5,
    parts: 0.5}` are the defaults."""

    languages = _Languages()
    """The languages of the pages, by their codes: `[en, es, pt]`. A word then finds the other words of its family,
    such as *restores* for *restore*, where it stands on no page itself. Default: the theme's
    `locale`, those of the plugin i18n, and English."""

    recency_days = c.Type(int, default=30)
    """Pages that say their date (front matter `updated` or `date`, or a plugin that takes it from git) are raised a
    little while they are new; over so many days the bonus fades. `0`: no bonus. Default: 30."""

    engine = c.Choice(ENGINES, default="auto")
    """What answers in the browser: `auto` is a small reader of the index, `sqljs` is SQLite itself as WebAssembly, with
    which the first search loads 0.4 MB more. Both give the same answers."""

    prefetch = _Kilobytes(publish.PREFETCH)
    """An index of up to so many kilobytes is fetched whole in the pauses of a reader's search, so that the next search
    waits for nothing; of a larger one only the little that is likely to be read next. `0`: nothing is fetched before it
    is asked for. Where the browser saves data, or the connection is slow, nothing is in any case. Default: 600."""

    offline = c.Type(bool, default=False)
    """Whether the built site can also be searched when its pages are opened from disk, by `file://` addresses. The
    index is then published a second time, in scripts. Set `use_directory_urls: false` too, or use the plugin `offline`
    of Material for MkDocs, so that the links between pages work from disk."""

    shortcuts = c.ListOfItems(c.Type(str), default=["mod+k", "/"])
    """Keys that open the dialog; `mod` is Ctrl, on a Mac ⌘. `[]`: none. Default: `[mod+k, /]`."""

    texts = _Texts()
    """Texts of the dialog in the place of ours: `{search: Find, es: {search: Encontrar}}`. One at the top holds in
    every language, one below a language's tag in that language. See [languages.md](languages.md)."""


def default_languages(*locales: str) -> list[str]:
    """Those of a site and English, as far as there are stemmers for them."""
    codes = [locale.replace("-", "_").split("_")[0] for locale in locales]
    return [code for code in dict.fromkeys([*codes, "en"]) if code in LANGUAGES]


def spec(patterns: list[str]) -> GitIgnoreSpec:
    """Patterns as in `.gitignore`, ready to match paths."""
    return GitIgnoreSpec.from_lines(patterns)
