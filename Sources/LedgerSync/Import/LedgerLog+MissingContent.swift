internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

extension LedgerLog {
  /// Whether each event without content is redacted by an event on record, or in the same segments.
  ///
  /// The device may have recorded the redaction much later. Then the files up to it are imported in one transaction.
  func explainsMissingContent(of segments: [Segment]) throws -> Bool {
    var stripped: Set<EventReference> = []
    for event in segments.lazy.flatMap(\.events) where event.payload == nil {
      if try !isRedacted(event.reference) { stripped.insert(event.reference) }
    }
    guard !stripped.isEmpty else { return true }
    for event in segments.lazy.flatMap(\.events) where event.type == EventType.eventRedacted.rawValue {
      let decoded = EventCodec.current.decode(
        type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      if case .event(.ledger(.eventRedacted(let redaction))) = decoded { stripped.remove(redaction.event) }
    }
    return stripped.isEmpty
  }
}
