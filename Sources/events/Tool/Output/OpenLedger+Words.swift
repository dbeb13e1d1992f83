internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Writes a ledger's values for people. Texts from outside are made safe to print here.
extension OpenLedger {
  /// Returns an amount such as `€84.50`, or a dash if it is unknown.
  func words(_ money: Money?) -> String { money.map { locale.money($0) } ?? "–" }

  /// Returns the totals by currency, joined by a plus (IE-02), or a dash if there are no totals.
  ///
  /// - Parameter tooLarge: The currencies of totals that exceed 64 bits, which are named instead of an amount.
  func totals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    let words = totals.map { locale.money($0) } + tooLarge.map(Self.tooLarge)
    guard !words.isEmpty else { return ["–"] }
    return words.enumerated().map { index, text in (index == 0 ? "" : "+ ") + text }
  }

  /// Returns the net totals of a list by currency. A balance that was received is named so. Any other was spent.
  func netTotals(_ totals: [Money], _ tooLarge: [CurrencyCode] = []) -> [String] {
    let words = totals.map { total in
      let isReceived = total.minorUnits < 0 && total.minorUnits != .min
      guard isReceived else { return locale.money(total) }
      return "received " + locale.money(Money(minorUnits: -total.minorUnits, currency: total.currency))
    }
    let all = words + tooLarge.map(Self.tooLarge)
    guard !all.isEmpty else { return ["–"] }
    return all.enumerated().map { index, text in (index == 0 ? "" : "+ ") + text }
  }

  /// Returns the amount of a row in a list of spending: income has a plus, and a transfer is in brackets.
  ///
  /// In a list of some categories it is the part that counts in them, such as `€40.00 of €100.00`.
  func listedAmount(_ row: TransactionRow, in categories: Set<String> = []) -> String {
    guard let money = row.money(in: categories) else { return words(row.money) }
    var text = locale.money(money)
    if row.kind == .income, money.minorUnits >= 0 { text = "+" + text }
    if row.kind == .transfer { text = "(\(text))" }
    return row.money == money ? text : "\(text) of \(words(row.money))"
  }

  /// Returns the totals in one line, empty without totals.
  func sum(_ totals: [Money], _ tooLarge: [CurrencyCode]) -> String {
    (totals.map { words($0) } + tooLarge.map(Self.tooLarge)).joined(separator: " + ")
  }

  /// Returns the text in place of a total that exceeds 64 bits.
  static func tooLarge(_ currency: CurrencyCode) -> String { "\(currency.code) too large" }

  /// Returns a date such as `14 Jun 2026`, or a dash if it is unknown.
  func words(_ date: CivilDate?) -> String { date.map { locale.date($0) } ?? "–" }

  /// Returns a range of dates such as `12–18 Jun 2026`, empty if it is unknown.
  func range(_ first: CivilDate?, _ last: CivilDate?) -> String {
    guard let first, let last else { return "" }
    return locale.dateRange(first, last)
  }

  /// Returns the shortest unique beginning of an id.
  func short(_ transaction: TransactionID) throws -> String { try book.shortID(transaction.id) }
  func short(_ rule: RuleID) throws -> String { try book.shortID(rule.id, kind: .rule) }
  func short(_ group: GroupID) throws -> String { try book.shortID(group.id, kind: .group) }

  /// Returns the subject of an event in a few letters: an id, or the kind of a record that has a name.
  func subject(of stream: StreamID) throws -> String {
    guard let kind = StreamKind(rawValue: stream.kind) else { return visible(stream.kind) }
    return kind.hasKeys || kind == .ledger || kind == .budget
      ? kind.rawValue : try book.shortID(stream.id, kind: kind)
  }

  /// Returns the vendor, or the name of the imported file or row.
  func vendor(_ row: TransactionRow) -> String {
    if let transfer = transfer(row) { return transfer }
    if let vendor = row.vendor { return visible(vendor) }
    return row.name.map { "(\(visible($0)))" } ?? "(no vendor)"
  }

  /// Returns the accounts of a transfer such as `Checking → Savings`, or `nil` if neither is known.
  ///
  /// The half that is not known is a question mark.
  private func transfer(_ row: TransactionRow) -> String? {
    guard row.kind == .transfer, row.account != nil || row.toAccount != nil else { return nil }
    func name(_ text: String?) -> String { text.map { accountName($0) } ?? "?" }
    let accounts = "\(name(row.account)) → \(name(row.toAccount))"
    guard row.isHalfKnown, let vendor = row.vendor else { return accounts }
    return "\(visible(vendor)) (\(accounts))"
  }

  func group(_ listed: ListedTransaction) -> String { listed.groupName.map { visible($0) } ?? "" }

  /// Returns the group, or the origin of a transaction that is in no group (IE-11).
  func groupOrOrigin(_ listed: ListedTransaction) -> String {
    listed.groupName == nil ? origin(listed.row) : group(listed)
  }

  /// Returns the origin of a transaction that has no paper, such as `manual entry`, or nothing.
  func origin(_ row: TransactionRow) -> String {
    guard row.attachments.isEmpty, let origin = RecordOrigin(rawValue: row.origin) else { return "" }
    return switch origin {
    case .manual: "manual entry"
    case .recurring, .imported: origin.rawValue
    }
  }

  /// Returns the known fields in a few words, such as `REWE City, 14 Jun 2026, €84.50`.
  func summary(_ row: TransactionRow) -> String {
    var parts = [vendor(row)]
    if let date = row.date { parts.append(words(date)) }
    if let money = row.money { parts.append(words(money)) }
    if row.received != nil { parts.append(words(row.arrival)) }
    return parts.joined(separator: ", ")
  }

  /// Returns a field's canonical value in the ledger's locale.
  func words(_ value: String?, of field: TransactionField, currency: CurrencyCode?, groupName: String?)
    -> String
  {
    guard let value else { return "–" }
    switch field {
    case .date: return CivilDate(iso: value).map { locale.date($0) } ?? visible(value)
    case .total:
      guard let currency, let units = try? AmountParser.minorUnits(decimal: value, currency: currency) else {
        return visible(value)
      }
      return locale.money(Money(minorUnits: units, currency: currency))
    case .group: return groupName.map { visible($0) } ?? "–"
    case .category: return categoryName(value)
    case _: return visible(value)
    }
  }
}

extension FieldStatus {
  /// The status for people.
  var words: String {
    switch self {
    case .empty: ""
    case .read: "read"
    case .confirmed: "confirmed"
    case .corrected: "corrected"
    case .filledIn: "filled in"
    case .recorded: "recorded"
    }
  }
}

extension FieldProvenance {
  /// The status in a word or two, or "filed" for a group that was set by filing.
  var shortWords: String { origin == .filed ? "filed" : status.words }
}
