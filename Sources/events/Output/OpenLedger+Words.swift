internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Writes a ledger's values for people. Texts from outside are made safe to print here.
extension OpenLedger {
  /// An amount such as `€84.50`, or a dash if it is unknown.
  func words(_ money: Money?) -> String { money.map { locale.money($0) } ?? "–" }

  /// The totals by currency, the second and further ones with a plus (IE-02), or a dash without totals.
  ///
  /// - Parameter tooLarge: The currencies of totals that exceed 64 bits, which are named instead of an amount.
  func totals(_ totals: [Money], _ tooLarge: [Currency] = []) -> [String] {
    let words = totals.map { locale.money($0) } + tooLarge.map(Self.tooLarge)
    guard !words.isEmpty else { return ["–"] }
    return words.enumerated().map { index, text in (index == 0 ? "" : "+ ") + text }
  }

  /// The totals in one line, empty without totals.
  func sum(_ totals: [Money], _ tooLarge: [Currency]) -> String {
    (totals.map { words($0) } + tooLarge.map(Self.tooLarge)).joined(separator: " + ")
  }

  /// The text in place of a total that exceeds 64 bits.
  static func tooLarge(_ currency: Currency) -> String { "\(currency.code) too large" }

  /// A date such as `14 Jun 2026`, or a dash if it is unknown.
  func words(_ date: CivilDate?) -> String { date.map { locale.date($0) } ?? "–" }

  /// A range of dates such as `12–18 Jun 2026`, empty if it is unknown.
  func range(_ first: CivilDate?, _ last: CivilDate?) -> String {
    guard let first, let last else { return "" }
    return locale.dateRange(first, last)
  }

  /// The shortest unique beginning of an id.
  func short(_ transaction: TransactionID) throws -> String { try book.shortID(transaction.id) }
  func short(_ rule: RuleID) throws -> String { try book.shortID(rule.id, kind: .rule) }
  func short(_ group: GroupID) throws -> String { try book.shortID(group.id, kind: .group) }

  /// The vendor, or the name of the imported file or row.
  func vendor(_ row: TransactionRow) -> String {
    if let vendor = row.vendor { return visible(vendor) }
    return row.name.map { "(\(visible($0)))" } ?? "(no vendor)"
  }

  func group(_ listed: ListedTransaction) -> String { listed.groupName.map { visible($0) } ?? "" }

  /// The known fields in a few words, such as `REWE City, 14 Jun 2026, €84.50`.
  func summary(_ row: TransactionRow) -> String {
    var parts = [vendor(row)]
    if let date = row.date { parts.append(words(date)) }
    if let money = row.money { parts.append(words(money)) }
    return parts.joined(separator: ", ")
  }

  /// A field's canonical value in the ledger's locale.
  func words(_ value: String?, of field: Field, currency: Currency?, groupName: String?) -> String {
    guard let value else { return "–" }
    switch field {
    case .date: return CivilDate(iso: value).map { locale.date($0) } ?? visible(value)
    case .total:
      guard let currency, let units = try? AmountParser.minorUnits(decimal: value, currency: currency) else {
        return visible(value)
      }
      return locale.money(Money(minorUnits: units, currency: currency))
    case .group: return groupName.map { visible($0) } ?? "–"
    case .vendor, .currency, .category, .payment, .note, .kind, .account: return visible(value)
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
