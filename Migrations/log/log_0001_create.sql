-- The immutable log. Integer keys stand for devices, streams, kinds and types: local, given in order of arrival,
-- never in a hash and never in anything that leaves this file.

PRAGMA application_id = 1279607879;  -- "LEDG"
PRAGMA user_version = 1;

CREATE TABLE ledger (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id BLOB NOT NULL CHECK (length(id) = 16),
  created INTEGER NOT NULL  -- UTC milliseconds
) STRICT;

-- A device and the head of its tree: the only rows that change.
CREATE TABLE device (
  key INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
  size INTEGER NOT NULL,  -- events, which is the last deviceSequence
  root BLOB NOT NULL,  -- RFC 6962, over the leaves of its events
  edge BLOB NOT NULL,  -- the tree's perfect subtrees, largest first, 32 bytes each
  last_time INTEGER NOT NULL  -- the latest hybrid time among its events
) STRICT;

CREATE TABLE kind (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE stream (
  key INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  id BLOB NOT NULL CHECK (length(id) = 16),
  UNIQUE (kind, id)
) STRICT;

CREATE TABLE type (key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

-- What projectors read comes first, what only an audit reads comes last.
CREATE TABLE event (
  position INTEGER PRIMARY KEY,
  stream INTEGER NOT NULL,
  version INTEGER NOT NULL,
  type INTEGER NOT NULL,
  schema INTEGER NOT NULL,
  device INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  time INTEGER NOT NULL,  -- 48 bits of UTC milliseconds, 16 bits of counter
  payload BLOB,  -- JSON as first written; NULL: redacted
  lag INTEGER NOT NULL,  -- milliseconds from the author's wall clock to time
  offset INTEGER NOT NULL,  -- the author's minutes east of UTC
  received INTEGER NOT NULL,  -- UTC milliseconds; 0: recorded here
  cause_device INTEGER,
  cause_sequence INTEGER,
  seen BLOB,  -- device 16 and sequence 8 bytes each, in device order; NULL: none
  actor TEXT NOT NULL,
  correlation BLOB NOT NULL,
  salt BLOB NOT NULL,  -- 16 bytes; the 32 of the commitment once redacted
  leaf BLOB NOT NULL
) STRICT;

CREATE UNIQUE INDEX event_by_stream ON event (stream, version);

-- Where the device changes from one position to the next: positions of (device, sequence) without an index.
CREATE TABLE run (
  device INTEGER NOT NULL,
  first_sequence INTEGER NOT NULL,
  first_position INTEGER NOT NULL,
  PRIMARY KEY (device, first_sequence)
) STRICT, WITHOUT ROWID;

-- Where the device changes within a stream: the last event of a device's turn. Empty while devices keep to
-- streams of their own; answers "what of the others was here" without reading the stream.
CREATE TABLE turn (
  stream INTEGER NOT NULL,
  version INTEGER NOT NULL,
  device INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (stream, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE command (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  digest BLOB NOT NULL CHECK (length(digest) = 32),  -- SHA-256(the first event's salt, then the content)
  first INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The guards. ROLLBACK and not ABORT, here and in our own statements (INSERT OR ROLLBACK): one ABORT anywhere in a
-- statement with triggers needs a statement journal, which copies every page it touches (4,600 of 26,000
-- instructions an event). One trigger for both numbers: each trigger's frame costs 1,500 more. LIMIT 1 and not max(),
-- which costs 1,000 more.

CREATE TRIGGER event_only_appended BEFORE INSERT ON event
WHEN NEW.position <> ifnull((SELECT position FROM event ORDER BY position DESC LIMIT 1), 0) + 1
  OR NEW.version
    <> ifnull((SELECT version FROM event WHERE stream = NEW.stream ORDER BY version DESC LIMIT 1), 0) + 1
BEGIN SELECT RAISE(ROLLBACK, 'an event is appended at the next position, as the next version of its stream'); END;

CREATE TRIGGER event_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ROLLBACK, 'events are never deleted'); END;

CREATE TRIGGER event_only_redacted BEFORE UPDATE ON event
WHEN NOT (
  OLD.payload IS NOT NULL AND NEW.payload IS NULL
  AND length(OLD.salt) = 16 AND length(NEW.salt) = 32
  AND NEW.position IS OLD.position AND NEW.stream IS OLD.stream AND NEW.version IS OLD.version
  AND NEW.type IS OLD.type AND NEW.schema IS OLD.schema AND NEW.device IS OLD.device
  AND NEW.sequence IS OLD.sequence AND NEW.time IS OLD.time AND NEW.lag IS OLD.lag
  AND NEW.offset IS OLD.offset AND NEW.received IS OLD.received
  AND NEW.cause_device IS OLD.cause_device AND NEW.cause_sequence IS OLD.cause_sequence
  AND NEW.seen IS OLD.seen AND NEW.actor IS OLD.actor AND NEW.correlation IS OLD.correlation
  AND NEW.leaf IS OLD.leaf)
BEGIN SELECT RAISE(ROLLBACK, 'events are never changed, only redacted'); END;

CREATE TRIGGER device_inserted_once BEFORE INSERT ON device
WHEN EXISTS (SELECT 1 FROM device WHERE key = NEW.key OR id = NEW.id)
BEGIN SELECT RAISE(ROLLBACK, 'devices are never replaced'); END;

CREATE TRIGGER device_never_deleted BEFORE DELETE ON device
BEGIN SELECT RAISE(ROLLBACK, 'devices are never deleted'); END;

CREATE TRIGGER device_only_grows BEFORE UPDATE ON device
WHEN NEW.key IS NOT OLD.key OR NEW.id IS NOT OLD.id OR NEW.size < OLD.size OR NEW.last_time < OLD.last_time
  OR NEW.size = OLD.size AND (NEW.root IS NOT OLD.root OR NEW.edge IS NOT OLD.edge)
BEGIN SELECT RAISE(ROLLBACK, 'a device changes only by growing'); END;

CREATE TRIGGER stream_inserted_at_the_end BEFORE INSERT ON stream
WHEN NEW.key <> ifnull((SELECT key FROM stream ORDER BY key DESC LIMIT 1), 0) + 1
  OR EXISTS (SELECT 1 FROM stream WHERE kind = NEW.kind AND id = NEW.id)
BEGIN SELECT RAISE(ROLLBACK, 'a stream gets the next key, once'); END;

CREATE TRIGGER stream_never_deleted BEFORE DELETE ON stream
BEGIN SELECT RAISE(ROLLBACK, 'streams are never deleted'); END;

CREATE TRIGGER stream_never_changed BEFORE UPDATE ON stream
BEGIN SELECT RAISE(ROLLBACK, 'streams are never changed'); END;

CREATE TRIGGER kind_inserted_once BEFORE INSERT ON kind
WHEN EXISTS (SELECT 1 FROM kind WHERE key = NEW.key OR name = NEW.name)
BEGIN SELECT RAISE(ROLLBACK, 'kinds are never replaced'); END;

CREATE TRIGGER kind_never_deleted BEFORE DELETE ON kind
BEGIN SELECT RAISE(ROLLBACK, 'kinds are never deleted'); END;

CREATE TRIGGER kind_never_changed BEFORE UPDATE ON kind
BEGIN SELECT RAISE(ROLLBACK, 'kinds are never changed'); END;

CREATE TRIGGER type_inserted_once BEFORE INSERT ON type
WHEN EXISTS (SELECT 1 FROM type WHERE key = NEW.key OR name = NEW.name)
BEGIN SELECT RAISE(ROLLBACK, 'types are never replaced'); END;

CREATE TRIGGER type_never_deleted BEFORE DELETE ON type
BEGIN SELECT RAISE(ROLLBACK, 'types are never deleted'); END;

CREATE TRIGGER type_never_changed BEFORE UPDATE ON type
BEGIN SELECT RAISE(ROLLBACK, 'types are never changed'); END;

CREATE TRIGGER run_inserted_once BEFORE INSERT ON run
WHEN EXISTS (SELECT 1 FROM run WHERE device = NEW.device AND first_sequence = NEW.first_sequence)
BEGIN SELECT RAISE(ROLLBACK, 'runs are never replaced'); END;

CREATE TRIGGER run_never_deleted BEFORE DELETE ON run
BEGIN SELECT RAISE(ROLLBACK, 'runs are never deleted'); END;

CREATE TRIGGER run_never_changed BEFORE UPDATE ON run
BEGIN SELECT RAISE(ROLLBACK, 'runs are never changed'); END;

CREATE TRIGGER turn_inserted_once BEFORE INSERT ON turn
WHEN EXISTS (SELECT 1 FROM turn WHERE stream = NEW.stream AND version = NEW.version)
BEGIN SELECT RAISE(ROLLBACK, 'turns are never replaced'); END;

CREATE TRIGGER turn_never_deleted BEFORE DELETE ON turn
BEGIN SELECT RAISE(ROLLBACK, 'turns are never deleted'); END;

CREATE TRIGGER turn_never_changed BEFORE UPDATE ON turn
BEGIN SELECT RAISE(ROLLBACK, 'turns are never changed'); END;

CREATE TRIGGER command_inserted_once BEFORE INSERT ON command
WHEN EXISTS (SELECT 1 FROM command WHERE id = NEW.id)
BEGIN SELECT RAISE(ROLLBACK, 'commands are never replaced'); END;

CREATE TRIGGER command_never_deleted BEFORE DELETE ON command
BEGIN SELECT RAISE(ROLLBACK, 'commands are never deleted'); END;

CREATE TRIGGER command_never_changed BEFORE UPDATE ON command
BEGIN SELECT RAISE(ROLLBACK, 'commands are never changed'); END;

CREATE TRIGGER ledger_inserted_once BEFORE INSERT ON ledger
WHEN EXISTS (SELECT 1 FROM ledger)
BEGIN SELECT RAISE(ROLLBACK, 'a log belongs to one ledger'); END;

CREATE TRIGGER ledger_never_deleted BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ROLLBACK, 'the ledger is never deleted'); END;

CREATE TRIGGER ledger_never_changed BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ROLLBACK, 'the ledger is never changed'); END;
