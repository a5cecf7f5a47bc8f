"""The index of a folder, without MkDocs: `mkdocs-fts index PATH`."""

from mkdocs_fts.folder.run import Report, index_folder
from mkdocs_fts.folder.store import FolderNotIndexed

__all__ = ["FolderNotIndexed", "Report", "index_folder"]
