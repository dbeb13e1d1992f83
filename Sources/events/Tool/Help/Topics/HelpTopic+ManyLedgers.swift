extension HelpTopic {
  static let manyLedgers = HelpTopic(
    name: "many-ledgers", title: "Many ledgers",
    summary: "Mirror ledgers into PostgreSQL, and ask questions over all of them",
    text: """
      One ledger is one person, household or trip, in one folder. A service has a folder for each of its users. Questions over
      all of them are asked of a mirror. It is a PostgreSQL database with a copy of every event and of the rows on screens.

          events mirror postgres postgresql://anna@db/books /srv/ledgers
          events mirror list postgresql://anna@db/books

      The first run makes the tables, in the schema `mirror`. Each later run sends what is new. The mirror itself knows what it
      has. So a run that was interrupted goes on, several runs at once do no harm, and every event is there once. A folder
      whose events are not those of the mirror is refused by name. A run needs the program `psql`, and a server of version 13
      or newer. The password belongs in `~/.pgpass` or PGPASSWORD. With `-` the address is read from standard input.

      ## Tables and views

      - `mirror.ledger`: one row for each ledger: `events` here, and `as_of`, the number that the rows below are computed from
      - `mirror.events`: every event, with its payload as JSON; it is NULL if redacted, or if PostgreSQL cannot keep it
      - `mirror.receipts`: transactions, as `events receipts --json` prints them, drafts and deleted ones too
      - `mirror.group_totals`: the net spending of groups, as `events groups` shows it
      - `mirror.months`: the money received and spent in a month, as `events month` shows it
      - `mirror.corrections`: how each extractor's readings turned out, as `events audit --all` shows it
      - `mirror.conflicts`: what two devices set without knowing of each other, as `events conflicts` shows it
      - `mirror.late_events`: events that came a minute or more after they were recorded, by device

      Amounts are in minor units, and currencies are never added. Sums that need more than 64 bits are NULL. The rows are
      computed by the same code as the screens. If a folder lacks events that another one has sent, its rows stay out, and
      `events_behind` counts the events that came after the rows. Views of your own belong in another schema: a mirror refuses
      tables of its own that were changed.

      ## Five questions

      Who has drafts that wait for more than a month?

          SELECT ledger, count(*), min(captured) FROM mirror.receipts
          WHERE state = 'draft' AND captured < current_date - 30
          GROUP BY ledger ORDER BY 2 DESC;

      What changed since April in the months before, which were closed?

          SELECT e.ledger, r.id, r.date, r.vendor, e.type, e.actor, e.recorded
          FROM mirror.events e
          JOIN mirror.receipts r ON r.ledger = e.ledger AND r.id = e.stream
          WHERE e.recorded >= '2026-04-01' AND r.date < '2026-04-01'
          ORDER BY e.recorded;

      Which version of which extractor was corrected most?

          SELECT extractor, version, field, sum(corrected), sum(judged)
          FROM mirror.corrections GROUP BY 1, 2, 3
          ORDER BY sum(corrected)::float / greatest(sum(judged), 1) DESC;

      What was spent in June, per currency, and by how many ledgers?

          SELECT currency, sum(spent), count(*) FROM mirror.months
          WHERE month = '2026-06-01' GROUP BY currency;

      Which ledgers have conflicts that nobody has settled? Whose devices come late?

          SELECT ledger, count(DISTINCT receipt) FROM mirror.conflicts
          GROUP BY ledger;

          SELECT ledger, name, late, latest FROM mirror.late_events
          WHERE late > 0 ORDER BY latest DESC;

      ## Back to a folder

          events restore --from-postgres postgresql://anna@db/books 3f2a1b9c

      makes the folder again: the same events in the same order, with the same times of arrival. Their hashes and the roots of
      the devices' trees are checked. A mirror is no backup of the rest, which is in the folder alone. That is pages of paper,
      branches that were kept aside, and the ids of an app's commands.

      ## Redaction

      Content that is redacted in the ledger is removed from the mirror by the next run. PostgreSQL keeps old rows until it
      vacuums the table, and in its own log and backups. Run `VACUUM mirror.event` if that matters.

      ## Devices of users

      A service exchanges events with its users' devices through a shared folder, and opens no folder of theirs. The folder can
      be on S3, WebDAV or any other storage that rclone knows:

          rclone copy users:anna/ledger ~/sync/anna
          events --ledger /srv/ledgers/anna sync ~/sync/anna
          rclone copy ~/sync/anna users:anna/ledger --exclude '*.tmp'

      Copy, and do not sync: no device may delete the files of another. An app uses `LedgerPool` to hold many open ledgers.
      """)
}
