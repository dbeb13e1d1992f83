internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension OpenLedger {
  /// Returns a field's value in the ledger's locale.
  func words(_ value: TypedValue?, of field: RecordField) throws -> String {
    guard let value else { return "–" }
    switch value {
    case .decimal(let money): return locale.money(money)
    case .date(let date): return locale.date(date)
    case .group(let group):
      if let row = try book.groupRow(group) { return visible(row.name) + (row.isDeleted ? " (deleted)" : "") }
      return String(group.description.prefix(8))
    case .texts(let texts) where field == .pages: return counted(texts.count, "page")
    case .text, .word, .currency, .flag, .texts: return visible(value.text)
    }
  }

  /// Returns a field's value with the event that caused the change, if there is one.
  func words(_ value: TypedValue?, of field: RecordField, _ event: StoredEvent) throws -> String {
    let words = try words(value, of: field)
    guard let cause = event.cause, let position = try book.log.position(of: cause) else { return words }
    return "\(words) (because of \(position))"
  }
}
