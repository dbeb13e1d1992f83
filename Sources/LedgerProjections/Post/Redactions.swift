internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

// What no fold applies any more, because it was redacted or is skipped. The event that says so is on the ledger's own
// stream; what it takes out of the folds is on another, which is folded again where models or the index of words meet it.
// What they wrote before stays in the free pages of their files until they are made anew.
extension LedgerLog {
  /// The streams of which an event is passed over since a request between two positions, in the order of their keys.
  ///
  /// - Complexity: nothing in a log without such requests, else O(events between the positions).
  func streamsPassedOver(after position: Int64, through last: Int64) throws -> [KeyedStream] {
    var found: [Int64: KeyedStream] = [:]
    try forEachPassing(after: position, through: last) { reference in
      guard let stream = try self.event(reference)?.stream, let key = try key(of: stream) else { return }
      found[key] = KeyedStream(key: key, stream: stream)
    }
    return found.values.sorted { $0.key < $1.key }
  }

  /// Whether an event between two positions asks that another be passed over.
  func hasPassing(after position: Int64, through last: Int64) throws -> Bool {
    var isFound = false
    try forEachPassing(after: position, through: last) { _ in isFound = true }
    return isFound
  }

  private func forEachPassing(
    after position: Int64, through last: Int64, _ body: (EventReference) throws -> Void
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
