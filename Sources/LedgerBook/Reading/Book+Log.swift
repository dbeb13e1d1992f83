public import EventLog
public import LedgerBytes
internal import LedgerProjections

// The events on record. The horizon limits only those of a record, `events(of:)`.
extension Book {
  /// Whether files can be made in the ledger's folder.
  package var isWritable: Bool { !settings.isReadOnly && log.access == .readWrite }

  /// Returns the event with a device and its number there, or `nil` if it is not here.
  ///
  /// - Complexity: Two look-ups.
  public func event(_ reference: EventReference) throws -> StoredEvent? { try log.event(reference) }

  /// Returns the position of the event with a device and its number there, or `nil` if it is not here.
  ///
  /// - Complexity: Two look-ups.
  public func position(of reference: EventReference) throws -> Position? { try log.position(of: reference) }

  /// Returns the events of a record that are known at the horizon, in the order of their arrival.
  ///
  /// - Complexity: O(events of the record).
  public func events(of stream: StreamID) throws -> [StoredEvent] {
    horizon.admitted(try log.events(of: stream))
  }

  /// Calls `body` with the events after one position and through another, in the order of their arrival.
  ///
  /// - Complexity: O(events in between), with one in memory at a time.
  package func forEachEvent(
    after position: Position = 0, through last: Position = .max, _ body: (StoredEvent) throws -> Void
  ) throws {
    try log.forEachEvent(after: position, through: last, body)
  }

  /// Calls `body` with the events of a type, in the order of their arrival.
  ///
  /// - Complexity: O(events of the log).
  package func forEachEvent(ofType type: String, _ body: (StoredEvent) throws -> Void) throws {
    try log.ofType(type, body)
  }

  /// Returns the last events up to a position, the latest first.
  ///
  /// - Complexity: O(limit).
  package func events(backFrom position: Position, limit: Int) throws -> [StoredEvent] {
    try log.backwards(from: position, limit: limit)
  }

  /// Whether an event of a type was ever recorded.
  package func hasEvents(ofType type: String) throws -> Bool { try log.hasEvents(ofType: type) }

  /// Returns all events of the command that recorded an event, in the order of its device.
  package func batch(of event: StoredEvent) throws -> [StoredEvent] { try log.batch(of: event) }

  /// Returns the leaf of the event before another one on its device, or `nil` for the first.
  package func leaf(before event: StoredEvent) throws -> SHA256Digest? {
    let reference = event.reference
    return try log.leaf(of: EventReference(device: reference.device, sequence: reference.sequence &- 1))
  }

  /// Returns the devices that have events here, in the order of their first arrival.
  public func devices() throws -> [UniqueID] { try log.devices().map(\.device) }

  /// Runs several reads on one snapshot of the log. Keep `body` short.
  package func onSnapshot<Result>(_ body: () throws -> Result) throws -> Result { try log.reading(body) }
}
