-- What a file of read models, of history or of the search's words states about itself. Each of these files has it.

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
