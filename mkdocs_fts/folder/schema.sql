-- What the index of a folder has beside the tables of an index, so that files that stay as they are need not be read again.

CREATE TABLE file (
  id       INTEGER PRIMARY KEY,
  path     TEXT NOT NULL UNIQUE,   -- relative to the folder, with `/`
  size     INTEGER NOT NULL,       -- in bytes
  mtime_ns INTEGER NOT NULL,
  hash     BLOB NOT NULL           -- SHA-256 of its content
);

-- The pages of each file, most often one.
CREATE TABLE file_page (
  page_id INTEGER PRIMARY KEY REFERENCES page,
  file_id INTEGER NOT NULL REFERENCES file
);
