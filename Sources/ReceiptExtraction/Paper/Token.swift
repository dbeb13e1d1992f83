internal import LedgerDomain

/// A piece of a line: a word, a number, a date or a time.
struct Token {
  enum Kind: UInt8 { case word, number, date, time }

  var kind: Kind
  var line: Int32
  /// The range of folded characters.
  var start: Int32
  var end: Int32
  /// The hash of a word, or the index into the page's `numbers` or `dates`.
  var payload: UInt64

  var range: Range<Int> { Int(start)..<Int(end) }
  var index: Int { Int(truncatingIfNeeded: payload) }
}

/// A number as printed, with what its surroundings tell about it.
struct Number {
  /// The value in thousandths.
  var thousandths: Int64
  /// How many decimals were printed.
  var decimals: Int
  /// The canonical digits with the sign and without grouping, such as `84.50`.
  var digits: String
  var isNegative = false
  /// Whether a currency's sign, code or word is next to it.
  var hasCurrency = false
  /// Whether a `%` follows.
  var isPercent = false
  /// Whether a unit of measure follows (`kg`, `ml`), or the number is a price per unit (`/l`).
  var isMeasure = false
  /// Whether `x`, `@` or `*` is before or after it, as with a quantity or the price of one.
  var isFactor = false
  /// Whether it is part of an id, a phone number or an account number.
  var isIdentity = false
  /// Whether spaces or letters were repaired to read it.
  var isRepaired = false
  /// Whether its thousands were grouped.
  var isGrouped = false
  var token = 0

  /// Whether it looks like money: it has two decimals, or it is whole and next to a currency.
  var isMoney: Bool {
    !isPercent && !isMeasure && !isIdentity && (decimals == 2 || (hasCurrency && decimals == 0))
  }
}

/// A date as printed.
struct DateToken {
  /// The reading that the order of the digits suggests, always a possible date.
  var first: CivilDate
  /// The other reading if day and month can be swapped, or `nil` if they cannot.
  var swapped: CivilDate?
  /// The notation, which decides the order of day, month and year.
  var form: Form
  /// Whether only two digits of the year were printed.
  var hasShortYear: Bool
  var isRepaired: Bool
  var token = 0

  enum Form: UInt8 { case iso, named, dotted, slashed, dashed, compact, japanese }
}

extension CivilDate {
  /// Creates a day that a receipt can have, from 1970 to 2099.
  init?(printed year: Int, _ month: Int, _ day: Int) {
    guard year >= 1970, year <= 2099 else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
