"""Small sites in every theme that has a search box which the dialog takes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Locator, Page

from tests.support.server import serve
from tests.support.shared import Shared
from tests.support.sites import Build, mkdocs_build, write_project

BELOW = "docs/v1/"
"""A path below which a site can be."""

_FILLER = "The water level stands where it stood before, and nobody had to look at it again.\n\n" * 12
PAGES = {
    "index.md": f"# Home\n\nAll about pumps.\n\n{_FILLER}",
    "guide/pumps.md": f"# Pumps\n\n## Priming\n\n{_FILLER}\n\n## Seals\n\nA zeolite ring keeps it dry.\n\n{_FILLER}",
    "guide/valves.md": f"# Valves\n\n## Seats\n\n{_FILLER}\n\n## Springs\n\nOf kingfisher steel.\n\n{_FILLER}",
    "old.md": "---\nstatus: draft\n---\n# Old\n\nA zeolite that nobody uses.",
}


@dataclass(frozen=True, eq=False)
class Theme:
    """A theme as an author chooses it, and where its search box is."""

    id: str
    name: str
    box: tuple[Literal["link", "textbox"], str]
    """Role and name."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    program: Literal["mkdocs", "properdocs"] = "mkdocs"
    knows_address: bool = False
    """Whether the site is to know its address."""

    def __str__(self) -> str:
        return self.id

    def find_box(self, page: Page) -> Locator:
        """The theme's search box. An icon may be part of its name."""
        role, name = self.box
        return page.get_by_role(role, name=re.compile(f"{name}$"))

    def write(self, folder: Path, options: Mapping[str, Any] | None = None, **config: Any) -> None:
        """Write a project of `PAGES` in this theme; nothing in it is loaded from elsewhere."""
        highlighting = {} if self.name == "material" else {"highlightjs": False}
        theme = {"name": self.name, **highlighting, **self.settings}
        write_project(folder, PAGES, options, **{"theme": theme, **config})

    def build(self, folder: Path, *arguments: str, site: Path | None = None) -> Build:
        """Build the project in `folder`, without a warning, into `site` or its folder of that name."""
        done = mkdocs_build(folder, site or folder / "site", "--strict", *arguments, program=self.program)
        assert done.returncode == 0, done.log
        return done


_MATERIAL: dict[str, Any] = {"font": False}
_PALETTE = [
    {"scheme": "default", "toggle": {"icon": "material/brightness-7", "name": "To dark"}},
    {"scheme": "slate", "toggle": {"icon": "material/brightness-4", "name": "To light"}},
]
# Those that have to do with its own search, and the other components.
_FEATURES = ["navigation.instant", "search.highlight", "search.suggest", "search.share", "navigation.top", "toc.follow"]

MKDOCS = Theme("mkdocs", "mkdocs", ("link", "Search"))
READTHEDOCS = Theme("readthedocs", "readthedocs", ("textbox", "Search docs"))
MATERIAL = Theme("material", "material", ("textbox", "Search"), {**_MATERIAL, "palette": _PALETTE})
MATERIAL_INSTANT = Theme(
    "material-instant",
    "material",
    ("textbox", "Search"),
    {**_MATERIAL, "palette": _PALETTE, "features": _FEATURES},
    knows_address=True,  # it loads those pages by itself that the sitemap lists
)
PROPERDOCS_MKDOCS = Theme("properdocs-mkdocs", "mkdocs", ("link", "Search"), program="properdocs")
PROPERDOCS_READTHEDOCS = Theme(
    "properdocs-readthedocs", "readthedocs", ("textbox", "Search docs"), program="properdocs"
)
THEMES = (MKDOCS, READTHEDOCS, MATERIAL, MATERIAL_INSTANT, PROPERDOCS_MKDOCS, PROPERDOCS_READTHEDOCS)


class ThemeSites:
    """Sites of the themes, each built and served when it is asked for first."""

    def __init__(self, folder: Path, shared: Shared, stack: ExitStack) -> None:
        self._folder = folder
        self._shared = shared
        self._stack = stack
        self._addresses: dict[tuple[Theme, bool, str], str] = {}

    def address(self, theme: Theme, *, directory_urls: bool = True, path: str = "") -> str:
        """Where the site is, at the root of a server or below `path` of another."""
        key = (theme, directory_urls, path)
        if key not in self._addresses:
            self._addresses[key] = self._serve(theme, directory_urls, path)
        return self._addresses[key]

    def _serve(self, theme: Theme, directory_urls: bool, path: str) -> str:
        folder = self._folder / str(len(self._addresses))
        site = folder / "root" / path
        address = self._stack.enter_context(serve(folder / "root")).address + path
        arguments = [] if directory_urls else ["--no-directory-urls"]
        if theme.knows_address:
            theme.write(folder, site_url=address)
            theme.build(folder, *arguments, site=site)
        else:
            built = self._shared.build("-".join([theme.id, *arguments]), partial(_build, theme, arguments))
            site.parent.mkdir(parents=True, exist_ok=True)
            site.symlink_to(built.site)
        return address


def _build(theme: Theme, arguments: Sequence[str], project: Path, site: Path) -> Build:
    theme.write(project)
    return theme.build(project, *arguments, site=site)
