package import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// Describes events for people, in the ledger's locale.
extension EventText {
  /// Returns the event in words, such as `total 8.45 → €84.50, picked, bottom line SUMME`.
  package func words(_ event: StoredEvent) throws -> String {
    let decoded = event.decoded
    var reason: String?
    if case .transaction(.alternatePicked(let picked)) = decoded { reason = try self.reason(of: picked) }
    return EventSentence(locale: notation.locale).words(event, decoded, reason: reason)
  }

  /// Returns the device that an event came from, and its delay, or `nil` for an event of this device.
  package func arrival(of event: StoredEvent) throws -> String? {
    guard let late = event.latenessMilliseconds else { return nil }
    let from = "from \(try names().words(event.reference.device))"
    if late >= 60_000 { return "\(from), \(Self.span(late)) late" }
    if late <= -60_000 { return "\(from), whose clock is \(Self.span(-late)) ahead" }
    return from
  }

  /// Returns a span in the largest unit that occurs at least twice, such as `2 h` or `3 days`.
  package static func span(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(grouped(minutes)) min" }
    if minutes < 48 * 60 { return "\(minutes / 60) h" }
    let days = minutes / (24 * 60)
    return days < 730 ? "\(grouped(days)) days" : "\(grouped(days / 365)) years"
  }

  /// Returns the extractor's reason for the reading that was picked.
  private func reason(of picked: TransactionEvent.AlternatePicked) throws -> String? {
    guard let event = try notation.book.event(picked.extraction),
      case .transaction(.extractionCompleted(let completed)) = event.decoded
    else { return nil }
    let readings = ExtractionState(reference: event.reference, completed: completed).readings(of: picked.field)
    return readings.readings.first { $0.value.utf8.elementsEqual(picked.reading.utf8) }?.reason
  }
}
