-- The contract between the build and every reader (browser, command, other tools).
-- Tables stand in the order in which they are wanted: what every search reads comes first in the file.

-- schema: version of this file · layout: of its published form · pages: how many · alphabet, labels, sizes, weights, boosts, days,
-- recency_days: see database.py and facts.py · marks: see segment.py · frequent: JSON list of the terms that have rows in
-- `frequent`, in their order, each with the number of its pages
CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value ANY
) WITHOUT ROWID;

CREATE TABLE wiki (
  id       INTEGER PRIMARY KEY,
  slug     TEXT NOT NULL UNIQUE,   -- what queries, addresses and the JSON say
  title    TEXT NOT NULL,
  position INTEGER NOT NULL        -- in the order to show
);

CREATE TABLE page (
  id       INTEGER PRIMARY KEY,    -- 1 to the number of pages, in the order of their files; the rowid of page_fts
  url      TEXT NOT NULL,          -- relative to the site's base, without anchor
  title    TEXT NOT NULL,
  wiki_id  INTEGER NOT NULL REFERENCES wiki,
  status   TEXT NOT NULL CHECK (status IN ('active', 'draft', 'archived')),
  kind     TEXT NOT NULL CHECK (kind IN ('written', 'auto')),
  trail    TEXT NOT NULL,          -- JSON list of titles, wiki first, without the page itself
  tags     TEXT NOT NULL,          -- JSON list
  modified TEXT,                   -- ISO 8601 date, where known
  boost    REAL NOT NULL
);

-- What a search shows of pages, and where their passages begin, by blocks of pages: packed as heads.py tells, since a search
-- shows pages that lie apart.
CREATE TABLE head (
  id            INTEGER PRIMARY KEY, -- (page.id - 1) / 16
  first_section INTEGER NOT NULL,    -- the id of the first passage of the block's first page; all others follow
  heads         TEXT NOT NULL,
  starts        BLOB NOT NULL
);

-- Of the terms that stand nearly everywhere: how often on which page, and on which leaves of page_fts_data that is told in
-- full. Packed as frequent.py tells. Empty where pages have changed since.
CREATE TABLE frequent (
  id     INTEGER PRIMARY KEY,      -- from 1, in the order of the list in `meta`; 0: on a large site, the sizes of its pages
  counts BLOB NOT NULL,
  leaves BLOB NOT NULL
);

-- One row a page, so that a page qualifies when all words stand anywhere in it. The text itself is in `section`.
CREATE VIRTUAL TABLE page_fts USING fts5 (
  title,
  headings,
  tags,
  body,       -- the page's passages, joined, headings included
  generated,  -- the same of generated blocks in a written page, followed by the parts of their identifiers
  parts,      -- parts of the body's identifiers, in their order: send raw transaction
  content = '',
  tokenize = 'unicode61 remove_diacritics 2'
);

-- The titles by themselves, for beginnings of words that stand nearly everywhere.
CREATE VIRTUAL TABLE title_fts USING fts5 (
  title,
  content = '',
  columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 2'
);

-- The readable text, a passage of a section a row: a long section has several, one after the other.
CREATE TABLE section (
  id          INTEGER PRIMARY KEY, -- in the order of reading within a page; see head.first_section
  page_id     INTEGER NOT NULL REFERENCES page,
  position    INTEGER NOT NULL,    -- within the page, from 0
  anchor      TEXT NOT NULL,       -- id of the heading; '' for the top of the page
  title       TEXT NOT NULL,
  level       INTEGER NOT NULL,    -- of the heading that is the first line of `text`; 0 where none is
  generated   INTEGER NOT NULL,    -- 1: stands in column `generated`, not `body`
  first_token INTEGER NOT NULL,    -- where the passage starts in that column, in FTS5's tokens
  first_part  INTEGER NOT NULL,    -- where its parts start in `parts` (or, if generated, in `generated`)
  text        TEXT NOT NULL
);

-- The site's terms that a reader may type in part, in another form or misspelled; read only where the exact search finds
-- nothing.
CREATE TABLE term (
  id    INTEGER PRIMARY KEY,       -- in alphabetical order
  term  TEXT NOT NULL,
  pages INTEGER NOT NULL           -- on how many it stands
);

-- The trigrams of each term, its ends marked by U+E100 and U+E101, and its stems, marked by U+E102.
CREATE VIRTUAL TABLE term_fts USING fts5 (
  grams,
  content = '',
  detail = none,
  columnsize = 0,
  tokenize = 'unicode61 remove_diacritics 0'
);
