import LedgerDomain

/// The order of day, month and year in dates of digits.
package enum DateOrder: String, CaseIterable, Sendable {
  case yearFirst = "ymd"
  case dayFirst = "dmy"
  case monthFirst = "mdy"
}

/// A date as a file prints it, before the order of its parts is known.
enum PrintedDate {
  /// A date that can be read in one way.
  case certain(year: Int, month: Int, day: Int)
  /// Three numbers, the last of which is a year if it has four digits.
  case parts(Int, Int, Int, lastDigits: Int, separator: UInt8)

  /// The date of a cell, which may go on with a time, or `nil` if the cell does not begin with a date.
  ///
  /// - Complexity: O(bytes).
  init?(_ cell: ArraySlice<UInt8>) {
    var scanner = DateScanner(cell)
    guard let date = scanner.date() else { return nil }
    self = date
  }

  /// Whether the day is a day of the calendar in that order.
  func day(_ order: DateOrder) -> CivilDate? {
    switch self {
    case .certain(let year, let month, let day):
      return CivilDate(year: year, month: month, day: day)
    case .parts(let one, let two, let three, let lastDigits, _):
      switch order {
      case .yearFirst: return lastDigits <= 2 ? CivilDate(year: Self.year(one), month: two, day: three) : nil
      case .dayFirst: return CivilDate(year: Self.year(three), month: two, day: one)
      case .monthFirst: return CivilDate(year: Self.year(three), month: one, day: two)
      }
    }
  }

  /// Returns the year of two digits, from 1970 to 2069.
  static func year(_ number: Int) -> Int {
    number >= 100 ? number : number < 70 ? 2000 + number : 1900 + number
  }
}

/// Reads the parts of a date from the front of a cell.
struct DateScanner {
  private let cell: ArraySlice<UInt8>
  private var index: Int

  init(_ cell: ArraySlice<UInt8>) {
    // An apostrophe keeps spreadsheets from changing the cell.
    let text = CellText.trimmed(cell)
    self.cell = text.first == UInt8(ascii: "'") ? text.dropFirst() : text
    index = self.cell.startIndex
  }

  mutating func date() -> PrintedDate? {
    skipWeekday()
    guard let first = part() else { return nil }
    if case .number(let value, let digits) = first, digits >= 8 { return compact(value, digits) }
    guard let separator = separator(), let second = part(), self.separator() != nil, let third = part(),
      endsWell()
    else { return nil }
    switch (first, second, third) {
    case (.number(let year, 4), .number(let month, 1...2), .number(let day, 1...2)):
      return .certain(year: year, month: month, day: day)
    case (.number(let one, 1...2), .number(let two, 1...2), .number(let three, let digits))
    where digits == 2 || digits == 4:
      return .parts(one, two, three, lastDigits: digits, separator: separator)
    case (.number(let day, 1...2), .month(let month), .number(let year, let digits))
    where digits == 2 || digits == 4:
      return .certain(year: PrintedDate.year(year), month: month, day: day)
    case (.month(let month), .number(let day, 1...2), .number(let year, let digits))
    where digits == 2 || digits == 4:
      return .certain(year: PrintedDate.year(year), month: month, day: day)
    case (.number(let year, 4), .month(let month), .number(let day, 1...2)):
      return .certain(year: year, month: month, day: day)
    case (.number, _, _), (.month, _, _): return nil
    }
  }

  private enum Part {
    case number(Int, digits: Int)
    case month(Int)
  }

  private mutating func part() -> Part? {
    guard index < cell.endIndex else { return nil }
    if isDigit(index) {
      var value = 0
      let start = index
      while index < cell.endIndex, isDigit(index), index - start < 15 {
        value = value * 10 + Int(cell[index] - 0x30)
        index += 1
      }
      let digits = index - start
      if digits <= 2 { skip(["st", "nd", "rd", "th", "er", "º", "ª"]) }
      return .number(value, digits: digits)
    }
    let start = index
    while index < cell.endIndex, isLetter(cell[index]) { index += 1 }
    guard let month = MonthNames.month(cell[start..<index]) else { return nil }
    if index < cell.endIndex, cell[index] == UInt8(ascii: ".") { index += 1 }
    return .month(month)
  }

  /// Reads the first of the marks between two parts.
  private mutating func separator() -> UInt8? {
    guard index < cell.endIndex else { return nil }
    let first = cell[index]
    if first >= 0x80, index + 2 < cell.endIndex {
      // 2024年1月5日
      let sign = (first, cell[index + 1], cell[index + 2])
      if sign == (0xe5, 0xb9, 0xb4) || sign == (0xe6, 0x9c, 0x88) {
        index += 3
        return UInt8(ascii: "-")
      }
    }
    let start = index
    while index < cell.endIndex, Self.isSeparator(cell[index]) { index += 1 }
    if index == start {
      // 05JAN2026
      return index > cell.startIndex && isLetter(first) != isLetter(cell[index - 1]) ? first : nil
    }
    guard index - start <= 2 else { return nil }
    // 28 de marzo de 2024
    if skip(["de", "of"]) { skip([" "]) }
    return first
  }

  /// Skips one of some words, if no letter or digit comes after it.
  @discardableResult
  private mutating func skip(_ words: [StaticString]) -> Bool {
    for word in words {
      let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      let end = index + bytes.count
      guard cell[index...].starts(with: bytes),
        bytes.first == 0x20 || end == cell.endIndex || !isLetter(cell[end]) && !isDigit(end)
      else { continue }
      index = end
      return true
    }
    return false
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x27, 0x2c, 0x2d, 0x2e, 0x2f, 0x5f: true
    default: false
    }
  }

  /// Eight digits, or those of a date with its time: 20240131, 20240131120000.
  private func compact(_ value: Int, _ digits: Int) -> PrintedDate? {
    guard digits == 8 || digits == 12 || digits == 14, endsWell() else { return nil }
    var value = value
    for _ in 8..<digits { value /= 10 }
    let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
    if 1900...2199 ~= year, 1...12 ~= month, 1...31 ~= day {
      return .certain(year: year, month: month, day: day)
    }
    let last = value % 10_000
    guard digits == 8, 1900...2199 ~= last else { return nil }
    return .parts(value / 1_000_000, value / 10_000 % 100, last, lastDigits: 4, separator: UInt8(ascii: "-"))
  }

  /// Whether the rest is a time of day, a zone, a weekday or nothing.
  private func endsWell() -> Bool {
    guard index < cell.endIndex else { return true }
    switch cell[index] {
    case UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: "-"), UInt8(ascii: ":"):
      return index + 1 < cell.endIndex && isDigit(index + 1)
    case UInt8(ascii: "."): return index + 1 == cell.endIndex || isDigit(index + 1)
    case 0x20, UInt8(ascii: ","):
      let rest = CellText.trimmed(cell[(index + 1)...])
      return rest.isEmpty || rest.count <= 24 && rest.contains(UInt8(ascii: ":"))
    case UInt8(ascii: "["), UInt8(ascii: "("): return true
    default: return cell[index...].elementsEqual([0xe6, 0x97, 0xa5])
    }
  }

  /// A day of the week before the date: `Mon, 5 Jan 2026`.
  private mutating func skipWeekday() {
    var end = index
    while end < cell.endIndex, isLetter(cell[end]) { end += 1 }
    guard end > index, end < cell.endIndex, MonthNames.month(cell[index..<end]) == nil else { return }
    while end < cell.endIndex, [0x20, 0x2c, 0x2e].contains(cell[end]) { end += 1 }
    if end < cell.endIndex, isDigit(end) { index = end }
  }

  private func isDigit(_ index: Int) -> Bool { index < cell.endIndex && cell[index] &- 0x30 <= 9 }

  private func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || byte & 0xdf &- 0x41 <= 25 }
}

/// Names of months in the languages of the banks' files.
enum MonthNames {
  /// Returns the month of a name or its beginning, or `nil` for any other text.
  static func month(_ letters: ArraySlice<UInt8>) -> Int? {
    guard 3...24 ~= letters.count else { return nil }
    let name = NFC.foldedForComparison(String(decoding: letters, as: UTF8.self))
    return table[name] ?? table[String(name.prefix(4))] ?? table[String(name.prefix(3))]
  }

  private static let table: [String: Int] = {
    var table: [String: Int] = [:]
    for (index, line) in names.split(separator: "\n").enumerated() {
      for name in line.split(whereSeparator: { $0 == " " || $0 == "," }) { table[String(name)] = index + 1 }
    }
    return table
  }()

  /// A line for each month: beginnings that no other month has.
  private static let names = """
    jan, gen, ene, janv, sty, led,
    feb, fev, fevr, unor, lut, febr,
    mar, mrz, maa, maerz, marz, mars, bre, brez,
    apr, avr, abr, kwi, dub,
    may, mai, mag, maj, mei, kve, maio,
    jun, giu, juin, czer, cze, juni,
    jul, lug, juil, lip, juli, cvc,
    aug, ago, aout, sie, srp, augu,
    sep, set, wrz, zar, sept,
    oct, okt, ott, out, paz, rij,
    nov, lis, list,
    dec, dez, dic, gru, pro, des,
    """
}
