internal import LedgerDomain

/// A piece of a line: a word, a number, a date or a time.
struct Token {
  enum Kind: UInt8 { case word, number, date, time }

  var kind: Kind
  var line: Int32
  /// The folded characters it covers.
  var start: Int32
  var end: Int32
  /// A word's hash; else the index into the page's `numbers` or `dates`.
  var payload: UInt64

  var range: Range<Int> { Int(start)..<Int(end) }
  var index: Int { Int(truncatingIfNeeded: payload) }
}

/// A number as printed, with what stands around it.
struct Number {
  /// In thousandths; of a number without decimals, times 1000.
  var thousandths: Int64
  /// How many decimals were printed.
  var decimals: Int
  /// Its digits, canonical: `84.50`, no grouping; with the sign.
  var digits: String
  var isNegative = false
  /// A currency sign, code or word stands beside it.
  var hasCurrency = false
  /// A `%` follows.
  var isPercent = false
  /// A unit of measure follows (`kg`, `ml`), or a price per unit (`/l`).
  var isMeasure = false
  /// `x`, `@` or `*` stands before or after it: a quantity or a price of one.
  var isFactor = false
  /// Part of an id, a phone or an account number.
  var isIdentity = false
  /// Spaces or letters were repaired to read it.
  var isRepaired = false
  /// Thousands were grouped.
  var isGrouped = false
  var token = 0

  /// Looks like money: two decimals, or another count beside a currency.
  var isMoney: Bool {
    !isPercent && !isMeasure && !isIdentity && (decimals == 2 || (hasCurrency && decimals == 0))
  }
}

/// A date as printed.
struct PrintedDate {
  /// The reading that the order of the digits suggests; never an impossible date.
  var first: CivilDate
  /// The other reading, where day and month can swap.
  var swapped: CivilDate?
  /// What decides the order of the numbers.
  var form: Form
  /// Two digits of a year were printed.
  var hasShortYear: Bool
  var isRepaired: Bool
  var token = 0

  enum Form: UInt8 { case iso, named, dotted, slashed, dashed, compact, japanese }
}

extension CivilDate {
  /// A day a receipt can bear: from 1970 to 2099.
  init?(printed year: Int, _ month: Int, _ day: Int) {
    guard year >= 1970, year <= 2099 else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
