"""Wiki, status and kind of each page, from its front matter, its path and the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pathspec import PathSpec

from mkdocs_fts.document import ACTIVE, ARCHIVED, AUTO, DRAFT, WRITTEN, Labels, Wiki

SITE_WIKI = "site"
"""The id of the wiki of pages that stand in no configured one."""

_WORDS = {
    ACTIVE: "active actual aktiv aktuell accepted ativa ativo activa activo approved aprobada aprobado aprovada "
    "aprovado current done final living new nova novo nueva nuevo live ok published publicada publicado public "
    "ready released stable updated vigente valid",
    DRAFT: "draft drafts wip todo borrador brouillon entwurf rascunho bozza proposal proposed propuesta proposta "
    "pending pendiente pendente review experimental idea unfinished unpublished preview "
    "下書き 草稿 초안",
    ARCHIVED: "archived archive archivada archivado archivé archivée archiviert archiviato archiviata arquivada "
    "arquivado deprecated deprecada deprecado obsolete obsoleta obsoleto obsolète veraltet superseded replaced "
    "retired old reemplazada reemplazado substituída substituído sustituida sustituido withdrawn retirada "
    "retirado rejected cancelled canceled legacy historical historic outdated stagnant discontinued "
    "descontinuada descontinuado "
    "アーカイブ 廃止 归档 已归档 보관됨",
}
DEFAULT_STATUS_MAP = {word: status for status, words in _WORDS.items() for word in words.split()} | {
    "in progress": DRAFT,
    "work in progress": DRAFT,
    "en curso": DRAFT,
    "em andamento": DRAFT,
}
"""Words for `status:` in front matter, in lower case ► the status that they mean. `status_map` adds to them."""

_KIND_WORDS = {"written": WRITTEN, "manual": WRITTEN, "auto": AUTO, "generated": AUTO, "automatic": AUTO}

Warn = Callable[[str, str], None]
"""Called with the page's source path and what is wrong there, mend included."""


@dataclass
class WikiRule:
    """One entry of the option `wikis`: the pages below `path` (relative to `docs_dir`, `''` for all)."""

    id: str
    title: str
    path: str
    matched: bool = False


@dataclass
class Labeller:
    """Decides on the labels of one page after the other.

    Front matter goes before paths; a longer wiki path before a shorter one. `status_map` keys are compared without
    regard to case.
    """

    wikis: Sequence[WikiRule]
    site_title: str
    status_map: Mapping[str, str] = field(default_factory=dict)
    other_wikis: Sequence[Wiki] = ()
    """Of files that are no pages of the site; front matter may name them too."""
    status_paths: Sequence[tuple[PathSpec[Any], str]] = ()
    generated_paths: PathSpec[Any] | None = None
    languages: Sequence[WikiRule] = ()
    """Of a site in several that has no `wikis`: each is one. Their paths are those below the built site."""

    def __post_init__(self) -> None:
        self._statuses = DEFAULT_STATUS_MAP | {_word(key): status for key, status in self.status_map.items()}
        self._by_id = {rule.id: rule for rule in (*self.languages, *self.wikis)}
        self._others = {wiki.id: wiki for wiki in self.other_wikis}
        self._from_front_matter: dict[str, Wiki] = {}

    def labels(
        self, path: str, meta: Mapping[str, Any], *, built: str = "", generated_by_plugin: bool, warn: Warn
    ) -> Labels:
        """The labels of the page at `path` (relative to `docs_dir`, with `/`), `built` at that path of the site."""
        return self.labels_over(self._by_path(path, built, generated_by_plugin), path, meta, warn)

    def labels_over(self, default: Labels, path: str, meta: Mapping[str, Any], warn: Warn) -> Labels:
        """The labels of what front matter says, and where it says nothing, `default`. `path` names it in warnings."""
        return Labels(
            self._wiki(default.wiki, path, meta, warn),
            self._status(default.status, path, meta, warn),
            self._kind(default.kind, meta),
        )

    def all_wikis(self) -> list[Wiki]:
        """The configured wikis or languages in their order, then the other ones, then those that front matter named,
        then the site's own."""
        wikis = [Wiki(rule.id, rule.title) for rule in (*self.wikis, *self.languages)]
        wikis += self._others.values()
        wikis += sorted(self._from_front_matter.values(), key=lambda wiki: wiki.id)
        if not any(wiki.id == SITE_WIKI for wiki in wikis):
            wikis.append(Wiki(SITE_WIKI, self.site_title))
        return wikis

    def trail(self, path: str, wiki: str, nav_titles: Sequence[str]) -> list[str]:
        """The breadcrumb of the page at `path`: its wiki, then its ancestors in the navigation, or where it is in none,
        its folders below the wiki's."""
        rule = self._by_id.get(wiki)
        title = self.title(wiki)
        below = list(nav_titles)
        if not below:
            below = folder_titles(path.removeprefix(rule.path if rule else ""))
        is_said = below and (below[0] == title or self._is_language(path, below[0]))
        return [title, *(below[1:] if is_said else below)]

    def _is_language(self, path: str, title: str) -> bool:
        """Whether a page stands in a language's folder, and this is what MkDocs calls the folder."""
        folder = path.split("/", maxsplit=1)[0]
        return any(language.id == folder for language in self.languages) and _word(title) == _word(folder)

    def match(self, wiki: str) -> None:
        """A configured wiki has a document that no path tells of."""
        if wiki in self._by_id:
            self._by_id[wiki].matched = True

    def for_files(self) -> Labeller:
        """A labeller for `labels_over` alone, which can be sent to another process."""
        return Labeller(self.wikis, self.site_title, self.status_map, self.other_wikis, languages=self.languages)

    def title(self, wiki: str) -> str:
        """What readers see of a wiki."""
        known = self._by_id.get(wiki) or self._others.get(wiki)
        return known.title if known else self.site_title if wiki == SITE_WIKI else wiki

    def _by_path(self, path: str, built: str, generated_by_plugin: bool) -> Labels:
        rule = _longest(self.wikis, path) or _longest(self.languages, built)
        if rule:
            rule.matched = True
        status = next((status for spec, status in self.status_paths if spec.match_file(path)), ACTIVE)
        generated = generated_by_plugin or (self.generated_paths and self.generated_paths.match_file(path))
        return Labels(rule.id if rule else SITE_WIKI, status, AUTO if generated else WRITTEN)

    def _wiki(self, default: str, path: str, meta: Mapping[str, Any], warn: Warn) -> str:
        named = meta.get("wiki")
        if isinstance(named, (str, int)) and not isinstance(named, bool) and str(named).strip():
            wiki = str(named).strip()
            if wiki in self._by_id:
                self._by_id[wiki].matched = True
                return wiki
            if wiki in self._others:
                return wiki
            if not self.wikis:
                self._from_front_matter.setdefault(wiki, Wiki(wiki, wiki))
                return wiki
            warn(path, f"front matter names the wiki '{wiki}', which the option `wikis` does not list; add it there")
        elif named is not None:
            warn(path, f"front matter `wiki` must be the id of a wiki, not {named!r}")
        return default

    def _status(self, default: str, path: str, meta: Mapping[str, Any], warn: Warn) -> str:
        if _is_true(meta.get("draft")):
            return DRAFT
        if _is_true(meta.get("archived")):
            return ARCHIVED
        status = meta.get("status")
        if isinstance(status, str) and status.strip():
            known = self._statuses.get(_word(status))
            if known:
                return known
            warn(
                path,
                f"unknown status '{status}' counts as active; say what it means with the option "
                f"`status_map: {{{status}: active}}` (or draft, archived)",
            )
        elif status is not None and not isinstance(status, str):
            warn(path, f"front matter `status` must be a word, not {status!r}; the page counts as active")
        return default

    def _kind(self, default: str, meta: Mapping[str, Any]) -> str:
        kind = meta.get("kind")
        if isinstance(kind, str) and _word(kind) in _KIND_WORDS:
            return _KIND_WORDS[_word(kind)]
        # Any other `kind` belongs to the site's own front matter and says nothing about who wrote the page.
        return default


def _longest(rules: Sequence[WikiRule], path: str) -> WikiRule | None:
    """Of those that a path stands below, the one with the longest path."""
    return max((rule for rule in rules if path.startswith(rule.path)), key=lambda rule: len(rule.path), default=None)


def folder_titles(path: str) -> list[str]:
    """The folders of a path as titles."""
    return [folder.replace("-", " ").replace("_", " ").strip().capitalize() for folder in path.split("/")[:-1]]


def _is_true(value: object) -> bool:
    """Front matter without `---` lines, which MkDocs reads too, has texts alone."""
    return value is True or (isinstance(value, str) and value.strip().casefold() == "true")


def _word(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())
