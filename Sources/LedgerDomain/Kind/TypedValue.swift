/// A value with its type, so that equal values compare as equal: 12.5 and 12.50 euros are one amount.
public enum TypedValue: Hashable, Sendable {
  /// A text of a person, compared by its bytes.
  case text(String)
  /// A key, or one of a fixed list of words.
  case word(String)
  /// A civil date.
  case date(CivilDate)
  /// An amount, compared with its currency: 77 yen are not 77 euros.
  case decimal(Money)
  /// A currency.
  case currency(CurrencyCode)
  /// A group.
  case group(GroupID)
  /// A choice of yes or no.
  case flag(Bool)
  /// Several texts, in order.
  case texts([String])

  /// Whether two values are the same.
  package func isSame(as other: TypedValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)), (.word(let left), .word(let right)):
      left.utf8.elementsEqual(right.utf8)
    case (.texts(let left), .texts(let right)):
      left.elementsEqual(right) { $0.utf8.elementsEqual($1.utf8) }
    case (.decimal(let left), .decimal(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.currency(let left), .currency(let right)): left == right
    case (.group(let left), .group(let right)): left == right
    case (.flag(let left), .flag(let right)): left == right
    case (.text, _), (.word, _), (.texts, _), (.decimal, _), (.date, _), (.currency, _), (.group, _),
      (.flag, _):
      false
    }
  }

  /// The canonical text, with the currency of an amount: `84.50 EUR`.
  package var textWithCurrency: String {
    if case .decimal(let money) = self { "\(text) \(money.currency.code)" } else { text }
  }

  /// The canonical text for `--json` and for comparisons: `84.50`, `2026-06-14`, `yes`.
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
}
