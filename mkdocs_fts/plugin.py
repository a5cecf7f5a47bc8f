"""MkDocs' hooks, and nothing else: what happens when in a build."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Literal

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_build_timestamp

from mkdocs_fts import background, beside, database, frontmatter, publish, sources, texts, themes
from mkdocs_fts.background import Indexer, IndexingFailed
from mkdocs_fts.config import FtsConfig, default_languages, spec
from mkdocs_fts.indexing import PageReport, PageSource, Target
from mkdocs_fts.labels import Labeller, WikiRule
from mkdocs_fts.notices import Notices
from mkdocs_fts.sources import Source, SourceFiles

log = get_plugin_logger("fts")

FOLDER = "fts"
"""Where the index goes, below the site folder."""
LONG_PAGE_CHARS = 5_000_000


class FtsPlugin(BasePlugin[FtsConfig]):  # type: ignore[no-untyped-call]
    """Builds the full-text index while the site is built, and puts the search dialog into its pages."""

    def __init__(self) -> None:
        self._dirty = False
        self._serving = False
        self._sources: dict[str, PageSource | None] = {}  # of dirty builds, kept from one to the next; None: left out
        self._indexer: Indexer | None = None
        self._idle: Indexer | None = None  # between the builds of one `mkdocs serve`
        self._target: Target | None = None
        self._paths: set[str] = set()  # of the pages that were indexed
        self._indexed = 0

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Keeps this object across the builds of one `mkdocs serve`."""
        self._dirty = dirty
        self._serving = command == "serve"

    @event_priority(-100)  # after the other plugins, `search` among them, have had their say
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig | None:
        """Checks the options and takes the place of the theme's search."""
        if not self.config.enabled:
            return None
        if beside.is_further_language(config):
            themes.take_over(config, log, with_search_page=False)
            return config
        try:
            database.require_fts5()
        except database.MissingFTS5 as error:
            raise PluginError(f"fts: {error}") from error
        beside.check(config)
        self._notices = Notices()
        site_languages = beside.languages(config)
        self._labeller = Labeller(
            wikis=[
                WikiRule(wiki.id, wiki.title or wiki.id, _folder(wiki.id if wiki.path is None else wiki.path))
                for wiki in self.config.wikis
            ],
            site_title=config.site_name,
            status_map=self.config.status_map,
            status_paths=[(spec([pattern]), status) for pattern, status in self.config.status_paths.items()],
            generated_paths=spec(self.config.generated_paths),
            other_wikis=sources.wikis(self._source_list(), _root(config), [wiki.id for wiki in self.config.wikis]),
            languages=[] if self.config.wikis else site_languages,
        )
        self._exclude = spec(self.config.exclude)
        locales = [themes.locale(config), *(language.id for language in site_languages)]
        self._start(self.config.generated_selectors, self.config.languages or default_languages(*locales))
        self._target, self._paths, self._indexed = None, set(), 0
        self._untitled: set[str] = set()
        if not self._dirty:
            self._add_sources(config)
        themes.take_over(config, log)
        if self.config.offline and config.use_directory_urls:
            log.info(
                "offline: links between pages lead to folders, which from disk show their files and not the page; "
                "set `use_directory_urls: false`"
            )
        return config

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Keeps the old index, which MkDocs would remove together with the old pages."""
        if self.config.enabled and not self._dirty:
            publish.set_aside(Path(config.site_dir) / FOLDER)

    def on_files(self, files: Files, *, config: MkDocsConfig) -> None:
        """The old pages are removed: the old index stays until there is a new one."""
        if self.config.enabled:
            publish.put_back(Path(config.site_dir) / FOLDER)

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Notices front matter that MkDocs took for text."""
        if self.config.enabled and not page.meta and (problem := frontmatter.problem(page.markdown or "")):
            self._notices.add(page.file.src_uri, f"{problem}, so that it was ignored; write `key: value` lines")

    @event_priority(-100)  # after the plugins that change the page's HTML
    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> None:
        """Takes in one page."""
        if self._indexer is None:
            return
        path = page.file.src_uri
        if (
            (self._exclude and self._exclude.match_file(path))
            or frontmatter.is_excluded(page.meta)
            or beside.is_encrypted(page, config)
        ):
            self._sources[path] = None
            return
        if path in self._paths:
            return  # in the place of a page that is not translated
        self._paths.add(path)
        if not _has_title(page):
            self._untitled.add(path)
        labels = self._labeller.labels(
            path,
            page.meta,
            built=page.file.dest_uri,
            generated_by_plugin=page.file.generated_by is not None,
            warn=self._notices.add,
        )
        source = PageSource(
            path=path,
            url="" if page.url in (".", "./") else page.url,
            title=str(page.title or ""),
            labels=labels,
            html=html,
            trail=self._labeller.trail(
                path, labels.wiki, [str(parent.title) for parent in reversed(list(page.ancestors))]
            ),
            tags=frontmatter.tags(page.meta),
            modified=frontmatter.modified(page.meta),
            boost=frontmatter.boost(path, page.meta, self._notices.add),
        )
        if self._dirty:
            self._sources[path] = source
        else:
            self._indexer.add(source)
            self._indexed += 1

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> None:
        """All pages are in: lets the index be written while MkDocs fills its templates, and prepares those of ours."""
        if self._indexer is None:
            return
        themes.prepare_templates(env, config, files, texts.chosen(themes.locale(config), self.config.texts))
        if beside.is_further_language(config):
            return
        if taken := themes.yield_to_authors_files(config, files):
            self._notices.add(taken, "its address is that of the search page, which is left out; rename the file")
        if self._dirty:
            unseen = any(file.src_uri not in self._sources for file in files.documentation_pages())
            if unseen or beside.has_languages(config):
                log.info("a dirty build renders changed pages only: the index stays as it was")
                self._cancel()
                return
            for file in files:
                if source := self._sources.get(file.src_uri):
                    self._indexer.add(source)
                    self._indexed += 1
            self._add_sources(config)
        self._target = Target(
            folder=Path(config.site_dir) / FOLDER,
            wikis=self._labeller.all_wikis(),
            ordered_wikis=bool(self.config.wikis),
            weights=self.config.weights,
            recency_days=self.config.recency_days,
            sqljs=self.config.engine == "sqljs",
            prefetch=self.config.prefetch,
            offline=self.config.offline,
            settings=themes.settings(self.config, config),
            built=datetime.fromtimestamp(get_build_timestamp(), timezone.utc).isoformat(timespec="seconds"),
        )
        if not beside.has_languages(config):
            self._indexer.finish(self._target)

    def _on_post_build_first(self, *, config: MkDocsConfig) -> None:
        """The index is there before other plugins look at what was built."""
        if not beside.has_languages(config):
            self._conclude(config)

    @event_priority(-200)
    def _on_post_build_last(self, *, config: MkDocsConfig) -> None:
        """All languages are in."""
        if self._indexer and self._target and beside.has_languages(config) and not beside.is_further_language(config):
            self._indexer.finish(self._target)
            self._conclude(config)

    on_post_build = CombinedEvent(_on_post_build_first, _on_post_build_last)

    def _conclude(self, config: MkDocsConfig) -> None:
        """Waits for the index and says what was wrong with pages."""
        if self._indexer is None:
            return
        try:
            reports = self._indexer.result()
        except IndexingFailed as error:
            target = Path(config.site_dir) / FOLDER
            self._cancel()
            raise PluginError(f"fts: cannot write the index to {target}: {error}") from error
        self._idle, self._indexer = self._indexer if self._serving else None, None
        for report in reports:
            self._notice(report)
        self._notices.flush(log)
        self._warn_of_unmatched_wikis(config)
        log.info("indexed %d pages", self._indexed)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Callable[..., None]) -> None:
        """Lets a change of a source build the site again."""
        for path in sources.watched(self._source_list(), _root(config)) if self.config.enabled else ():
            server.watch(str(path))

    def on_build_error(self, *, error: Exception) -> None:
        """Ends the work on an index that nobody will see."""
        self._cancel()

    def on_shutdown(self) -> None:
        """The same, where MkDocs is stopped."""
        self._cancel()

    def _source_list(self) -> list[Source]:
        return [
            Source(each.path, each.wiki, each.title, each.url, each.status, each.kind) for each in self.config.sources
        ]

    def _add_sources(self, config: MkDocsConfig) -> None:
        """Hands over the files that are no pages."""
        if self._indexer is None or not self.config.sources:
            return
        found = sources.find(
            self._source_list(), _root(config), Path(config.docs_dir), Path(config.site_dir), log.warning
        )
        for each in found:
            self._labeller.match(each.place.labels.wiki)
        self._indexer.add_sources(SourceFiles(found, self._labeller.for_files()))
        self._indexed += len(found)

    def _start(self, selectors: list[str], languages: list[str]) -> None:
        """Goes on with the indexer of the last build, which knows its pages, or starts another one."""
        if self._indexer is None and self._idle is not None and self._idle.goes_on(selectors, languages):
            self._indexer, self._idle = self._idle, None
            return
        self._cancel()
        self._indexer = background.start(selectors, languages, serving=self._serving)

    def _cancel(self) -> None:
        for indexer in (self._indexer, self._idle):
            if indexer is not None:
                indexer.cancel()
        self._indexer = self._idle = None

    def _notice(self, report: PageReport) -> None:
        for fault in report.faults:
            self._notices.add(report.path, fault)
        if report.characters > LONG_PAGE_CHARS:
            self._notices.add(
                report.path, "more than 5 million characters; split the page, or leave it out with the option `exclude`"
            )
        if report.path in self._untitled and not report.heading:
            self._notices.add(report.path, "no title, so that its file name stands in results; begin it with `# Title`")

    def _warn_of_unmatched_wikis(self, config: MkDocsConfig) -> None:
        for number, rule in enumerate(self._labeller.wikis):
            if not rule.matched:
                log.warning(
                    "wikis[%d].path '%s' matches no page (docs_dir: %s); name a folder that has pages, "
                    "or remove the wiki",
                    number,
                    rule.path,
                    config.docs_dir,
                )


def _root(config: MkDocsConfig) -> Path:
    """The folder of `mkdocs.yml`."""
    return Path(config.config_file_path or "mkdocs.yml").absolute().parent


def _folder(path: str) -> str:
    """A wiki's path as the start of its pages' paths."""
    path = path.replace("\\", "/").removeprefix("./").strip("/")
    return f"{path}/" if path and path != "." else ""


def _has_title(page: Page) -> bool:
    """Whether somebody gave the page a title, so that MkDocs need not take the file's name."""
    return bool(page.is_homepage or page.meta.get("title") or page._title_from_render) or "title" in vars(page)
