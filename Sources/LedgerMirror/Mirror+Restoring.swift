internal import EventLog
package import LedgerBytes

extension PostgresMirror {
  /// Returns the ledger of the mirror that a text means: its id, or the first digits of it.
  ///
  /// - Throws: `MirrorError.noLedger`, `.ambiguous`.
  package func ledger(_ text: String) throws -> UniqueID {
    let wanted = text.lowercased()
    let found = try ledgers().map(\.ledger).filter { $0.description.hasPrefix(wanted) }
    guard !wanted.isEmpty, let first = found.first else { throw MirrorError.noLedger(text) }
    guard found.count == 1 else { throw MirrorError.ambiguous(text) }
    return first
  }

  /// Makes a ledger's folder from the mirror: the same events in the same order, proven by their trees.
  ///
  /// Pages of paper, branches that were kept aside, and the ids of callers' commands are not in a mirror. The folder
  /// records as a new device. Nothing is left of it after an error.
  ///
  /// - Parameters:
  ///   - ledger: The ledger.
  ///   - folder: The new folder.
  ///   - stateFolder: The folder with this machine's notes, as in `Book.Settings`.
  /// - Returns: The number of events.
  /// - Throws: `MirrorError.damaged`, `.otherRoot`, `.noLedger`, and those of making a ledger.
  package func restore(_ ledger: UniqueID, to folder: String, stateFolder: String? = nil) throws -> Int64 {
    // One moment of the mirror, whatever is sent meanwhile.
    try session.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;")
    defer { session.rollBack() }
    let rows = try session.run("SELECT created, events FROM mirror.ledger WHERE id = '\(ledger)';")
    guard let row = rows.first, row.count == 2, let created = Int64(row[0]), let count = Int64(row[1]) else {
      throw MirrorError.noLedger(ledger.description)
    }
    try LedgerLog.create(
      at: folder, ledger: ledger, device: .random(), stateFolder: stateFolder,
      clock: WallClock(milliseconds: created, offsetMinutes: 0)
    ) { log in
      try fill(log, ledger)
      guard try log.lastPosition().rawValue == count else {
        throw MirrorError.damaged(
          EventReference(device: ledger, sequence: UInt64(clamping: count)), reason: "events are missing")
      }
      let heads = try session.run(
        "SELECT id, size, encode(root, 'hex') FROM mirror.device WHERE ledger = '\(ledger)';")
      for head in heads {
        guard let device = UniqueID(head[0]) else { continue }
        let here = try log.devices().first { $0.device == device }
        guard let here, String(here.size) == head[1], here.root.description == head[2] else {
          throw MirrorError.otherRoot(device: device)
        }
      }
    }
    return count
  }

  /// Appends the events in writes of some thousand.
  private func fill(_ log: LedgerLog, _ ledger: UniqueID) throws {
    var waiting: [(event: ForeignEvent, received: Int64)] = []
    func write() throws {
      try log.write { writer in
        for (event, received) in waiting {
          do { try writer.takeBack(event, receivedAtMilliseconds: received) } catch let error as EventLogError {
            throw MirrorError.damaged(event.reference, reason: error.words)
          }
        }
      }
      waiting.removeAll(keepingCapacity: true)
    }
    try session.forEachLine(of: MirroredEvent.query(ledger: ledger)) { line in
      guard let row = MirroredEvent.read(line) else {
        throw MirrorError.server(reason: "a row of it is no event")
      }
      waiting.append(row)
      if waiting.count >= Self.writeEventsMax { try write() }
    }
    try write()
  }

  private static let writeEventsMax = 4_000
}

extension EventLogError {
  fileprivate var words: String {
    if case .invalidEvent(_, let reason) = self { reason } else { "\(self)" }
  }
}
