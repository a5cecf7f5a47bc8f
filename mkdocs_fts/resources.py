"""Where the files are that travel with the package and are not Python."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def theme_folder() -> Path:
    """The folder of templates: inside an installed wheel, or beside the package in a checkout."""
    inside = _PACKAGE / "theme"
    return inside if inside.is_dir() else _PACKAGE.parent / "theme"


def static_folder() -> Path:
    """The folder of the built browser files. Raises `FileNotFoundError` where they have not been built."""
    folder = _PACKAGE / "static"
    if not (folder / "search.js").is_file():
        raise FileNotFoundError(
            f"the browser files of mkdocs-fts are missing in {folder}; in a checkout run `make build`"
        )
    return folder
