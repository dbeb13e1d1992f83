-- An event of a branch can be redacted as every other event can. Before, its content could not be erased at all.

PRAGMA user_version = 3;

DROP TRIGGER branch_event_never_changed;

CREATE TRIGGER branch_event_only_redacted BEFORE UPDATE ON branch_event
WHEN NOT (
  OLD.payload IS NOT NULL AND NEW.payload IS NULL
  AND length(OLD.salt) = 16 AND length(NEW.salt) = 32
  AND NEW.device IS OLD.device AND NEW.sequence IS OLD.sequence AND NEW.leaf IS OLD.leaf
  AND NEW.previous IS OLD.previous AND NEW.time IS OLD.time AND NEW.lag IS OLD.lag
  AND NEW.offset IS OLD.offset AND NEW.received IS OLD.received AND NEW.kind IS OLD.kind
  AND NEW.stream IS OLD.stream AND NEW.seen IS OLD.seen AND NEW.type IS OLD.type
  AND NEW.schema IS OLD.schema AND NEW.correlation IS OLD.correlation
  AND NEW.cause_device IS OLD.cause_device AND NEW.cause_sequence IS OLD.cause_sequence
  AND NEW.actor IS OLD.actor)
BEGIN SELECT RAISE(ROLLBACK, 'events of branches are never changed, only redacted'); END;
