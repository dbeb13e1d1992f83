package import EventLog
public import LedgerBytes

// The ledger and the folder that a book is open on, and where its log begins and ends, whatever the horizon is.
extension Book {
  /// The identifier of the ledger.
  public var ledgerID: UniqueID { log.ledgerID }

  /// The ledger's folder, without symbolic links in it.
  package var folder: String { log.folder }

  /// The number of events that this book has recorded.
  package var recordedCount: Int64 { log.recordedCount }

  /// Whether this book has written to the log.
  package var hasWritten: Bool { log.lastWrite != nil }

  /// Throws `EventLogError.displaced` if another file is in the place of the log that is open.
  package func requireInPlace() throws { try log.requireInPlace() }

  /// Returns the events that were lost when the log was opened, unless their loss was settled since.
  package func lossesAtOpening() throws -> [LostEvents] {
    guard case .ahead(let lost) = log.headAtOpening, try !log.losses().isEmpty else { return [] }
    return lost
  }

  /// The device in whose name the folder writes.
  package var identity: DeviceIdentity { log.identity }

  /// Returns the position of the last event on record, or 0 before the first.
  public func lastPosition() throws -> Position { try log.lastPosition() }

  /// Whether any event was recorded by an instant, by its author's clock.
  ///
  /// - Complexity: A step per event until the first one that was, mostly a single step.
  package func knows(before milliseconds: Int64) throws -> Bool {
    var position: Position = 0
    let last = try lastPosition()
    while position < last {
      var isKnown = false
      let end = min(last, position + 1_000)
      try log.forEachEvent(after: position, through: end) { event in
        isKnown = isKnown || event.recordedAtMilliseconds <= milliseconds
      }
      if isKnown { return true }
      position = end
    }
    return false
  }
}
