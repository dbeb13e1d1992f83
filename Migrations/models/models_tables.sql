-- The read models: computed from the log, dropped and made anew when their shape changes. No migration.
-- Integer keys are the log's keys of streams; dates are days since 1970-01-01; amounts are minor units.

CREATE TABLE model (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  ledger BLOB NOT NULL,
  fingerprint TEXT NOT NULL,
  shape TEXT NOT NULL,         -- the fingerprint's parts: these tables,
  projector INTEGER NOT NULL,  -- the projector's declared version,
  types TEXT NOT NULL,         -- the events that are known,
  probe TEXT NOT NULL,         -- and the rows of a small history
  position INTEGER NOT NULL,   -- the models are the fold of the events up to here
  leaf BLOB NOT NULL,          -- of the event there; another in the log means rebuild
  complete INTEGER NOT NULL,   -- set by the last transaction that builds it
  superseded INTEGER NOT NULL  -- set when another generation has taken over
) STRICT;

CREATE TABLE transaction_row (
  key INTEGER PRIMARY KEY,
  id BLOB NOT NULL,
  stage INTEGER NOT NULL,      -- 0 draft, 1 saved, 2 deleted
  date INTEGER,
  created INTEGER NOT NULL,    -- hybrid time of the event that began it
  kind INTEGER NOT NULL,       -- 0 expense, 1 income, 2 transfer
  currency TEXT,
  minor_units INTEGER,
  category TEXT,
  payment TEXT,
  group_id BLOB,
  vendor TEXT,
  account TEXT,
  note TEXT,
  paid INTEGER,
  reimbursed INTEGER,
  cleared INTEGER NOT NULL,
  attention INTEGER NOT NULL,
  corrected INTEGER NOT NULL,
  conflicts INTEGER NOT NULL,
  origin TEXT NOT NULL,
  recorded_on INTEGER NOT NULL,
  name TEXT,
  tags TEXT NOT NULL,          -- JSON array of texts
  attachments TEXT NOT NULL,   -- JSON array of arrays of four
  rule BLOB                    -- the rule it is an instance of
) STRICT;

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

-- Notes, of the transactions that have one, folded for finding a part of them.
CREATE TABLE transaction_note (
  key INTEGER PRIMARY KEY,
  folded TEXT NOT NULL
) STRICT;

-- Sums over saved transactions. An empty text or blob stands for none, so that it can be part of a key. A sum is
-- beyond × 2^64 + total: what amounts add up to may leave 64 bits, and is right again when the excess is deleted.
CREATE TABLE group_total (
  group_id BLOB NOT NULL,
  kind INTEGER NOT NULL,
  currency TEXT NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  beyond INTEGER NOT NULL,     -- 0 but where a sum needs more than 64 bits
  PRIMARY KEY (group_id, kind, currency, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE day_total (
  kind INTEGER NOT NULL,
  date INTEGER NOT NULL,
  currency TEXT NOT NULL,
  category TEXT NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  beyond INTEGER NOT NULL,     -- 0 but where a sum needs more than 64 bits
  PRIMARY KEY (kind, date, currency, category)
) STRICT, WITHOUT ROWID;

-- How many saved transactions a tag is on; what is on none is no row.
CREATE TABLE tag_total (
  tag TEXT PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tag_by_count ON tag_total (count DESC, tag);

-- Of every transaction, drafts and deleted ones too: a filter by tag composes with any stage.
CREATE TABLE transaction_tag (
  tag TEXT NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (tag, key)
) STRICT, WITHOUT ROWID;

-- What became of each field of a review, of all transactions: what corrections are counted by. Readings, values, who
-- and when are folded from the transaction's own events when one is looked at.
-- 0 empty, 1 read, 2 confirmed, 3 corrected, 4 filled in, 5 recorded; confidence of the first reading in percent.
CREATE TABLE provenance (
  key INTEGER PRIMARY KEY,
  extractor TEXT,              -- of the last extraction; NULL: there was none
  version INTEGER,
  smart INTEGER,               -- 1 a model's work, 0 by rules
  vendor INTEGER NOT NULL,
  date INTEGER NOT NULL,
  total INTEGER NOT NULL,
  currency INTEGER NOT NULL,
  category INTEGER NOT NULL,
  payment INTEGER NOT NULL,
  filed INTEGER NOT NULL,      -- the group
  vendor_confidence INTEGER,   -- NULL: nothing was read
  date_confidence INTEGER,
  total_confidence INTEGER,
  currency_confidence INTEGER,
  category_confidence INTEGER,
  payment_confidence INTEGER
) STRICT;

CREATE TABLE group_row (
  id BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  pending INTEGER NOT NULL     -- a deletion waits for a person
) STRICT, WITHOUT ROWID;

CREATE TABLE category_row (
  key TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  emoji TEXT,
  color TEXT,
  kinds TEXT NOT NULL,         -- words separated by spaces; empty: all
  active INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rule_row (
  id BLOB PRIMARY KEY,
  series BLOB NOT NULL,        -- the first rule, which a split keeps
  since INTEGER,               -- the split that began it
  template BLOB,               -- the transaction that is occurrence 0
  frequency TEXT NOT NULL,
  every INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  ends INTEGER,
  month_end TEXT NOT NULL,
  kind INTEGER NOT NULL,
  currency TEXT NOT NULL,
  minor_units INTEGER NOT NULL,
  vendor TEXT,
  category TEXT,
  payment TEXT,
  group_id BLOB,
  account TEXT,
  note TEXT,
  paid INTEGER,
  reimbursed INTEGER,
  tags TEXT NOT NULL,          -- JSON array of texts
  paused INTEGER,              -- the first date of a pause that goes on
  split INTEGER,               -- the first date that another rule governs
  through INTEGER,             -- how far it was generated
  revision INTEGER NOT NULL,   -- how many changes, the creation included
  deleted INTEGER NOT NULL,
  pending INTEGER NOT NULL,    -- a deletion waits for a person
  conflicts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_row (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  currency TEXT NOT NULL,
  payment TEXT,
  locale TEXT NOT NULL,
  weeks TEXT NOT NULL
) STRICT;

CREATE TABLE participant (
  device BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  continues_device BLOB,
  continues_sequence INTEGER
) STRICT, WITHOUT ROWID;

-- Events that could not be applied: of an unknown type or a newer shape (no reason), or unreadable (with one).
CREATE TABLE problem (
  stream INTEGER NOT NULL,
  device BLOB NOT NULL,
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  schema INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY (stream, device, sequence)
) STRICT, WITHOUT ROWID;
