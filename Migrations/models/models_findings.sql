-- What is looked for across transactions: the same paper, pairs that are told apart, proposals that wait.
-- Duplicates themselves are found when read; nothing here is a verdict.

-- The pages of transactions that are not deleted, by the first eight bytes of their SHA-256.
CREATE TABLE attachment_digest (
  digest INTEGER NOT NULL,
  key INTEGER NOT NULL,
  PRIMARY KEY (digest, key)
) STRICT, WITHOUT ROWID;

-- Candidates for the same purchase: neighbours in currency, amount and date.
CREATE INDEX transaction_by_amount ON transaction_row (currency, minor_units, date) WHERE stage < 2;

-- A person told this transaction apart from that other one. It holds for both, whoever said it.
CREATE TABLE duplicate_dismissed (
  key INTEGER NOT NULL,
  other BLOB NOT NULL,
  PRIMARY KEY (key, other)
) STRICT, WITHOUT ROWID;

-- Transactions with proposals that nobody has answered, and how many.
CREATE TABLE proposal_waiting (
  key INTEGER PRIMARY KEY,
  fields INTEGER NOT NULL
) STRICT;
