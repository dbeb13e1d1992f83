extension LineScanner {
  /// Reads a date, a time or a number that begins with a digit, and returns the place where it ends.
  func scanDigits(_ start: Int, lineStart: Int, line: Int, into page: inout Page) -> Int {
    if let (date, dateEnd) = numericDate(start, lineStart: lineStart) {
      page.tokens.append(
        Token(
          kind: .date, line: Int32(line), start: Int32(start), end: Int32(dateEnd),
          payload: UInt64(page.dates.count)))
      var date = date
      date.token = page.tokens.count - 1
      page.dates.append(date)
      return dateEnd
    }
    if let timeEnd = time(start) {
      page.tokens.append(
        Token(kind: .time, line: Int32(line), start: Int32(start), end: Int32(timeEnd), payload: 0))
      return timeEnd
    }
    var (number, numberEnd) = number(start, lineStart: lineStart)
    number.token = page.tokens.count
    page.tokens.append(
      Token(
        kind: .number, line: Int32(line), start: Int32(start), end: Int32(numberEnd),
        payload: UInt64(page.numbers.count)))
    page.numbers.append(number)
    return numberEnd
  }

  /// Reads a time and returns the place where it ends: `17:25`, `11 : 44 : 44`, but not `1:4`.
  private func time(_ start: Int) -> Int? {
    var at = start
    var parts = 0
    while parts < 3 {
      let digits = run(at)
      guard digits == 2 || (digits == 1 && parts == 0) else { break }
      if parts > 0, digits != 2 { break }
      at += digits
      parts += 1
      guard parts < 3 else { break }
      var next = at
      if next < end, units[next] == Folding.space { next += 1 }
      guard next < end, units[next] == Sign.colon else { break }
      next += 1
      if next < end, units[next] == Folding.space { next += 1 }
      guard run(next) == 2 else { break }
      at = next
    }
    guard parts >= 2 else { return nil }
    return at
  }

  /// Returns the number of digits that follow a place.
  func run(_ at: Int) -> Int {
    var next = at
    while next < end, units[next].isDigit { next += 1 }
    return next - at
  }

  private func unit(_ at: Int) -> UInt16 { at >= 0 && at < end ? units[at] : 0 }

  private struct Shape {
    var digits: [UInt8] = []
    /// The lengths of the groups of digits between the separators.
    var groups: [Int] = []
    var separators: [UInt16] = []
    var end = 0
    var isRepaired = false
  }

  /// Collects groups of digits and the signs between them.
  private func shape(_ start: Int) -> Shape {
    var shape = Shape()
    var at = start
    var group = 0
    if unit(at) == Sign.point {
      shape.digits.append(0x30)
      shape.groups.append(1)
      shape.separators.append(Sign.point)
      at += 1
    }
    scanning: while at < end {
      let current = units[at]
      if let digit = Self.digit(current), current.isDigit || isMisread(at, start: start) {
        if !current.isDigit { shape.isRepaired = true }
        shape.digits.append(UInt8(truncatingIfNeeded: digit))
        group += 1
        at += 1
        continue
      }
      guard group > 0 else { break }
      // A separator must lead to another digit. A space next to a decimal sign is repaired.
      var next = at
      var isRepaired = false
      if current == Folding.space, unit(at + 1) == Sign.comma || unit(at + 1) == Sign.point,
        unit(at + 2).isDigit, isCents(at + 2)
      {
        next = at + 1
        isRepaired = true
      }
      let separator = units[next]
      guard separator == Sign.comma || separator == Sign.point || separator == Sign.apostrophe else { break }
      var following = next + 1
      if unit(following) == Folding.space, isCents(following + 1), shape.separators.isEmpty,
        group <= 4, endsAmount(following + 3)
      {
        following += 1
        isRepaired = true
      }
      let leadsOn =
        unit(following).isDigit || (Self.digit(unit(following)) != nil && isMisread(following, start: start))
      guard leadsOn else { break scanning }
      shape.groups.append(group)
      shape.separators.append(separator)
      if isRepaired { shape.isRepaired = true }
      group = 0
      at = following
    }
    shape.groups.append(group)
    shape.end = at
    return shape
  }

  /// Whether exactly two digits follow.
  private func isCents(_ at: Int) -> Bool { unit(at).isDigit && unit(at + 1).isDigit && !unit(at + 2).isDigit }

  private func endsAmount(_ at: Int) -> Bool {
    at >= end || units[at] == Folding.space || units[at].isCurrencySign || units[at].isLetter
  }

  /// Whether a letter inside a number is a misread digit.
  ///
  /// It is one if it has digits or decimal signs on both sides. An `o` may also be the last of two decimals.
  private func isMisread(_ at: Int, start: Int) -> Bool {
    if at == start { return true }
    let before = unit(at - 1)
    let after = unit(at + 1)
    let isDigitBefore = before.isDigit || before == Sign.comma || before == Sign.point
    guard isDigitBefore else { return false }
    if after.isDigit { return before.isDigit || unit(at + 2) == Folding.space || at + 2 >= end }
    if after == Sign.comma || after == Sign.point {
      return isCents(at + 2)
        || unit(at + 2).isDigit && unit(at + 3) == UInt16(ascii: "o") && !unit(at + 4).isLetter
    }
    guard units[at] == UInt16(ascii: "o"), !after.isLetter else { return false }
    return before.isDigit && (unit(at - 2) == Sign.comma || unit(at - 2) == Sign.point)
  }

  /// Reads a number with its surroundings, and returns the place where it ends.
  private func number(_ start: Int, lineStart: Int) -> (Number, Int) {
    var shape = shape(start)
    var decimals = 0
    var isGrouped = false
    var isOdd = false
    let last = shape.groups.last ?? 0
    if let sign = shape.separators.last {
      let others = shape.separators.dropLast()
      let thousands = shape.groups.dropFirst().dropLast().allSatisfy { $0 == 3 }
      if last == 2 || last == 1 {
        decimals = last
        isGrouped = !others.isEmpty
        isOdd = !thousands || others.count > 3 || (others.contains(sign) && last == 1)
        if others.contains(sign), thousands { shape.isRepaired = true }
      } else if last == 3 {
        let isUniform = others.allSatisfy { $0 == sign } && thousands
        if isUniform && (shape.separators.count > 1 || shape.groups[0] <= 3 && shape.groups[0] > 0) {
          // `1.000` is a thousand or a quantity of one. Its surroundings decide.
          isGrouped = shape.digits.first != 0x30
          decimals = isGrouped && shape.separators.count > 1 ? 0 : 3
          if shape.separators.count == 1, sign == Sign.apostrophe { decimals = 0 }
        } else {
          decimals = 3
          isOdd = !thousands
        }
      } else {
        decimals = last
        isOdd = true
      }
    }
    if shape.digits.count > 12 { isOdd = true }
    var value: Int64 = 0
    for digit in shape.digits.prefix(12) { value = value * 10 + Int64(digit - 0x30) }
    var kept = decimals
    while kept > 3 {
      value /= 10
      kept -= 1
    }
    while kept < 3 {
      value *= 10
      kept += 1
    }
    var number = Number(
      thousandths: value, decimals: decimals, digits: Self.canonical(shape.digits, decimals: decimals))
    number.isGrouped = isGrouped
    number.isIdentity = isOdd
    number.isRepaired = shape.isRepaired
    var numberEnd = shape.end
    lookAround(start, &numberEnd, lineStart: lineStart, &number)
    return (number, numberEnd)
  }

  static func canonical(_ digits: [UInt8], decimals: Int) -> String {
    var whole = Array(digits.dropLast(decimals))
    while whole.count > 1, whole.first == 0x30 { whole.removeFirst() }
    if whole.isEmpty { whole = [0x30] }
    guard decimals > 0 else { return String(decoding: whole, as: UTF8.self) }
    return String(decoding: whole + [0x2E] + digits.suffix(decimals), as: UTF8.self)
  }
}
