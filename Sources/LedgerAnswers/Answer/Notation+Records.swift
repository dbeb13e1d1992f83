package import EventLog
internal import LedgerBook
package import LedgerDomain
package import LedgerProjections

// Receipts and their fields in a few words.
extension Notation {
  /// Returns the amount of a row in a list of spending: income has a plus, and a transfer is in brackets.
  ///
  /// In a list of some categories it is the part that counts in them, such as `€40.00 of €100.00`.
  ///
  /// - Parameter isMixed: Whether the list has income as well, so that spending has a minus.
  package func listedAmount(
    _ row: TransactionRow, in categories: Set<String> = [], isMixed: Bool = false
  ) -> String {
    guard var money = row.money(in: categories) else { return words(row.money) }
    let isWhole = row.money == money
    if isMixed, row.kind == .expense, money.minorUnits != .min {
      money = Money(minorUnits: -money.minorUnits, currency: money.currency)
    }
    var text = locale.money(money)
    if isMixed, row.kind == .expense, money.minorUnits > 0 { text = "+" + text }
    if row.kind == .income, money.minorUnits >= 0 { text = "+" + text }
    if row.kind == .transfer { text = "(\(text))" }
    return isWhole ? text : "\(text) of \(words(row.money))"
  }

  /// Whether a list has both income and spending.
  package func isMixed(_ rows: [ListedTransaction]) -> Bool {
    rows.contains { $0.row.kind == .income } && rows.contains { $0.row.kind == .expense }
  }

  /// Returns the vendor, or the name of the imported file or row.
  package func vendor(_ row: TransactionRow) -> String {
    if let transfer = transfer(row) { return transfer }
    if let vendor = row.vendor { return vendor }
    return row.name.map { "(\($0))" } ?? "(no vendor)"
  }

  /// Returns the accounts of a transfer such as `Checking → Savings`, or `nil` if neither is known.
  ///
  /// The half that is not known is a question mark.
  private func transfer(_ row: TransactionRow) -> String? {
    guard row.kind == .transfer, row.account != nil || row.toAccount != nil else { return nil }
    func name(_ text: String?) -> String { text.map { accountName($0) } ?? "?" }
    let accounts = "\(name(row.account)) → \(name(row.toAccount))"
    guard row.isHalfKnown, let vendor = row.vendor else { return accounts }
    return "\(vendor) (\(accounts))"
  }

  /// Returns the group, or the origin of a transaction that is in no group (IE-11).
  package func groupOrOrigin(_ listed: ListedTransaction) -> String { listed.groupName ?? origin(listed.row) }

  /// Returns the origin of a transaction that has no paper, such as `manual entry`, or nothing.
  package func origin(_ row: TransactionRow) -> String {
    guard row.attachments.isEmpty, let origin = RecordOrigin(rawValue: row.origin) else { return "" }
    return switch origin {
    case .manual: "manual entry"
    case .recurring, .imported: origin.rawValue
    }
  }

  /// Returns the known fields in a few words, such as `REWE City, 14 Jun 2026, €84.50`.
  package func summary(_ row: TransactionRow) -> String {
    var parts = [vendor(row)]
    if let date = row.date { parts.append(words(date)) }
    if let money = row.money { parts.append(words(money)) }
    if row.received != nil { parts.append(words(row.arrival)) }
    return parts.joined(separator: ", ")
  }

  /// Returns a receipt in a line, such as `3f2a1b9c REWE City · 14 Jun 2026 · €84.50 already in Berlin`.
  package func peek(_ listed: ListedTransaction) -> String {
    let row = listed.row
    let place =
      row.stage == .draft ? "already a draft" : "already in \(listed.groupName ?? GroupState.reservedName)"
    let id = (try? short(row.id)) ?? row.id.description
    return "\(id) \(vendor(row)) · \(words(row.date)) · \(words(row.money)) \(place)"
  }

  // MARK: Fields

  /// Returns a field's canonical value in the ledger's locale.
  package func words(
    _ value: String?, of field: TransactionField, currency: CurrencyCode?, groupName: String?
  ) -> String {
    guard let value else { return "–" }
    switch field {
    case .date: return CivilDate(iso: value).map { locale.date($0) } ?? value
    case .total:
      guard let currency, let units = try? AmountParser.minorUnits(decimal: value, currency: currency) else {
        return value
      }
      return locale.money(Money(minorUnits: units, currency: currency))
    case .group: return groupName ?? "–"
    case .category: return categoryName(value)
    case .vendor, .currency, .received, .payment, .account, .toAccount, .kind, .note: return value
    }
  }

  package func words(_ value: FieldValue?, of field: TransactionField) -> String {
    switch value {
    case nil: "–"
    case .date(let date): words(date)
    case .amount(let amount):
      field == .currency ? amount.currency.code : amount.money.map { words($0) } ?? amount.currency.code
    case .text(let text): text
    case .group(let group): String(group.description.prefix(8))
    }
  }

  /// Returns a field's value in the ledger's locale.
  package func words(_ value: TypedValue?, of field: RecordField) throws -> String {
    guard let value else { return "–" }
    switch value {
    case .decimal(let money): return locale.money(money)
    case .date(let date): return locale.date(date)
    case .group(let group):
      if let row = try book.groupRow(group) { return row.name + (row.isDeleted ? " (deleted)" : "") }
      return String(group.description.prefix(8))
    case .text(let text) where field == .text:
      return counted(text.split(whereSeparator: \.isNewline).count, "line")
    case .texts(let texts) where field == .pages: return counted(texts.count, "page")
    case .text, .word, .currency, .flag, .texts: return value.text
    }
  }

  /// Returns a field's value with the event that caused the change, if there is one.
  package func words(_ value: TypedValue?, of field: RecordField, _ event: StoredEvent) throws -> String {
    let words = try words(value, of: field)
    guard let cause = event.cause, let position = try book.position(of: cause) else { return words }
    return "\(words) (because of \(position))"
  }
}

extension FieldStatus {
  package var words: String {
    switch self {
    case .empty: ""
    case .read: "read"
    case .confirmed: "confirmed"
    case .corrected: "corrected"
    case .filledIn: "filled in"
    case .recorded: "recorded"
    case .changedRemotely: "changed in YNAB"
    }
  }
}

extension FieldProvenance {
  /// The status in a word or two, or "filed" for a group that was set by filing.
  package var shortWords: String { origin == .filed ? "filed" : status.words }
}
