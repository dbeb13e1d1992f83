internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// Describes events for people, in the ledger's locale.
extension EventText {
  /// Returns the event in words, such as `total 8.45 → €84.50, picked, bottom line SUMME`.
  func words(_ event: StoredEvent) throws -> String {
    let decoded = event.decoded
    if case .transaction(.alternatePicked(let picked)) = decoded {
      let reason = try self.reason(of: picked).map { ", \($0)" } ?? ""
      return change(picked.field, picked.from, picked.to) + ", picked" + reason
    }
    if case .transaction(.fieldCorrected(let corrected)) = decoded {
      let typed = corrected.expression.map { ", typed as \($0)" } ?? ", typed"
      return change(corrected.field, corrected.from, corrected.to) + typed
    }
    let words = decoded?.words ?? event.words
    return words.problem ?? words.summary
  }

  /// Returns the device that an event came from, and its delay, or `nil` for an event of this device.
  func arrival(of event: StoredEvent) throws -> String? {
    guard let late = event.latenessMilliseconds else { return nil }
    let from = "from \(try names().words(event.reference.device))"
    if late >= 60_000 { return "\(from), \(Self.span(late)) late" }
    if late <= -60_000 { return "\(from), whose clock is \(Self.span(-late)) ahead" }
    return from
  }

  /// Returns a span in the largest unit that occurs at least twice, such as `2 h` or `3 days`.
  static func span(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(grouped(minutes)) min" }
    if minutes < 48 * 60 { return "\(minutes / 60) h" }
    let days = minutes / (24 * 60)
    return days < 730 ? "\(grouped(days)) days" : "\(grouped(days / 365)) years"
  }

  /// Returns the extractor's reason for the reading that was picked.
  private func reason(of picked: AlternatePicked) throws -> String? {
    guard let event = try ledger.book.log.event(picked.extraction),
      case .transaction(.extractionCompleted(let completed)) = event.decoded
    else { return nil }
    let readings = ExtractionState(reference: event.reference, completed: completed).readings(of: picked.field)
    return readings.readings.first { $0.value.utf8.elementsEqual(picked.reading.utf8) }?.reason
  }

  private func change(_ field: TransactionField, _ from: FieldValue?, _ to: FieldValue?) -> String {
    "\(field.rawValue) \(before(field, from, to)) → \(words(field, to))"
  }

  /// Returns the old value. An amount has no currency if the new value after the arrow has the same one.
  private func before(_ field: TransactionField, _ from: FieldValue?, _ to: FieldValue?) -> String {
    guard field == .total, let money = from?.amount?.money, let currency = to?.amount?.currency,
      money.currency == currency, to?.amount?.money != nil
    else { return words(field, from) }
    return ledger.locale.decimal(money)
  }

  private func words(_ field: TransactionField, _ value: FieldValue?) -> String {
    guard let value else { return "none" }
    guard field == .total, let money = value.amount?.money else { return value.words(of: field) }
    return ledger.locale.money(money)
  }
}
