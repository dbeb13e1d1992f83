-- History: what every record said between which positions, and every sum after each event that changed it. A file of
-- its own beside the models, computed from the log like them and dropped like them. No migration.
--
-- A version stood from the event at `begins` until the one at `ends`; NULL: it stands. What was known at a position P
-- is the versions with begins <= P and (ends IS NULL OR ends > P), and of each sum the last step up to P. The columns
-- between are those of the models' tables (models_tables.sql, models_findings.sql), in their order.

CREATE TABLE model (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  ledger BLOB NOT NULL,
  fingerprint TEXT NOT NULL,
  shape TEXT NOT NULL,
  projector INTEGER NOT NULL,
  types TEXT NOT NULL,
  probe TEXT NOT NULL,
  position INTEGER NOT NULL,
  leaf BLOB NOT NULL,
  complete INTEGER NOT NULL,
  superseded INTEGER NOT NULL
) STRICT;

CREATE TABLE transaction_version (
  key INTEGER NOT NULL,
  id BLOB NOT NULL,
  stage INTEGER NOT NULL,
  date INTEGER,
  created INTEGER NOT NULL,
  kind INTEGER NOT NULL,
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
  tags TEXT NOT NULL,
  attachments TEXT NOT NULL,
  rule BLOB,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (key, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE note_version (
  key INTEGER NOT NULL,
  folded TEXT NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (key, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE group_version (
  id BLOB NOT NULL,
  name TEXT NOT NULL,
  created_on INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  pending INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (id, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE category_version (
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  emoji TEXT,
  color TEXT,
  kinds TEXT NOT NULL,
  active INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (key, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule_version (
  id BLOB NOT NULL,
  series BLOB NOT NULL,
  since INTEGER,
  template BLOB,
  frequency TEXT NOT NULL,
  every INTEGER NOT NULL,
  starts INTEGER NOT NULL,
  ends_on INTEGER,             -- `ends` in the models, which means another thing here
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
  tags TEXT NOT NULL,
  paused INTEGER,
  split INTEGER,
  through INTEGER,
  revision INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  pending INTEGER NOT NULL,
  conflicts INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (id, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_version (
  one INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment TEXT,
  locale TEXT NOT NULL,
  weeks TEXT NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (one, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE participant_version (
  device BLOB NOT NULL,
  name TEXT NOT NULL,
  continues_device BLOB,
  continues_sequence INTEGER,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (device, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE problem_version (
  stream INTEGER NOT NULL,
  device BLOB NOT NULL,
  sequence INTEGER NOT NULL,
  type TEXT NOT NULL,
  schema INTEGER NOT NULL,
  reason TEXT,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (stream, device, sequence, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE digest_version (
  digest INTEGER NOT NULL,
  key INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (digest, key, begins)
) STRICT, WITHOUT ROWID;

-- Candidates for the same purchase, as of any position, without a look at their rows.
CREATE INDEX transaction_version_by_amount ON transaction_version (
  currency, minor_units, date, key, ends, stage
) WHERE stage < 2;

CREATE TABLE dismissal_version (
  key INTEGER NOT NULL,
  other BLOB NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (key, other, begins)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposal_version (
  key INTEGER NOT NULL,
  fields INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER,
  PRIMARY KEY (key, begins)
) STRICT, WITHOUT ROWID;

-- Every event but a stream's first that changed what words are found of a transaction, or brought the text of a paper,
-- by how long the stream was known by then: a power of four, so that who asks what was known at P and changed after it
-- looks at few that were not. What was found before is not kept: it is folded from the stream's events.
CREATE TABLE text_change (
  class INTEGER NOT NULL,
  position INTEGER NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (class, position, key)
) STRICT, WITHOUT ROWID;

-- The earliest instant at which this device had any event of 1,024 successive positions: a time is looked for in these,
-- and then among the events of one of them.
CREATE TABLE moment (
  block INTEGER PRIMARY KEY,   -- position / 1024
  earliest INTEGER NOT NULL    -- UTC milliseconds
) STRICT;

-- Every sum by a number, with the first and the last event that changed it and what it came to: who asks for a position
-- after that needs no other row.
CREATE TABLE group_figure (
  group_id BLOB NOT NULL,
  kind INTEGER NOT NULL,
  currency TEXT NOT NULL,
  category TEXT NOT NULL,
  figure INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (group_id, kind, currency, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE day_figure (
  kind INTEGER NOT NULL,
  date INTEGER NOT NULL,
  currency TEXT NOT NULL,
  category TEXT NOT NULL,
  figure INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (kind, date, currency, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE tag_figure (
  tag TEXT PRIMARY KEY,
  figure INTEGER NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What a sum came to after the event at a position; of a tag the count alone.
CREATE TABLE figure_step (
  figure INTEGER NOT NULL,
  position INTEGER NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (figure, position)
) STRICT, WITHOUT ROWID;

-- What filters and sums need of every version, up to 256 to a block, column by column, as in the models' `facet_block`,
-- with three columns more: the whole key, and the two positions. Versions that stand are in the block of their keys
-- (number >= 0). Those that do not are with others that stood about as long (number < 0), in the order in which they
-- were written, so that the bounds of a block are narrow and a look at P reads little that was not alive then.
CREATE TABLE facet_block (
  number INTEGER PRIMARY KEY,
  first INTEGER NOT NULL,      -- the first and last date among them
  last INTEGER NOT NULL,
  begins INTEGER NOT NULL,     -- the first of their positions
  ends INTEGER NOT NULL,       -- the last one; 2^63 - 1: some stand
  class INTEGER,               -- how long they stood; NULL: they stand
  columns BLOB NOT NULL
) STRICT;

CREATE INDEX facet_block_by_date ON facet_block (last, first, begins, ends);
CREATE INDEX facet_block_by_class ON facet_block (class, number) WHERE class IS NOT NULL;

CREATE TABLE facet_value (
  facet INTEGER NOT NULL,
  id INTEGER NOT NULL,
  value ANY NOT NULL,
  folded TEXT NOT NULL,
  PRIMARY KEY (facet, id)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX facet_value_by_text ON facet_value (facet, value);
