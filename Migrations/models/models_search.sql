-- The words of a search: a file of its own next to the models, which a rebuild of the models leaves as it is. The rowid
-- is the log's key of the stream. The texts themselves are not kept, because they can be folded from the log.
--
-- `facts` holds tokens for the category, the group and the amounts. `runs` and `paper_runs` hold the pairs of
-- neighbours in Chinese, Japanese and Korean texts, which have no blanks (SearchTokens.swift).

CREATE VIRTUAL TABLE search USING fts5 (
  vendor, note, tags, items, facts, runs, paper, paper_runs,
  content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2', prefix = '1'
);

-- The same without the paper, which makes it a twentieth of the size. A word that is on every paper and in few names is
-- found here without a step through all papers.
CREATE VIRTUAL TABLE search_names USING fts5 (
  vendor, note, tags, items, facts, runs,
  content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- While the index is built, nothing is merged, and words are gathered in more memory. One merge at the end writes each
-- word once more. Merges as the segments come would write it several times.
INSERT INTO search (search, rank) VALUES ('crisismerge', 1000), ('automerge', 0), ('hashsize', 16777216);
INSERT INTO search_names (search_names, rank) VALUES ('crisismerge', 1000), ('automerge', 0), ('hashsize', 16777216);

-- The transactions that are in the index, with a digest of their texts. A text is removed from the index with exactly
-- the words that it was added with, so its digest is compared first.
CREATE TABLE search_text (
  key INTEGER PRIMARY KEY,
  digest INTEGER NOT NULL      -- the first eight bytes of the SHA-256 of the texts
) STRICT;

-- Streams with this key or a greater one are indexed as of `model.position`. The index grows from the latest streams to
-- the first, and is complete at 1.
CREATE TABLE search_floor (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  key INTEGER NOT NULL,
  unmerged INTEGER NOT NULL    -- how many of the tables above are still to be merged into one segment
) STRICT;
