internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

// What was taken out of the log. The event that says so is on the ledger's own stream; what it took was said on another,
// which is folded again where models or the index of words meet it. What they wrote before stays in the free pages of
// their files until they are made anew.
extension LedgerLog {
  /// The streams that lost the content of an event by a redaction between two positions, in the order of their keys.
  ///
  /// - Complexity: nothing in a log without redactions, else O(events between the positions).
  func streamsRedacted(after position: Int64, through last: Int64) throws -> [KeyedStream] {
    var found: [Int64: KeyedStream] = [:]
    try ofType(EventType.eventRedacted.rawValue, after: position, through: last) { event in
      let decoded = EventCodec.current.decode(
        type: event.type, schema: event.schema, streamKind: event.stream.kind, payload: event.payload)
      guard case .event(.ledger(.eventRedacted(let redaction))) = decoded,
        let stream = try self.event(redaction.event)?.stream, let key = try key(of: stream)
      else { return }
      found[key] = KeyedStream(key: key, stream: stream)
    }
    return found.values.sorted { $0.key < $1.key }
  }
}
