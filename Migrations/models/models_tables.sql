-- The read models: computed from the log, dropped and made again when their shape changes. No migration.
-- The tables of rows and of sums are made by their descriptions (ModelTable.swift, Total.swift), before these.
-- Integer keys are the log's keys of streams; dates are days since 1970-01-01; amounts are minor units.

-- Everything that filters and sums ask of transactions, 256 keys to a row, column by column: a scan of a million
-- transactions reads some 30 MB and no row. Takes the place of indexes on transaction_row. FacetBlock.swift writes it.
CREATE TABLE facet_block (
  number INTEGER PRIMARY KEY,  -- the keys without their last eight bits
  first INTEGER NOT NULL,      -- the first and last date among them
  last INTEGER NOT NULL,
  columns BLOB NOT NULL
) STRICT;

CREATE INDEX facet_block_by_date ON facet_block (last, first);

-- The texts that repeat, numbered, with how many transactions use them; what none uses is removed.
CREATE TABLE facet_value (
  facet INTEGER NOT NULL,
  id INTEGER NOT NULL,
  value ANY NOT NULL,          -- a text; of groups and rules the identifier
  folded TEXT NOT NULL,        -- for finding a part of it: lower case, no accents
  uses INTEGER NOT NULL,
  PRIMARY KEY (facet, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX facet_value_by_text ON facet_value (facet, value);

-- Of vendors only: the category of the purchases at one is offered for the next entry.
CREATE INDEX facet_value_by_vendor ON facet_value (folded) WHERE facet = 3;

CREATE INDEX tag_by_count ON tag_total (count DESC, tag);

-- Of every transaction, drafts and deleted ones too: a filter by tag composes with any stage.
CREATE TABLE transaction_tag (
  tag TEXT NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (tag, key)
) STRICT, WITHOUT ROWID;
