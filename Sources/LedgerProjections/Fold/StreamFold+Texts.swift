package import EventLog
internal import LedgerBytes
package import LedgerDomain

extension StreamFold {
  /// Returns the texts of the last reading of a receipt's paper, the one that the fold keeps last.
  ///
  /// One command records the texts of several passes, so these are the last text and those of its batch. A redacted text
  /// is left out.
  package static func lastTexts(_ events: [StoredEvent]) -> [TransactionEvent.TextRecognized] {
    let texts = events.filter { $0.type == EventType.textRecognized.rawValue && $0.passedOver != .redacted }
      .sorted { $0.foldsBefore($1) }
    guard let last = texts.last else { return [] }
    let batch = texts.filter {
      $0.correlation == last.correlation && $0.reference.device == last.reference.device
    }
    return batch.compactMap { event in
      let decoded = EventCodec.current.decode(
        type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
      guard case .event(.transaction(.textRecognized(let text))) = decoded else { return nil }
      return text
    }
  }
}
