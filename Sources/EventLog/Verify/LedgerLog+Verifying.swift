internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

extension LedgerLog {
  /// Verifies the whole log: its structure, leaves, trees, and all redundant data.
  ///
  /// It compares SQLite's structure, the schema, every leaf, trees, runs, turns, commands and `log.head`. Positions,
  /// versions and sequences must have no gap. Some parts cannot be compared: the times at which an event was
  /// received and the log was made, and a command's id and digest.
  ///
  /// - Parameter progress: A closure that gets the number of events read and of all events, every 4,096 events.
  /// - Throws: The errors of `progress`, and those that keep the file from being read at all.
  /// - Complexity: O(events), at about 2 µs each for SQLite's integrity check and 2 µs for the rest. Memory is some
  ///   bytes per device.
  package func verify(progress: (Int64, Int64) throws -> Void = { _, _ in }) throws -> VerificationReport {
    try requireNotHeld()
    var report = VerificationReport()
    // The head first: the log may have grown since, never shrunk.
    let head = headForVerifying(&report)
    try verify(against: head, &report, progress: progress)
    return report
  }

  /// Verifies the log on one snapshot against a head that was read earlier.
  ///
  /// The transaction is rolled back: SQLite refuses to commit one that has met a damaged page, also if it only read.
  func verify(
    against head: LogHead?, _ report: inout VerificationReport,
    progress: (Int64, Int64) throws -> Void = { _, _ in }
  ) throws {
    if connection.isInTransaction { return try verifyEverything(against: head, &report, progress) }
    let before = files.trace
    try connection.begin(.deferred)
    defer { connection.rollback() }
    try verifyEverything(against: head, &report, progress)
    guard access != .readOnlyMedium || files.trace == before else { throw EventLogError.busy(milliseconds: 0) }
  }

  private func verifyEverything(
    against head: LogHead?, _ report: inout VerificationReport, _ progress: (Int64, Int64) throws -> Void
  ) throws {
    precondition(connection.isInTransaction, "a log is verified on one snapshot")
    reader.surrogates.forget()  // The names may have changed.
    reader.passedOver.forget()
    var check = EventCheck(connection, anchors: head?.devices ?? LogHead.Trees())
    var isInEvents = false
    do {
      try checkStructure(&report)
      // A log of an earlier version that is only read is as that version made it.
      let version = try LogSchema.number("PRAGMA user_version", connection)
      if try LogSchema.fingerprint(connection) != LogSchema.expectedFingerprint(version: version) {
        report.add(.schema, "a table, an index or a guard is not as this program makes it")
      }
      if try LogSchema.number("SELECT sum(one) FROM ledger", connection) != 1 {
        report.add(.structure, "it does not name its ledger once")
      }
      isInEvents = true
      try forEachChecked(&report, &check, progress)
      isInEvents = false
      try check.finish(&report)
      try verifyStreams(deviceCount: check.deviceCount, &report)
      try checkCommands(&report)
      checkBranches(&report)
      let ledger = try Self.ledgerRow(connection).0
      if let head, head.ledger == ledger {
        check.compare(head, &report)
      } else if let head {
        report.add(.anchor, "log.head is of ledger \(head.ledger), the log of \(ledger)")
      }
    } catch let error as SQLiteError {
      guard error.kind == .corrupt else { throw error }
      // The event after the last one that could be read is on a page that is damaged.
      report.add(
        .structure, at: isInEvents ? check.lastPosition + 1 : nil,
        "cannot be read any further: \(error.message)")
    } catch EventLogError.damaged(let words) {
      report.add(.structure, words)
    }
    if let position = report.firstDamaged?.position {
      report.firstDamaged?.reference = try? reference(expectedAt: position)
    }
  }

  /// Adds what SQLite finds. A page that stops it does not keep the events from being read, which shows where it is.
  private func checkStructure(_ report: inout VerificationReport) throws(SQLiteError) {
    do throws(SQLiteError) {
      for words in try connection.integrityCheck() { report.add(.structure, words) }
    } catch {
      guard error.kind == .corrupt else { throw error }
      report.add(.structure, "its structure cannot be checked any further: \(error.message)")
    }
  }

  /// Returns the device and number of a position by the table of runs. The event may be unreadable.
  private func reference(expectedAt position: Position) throws -> EventReference? {
    let run = try connection.statement(
      """
      SELECT d.id, r.first_sequence + ?1 - r.first_position FROM run r JOIN device d ON d.key = r.device
      WHERE r.first_position <= ?1 ORDER BY r.first_position DESC LIMIT 1
      """)
    defer { run.reset() }
    try run.bind(1, position)
    guard try run.step(), let device = run.withBytes(0, { LogReader.id($0) }), run.int64(1) > 0 else {
      return nil
    }
    return EventReference(device: device, sequence: UInt64(run.int64(1)))
  }

  /// Returns the content of `log.head`, or `nil` if it is missing or cannot be parsed.
  func headForVerifying(_ report: inout VerificationReport) -> LogHead? {
    guard DurableFile.exists(files.head) else { return nil }
    do throws(FileError) {
      if let headFile { return LogHead(try headFile.read(upTo: Self.headBytesMax)) }
      return LogHead(try OpenFile(files.head, .read, forLedger: true).read(upTo: Self.headBytesMax))
    } catch {
      report.add(.anchor, "log.head cannot be read: \(error)")
      return nil
    }
  }

  private func forEachChecked(
    _ report: inout VerificationReport, _ check: inout EventCheck, _ progress: (Int64, Int64) throws -> Void
  ) throws {
    // The last page may be the one that is damaged. Then reading up to it shows where.
    let last = Result { try LogSchema.number("SELECT ifnull(max(position), 0) FROM event", connection) }
    let total = (try? last.get()) ?? 0
    let statement = try connection.statement(LogReader.selectEvents + " ORDER BY e.position")
    defer { statement.reset() }
    try reader.passedOver.refresh(connection)
    while try statement.step() {
      report.events += 1
      do {
        try check.check(try reader.event(statement), device: statement.int64(3), &report)
      } catch EventLogError.damaged(let words) {
        report.add(.event, at: statement.number(0), words)
      }
      if report.events % 4_096 == 0 || report.events == total { try progress(report.events, total) }
    }
    if report.events != (try last.get()) {
      report.add(.position, "\(report.events) events can be read, but the last position is \(total)")
    }
  }

  /// Checks that each remembered command names the whole of one batch.
  ///
  /// A batch is all events of one device and correlation that follow each other. Another device may have executed a
  /// command of the same id. A rebuilt command names the first event of its batch.
  private func checkCommands(_ report: inout VerificationReport) throws {
    let commands = try connection.statement(
      """
      SELECT c.first, c.count FROM command c WHERE c.count < 1 OR c.first < 1
      OR c.first > (SELECT ifnull(max(position), 0) FROM event) - c.count + 1
      OR CASE WHEN c.digest = zeroblob(32)
      THEN c.id <> (SELECT f.correlation FROM event f WHERE f.position = c.first)
      ELSE EXISTS (SELECT 1 FROM event e WHERE e.position BETWEEN c.first - 1 AND c.first + c.count
      AND (e.position BETWEEN c.first AND c.first + c.count - 1)
      <> ((e.correlation, e.device) = (SELECT f.correlation, f.device FROM event f WHERE f.position = c.first)))
      END
      """)
    try commands.forEachRow { row in
      report.add(.command, at: row.number(0), "a command's \(row.int64(1)) events are not those of one batch")
    }
  }
}
