-- Branches of devices that recorded two different events of one number. Such a device was restored from an older copy and
-- went on in its own name. The log keeps the branch that came first. The events of the others are kept here, so that
-- nothing acknowledged is lost. They have everything that is hashed, and names instead of keys.

PRAGMA user_version = 2;

CREATE TABLE branch_event (
  device BLOB NOT NULL CHECK (length(device) = 16),
  sequence INTEGER NOT NULL,
  leaf BLOB NOT NULL CHECK (length(leaf) = 32),
  previous BLOB CHECK (length(previous) = 32),  -- the leaf of the event before it on its branch; NULL: not known
  time INTEGER NOT NULL,
  lag INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  received INTEGER NOT NULL,
  kind TEXT NOT NULL,
  stream BLOB NOT NULL CHECK (length(stream) = 16),
  seen BLOB,
  type TEXT NOT NULL,
  schema INTEGER NOT NULL,
  correlation BLOB NOT NULL,
  cause_device BLOB,
  cause_sequence INTEGER,
  actor TEXT NOT NULL,
  salt BLOB NOT NULL,
  payload BLOB,
  PRIMARY KEY (device, sequence, leaf)
) STRICT;

CREATE TRIGGER branch_event_inserted_once BEFORE INSERT ON branch_event
WHEN EXISTS (
  SELECT 1 FROM branch_event WHERE device = NEW.device AND sequence = NEW.sequence AND leaf = NEW.leaf)
BEGIN SELECT RAISE(ROLLBACK, 'events of branches are never replaced'); END;

CREATE TRIGGER branch_event_never_deleted BEFORE DELETE ON branch_event
BEGIN SELECT RAISE(ROLLBACK, 'events of branches are never deleted'); END;

CREATE TRIGGER branch_event_never_changed BEFORE UPDATE ON branch_event
BEGIN SELECT RAISE(ROLLBACK, 'events of branches are never changed'); END;
