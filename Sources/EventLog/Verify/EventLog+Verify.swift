internal import LedgerBytes
internal import LedgerSQLite

extension EventLog {
  /// Reads the whole log and compares everything that can be computed with what is stored: the database's own
  /// check, the schema, every event's leaf, the numbers of positions, streams and devices, the trees, the way from
  /// numbers to positions, the commands, and `log.head`.
  ///
  /// Nothing is changed. What is damaged beyond reading is a finding too.
  ///
  /// - Parameter progress: called now and then with events done and events in all.
  /// - Complexity: O(bytes of the log).
  public func verify(progress: ((Int64, Int64) -> Void)? = nil) throws -> VerificationReport {
    var report = VerificationReport()
    do throws(SQLiteError) {
      for words in try connection.integrityCheck() where words != "ok" { report.find(.database, words) }
    } catch {
      report.find(.database, error.message)
    }
    do {
      try reading {
        if try LogSchema.fingerprint(connection) != LogSchema.expectedFingerprint() {
          report.find(.schema, "the tables or their guards are not as this version makes them")
        }
        try verifyEvents(&report, progress)
        try verifyCommands(&report)
        try verifyHead(&report)
      }
    } catch let error as SQLiteError {
      report.find(.database, "reading stopped: \(error.message)")
    } catch let error as EventLogError {
      report.find(.database, "reading stopped: \(error)")
    }
    return report
  }

  private func verifyEvents(_ report: inout VerificationReport, _ progress: ((Int64, Int64) -> Void)?) throws {
    let last = try lastPosition()
    var edges: [UniqueID: RightEdge] = [:]
    var order: [UniqueID] = []
    var versions: [StreamID: Int64] = [:]
    var previous: Int64 = 0
    var found = report
    try forEachEvent { event in
      if event.position != previous + 1 {
        found.find(.position, at: event.position, "positions \(previous + 1) to \(event.position - 1) are missing")
      }
      previous = event.position
      let version = (versions[event.stream] ?? 0) + 1
      if event.version != version {
        found.find(.version, at: event.position, "version \(event.version) of its stream where \(version) is due")
      }
      versions[event.stream] = event.version
      let device = event.reference.device
      if edges[device] == nil { order.append(device) }
      var edge = edges.removeValue(forKey: device) ?? RightEdge()
      if event.reference.sequence != edge.size + 1 {
        found.find(
          .sequence, at: event.position,
          "number \(event.reference.sequence) of its device where \(edge.size + 1) is due")
      }
      if event.envelope.computedLeaf != event.leaf {
        found.find(.leaf, at: event.position, "what is stored does not give its hash: it was changed or damaged")
      }
      edge.append(event.leaf)
      edges[device] = edge
      if try self.position(of: event.reference) != event.position {
        found.find(.run, at: event.position, "the event can't be found by its device and number")
      }
      found.events += 1
      if found.events % 50_000 == 0 { progress?(found.events, last) }
    }
    report = found
    let heads = try devices().filter { $0.size > 0 }
    for head in heads {
      guard let edge = edges[head.device] else {
        report.find(.tree, "device \(head.device) has no event where its head says \(head.size)")
        continue
      }
      if edge.size != head.size || edge.root != head.root {
        report.find(.tree, "the tree of device \(head.device) is not the one its head says")
      }
    }
    for device in order where !heads.contains(where: { $0.device == device }) {
      report.find(.tree, "device \(device) has events and no head")
    }
    report.devices = order.compactMap { device in
      edges[device].map { VerificationReport.DeviceRoot(device: device, size: $0.size, root: $0.root) }
    }
    progress?(report.events, last)
  }

  private func verifyCommands(_ report: inout VerificationReport) throws {
    let statement = try connection.statement(
      """
      SELECT count(*) FROM command
      WHERE first < 1 OR count < 1 OR first + count - 1 > (SELECT ifnull(max(position), 0) FROM event)
      """)
    let lost = try statement.firstInt64() ?? 0
    if lost > 0 { report.find(.command, "\(lost) remembered commands name events that are not there") }
  }

  private func verifyHead(_ report: inout VerificationReport) throws {
    guard DurableFile.exists(files.head) else { return }
    let bytes = try DurableFile.read(files.head, limit: Self.headLimit)
    guard let head = LogHead(bytes, ledger: ledgerID) else { return }
    for loss in head.losses(in: try DeviceHeads(connection).trees) {
      report.find(
        .head,
        loss.found < loss.expected
          ? "log.head has seen \(loss.expected) events of device \(loss.device), and \(loss.found) are here"
          : "log.head has seen another tree of device \(loss.device)")
    }
  }
}
