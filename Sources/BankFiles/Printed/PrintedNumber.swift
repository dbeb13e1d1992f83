import LedgerDomain

/// The mark between whole units and their fractions.
package enum DecimalSign: String, CaseIterable, Sendable {
  case point = "."
  case comma = ","

  var other: DecimalSign { self == .point ? .comma : .point }
}

/// A number as a file prints it, before it is known which mark is the decimal one.
struct PrintedNumber {
  /// All digits as one integer, without the sign.
  private(set) var digits: Int64 = 0
  private(set) var isNegative = false
  private(set) var hasSign = false
  private(set) var points = 0
  private(set) var commas = 0
  /// The last point or comma.
  private(set) var last: DecimalSign?
  /// Digits after the last point or comma.
  private(set) var digitsAfterLast = 0
  /// Digits before the first mark of any kind.
  private(set) var leading = 0
  /// Whether the digits between two marks are groups of three, or of two as in India.
  private(set) var isGrouped = true
  /// A currency's code or sign next to the number.
  private(set) var word: Range<Int>?
  private var group = 0
  private var marks = 0
  private var digitCount = 0

  /// The number of a cell, or `nil` if the cell contains anything but one number and a currency.
  ///
  /// A sign may precede or follow, as may brackets, `CR` and `DR`.
  ///
  /// - Complexity: O(bytes).
  init?(_ cell: ArraySlice<UInt8>) {
    var index = cell.startIndex
    var isBracketed = false
    var isClosed = false
    while index < cell.endIndex {
      let byte = cell[index]
      if byte &- 0x30 <= 9 {
        guard !isClosed, enter(Int64(byte - 0x30)) else { return nil }
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: ","):
        guard digitCount > 0 || index + 1 < cell.endIndex, enterMark(byte) else { return nil }
        index += 1
      case UInt8(ascii: "'"), UInt8(ascii: "_"):
        guard digitCount > 0, isGroupFollowing(cell, index + 1) else { return nil }
        endGroup()
        index += 1
      case 0x20, 0x09:
        enterBlank(cell, index + 1, &isClosed)
        index += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"):
        guard !hasSign else { return nil }
        hasSign = true
        isNegative = byte == UInt8(ascii: "-")
        isClosed = digitCount > 0
        index += 1
      case UInt8(ascii: "("):
        guard digitCount == 0, !isBracketed, !hasSign else { return nil }
        isBracketed = true
        index += 1
      case UInt8(ascii: ")"):
        guard isBracketed, digitCount > 0, !hasSign else { return nil }
        isNegative = true
        hasSign = true
        isClosed = true
        index += 1
      default:
        guard let next = takeOther(cell, index, &isClosed) else { return nil }
        index = next
      }
    }
    guard digitCount > 0, !isBracketed || hasSign else { return nil }
    if last == nil { closeGroups() }
  }

  /// The number of a cell whose word, if it has one, is a currency.
  init?(amount cell: ArraySlice<UInt8>) {
    guard let number = PrintedNumber(cell) else { return nil }
    if let word = number.word, PrintedCurrency.meaning(cell[word]) == nil { return nil }
    self = number
  }

  private mutating func enter(_ digit: Int64) -> Bool {
    guard digitCount < 18 else { return false }
    digits = digits * 10 + digit
    digitCount += 1
    group += 1
    if marks == 0 { leading += 1 }
    if last != nil { digitsAfterLast += 1 }
    return true
  }

  /// A point or a comma: ends the group of digits before it.
  private mutating func enterMark(_ byte: UInt8) -> Bool {
    if byte == UInt8(ascii: ".") { points += 1 } else { commas += 1 }
    if digitCount > 0, group == 0 { return false }
    endGroup()
    last = byte == UInt8(ascii: ".") ? .point : .comma
    digitsAfterLast = 0
    return true
  }

  private mutating func endGroup() {
    if marks > 0, group != 3, group != 2 { isGrouped = false }
    if marks == 0, group > 3 { isGrouped = false }
    marks += 1
    group = 0
  }

  /// A blank: between groups of digits, or the end of the digits.
  private mutating func enterBlank(_ cell: ArraySlice<UInt8>, _ next: Int, _ isClosed: inout Bool) {
    guard digitCount > 0, !isClosed else { return }
    if last == nil, isGroupFollowing(cell, next) { endGroup() } else { isClosed = true }
  }

  private mutating func closeGroups() { if marks > 0, group != 3 { isGrouped = false } }

  private func isGroupFollowing(_ cell: ArraySlice<UInt8>, _ index: Int) -> Bool {
    index < cell.endIndex && cell[index] &- 0x30 <= 9
  }

  /// Reads a currency, or one mark that is not ASCII, and returns the index after it.
  ///
  /// Such a mark is a blank, a minus sign or an apostrophe between groups of digits.
  ///
  /// Returns `nil` if the cell holds something else at the index.
  private mutating func takeOther(
    _ cell: ArraySlice<UInt8>, _ index: Int, _ isClosed: inout Bool
  ) -> Int? {
    if let length = Self.blankLength(cell, index) {
      enterBlank(cell, index + length, &isClosed)
      return index + length
    }
    if Self.matches(cell, index, [0xe2, 0x80, 0x99]) || Self.matches(cell, index, [0xc2, 0xb4]) {
      let length = cell[index] == 0xe2 ? 3 : 2
      guard digitCount > 0, isGroupFollowing(cell, index + length) else { return nil }
      endGroup()
      return index + length
    }
    if Self.matches(cell, index, [0xe2, 0x88, 0x92]) || Self.matches(cell, index, [0xe2, 0x80, 0x93]) {
      guard !hasSign else { return nil }
      hasSign = true
      isNegative = true
      isClosed = digitCount > 0
      return index + 3
    }
    var end = index
    while end < cell.endIndex, !Self.endsWord(cell, end) { end += 1 }
    // Such as `Fr.` and `kr.`: a point that no digit follows belongs to the word.
    if end < cell.endIndex, cell[end] == UInt8(ascii: "."), digitCount == 0, !isGroupFollowing(cell, end + 1) {
      end += 1
    }
    guard end > index, end - index <= 12 else { return nil }
    if digitCount > 0 {
      isClosed = true
      let letters = cell[index..<end].map { $0 & 0xdf }
      if let isOut = Self.direction(letters, hasFraction: last != nil) {
        guard !hasSign else { return nil }
        hasSign = true
        isNegative = isOut
        return end < cell.endIndex && cell[end] == UInt8(ascii: ".") ? end + 1 : end
      }
    }
    guard word == nil else { return nil }
    word = index..<end
    return end
  }

  /// Whether letters after a number are a mark of money out, or `nil` if they are no mark.
  ///
  /// They are `CR` and `DR`. One letter is a mark after a fraction: `D` and `C`, in German `S` and `H`.
  private static func direction(_ letters: [UInt8], hasFraction: Bool) -> Bool? {
    if letters == Array("CR".utf8) || letters == Array("DR".utf8) { return letters[0] == UInt8(ascii: "D") }
    guard letters.count == 1, hasFraction, "CHDS".utf8.contains(letters[0]) else { return nil }
    return "DS".utf8.contains(letters[0])
  }

  private static func endsWord(_ cell: ArraySlice<UInt8>, _ index: Int) -> Bool {
    switch cell[index] {
    case 0x00...0x23, 0x25...0x40, 0x5b...0x60, 0x7b...0x7f: true
    case 0xc2: index + 1 < cell.endIndex && cell[index + 1] == 0xa0
    case 0xe2: matches(cell, index, [0xe2, 0x80]) || matches(cell, index, [0xe2, 0x88])
    default: false
    }
  }

  private static func blankLength(_ cell: ArraySlice<UInt8>, _ index: Int) -> Int? {
    if matches(cell, index, [0xc2, 0xa0]) { return 2 }
    guard matches(cell, index, [0xe2, 0x80]), index + 2 < cell.endIndex else { return nil }
    return 0x80...0x8a ~= cell[index + 2] || cell[index + 2] == 0xaf ? 3 : nil
  }

  private static func matches(_ cell: ArraySlice<UInt8>, _ index: Int, _ bytes: [UInt8]) -> Bool {
    cell[index...].starts(with: bytes)
  }
}

// MARK: - With a decimal sign

extension PrintedNumber {
  /// Whether the cell has no sign and no digit but zeros.
  var isZero: Bool { digits == 0 }

  /// The decimal sign that this number alone proves, or `nil` if it fits both.
  var provenSign: DecimalSign? {
    guard let last else { return nil }
    if points > 0, commas > 0 { return isGrouped ? last : nil }
    if points + commas > 1 { return isGrouped && digitsAfterLast == 3 ? last.other : nil }
    if digitsAfterLast != 3 || leading > 3 || leading == 0 { return last }
    // `0.500` has a fraction, since no group begins with a zero alone.
    return digits < 1_000 ? last : nil
  }

  /// Whether the number has one mark with three digits after it, so that it fits both signs.
  var isAmbiguous: Bool { last != nil && provenSign == nil && points + commas == 1 }

  /// Returns the number of digits that are a fraction, or `nil` if the number does not have that sign.
  func fractionDigits(_ sign: DecimalSign) -> Int? {
    guard let last else { return isGrouped ? 0 : nil }
    let count = sign == .point ? points : commas
    let others = sign == .point ? commas : points
    if last == sign {
      // Groups before the sign have three digits each, which `isGrouped` knows.
      return count == 1 && (isGrouped || marks == 1) ? digitsAfterLast : nil
    }
    return count == 0 && others > 0 && isGrouped && digitsAfterLast == 3 ? 0 : nil
  }

  /// Whether the marks fit some decimal sign, unlike those of a date.
  var isWellFormed: Bool { fractionDigits(.point) != nil || fractionDigits(.comma) != nil }

  /// Returns the number in minor units of so many digits.
  func minorUnits(_ sign: DecimalSign, digits places: Int) -> Result<Int64, AmountProblem> {
    guard var fraction = fractionDigits(sign) else { return .failure(.notANumber) }
    var value = digits
    while fraction > places, value % 10 == 0 {
      value /= 10
      fraction -= 1
    }
    guard fraction <= places else { return .failure(.tooFine) }
    for _ in fraction..<places {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return .failure(.tooLarge) }
      value = product
    }
    guard value < 1 << 53 else { return .failure(.tooLarge) }
    return .success(isNegative ? -value : value)
  }
}

/// The reason why a cell is no amount of its currency.
enum AmountProblem: Error {
  case notANumber
  case tooFine
  case tooLarge

  /// Returns the problem of a row for a person.
  func ofRow(_ cell: ArraySlice<UInt8>, _ sign: DecimalSign, _ currency: CurrencyCode) -> RowProblem {
    let shown = "“\(CellText.excerpt(cell))”"
    return switch self {
    case .notANumber:
      RowProblem(.notAnAmount, "\(shown) is not an amount with “\(sign.rawValue)” as its decimal sign")
    case .tooFine: RowProblem(.amountTooFine, "\(shown) is finer than the smallest unit of \(currency.code)")
    case .tooLarge: RowProblem(.amountTooLarge, "\(shown) is larger than the ledger can hold")
    }
  }
}
