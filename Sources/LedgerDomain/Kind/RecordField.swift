/// What a record says of itself, by name: the fields of a transaction, and those of groups, categories,
/// rules and the ledger.
public enum RecordField: String, CaseIterable, Hashable, Sendable {
  case vendor, date, total, currency, category, payment, group, note, kind, account
  case tags, paid, reimbursed, cleared, pages
  case rule
  case frequency, interval, start, end, monthEnd, pausedFrom, splitOn
  case name, emoji, color, kinds, locale, weeks
  /// Draft, saved, deleted; active, inactive; of a group there or deleted.
  case state

  /// The field of a review.
  public init(_ field: Field) {
    switch field {
    case .vendor: self = .vendor
    case .date: self = .date
    case .total: self = .total
    case .currency: self = .currency
    case .category: self = .category
    case .payment: self = .payment
    case .group: self = .group
    case .note: self = .note
    case .kind: self = .kind
    case .account: self = .account
    }
  }

  /// The field named by a word of the command line; nil if there is none.
  public init?(_ name: String) { self.init(rawValue: name) }
}

/// A value with its type, so that two of them are compared as what they are: 12.5 and 12.50 are one amount.
public enum TypedValue: Hashable, Sendable {
  /// What people wrote: compared by its bytes.
  case text(String)
  /// A key or one of a list of words.
  case word(String)
  /// A civil date.
  case date(CivilDate)
  /// An amount; its currency is a field of its own, so only the decimal counts.
  case decimal(Money)
  /// A currency.
  case currency(Currency)
  /// A group.
  case group(GroupID)
  /// Yes or no.
  case flag(Bool)
  /// Several texts, in order.
  case texts([String])

  /// Whether it is the same value.
  public func isSame(as other: TypedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)), (.word(let left), .word(let right)):
      left.utf8.elementsEqual(right.utf8)
    case (.texts(let left), .texts(let right)):
      left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    case (.decimal(let left), .decimal(let right)): Self.normalized(left) == Self.normalized(right)
    case (.date(let left), .date(let right)): left == right
    case (.currency(let left), .currency(let right)): left == right
    case (.group(let left), .group(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.text, _), (.word, _), (.texts, _), (.decimal, _), (.date, _), (.currency, _), (.group, _),
      (.flag, _):
      false
    }
  }

  /// The canonical text: `84.50`, `2026-06-14`, `yes`; what `--json` prints and what is compared across programs.
  public var text: String {
    switch self {
    case .text(let text), .word(let text): text
    case .date(let date): date.iso
    case .decimal(let money): money.decimal
    case .currency(let currency): currency.code
    case .group(let group): group.description
    case .flag(let flag): flag ? "yes" : "no"
    case .texts(let texts): texts.joined(separator: ", ")
    }
  }

  /// The decimal without zeros at its end.
  private static func normalized(_ money: Money) -> String {
    var decimal = money.decimal
    guard decimal.utf8.contains(UInt8(ascii: ".")) else { return decimal }
    while decimal.hasSuffix("0") { decimal.removeLast() }
    if decimal.hasSuffix(".") { decimal.removeLast() }
    return decimal
  }
}
