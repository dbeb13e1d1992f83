internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension JSONValue {
  /// A value of a record's field: amounts as `{"currency","minorUnits"}`, lists as arrays, yes and no as booleans.
  static func typed(_ value: TypedValue) -> JSONValue {
    switch value {
    case .decimal(let money): .money(money)
    case .flag(let flag): .boolean(flag)
    case .texts(let texts): .strings(texts)
    case .text, .word, .date, .currency, .group: .string(value.text)
    }
  }
}

extension OpenLedger {
  /// A field's value as people write it.
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

  /// The same, with the event that made it necessary where there is one.
  func words(_ value: TypedValue?, of field: RecordField, _ event: StoredEvent) throws -> String {
    let words = try words(value, of: field)
    guard let cause = event.cause, let position = try book.log.position(of: cause) else { return words }
    return "\(words) (because of \(position))"
  }
}
