internal import LedgerBytes
internal import LedgerSQLite

extension EventLog {
  /// Reads the whole log and compares everything that can be computed with what is stored: the database's own
  /// check, the schema, every event's leaf, the numbers of positions, streams and devices, the trees, the way from
  /// numbers to positions, what devices took turns in, the commands, and `log.head`.
  ///
  /// Nothing is changed. What is damaged beyond reading is a finding too. What stands for itself alone can't be
  /// compared with anything: when an event was received, when the log was made, a command's id and digest.
  ///
  /// - Parameter progress: called now and then with events done and events in all.
  /// - Complexity: O(bytes of the log); memory for the devices, not for events or streams.
  public func verify(progress: ((Int64, Int64) -> Void)? = nil) throws -> VerificationReport {
    var report = VerificationReport()
    do throws(SQLiteError) {
      for words in try connection.integrityCheck() { report.find(.database, words) }
    } catch {
      report.find(.database, error.message)
    }
    // Read before the log is: a log only grows, so that others who append meanwhile don't look like a loss.
    let head = headForVerifying(&report)
    reader.surrogates.forget()  // what names stand there now
    do {
      try reading {
        if try LogSchema.fingerprint(connection) != LogSchema.expectedFingerprint() {
          report.find(.schema, "the tables or their guards are not as this version makes them")
        }
        if try LogSchema.number("SELECT sum(one) FROM ledger", connection) != 1 {
          report.find(.database, "it does not say once of which ledger it is")
        }
        let walk = try verifyEvents(&report, progress)
        if let head { try verify(head, against: walk, &report) }
        try verifyDevices(walk, &report)
        try verifyStreams(deviceCount: walk.trees.count, &report)
        try verifyCommands(&report)
      }
    } catch let error as SQLiteError {
      report.find(.database, "reading stopped: \(error.message)")
    } catch let error as EventLogError {
      report.find(.database, "reading stopped: \(error)")
    }
    return report
  }

  // MARK: The head

  private func headForVerifying(_ report: inout VerificationReport) -> LogHead? {
    guard DurableFile.exists(files.head) else { return nil }
    do throws(FileError) {
      return LogHead(try DurableFile.read(files.head, limit: Self.headLimit))
    } catch {
      report.find(.head, "log.head can't be read: \(error)")
      return nil
    }
  }

  private func verify(_ head: LogHead, against walk: EventWalk, _ report: inout VerificationReport) throws {
    let ledger = try Self.ledgerRow(connection).0
    guard head.ledger == ledger else {
      report.find(.head, "log.head is of ledger \(head.ledger), the log of \(ledger)")
      return
    }
    let trees = walk.trees.mapValues { LogHead.Tree(size: $0.edge.size, root: $0.edge.root) }
    for loss in head.losses(in: trees) {
      report.find(
        .head,
        loss.found < loss.expected
          ? "log.head has seen \(loss.expected) events of device \(loss.device), and \(loss.found) are here"
          : "log.head has seen another tree of device \(loss.device)")
    }
  }

  // MARK: Commands

  /// A remembered command names one batch, the whole of it: events of one correlation, and no more of that one
  /// before or after.
  private func verifyCommands(_ report: inout VerificationReport) throws {
    let statement = try connection.statement(
      """
      SELECT count(*) FROM command c WHERE c.count < 1 OR c.first < 1
      OR c.first > (SELECT ifnull(max(position), 0) FROM event) - c.count + 1
      OR EXISTS (SELECT 1 FROM event e WHERE e.position BETWEEN c.first - 1 AND c.first + c.count
      AND (e.position BETWEEN c.first AND c.first + c.count - 1)
      <> (e.correlation = (SELECT f.correlation FROM event f WHERE f.position = c.first)))
      """)
    let wrong = try statement.firstInt64() ?? 0
    if wrong > 0 {
      report.find(.command, "\(wrong) remembered commands name other events than those of one batch")
    }
  }
}
