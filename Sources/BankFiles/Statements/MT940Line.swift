import LedgerDomain

/// The movement of a `:61:` field.
struct MT940Movement {
  let value: CivilDate
  /// Whether the day was moved to the end of its month: some banks count 30 days in February.
  let isMoved: Bool
  let entry: CivilDate?
  let isOut: Bool
  /// Whether the movement takes another one back.
  let isReversal: Bool
  /// The digits with their comma.
  let amount: String
  let kind: String
  let reference: String
  let bankReference: String

  /// The movement of a field's text, or `nil` if it is malformed.
  ///
  /// The bank writes the value date, the entry date (optional), and `C` or `D`, optionally after `R` or `E`. It then
  /// writes one letter of the currency (optional), the amount, the kind of movement and the references.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 &- 0x30 <= 9 } ?? false }
    func take(_ count: Int) -> Int? {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ isDigit($0) }) else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let day = take(6), let (value, isMoved) = Self.date(day) else { return nil }
    self.value = value
    self.isMoved = isMoved
    entry = isDigit(rest.first) ? take(4).flatMap { Self.entry($0, near: value) } : nil
    var isReversed = false
    if let mark = rest.first, mark == UInt8(ascii: "R") || mark == UInt8(ascii: "E") {
      isReversed = mark == UInt8(ascii: "R")
      rest = rest.dropFirst()
    }
    guard let side = rest.popFirst(), side == UInt8(ascii: "C") || side == UInt8(ascii: "D") else { return nil }
    isOut = (side == UInt8(ascii: "D")) != isReversed
    isReversal = isReversed
    if let letter = rest.first, letter & 0xdf &- 0x41 <= 25 { rest = rest.dropFirst() }
    let digits = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    guard isDigit(digits.first), digits.count <= 20 else { return nil }
    amount = String(decoding: digits, as: UTF8.self)
    rest = rest.dropFirst(digits.count)
    kind = CellText.plain(rest.prefix(4))
    rest = rest.dropFirst(4)
    let line = rest.prefix { $0 != 0x0a }
    let slashes = line.indices.dropLast().first {
      line[$0] == UInt8(ascii: "/") && line[$0 + 1] == UInt8(ascii: "/")
    }
    reference = CellText.plain(slashes.map { line[..<$0] } ?? line)
    bankReference = slashes.map { CellText.plain(line[($0 + 2)...]) } ?? ""
  }

  /// Returns the day of YYMMDD. A day after the end of its month is the last one of it.
  static func date(_ number: Int) -> (CivilDate, isMoved: Bool)? {
    let year = PrintedDate.year(number / 10_000)
    let (month, day) = (number / 100 % 100, number % 100)
    if let date = CivilDate(year: year, month: month, day: day) { return (date, false) }
    guard 29...31 ~= day, let first = CivilDate(year: year, month: month, day: 1) else { return nil }
    return (first.lastDayOfMonth, true)
  }

  /// Returns the day of MMDD in the year that is nearest to the value date.
  private static func entry(_ number: Int, near value: CivilDate) -> CivilDate? {
    (-1...1).compactMap { CivilDate(year: value.year + $0, month: number / 100, day: number % 100) }
      .min { abs(value.days(to: $0)) < abs(value.days(to: $1)) }
  }
}

/// A balance: `C100722EUR0,00`, `D0,00` with the currency of field 34F.
struct MT940Balance {
  let currency: CurrencyCode
  let isOut: Bool
  let amount: String

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[0] == UInt8(ascii: "C") || bytes[0] == UInt8(ascii: "D"),
      let currency = PrintedCurrency.code(bytes[7..<10])
    else { return nil }
    self.currency = currency
    isOut = bytes[0] == UInt8(ascii: "D")
    amount = String(
      decoding: bytes[10...].prefix { $0 &- 0x30 <= 9 || $0 == 0x2c || $0 == 0x2e }, as: UTF8.self)
  }
}
