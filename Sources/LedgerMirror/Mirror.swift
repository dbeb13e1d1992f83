internal import EventLog
internal import LedgerAudit
package import LedgerBook
package import LedgerBytes
internal import LedgerProjections

/// The result of mirroring one ledger.
package struct MirrorReport: Hashable, Sendable {
  package let ledger: UniqueID
  /// The number of events that were sent.
  package internal(set) var sentCount = 0
  /// The number of the ledger's events in the mirror.
  package internal(set) var eventCount: Int64 = 0
  /// Whether the rows of the read models were written.
  package internal(set) var hasNewRows = false
  /// The number of events in the mirror that this folder does not have yet.
  package internal(set) var missingHereCount: Int64 = 0
}

/// A ledger in a mirror.
package struct MirroredLedger: Hashable, Sendable {
  package let ledger: UniqueID
  package let eventCount: Int64
  /// The number of events that the rows of its read models are computed from.
  package let rowsEventCount: Int64
  /// When something new came last, in UTC milliseconds.
  package let mirroredAtMilliseconds: Int64?
}

/// A copy of many ledgers in a PostgreSQL database, for questions over all of them.
///
/// The mirror itself knows what it has: each batch of events and the device's size are one transaction. So a run that was
/// interrupted continues where the server stopped, and several runs at once do no harm.
///
///     let mirror = try PostgresMirror(address, environment: environment)
///     for folder in folders { _ = try mirror.send(try book(folder)) }
package final class PostgresMirror {
  let session: PostgresSession
  private var hasStaging = false
  /// The maximal number of events sent in one database transaction.
  private let batchEventsMax: Int
  private static let pieceBytesMax = 1 << 16

  /// Connects, and makes the tables if they are missing.
  ///
  /// - Parameters:
  ///   - address: The database.
  ///   - environment: The process's variables. `psql` gets PATH, HOME and those that begin with PG.
  ///   - batchEventsMax: The maximal number of events sent in one database transaction.
  /// - Throws: `MirrorError`.
  package init(_ address: PostgresAddress, environment: [String: String], batchEventsMax: Int = 20_000) throws {
    self.batchEventsMax = batchEventsMax
    session = try PostgresSession(address, environment: environment)
    try MirrorSchema.prepare(session)
  }

  /// Sends the events of a ledger that the mirror lacks, and the rows of its read models.
  ///
  /// Nothing of a ledger is half done after an error: the events that were sent are whole batches.
  ///
  /// - Throws: `MirrorError`, and the errors of reading the ledger.
  /// - Complexity: A question to the server if nothing is new. Otherwise O(events): the rows are computed again.
  package func send(_ book: Book) throws -> MirrorReport {
    let log = book.log
    let program = ReadModels.fingerprint
    var report = MirrorReport(ledger: log.ledgerID)
    var state = try MirrorState(session, of: log.ledgerID)
    try state.check(log)
    guard try state.lacks(log, program: program) else {
      report.eventCount = state.events
      report.missingHereCount = try state.missing(in: log)
      return report
    }
    let rows = try MirrorRows(book)
    let redactions = try Redactions(log)
    do {
      while try sendBatch(log, rows, redactions, program, &state, &report) {}
    } catch {
      session.rollBack()
      throw error
    }
    return report
  }

  /// Sends a batch, and returns whether there is more.
  private func sendBatch(
    _ log: LedgerLog, _ rows: MirrorRows, _ redactions: Redactions, _ program: String,
    _ state: inout MirrorState,
    _ report: inout MirrorReport
  ) throws -> Bool {
    try session.run(
      """
      BEGIN;
      INSERT INTO mirror.ledger (id, created) VALUES ('\(log.ledgerID)', \(log.createdAtMilliseconds))
        ON CONFLICT DO NOTHING;
      SELECT FROM mirror.ledger WHERE id = '\(log.ledgerID)' FOR UPDATE;
      """)
    // Another mirror may have been faster.
    state = try MirrorState(session, of: log.ledgerID)
    try state.check(log)
    let before = state.events
    let isLast = try sendEvents(log, through: rows.position, &state)
    try state.checkRoots(log)
    try session.run(state.updateSQL(names: try log.deviceNames()))
    for statement in try redactions.statements(log) { try session.run(statement) }
    report.sentCount += Int(state.events - before)
    report.eventCount = state.events
    if isLast {
      report.missingHereCount = try state.missing(in: log)
      // The mirror has every event that the rows are of. If it has more, the rows would be older than it.
      if state.events == rows.position.rawValue, state.rowsAsOf < state.events || state.program != program {
        try replaceRows(rows, of: log.ledgerID, isFirst: state.rowsAsOf == 0)
        try session.run(
          """
          UPDATE mirror.ledger SET as_of = events, program = '\(program)' WHERE id = '\(log.ledgerID)';
          """)
        report.hasNewRows = true
      }
    }
    try session.run("COMMIT;")
    return !isLast
  }

  /// Streams up to a batch of events that the mirror lacks, and returns whether they were the last.
  private func sendEvents(_ log: LedgerLog, through last: Position, _ state: inout MirrorState) throws -> Bool {
    guard let first = try state.firstMissing(in: log), first <= last else { return true }
    var rows = CopyRows()
    session.write(Array("COPY mirror.event (\(MirroredEvent.columns)) FROM STDIN;\n".utf8))
    var position = first - 1
    do {
      while position < last, rows.rowCount < batchEventsMax {
        // No more than the batch lacks, so that it ends between two looks.
        let through = min(last, position + Int64(batchEventsMax - rows.rowCount))
        try log.forEachEvent(after: position, through: through) { event in
          guard state.append(event) else { return }
          MirroredEvent.add(event, of: log.ledgerID, at: state.events, to: &rows)
          if rows.bytes.count >= Self.pieceBytesMax {
            session.write(rows.bytes)
            rows.removeBytes()
          }
        }
        position = through
      }
    } catch {
      // End the COPY, or the server would read the next statement as data.
      try session.run("\\.")
      throw error
    }
    session.write(rows.bytes)
    try session.run("\\.")
    return position == last
  }

  private func replaceRows(_ rows: MirrorRows, of ledger: UniqueID, isFirst: Bool) throws {
    if !hasStaging, !isFirst {
      for table in MirrorTable.all { try session.run(table.stagingSQL) }
      hasStaging = true
    }
    for (table, rows) in rows.tables {
      let target = isFirst ? "mirror.\(table.name)" : "pg_temp.staged_\(table.name)"
      session.write(Array("COPY \(target) FROM STDIN;\n".utf8))
      session.write(rows.bytes)
      try session.run("\\.")
      if !isFirst { try session.run(table.replacementSQL(ledger: ledger.description)) }
    }
  }

  /// Returns the ledgers of the mirror, by their ids.
  package func ledgers() throws -> [MirroredLedger] {
    let rows = try session.run(
      "SELECT id, events, as_of, (extract(epoch FROM mirrored) * 1000)::bigint FROM mirror.ledger ORDER BY id;")
    return rows.compactMap { row in
      guard row.count == 4, let id = UniqueID(row[0]), let events = Int64(row[1]), let asOf = Int64(row[2])
      else {
        return nil
      }
      return MirroredLedger(
        ledger: id, eventCount: events, rowsEventCount: asOf, mirroredAtMilliseconds: Int64(row[3]))
    }
  }
}

@available(*, unavailable)
extension PostgresMirror: Sendable {}

extension LedgerLog {
  /// Returns the names that devices have recorded, as far as they did.
  fileprivate func deviceNames() throws -> [UniqueID: String] {
    let names = try DeviceNames(self)
    return Dictionary(
      uniqueKeysWithValues: try devices().compactMap { head in
        names[head.device].map { (head.device, $0) }
      })
  }
}
