-- What is looked for across transactions: the same paper, pairs that are told apart, proposals that wait.
-- Duplicates themselves are found when read; nothing here is a verdict.

-- Candidates for the same purchase: neighbours in currency, amount and date.
CREATE INDEX transaction_by_amount ON transaction_row (currency, minor_units, date) WHERE stage < 2;
