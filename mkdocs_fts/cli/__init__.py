"""The command `mkdocs-fts`. A module a command; what they share is in `common.py`."""

from mkdocs_fts.cli.main import main

__all__ = ["main"]
