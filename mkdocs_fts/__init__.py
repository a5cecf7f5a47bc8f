"""Full-text search for MkDocs: a SQLite FTS5 database built with the site, searched in the browser.

`mkdocs_fts.open(where)` opens an index in Python.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Index", "IndexNotReadable", "PageNotFound", "__version__", "open"]

if TYPE_CHECKING:
    from mkdocs_fts.errors import IndexNotReadable, PageNotFound
    from mkdocs_fts.index import Index, open

_HOMES = {"Index": "index", "open": "index", "IndexNotReadable": "errors", "PageNotFound": "errors"}


def __getattr__(name: str) -> Any:
    # A build has no need of what searches.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
