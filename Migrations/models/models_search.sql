-- Full-text search over what people call a transaction by. Filled when first asked for, then kept at the end of
-- the log by its own position; the rowid is the log's key of the stream.

CREATE VIRTUAL TABLE search USING fts5 (
  vendor, note, tags, paper,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TABLE search_position (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  position INTEGER NOT NULL
) STRICT;

INSERT INTO search_position (one, position) VALUES (1, 0);
