internal import EventLog

extension Segment {
  /// Returns the segment without the contents of some events, or `nil` if it has none of them.
  ///
  /// Header and leaves are the same, so the file proves as much as before.
  func redacted(_ isErased: (ForeignEvent) throws -> Bool) rethrows -> (name: SegmentName, bytes: [UInt8])? {
    var isChanged = false
    var writer = SegmentWriter(ledger: header.ledger, device: header.device, before: header.before)
    for event in events {
      guard event.payload != nil, try isErased(event), let redacted = event.redacted else {
        writer.add(event)
        continue
      }
      isChanged = true
      writer.add(redacted)
    }
    return isChanged ? writer.finish() : nil
  }
}
