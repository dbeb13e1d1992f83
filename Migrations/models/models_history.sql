-- History: what every record said between which positions, and every sum after each event that changed it. A file of
-- its own beside the models, computed from the log like them and dropped like them. No migration.
--
-- The tables of versions and of sums are made by their descriptions (ModelTable.swift, Total.swift), before these. What
-- was known at a position P is the versions with begins <= P and (ends IS NULL OR ends > P), and of each sum the last
-- step up to P.

-- Candidates for the same purchase, as of any position, without a look at their rows.
CREATE INDEX transaction_version_by_amount ON transaction_version (
  currency, minor_units, date, key, ends, stage
) WHERE stage < 2;

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

-- What a sum came to after the event at a position; of a tag the count alone.
CREATE TABLE figure_step (
  figure INTEGER NOT NULL,
  position INTEGER NOT NULL,
  count INTEGER NOT NULL,
  total INTEGER NOT NULL,
  beyond INTEGER NOT NULL,
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
