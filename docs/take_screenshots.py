"""Takes the pictures of the dialog in every theme: `make screenshots` writes them to `docs/screenshots/`.

Each theme gets the example site, once in a wide window, once on a phone, in light and dark where it has both.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # for the support of the tests

from tests.support import chromium  # noqa: E402
from tests.support.dialog import SearchDialog  # noqa: E402
from tests.support.server import serve  # noqa: E402
from tests.support.sites import EXAMPLE, mkdocs_build  # noqa: E402

TARGET = Path(__file__).parent / "screenshots"
DESKTOP = {"width": 1120, "height": 720}
PHONE = {"width": 390, "height": 760}
QUERY = "calibration"
COLOURS = 64


@dataclass(frozen=True)
class Look:
    """A theme in one of its colours."""

    name: str
    theme: dict[str, Any]
    program: str = "mkdocs"


LOOKS = (
    Look("mkdocs-light", {"name": "mkdocs", "highlightjs": False}),
    Look("mkdocs-dark", {"name": "mkdocs", "highlightjs": False, "color_mode": "dark"}),
    Look("readthedocs", {"name": "readthedocs", "highlightjs": False}),
    Look("material-light", {"name": "material", "font": False, "palette": {"scheme": "default"}}),
    Look("material-dark", {"name": "material", "font": False, "palette": {"scheme": "slate"}}),
    Look("properdocs-light", {"name": "mkdocs", "highlightjs": False}, "properdocs"),
    Look("properdocs-dark", {"name": "mkdocs", "highlightjs": False, "color_mode": "dark"}, "properdocs"),
    Look("properdocs-readthedocs", {"name": "readthedocs", "highlightjs": False}, "properdocs"),
)


@contextmanager
def example_in(look: Look) -> Iterator[str]:
    """The address of the example site in a theme."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = yaml.safe_load((EXAMPLE / "mkdocs.yml").read_text("utf-8"))
        settings |= {"theme": look.theme, "docs_dir": str(EXAMPLE / "docs")}
        (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")
        build = mkdocs_build(folder, folder / "site", program=look.program)
        if build.returncode:
            sys.exit(build.log)
        with serve(build.site) as server:
            yield server.address


def take(page: Page, name: str) -> None:
    """Save what the window shows, in few colours: a picture of text needs no more."""
    image = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    path = TARGET / f"{name}.png"
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")


def take_all(browser: Browser, look: Look) -> None:
    with example_in(look) as address:
        for place, viewport in (("", DESKTOP), ("-phone", PHONE)):
            with browser.new_context(viewport=viewport, is_mobile=bool(place), has_touch=bool(place)) as context:
                page = context.new_page()
                page.goto(f"{address}field/drifting-levels/")
                dialog = SearchDialog(page)
                dialog.search(QUERY, "20 results")
                page.keyboard.press("ArrowDown")
                expect(dialog.chips.first).to_be_visible()
                take(page, f"{look.name}{place}")
                page.goto(f"{address}search.html?q={QUERY}&drafts=1")
                expect(page.locator(".fts-page [role=option]").first).to_be_visible()
                take(page, f"{look.name}{place}-page")


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for old in TARGET.glob("*.png"):
        old.unlink()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        for look in LOOKS:
            take_all(browser, look)
        browser.close()


if __name__ == "__main__":
    main()
