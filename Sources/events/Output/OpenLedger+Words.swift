internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// How one ledger's values are written for people. What comes from outside is made visible here.
extension OpenLedger {
  /// `€84.50`; a dash where it is not known.
  func words(_ money: Money?) -> String { money.map { locale.money($0) } ?? "–" }

  /// Per-currency totals, the second and further ones with a plus (CHECKLIST IE-02); a dash for none.
  ///
  /// - Parameter tooLarge: the currencies of those that can't be shown, which is said.
  func totals(_ totals: [Money], _ tooLarge: [Currency] = []) -> [String] {
    let words = totals.map { locale.money($0) } + tooLarge.map(Self.tooLarge)
    guard !words.isEmpty else { return ["–"] }
    return words.enumerated().map { index, text in (index == 0 ? "" : "+ ") + text }
  }

  /// The same in one line; empty for none.
  func sum(_ totals: [Money], _ tooLarge: [Currency]) -> String {
    (totals.map { words($0) } + tooLarge.map(Self.tooLarge)).joined(separator: " + ")
  }

  /// What stands in place of a total that needs more than 64 bits.
  static func tooLarge(_ currency: Currency) -> String { "\(currency.code) too large" }

  /// `14 Jun 2026`.
  func words(_ date: CivilDate?) -> String { date.map { locale.date($0) } ?? "–" }

  /// `12–18 Jun 2026`; empty where there is none.
  func range(_ first: CivilDate?, _ last: CivilDate?) -> String {
    guard let first, let last else { return "" }
    return locale.dateRange(first, last)
  }

  /// As few digits of an id as it takes.
  func short(_ transaction: TransactionID) throws -> String { try book.shortID(transaction.id) }
  func short(_ rule: RuleID) throws -> String { try book.shortID(rule.id, kind: .rule) }
  func short(_ group: GroupID) throws -> String { try book.shortID(group.id, kind: .group) }

  /// Who was paid, or what it was called where it came from.
  func vendor(_ row: TransactionRow) -> String {
    if let vendor = row.vendor { return visible(vendor) }
    return row.name.map { "(\(visible($0)))" } ?? "(no vendor)"
  }

  func group(_ listed: ListedTransaction) -> String { listed.groupName.map { visible($0) } ?? "" }

  /// `REWE City, 14 Jun 2026, €84.50`: what is known, in a few words.
  func summary(_ row: TransactionRow) -> String {
    var parts = [vendor(row)]
    if let date = row.date { parts.append(words(date)) }
    if let money = row.money { parts.append(words(money)) }
    return parts.joined(separator: ", ")
  }

  /// A field's canonical value as people write it.
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
  /// For people.
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
  /// What became of the field, in a word or two.
  var shortWords: String { origin == .filed ? "filed" : status.words }
}
