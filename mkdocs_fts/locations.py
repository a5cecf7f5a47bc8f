"""Where indexes are: in a site, for the folder that somebody stands in, and in the user's cache folder."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Any

import platformdirs
import yaml
from yaml_env_tag import construct_env_tag

from mkdocs_fts.errors import IndexNotReadable
from mkdocs_fts.published import holds_index

CONFIGS = ("mkdocs.yml", "mkdocs.yaml")
_MOST_INHERITED = 10


def cache_folder() -> Path:
    """The folder for what can be made again."""
    return platformdirs.user_cache_path("mkdocs-fts", appauthor=False)


def default_database(folder: Path) -> Path:
    """Where `mkdocs-fts index FOLDER` puts the index of a folder, if it is not told: a file in the user's cache folder
    that is named after the folder, and by a hash of its whole path. It need not exist, nor the folder that it is in."""
    resolved = folder.resolve()
    readable = re.sub(r"[^\w.-]+", "-", resolved.name).strip(".-")[:40] or "root"
    digest = hashlib.sha256(os.fsencode(resolved)).hexdigest()[:10]
    return cache_folder() / "folders" / f"{readable}-{digest}.sqlite3"


def index_of(folder: Path) -> Path | None:
    """The index that belongs to a folder: the folder itself or `fts` in it, the site of the `mkdocs.yml` in it, or what
    `mkdocs-fts index` has made of it. None where there is none."""
    found = holds_index(folder)
    if found:
        return found
    config = _config_in(folder)
    found = holds_index(site_folder(config)) if config else None
    if found:
        return found
    database = default_database(folder)
    return database if database.is_file() else None


def nearest_index(folder: Path) -> Path:
    """The index of a folder, or else of the nearest folder above that has one. Raises `IndexNotReadable`."""
    folder = folder.resolve()
    for each in (folder, *folder.parents):
        found = index_of(each)
        if found:
            return found
        config = _config_in(each)
        if config:  # what lies above is about something else
            raise IndexNotReadable(
                f"no index in {site_folder(config)}, the site of {config}: run `mkdocs build` with the plugin `fts`, "
                f"or `mkdocs-fts index {folder}`"
            )
    raise IndexNotReadable(
        f"no index for {folder}: there is no mkdocs.yml here; name a site with --in, or run `mkdocs-fts index {folder}`"
    )


def site_folder(config: Path) -> Path:
    """The folder that MkDocs builds the site of this configuration in. Raises `IndexNotReadable` where the
    configuration cannot be read."""
    settings: dict[str, Any] = {}
    file: Path | None = config
    for _ in range(_MOST_INHERITED):
        if file is None:
            break
        own = _read(file)
        settings = own | settings
        parent = own.get("INHERIT")
        file = file.parent / str(parent) if parent else None
    return config.parent / str(settings.get("site_dir") or "site")


class _Loader(yaml.SafeLoader):
    """Takes what only MkDocs can make something of, such as `!!python/name:`, for nothing."""


_Loader.add_constructor("!ENV", construct_env_tag)
_Loader.add_multi_constructor("", lambda loader, suffix, node: None)


def _read(file: Path) -> dict[str, Any]:
    try:
        settings = yaml.load(file.read_text("utf-8"), _Loader)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise IndexNotReadable(f"{file} cannot be read: {' '.join(str(error).split())}") from error
    return settings if isinstance(settings, dict) else {}


def _config_in(folder: Path) -> Path | None:
    return next((folder / name for name in CONFIGS if (folder / name).is_file()), None)
