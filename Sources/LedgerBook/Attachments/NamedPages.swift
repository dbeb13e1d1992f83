package import EventLog
package import LedgerBytes
package import LedgerDomain

extension ForeignEvent {
  /// The pages that the event names.
  package var namedAttachments: [ReceiptPage] {
    guard type == EventType.receiptCaptured.rawValue || type == EventType.attachmentAdded.rawValue else {
      return []
    }
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    guard case .event(.transaction(let event)) = decoded else { return [] }
    if case .receiptCaptured(let captured) = event { return captured.attachments }
    if case .attachmentAdded(let added) = event { return [added.attachment] }
    return []
  }

  /// The hashes of these pages.
  package var namedPages: [SHA256Digest] { namedAttachments.map(\.digest) }
}

extension LedgerLog {
  /// Hands the events that can name pages to `body`, by type, then by position.
  ///
  /// - Complexity: O(events of the log).
  package func forEachNamingEvent(_ body: (StoredEvent) throws -> Void) throws {
    for type in [EventType.receiptCaptured, .attachmentAdded] { try ofType(type.rawValue, body) }
  }
}
