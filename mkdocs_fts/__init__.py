"""Full-text search for MkDocs: a SQLite FTS5 database built with the site, searched in the browser."""

__version__ = "0.1.0"
