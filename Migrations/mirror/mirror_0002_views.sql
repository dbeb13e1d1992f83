-- The views for questions. A row was computed from the first "as_of" events of its ledger. "events_behind" came later.

-- The events with their times as times.
CREATE VIEW mirror.events AS
  SELECT
    ledger, device, sequence, position, stream_kind, stream, type, actor,
    to_timestamp(recorded / 1000.0) AS recorded,
    CASE received WHEN 0 THEN NULL ELSE to_timestamp(received / 1000.0) END AS received,
    payload
  FROM mirror.event;

CREATE VIEW mirror.receipts AS
  SELECT r.*, g.name AS group_name, l.as_of, l.events - l.as_of AS events_behind
  FROM mirror.receipt r
  JOIN mirror.ledger l ON l.id = r.ledger
  LEFT JOIN mirror.receipt_group g ON g.ledger = r.ledger AND g.id = r.group_id;

CREATE VIEW mirror.group_totals AS
  SELECT
    g.ledger, nullif(g.id, '00000000-0000-0000-0000-000000000000') AS group_id, g.name, g.receipts, g.drafts, g.first,
    g.last, t.currency, t.minor_units, l.as_of, l.events - l.as_of AS events_behind
  FROM mirror.receipt_group g
  JOIN mirror.ledger l ON l.id = g.ledger
  LEFT JOIN mirror.group_total t ON t.ledger = g.ledger AND t.id = g.id;

CREATE VIEW mirror.months AS
  SELECT m.*, l.as_of, l.events - l.as_of AS events_behind
  FROM mirror.month_total m
  JOIN mirror.ledger l ON l.id = m.ledger;

CREATE VIEW mirror.corrections AS
  SELECT c.*, l.as_of, l.events - l.as_of AS events_behind
  FROM mirror.correction c
  JOIN mirror.ledger l ON l.id = c.ledger;

CREATE VIEW mirror.conflicts AS
  SELECT
    c.ledger, c.receipt, c.field, c.number, c.value, c.actor,
    to_timestamp(c.recorded / 1000.0) AS recorded, c.based_on, l.as_of, l.events - l.as_of AS events_behind
  FROM mirror.conflict c
  JOIN mirror.ledger l ON l.id = c.ledger;

-- The events that came a minute or more after they were recorded, by the device that recorded them.
CREATE VIEW mirror.late_events AS
  SELECT
    e.ledger, e.device, d.name, count(*) AS events,
    count(*) FILTER (WHERE e.received > 0 AND e.received - e.recorded >= 60000) AS late,
    max(make_interval(secs => (e.received - e.recorded) / 1000.0)) FILTER (WHERE e.received > 0) AS latest
  FROM mirror.event e
  JOIN mirror.device d ON d.ledger = e.ledger AND d.id = e.device
  GROUP BY e.ledger, e.device, d.name;
