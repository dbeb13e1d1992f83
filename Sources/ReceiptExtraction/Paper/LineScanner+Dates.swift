internal import LedgerDomain

extension LineScanner {
  /// Reads a date in numbers, and returns it with the place where it ends.
  ///
  /// Accepts `14.06.2026`, `2026-06-14`, `6/14/26`, `20260614/191204` and `2026年6月14日`. Spaces and commas that text
  /// recognition inserted are repaired (`20 05.2020`, `28.01,2020`).
  func numericDate(_ start: Int, lineStart: Int) -> (DateToken, Int)? {
    if let date = misreadDate(start, from: lineStart) { return date }
    if start > lineStart {
      let before = units[start - 1]
      if before.isDigit || before == Sign.point && start - 1 > lineStart && units[start - 2].isDigit {
        return nil
      }
    }
    let first = run(start)
    if first == 8 { return compact(start) }
    guard first == 1 || first == 2 || first == 4 else { return nil }
    guard let (sign, second) = dateSeparator(start + first) else { return nil }
    let secondLength = run(second)
    guard secondLength == 1 || secondLength == 2 else { return nil }
    guard let (nextSign, third) = dateSeparator(second + secondLength) else { return nil }
    guard
      sign == nextSign || (isDot(sign) && isDot(nextSign)) || (sign == Sign.year && nextSign == Sign.month)
        || (sign == Sign.slash && nextSign == Sign.minus && run(third) == 4)  // `24/12-2022`
    else {
      return nil
    }
    let thirdLength = run(third)
    var dateEnd = third + thirdLength
    let a = value(start, first)
    let b = value(second, secondLength)
    var c = value(third, min(thirdLength, 4))
    let isSpaced = second - (start + first) > 1 || third - (second + secondLength) > 1
    let form: DateToken.Form =
      sign == Sign.year ? .japanese : sign == Sign.slash ? .slashed : sign == Sign.minus ? .dashed : .dotted

    if first == 4 { return yearFirst(a, b, third, thirdLength, form) }
    var isShort = false
    if thirdLength == 2 {
      isShort = true
      c += c < 70 ? 2000 : 1900
    } else if thirdLength == 3 || thirdLength == 4, isTime(third + 2) {
      isShort = true  // `25/02/1810:15`
      dateEnd = third + 2
      c = 2000 + value(third, 2)
    } else if thirdLength == 4 {
      guard c >= 1990, c <= 2099 else { return nil }
    } else if thirdLength > 4, c >= 1990, c <= 2035, thirdLength == 6 || thirdLength == 8 {
      dateEnd = third + 4  // `07.09.201809:18`
    } else {
      return nil
    }
    if isShort, isDot(sign), sign != nextSign || isSpaced, !isTime(dateEnd + 1) { return nil }
    if isShort, dateEnd < end, units[dateEnd] == sign, dateEnd + 1 < end, units[dateEnd + 1].isDigit {
      return nil
    }
    let dayFirst = CivilDate(printed: c, b, a)
    let monthFirst = CivilDate(printed: c, a, b)
    guard let reading = dayFirst ?? monthFirst ?? yearFirst(a, b, value(third, 2), isShort) else { return nil }
    var date = DateToken(
      first: reading, form: form, hasShortYear: isShort, isRepaired: isSpaced || sign != nextSign)
    if let dayFirst, let monthFirst, dayFirst != monthFirst { date.swapped = monthFirst }
    return (date, dateEnd)
  }

  /// Whether hours, a colon and minutes are at a place.
  private func isTime(_ at: Int) -> Bool {
    guard at < end, units[at - 1] == Folding.space || units[at - 1].isDigit, (1...2).contains(run(at)) else {
      return false
    }
    let colon = at + run(at)
    return value(at, run(at)) < 24 && colon < end && units[colon] == Sign.colon && run(colon + 1) == 2
  }

  /// Reads a date such as `25/O2/2018`, one or two of whose digits are misread as letters.
  func misreadDate(_ start: Int, from lineStart: Int) -> (DateToken, Int)? {
    let dateEnd = start + 10
    guard dateEnd <= end, units[start + 2] == units[start + 5],
      [Sign.slash, Sign.minus, Sign.point].contains(units[start + 2])
    else { return nil }
    for around in [start - 1, dateEnd] where around >= lineStart && around < end {
      if units[around].isDigit || units[around].isLetter { return nil }
    }
    var digits: [Int] = []
    for at in start..<dateEnd where at != start + 2 && at != start + 5 {
      guard let digit = Self.digit(units[at]) else { return nil }
      digits.append(Int(digit - 0x30))
    }
    let misread = units[start..<dateEnd].count { $0.isLetter }
    let year = digits[4...].reduce(0) { $0 * 10 + $1 }
    guard (1...2).contains(misread), (1990...2099).contains(year) else { return nil }
    let (a, b) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    let dayFirst = CivilDate(printed: year, b, a)
    let monthFirst = CivilDate(printed: year, a, b)
    guard let first = dayFirst ?? monthFirst else { return nil }
    let form: DateToken.Form =
      units[start + 2] == Sign.slash ? .slashed : units[start + 2] == Sign.minus ? .dashed : .dotted
    var date = DateToken(first: first, form: form, hasShortYear: false, isRepaired: true)
    if dayFirst != nil, monthFirst != first { date.swapped = monthFirst }
    return (date, dateEnd)
  }

  /// Reads the end of `2019-03-19`, a date whose year and month are known.
  private func yearFirst(
    _ year: Int, _ month: Int, _ third: Int, _ length: Int, _ form: DateToken.Form
  ) -> (DateToken, Int)? {
    guard length >= 1 else { return nil }
    // `2019-03-1914:31` lost a space: two digits are the day.
    let digits = min(2, length)
    guard let day = CivilDate(printed: year, month, value(third, digits)) else {
      guard let swapped = CivilDate(printed: year, value(third, digits), month) else { return nil }
      return (DateToken(first: swapped, form: form, hasShortYear: false, isRepaired: true), third + digits)
    }
    let isISO = form == .dashed || form == .japanese || form == .slashed
    let date = DateToken(first: day, form: isISO ? .iso : form, hasShortYear: false, isRepaired: false)
    return (date, third + digits)
  }

  private func yearFirst(_ a: Int, _ b: Int, _ c: Int, _ isShort: Bool) -> CivilDate? {
    isShort ? CivilDate(printed: 2000 + a, b, c) : nil
  }

  /// Reads a date of eight digits, such as `20180428`, if its year is plausible.
  private func compact(_ start: Int) -> (DateToken, Int)? {
    let before = start > 0 ? units[start - 1] : Folding.space
    guard before == Folding.space || before == Sign.colon else { return nil }
    let dateEnd = start + 8
    if dateEnd < end,
      !(units[dateEnd] == Sign.slash || units[dateEnd] == Folding.space || units[dateEnd] == Sign.minus)
    {
      guard units[dateEnd] == UInt16(ascii: "t") else { return nil }
    }
    let year = value(start, 4)
    guard year >= 2000, year <= 2040,
      let day = CivilDate(printed: year, value(start + 4, 2), value(start + 6, 2))
    else {
      return nil
    }
    return (DateToken(first: day, form: .compact, hasShortYear: false, isRepaired: false), dateEnd)
  }

  private func isDot(_ sign: UInt16) -> Bool {
    sign == Sign.point || sign == Sign.comma || sign == Folding.space
  }

  /// Returns the sign between two parts of a date, and the place where the next part begins.
  private func dateSeparator(_ at: Int) -> (UInt16, Int)? {
    var next = at
    if next < end, units[next] == Folding.space { next += 1 }
    guard next < end else { return nil }
    switch units[next] {
    case Sign.point, Sign.slash, Sign.minus, Sign.comma, Sign.year, Sign.month:
      let sign = units[next]
      next += 1
      if next < end, units[next] == Folding.space { next += 1 }
      guard next < end, units[next].isDigit else { return nil }
      if sign == Sign.comma, next - at > 1 { return nil }
      if sign == Sign.minus, next - at == 2 { return nil }
      return (sign, next)
    default:
      // `20 05.2020` lost its first point. Only two digits on both sides are repaired.
      guard next == at + 1, units[next].isDigit, run(next) == 2, next + 2 < end, units[next + 2] == Sign.point
      else {
        return nil
      }
      guard run(next + 3) == 4 else { return nil }
      return (Folding.space, next)
    }
  }

  func value(_ at: Int, _ length: Int) -> Int {
    var value = 0
    for unit in units[at..<at + length] { value = value * 10 + Int(unit - 0x30) }
    return value
  }
}

extension Page {
  /// Marks dates with a month's name: `14 Jun 2026`, `August 3, 2014`, `03/FEB/2019`, `7. Mai 2014`.
  mutating func markDates(line: Int) {
    for hit in hits[lineHits.last ?? 0..<0] {
      guard case .month(let month) = hit.sense else { continue }
      let word = hit.tokens.lowerBound
      let range = lines[line]
      if let (day, year, first, last) = namedDate(word, in: range),
        let date = CivilDate(printed: year < 100 ? 2000 + year : year, month, day)
      {
        tokens[first].kind = .date
        tokens[first].payload = UInt64(dates.count)
        tokens[first].end = tokens[last].end
        var printed = DateToken(first: date, form: .named, hasShortYear: year < 100, isRepaired: hit.isRepaired)
        printed.token = first
        dates.append(printed)
        for token in first...last where tokens[token].kind == .number {
          numbers[tokens[token].index].isIdentity = true
        }
      }
    }
  }

  /// Finds day and year around a month's name, with the first and the last token of the date.
  private func namedDate(_ word: Int, in range: Range<Int>) -> (Int, Int, Int, Int)? {
    func whole(_ token: Int) -> (value: Int, digits: Int)? {
      guard range.contains(token), tokens[token].kind == .number else { return nil }
      let number = numbers[tokens[token].index]
      let digits = Int(tokens[token].end - tokens[token].start)
      guard number.decimals == 0, digits <= 4 else { return nil }
      return (abs(Int(number.thousandths / 1000)), digits)
    }
    func close(_ left: Int, _ right: Int) -> Bool { tokens[right].start - tokens[left].end <= 4 }
    // Skips short words on each side: `12 de marco de 2019`, `1er juillet`, `3rd of March`.
    let before = skipShortWords(from: word - 1, by: -1, atMost: 2, in: range)
    let after = skipShortWords(from: word + 1, by: 1, atMost: 1, in: range)
    if let day = whole(before), day.value >= 1, day.value <= 31, day.digits <= 2, close(before, before + 1) {
      if let year = whole(after), year.digits == 4 || year.digits == 2, year.digits == 2 || year.value >= 1990,
        close(after - 1, after)
      {
        return (day.value, year.value, before, after)
      }
    }
    if let year = whole(before), year.digits == 4, year.value >= 1990, let day = whole(after), day.digits <= 2 {
      return (day.value, year.value, before, after)
    }
    if let (day, year) = joinedDayAndYear(after, in: range) { return (day, year, word, after) }
    guard let day = whole(after), day.value >= 1, day.value <= 31, day.digits <= 2 else { return nil }
    let third = skipShortWords(from: after + 1, by: 1, atMost: 1, in: range)
    guard let year = whole(third), year.digits == 4, year.value >= 1990 || year.digits == 2 else { return nil }
    return (day.value, year.value, word, third)
  }

  /// Returns the place of the first token that is not a short word, after `limit` short words at most.
  private func skipShortWords(from start: Int, by step: Int, atMost limit: Int, in range: Range<Int>) -> Int {
    var place = start
    var rest = limit
    while rest > 0, range.contains(place), tokens[place].kind == .word,
      tokens[place].end - tokens[place].start <= 2
    {
      place += step
      rest -= 1
    }
    return place
  }

  /// Reads a number such as `14,2026` or `14'26`, the day and the year after a month's name.
  private func joinedDayAndYear(_ token: Int, in range: Range<Int>) -> (Int, Int)? {
    guard range.contains(token), tokens[token].kind == .number else { return nil }
    let units = text.units[tokens[token].range]
    let parts = units.split { $0 == Sign.comma || $0 == Sign.point || $0 == Sign.apostrophe }
    let isShort = units.contains(Sign.apostrophe)
    guard parts.count == 2, parts[0].count <= 2, parts[1].count == (isShort ? 2 : 4),
      parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
    else { return nil }
    let (day, year) = (
      parts[0].reduce(0) { $0 * 10 + Int($1 - 0x30) },
      parts[1].reduce(isShort ? 20 : 0) { $0 * 10 + Int($1 - 0x30) }
    )
    return (1...31).contains(day) && (1990...2099).contains(year) ? (day, year) : nil
  }
}
