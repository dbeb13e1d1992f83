-- The tables of a mirror in PostgreSQL 13 or newer: the events of many ledgers, and the rows of their read models.
-- Everything is of the schema "mirror". Views and tables of your own belong in another one.

DO $$
BEGIN
  IF to_regnamespace('mirror') IS NULL THEN CREATE SCHEMA mirror; END IF;
END $$;

COMMENT ON SCHEMA mirror IS 'Copies of ledgers, written by "events mirror postgres". Do not write here.';

-- The numbers of the files that made the tables, and the shape that they gave them.
CREATE TABLE mirror.version (
  number integer PRIMARY KEY,
  applied timestamptz NOT NULL DEFAULT now(),
  shape text[] NOT NULL DEFAULT '{}'
);

-- One row for each ledger. A mirror locks it while it writes.
CREATE TABLE mirror.ledger (
  id uuid PRIMARY KEY,
  created bigint NOT NULL,              -- UTC milliseconds
  events bigint NOT NULL DEFAULT 0,     -- the number of its events here, which is the last position
  as_of bigint NOT NULL DEFAULT 0,      -- the position that the rows of its read models are of
  program text NOT NULL DEFAULT '',     -- the fingerprint of the program that computed them
  mirrored timestamptz                  -- when something new came last
);

-- The devices of a ledger with their trees, as in the ledger's own file format.
CREATE TABLE mirror.device (
  ledger uuid NOT NULL,
  id uuid NOT NULL,
  name text,
  size bigint NOT NULL,
  root bytea NOT NULL,
  edge bytea NOT NULL,
  last_leaf bytea NOT NULL,
  PRIMARY KEY (ledger, id)
);

-- The events, one row each. A redacted event has neither payload nor exact, and its salt has 32 bytes.
CREATE TABLE mirror.event (
  ledger uuid NOT NULL,
  device uuid NOT NULL,
  sequence bigint NOT NULL,
  position bigint NOT NULL,             -- the order in which the mirror learned of the ledger's events
  stream_kind text NOT NULL,
  stream uuid NOT NULL,
  type text NOT NULL,
  schema bigint NOT NULL,
  time bigint NOT NULL,                 -- UTC milliseconds * 65536 + counter
  recorded bigint NOT NULL,             -- UTC milliseconds by the author's wall clock
  time_zone smallint NOT NULL,          -- the author's minutes east of UTC
  received bigint NOT NULL,             -- UTC milliseconds; 0 if the folder's own device recorded it
  actor text NOT NULL,
  correlation uuid NOT NULL,
  cause_device uuid,
  cause_sequence bigint,
  seen bytea,                           -- 24 bytes for each device: id 16, sequence 8
  salt bytea NOT NULL,
  leaf bytea NOT NULL,
  payload jsonb,                        -- NULL too if PostgreSQL cannot keep it
  exact bytea,                          -- the payload as recorded, if jsonb does not give it back byte for byte
  names bytea,                          -- stream_kind, type and actor as a JSON array, if they contain U+0000
  PRIMARY KEY (ledger, device, sequence)
) PARTITION BY HASH (ledger);

-- The transactions as lists show them. Those of the tables below are rows of read models too.
CREATE TABLE mirror.receipt (
  ledger uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL,                  -- draft, saved or deleted
  kind text NOT NULL,                   -- expense, income or transfer
  origin text NOT NULL,
  captured date NOT NULL,
  date date,
  vendor text,
  minor_units bigint,
  currency text,
  category text,
  payment text,
  account text,
  to_account text,
  received_units bigint,
  received_currency text,
  group_id uuid,
  rule uuid,
  note text,
  tags text[] NOT NULL,
  flags text[] NOT NULL,
  cleared boolean NOT NULL,
  pages integer NOT NULL,
  questions integer NOT NULL,           -- fields of a draft that need a look
  corrected integer NOT NULL,           -- fields that a person corrected
  conflicts integer NOT NULL,
  PRIMARY KEY (ledger, id)
) PARTITION BY HASH (ledger);

-- Groups that are not deleted. Unfiled has the id of zeroes.
CREATE TABLE mirror.receipt_group (
  ledger uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  receipts bigint NOT NULL,
  drafts bigint NOT NULL,
  first date,
  last date,
  pending_deletion boolean NOT NULL,
  PRIMARY KEY (ledger, id)
) PARTITION BY HASH (ledger);

-- The net spending of a group per currency. NULL if the sum needs more than 64 bits.
CREATE TABLE mirror.group_total (
  ledger uuid NOT NULL,
  id uuid NOT NULL,
  currency text NOT NULL,
  minor_units bigint,
  PRIMARY KEY (ledger, id, currency)
) PARTITION BY HASH (ledger);

-- The money received and spent in a month per currency. NULL if a sum needs more than 64 bits.
CREATE TABLE mirror.month_total (
  ledger uuid NOT NULL,
  month date NOT NULL,                  -- its first day
  currency text NOT NULL,
  received bigint,
  spent bigint,
  net bigint,
  PRIMARY KEY (ledger, month, currency)
) PARTITION BY HASH (ledger);

-- How the readings of an extractor turned out, by field.
CREATE TABLE mirror.correction (
  ledger uuid NOT NULL,
  extractor text NOT NULL,
  version bigint NOT NULL,
  method text NOT NULL,
  field text NOT NULL,
  judged bigint NOT NULL,
  correct bigint NOT NULL,
  corrected bigint NOT NULL,
  filled_in bigint NOT NULL,
  PRIMARY KEY (ledger, extractor, version, method, field)
) PARTITION BY HASH (ledger);

-- The values of fields that two devices set without knowing of each other. The first one is shown.
CREATE TABLE mirror.conflict (
  ledger uuid NOT NULL,
  receipt uuid NOT NULL,
  field text NOT NULL,                  -- deletion: it had not seen a change
  number integer NOT NULL,
  value text,
  actor text NOT NULL,
  recorded bigint NOT NULL,
  based_on text,
  PRIMARY KEY (ledger, receipt, field, number)
) PARTITION BY HASH (ledger);

-- Sixteen partitions each: a question about one ledger reads one of them.
DO $$
DECLARE
  name text;
  part integer;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'event', 'receipt', 'receipt_group', 'group_total', 'month_total', 'correction', 'conflict'
  ] LOOP
    FOR part IN 0..15 LOOP
      EXECUTE format(
        'CREATE TABLE mirror.%I PARTITION OF mirror.%I FOR VALUES WITH (MODULUS 16, REMAINDER %s)',
        name || '_' || part, name, part);
    END LOOP;
  END LOOP;
END $$;
