internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension LedgerLog {
  /// Reads everything and compares it with everything else: SQLite's structure, the schema, every leaf, positions,
  /// versions and sequences without a gap, trees, runs, turns, commands, and `log.head`.
  ///
  /// `progress` gets events read and events in all, every 4,096. Throws what it throws, and what keeps the file
  /// from being read at all. Cost: the integrity check (about 2 µs an event), then 2 µs an event; memory:
  /// some bytes per device. What stands for itself alone can't be compared with anything: when an event was
  /// received, when the log was made, a command's id and digest.
  public func verify(progress: (Int64, Int64) throws -> Void = { _, _ in }) throws -> VerificationReport {
    try reading {
      var report = VerificationReport()
      // The head first: the log may have grown since, never shrunk.
      let head = headForVerifying(&report)
      reader.surrogates.forget()  // what names stand there now
      reader.passedOver.forget()
      do {
        for words in try connection.integrityCheck() { report.add(.structure, words) }
        if try LogSchema.fingerprint(connection) != LogSchema.expectedFingerprint() {
          report.add(.schema, "a table, an index or a guard is not as this program makes it")
        }
        if try LogSchema.number("SELECT sum(one) FROM ledger", connection) != 1 {
          report.add(.structure, "it does not say once of which ledger it is")
        }
        var check = EventCheck(connection, anchors: head?.devices ?? LogHead.Trees())
        let total = try lastPosition()
        try forEachChecked(&report, &check, total: total, progress)
        try check.finish(&report)
        try verifyStreams(deviceCount: check.deviceCount, &report)
        try checkCommands(&report)
        let ledger = try Self.ledgerRow(connection).0
        if let head, head.ledger == ledger {
          check.compare(head, &report)
        } else if let head {
          report.add(.anchor, "log.head is of ledger \(head.ledger), the log of \(ledger)")
        }
      } catch let error as SQLiteError {
        guard error.kind == .corrupt else { throw error }
        report.add(.structure, "can't be read any further: \(error.message)")
      } catch EventLogError.damaged(let words) {
        report.add(.structure, words)
      }
      return report
    }
  }

  /// Nil where there is none, or one that says nothing.
  private func headForVerifying(_ report: inout VerificationReport) -> LogHead? {
    guard DurableFile.exists(files.head) else { return nil }
    do throws(FileError) {
      if let headFile { return LogHead(try headFile.read(limit: Self.headLimit)) }
      return LogHead(try Descriptor.file(files.head, flags: O_RDONLY).read(limit: Self.headLimit))
    } catch {
      report.add(.anchor, "log.head can't be read: \(error)")
      return nil
    }
  }

  private func forEachChecked(
    _ report: inout VerificationReport, _ check: inout EventCheck, total: Int64,
    _ progress: (Int64, Int64) throws -> Void
  ) throws {
    let statement = try connection.statement(LogReader.selectEvents + " ORDER BY e.position")
    defer { statement.reset() }
    try reader.passedOver.refresh(connection)
    while try statement.step() {
      report.events += 1
      do {
        try check.check(
          try reader.event(statement), device: statement.int64(3), &report)
      } catch EventLogError.damaged(let words) {
        report.add(.event, at: statement.int64(0), words)
      }
      if report.events % 4_096 == 0 || report.events == total { try progress(report.events, total) }
    }
    if report.events != total {
      report.add(.position, "\(report.events) events can be read, but the last position is \(total)")
    }
  }

  /// A remembered command names one batch, the whole of it: events of one correlation, and no more of that one
  /// before or after.
  private func checkCommands(_ report: inout VerificationReport) throws {
    let commands = try connection.statement(
      """
      SELECT c.first, c.count FROM command c WHERE c.count < 1 OR c.first < 1
      OR c.first > (SELECT ifnull(max(position), 0) FROM event) - c.count + 1
      OR EXISTS (SELECT 1 FROM event e WHERE e.position BETWEEN c.first - 1 AND c.first + c.count
      AND (e.position BETWEEN c.first AND c.first + c.count - 1)
      <> (e.correlation = (SELECT f.correlation FROM event f WHERE f.position = c.first)))
      """)
    try commands.forEachRow { row in
      report.add(.command, at: row.int64(0), "a command's \(row.int64(1)) events are not those of one batch")
    }
  }
}
