internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

extension ForeignEvent {
  /// The pages that the event names.
  var namedPages: [SHA256Digest] {
    guard type == EventType.receiptCaptured.rawValue || type == EventType.attachmentAdded.rawValue else {
      return []
    }
    let decoded = EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload)
    guard case .event(.transaction(let event)) = decoded else { return [] }
    if case .receiptCaptured(let captured) = event { return captured.attachments.map(\.digest) }
    if case .attachmentAdded(let added) = event { return [added.attachment.digest] }
    return []
  }
}
