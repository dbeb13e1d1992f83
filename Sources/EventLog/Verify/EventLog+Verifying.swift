internal import LedgerBytes
internal import LedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension EventLog {
  /// Reads everything and compares it with everything else: SQLite's structure, the schema, every leaf, positions,
  /// versions and sequences without a gap, trees, runs, turns, commands, and `log.head`.
  ///
  /// `progress` gets events read and events in all, every 4,096. Throws what it throws, and what keeps the file
  /// from being read at all. Cost: the integrity check (about 2 µs an event), then 2 µs an event; memory: some
  /// bytes per stream.
  public func verify(progress: (Int64, Int64) throws -> Void = { _, _ in }) throws -> VerificationReport {
    try reading {
      var report = VerificationReport()
      // The head first: the log may have grown since, never shrunk.
      let head = LogHead(try headBytes(), ledger: ledgerID)
      do {
        for words in try connection.integrityCheck() { report.add(.structure, words) }
        if try LogSchema.fingerprint(connection) != LogSchema.expectedFingerprint() {
          report.add(.schema, "a table, an index or a guard is not as this program makes it")
        }
        var check = EventCheck(connection, anchors: head?.devices ?? [:])
        let total = try lastPosition()
        try forEachChecked(&report, &check, total: total, progress)
        try check.finish(&report)
        try checkCommands(&report)
        if let head { check.compare(head, &report) }
      } catch let error as SQLiteError {
        guard error.kind == .corrupt else { throw error }
        report.add(.structure, "can't be read any further: \(error.message)")
      } catch EventLogError.damaged(let words) {
        report.add(.structure, words)
      }
      return report
    }
  }

  private func headBytes() throws -> [UInt8] {
    if let headFile { return try headFile.read(limit: Self.headLimit) }
    guard DurableFile.exists(files.head) else { return [] }
    return try Descriptor.file(files.head, flags: O_RDONLY).read(limit: Self.headLimit)
  }

  private func forEachChecked(
    _ report: inout VerificationReport, _ check: inout EventCheck, total: Int64,
    _ progress: (Int64, Int64) throws -> Void
  ) throws {
    let statement = try connection.statement(LogReader.selectEvents + " ORDER BY e.position")
    defer { statement.reset() }
    while try statement.step() {
      report.events += 1
      do {
        try check.check(
          try reader.event(statement), stream: statement.int64(20), device: statement.int64(3), &report)
      } catch EventLogError.damaged(let words) {
        report.add(.event, at: statement.int64(0), words)
      }
      if report.events % 4_096 == 0 || report.events == total { try progress(report.events, total) }
    }
    if report.events != total {
      report.add(.position, "\(report.events) events can be read, but the last position is \(total)")
    }
  }

  private func checkCommands(_ report: inout VerificationReport) throws {
    let commands = try connection.statement(
      """
      SELECT first, count FROM command
      WHERE first < 1 OR count < 1 OR first + count - 1 > (SELECT ifnull(max(position), 0) FROM event)
      """)
    try commands.forEachRow { row in
      report.add(.command, at: row.int64(0), "a command's \(row.int64(1)) events are not all there")
    }
  }
}
