internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// What happened, for people: in the ledger's locale, with the reason of what was picked, and how late it came.
extension EventText {
  /// `total 8.45 → €84.50, picked, bottom line SUMME`.
  func words(_ event: StoredEvent) throws -> String {
    let decoded = event.decoded
    switch decoded {
    case .transaction(.alternatePicked(let picked)):
      let reason = try self.reason(of: picked).map { ", \($0)" } ?? ""
      return change(picked.field, picked.from, picked.to) + ", picked" + reason
    case .transaction(.fieldCorrected(let corrected)):
      return change(corrected.field, corrected.from, corrected.to) + ", typed"
    case .transaction, .group, .category, .rule, .ledger, nil:
      let words = decoded?.words ?? event.words
      return words.problem ?? words.summary
    }
  }

  /// Where an event of another device came from and how late; nil for this device's own.
  func arrival(of event: StoredEvent) throws -> String? {
    guard let late = event.latenessMilliseconds else { return nil }
    let from = "from \(try names().words(event.reference.device))"
    if late >= 60_000 { return "\(from), \(Self.span(late)) late" }
    if late <= -60_000 { return "\(from), whose clock is \(Self.span(-late)) ahead" }
    return from
  }

  /// `2 h`, `3 days`: the largest unit of which there are two, or a minute.
  static func span(_ milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 120 { return "\(grouped(minutes)) min" }
    if minutes < 48 * 60 { return "\(minutes / 60) h" }
    let days = minutes / (24 * 60)
    return days < 730 ? "\(grouped(days)) days" : "\(grouped(days / 365)) years"
  }

  /// The reason that the extractor gave for the reading that was picked.
  private func reason(of picked: AlternatePicked) throws -> String? {
    guard let event = try ledger.book.log.event(picked.extraction),
      case .transaction(.extractionCompleted(let completed)) = event.decoded
    else { return nil }
    let readings = ExtractionState(reference: event.reference, completed: completed).readings(of: picked.field)
    return readings.readings.first { $0.value.utf8.elementsEqual(picked.reading.utf8) }?.reason
  }

  private func change(_ field: Field, _ from: FieldValue?, _ to: FieldValue?) -> String {
    "\(field.rawValue) \(before(field, from, to)) → \(words(field, to))"
  }

  /// An amount whose currency is said behind the arrow stands without it.
  private func before(_ field: Field, _ from: FieldValue?, _ to: FieldValue?) -> String {
    guard field == .total, let money = from?.amount?.money, let currency = to?.amount?.currency,
      money.currency == currency, to?.amount?.money != nil
    else { return words(field, from) }
    return ledger.locale.decimal(money)
  }

  private func words(_ field: Field, _ value: FieldValue?) -> String {
    guard let value else { return "none" }
    guard field == .total, let money = value.amount?.money else { return value.words(of: field) }
    return ledger.locale.money(money)
  }
}
