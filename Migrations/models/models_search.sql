-- Full-text search over what people call a transaction by. Filled when first asked for, then kept at the end of
-- the log by its own position; the rowid is the log's key of the stream.
--
-- `facts` holds tokens for the category, the group and the amounts. `runs` and `paper_runs` hold the pairs of
-- neighbours in Chinese, Japanese and Korean texts, which have no blanks (SearchTokens.swift).

CREATE VIRTUAL TABLE search USING fts5 (
  vendor, note, tags, items, facts, runs, paper, paper_runs,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- The same without the paper, which makes it a twentieth of the size: a word that is on every paper and in few names
-- is found here without a step through all papers.
CREATE VIRTUAL TABLE search_names USING fts5 (
  vendor, note, tags, items, facts, runs,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TABLE search_position (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  position INTEGER NOT NULL
) STRICT;

INSERT INTO search_position (one, position) VALUES (1, 0);
