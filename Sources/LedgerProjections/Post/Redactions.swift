package import EventLog
package import LedgerBytes
internal import LedgerDomain

// Events that folds no longer apply, because they were redacted or are skipped. The request for that is on the ledger's
// own stream, and the event on another. That stream is folded again when the models or the search index reach the
// request. Their earlier rows stay in free pages of the files until those are built again.
extension LedgerLog {
  /// Returns the streams with an event that a request between two positions redacts or skips, by key.
  ///
  /// - Complexity: Nothing in a log without such requests. Otherwise O(events between the positions).
  func streamsPassedOver(after position: Position, through last: Position) throws -> [KeyedStream] {
    var found: [StreamKey: KeyedStream] = [:]
    try forEachPassing(after: position, through: last) { reference in
      guard let stream = try self.event(reference)?.stream, let key = try key(of: stream) else { return }
      found[key] = KeyedStream(key: key, stream: stream)
    }
    return found.values.sorted { $0.key < $1.key }
  }

  /// Whether an event between two positions asks that another be passed over.
  package func hasPassing(after position: Position, through last: Position) throws -> Bool {
    var isFound = false
    try forEachPassing(after: position, through: last) { _ in isFound = true }
    return isFound
  }

  private func forEachPassing(
    after position: Position, through last: Position, _ body: (EventReference) throws -> Void
  ) throws {
    for type in [EventType.eventRedacted, .eventSkipped] {
      try ofType(type.rawValue, after: position, through: last) { event in
        let decoded = EventCodec.current.decode(
          type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
        switch decoded {
        case .event(.ledger(.eventRedacted(let redaction))): try body(redaction.event)
        case .event(.ledger(.eventSkipped(let skip))): try body(skip.event)
        case .event, .unknown, .redacted, .unreadable: break
        }
      }
    }
  }
}
