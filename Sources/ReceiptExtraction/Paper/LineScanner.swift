/// Cuts a line into words, numbers, dates and times.
struct LineScanner {
  let units: [UInt16]
  var end = 0

  init(units: [UInt16]) { self.units = units }

  mutating func scan(_ range: Range<Int>, line: Int, into page: inout Page) {
    end = range.upperBound
    var at = range.lowerBound
    let first = page.tokens.count
    while at < end {
      let unit = units[at]
      if unit.isDigit || (unit == Sign.point && startsFraction(at))
        || startsMisreadNumber(at, from: range.lowerBound)
        || Self.digit(unit) != nil && misreadDate(at, from: range.lowerBound) != nil
      {
        at = scanDigits(at, lineStart: range.lowerBound, line: line, into: &page)
      } else if unit.isIdeograph {
        append(.word, at..<at + 1, WordHash.of(units[at..<at + 1]), line, &page)
        at += 1
      } else if unit.isLetter {
        let wordEnd = endOfWord(at)
        append(.word, at..<wordEnd, WordHash.of(units[at..<wordEnd]), line, &page)
        at = wordEnd
      } else {
        at += 1
      }
    }
    joinLetters(from: first, line: line, into: &page)
  }

  private func append(
    _ kind: Token.Kind, _ range: Range<Int>, _ payload: UInt64, _ line: Int, _ page: inout Page
  ) {
    page.tokens.append(
      Token(
        kind: kind, line: Int32(line), start: Int32(range.lowerBound), end: Int32(range.upperBound),
        payload: payload))
  }

  /// Returns the end of a word: the first character that is no letter. Misread digits between letters belong to it
  /// (`T0TAL`).
  private func endOfWord(_ start: Int) -> Int {
    var at = start + 1
    while at < end {
      if units[at].isLetter {
        at += 1
      } else if units[at].isDigit {
        var next = at
        while next < end, units[next].isDigit, next - at < 2 { next += 1 }
        guard next < end, units[next].isLetter, next - at < 3, at - start >= 1, isMisreadLetter(units[at])
        else { return at }
        at = next
      } else {
        return at
      }
    }
    return end
  }

  private func isMisreadLetter(_ unit: UInt16) -> Bool {
    unit == 0x30 || unit == 0x31 || unit == 0x35 || unit == 0x38
  }

  /// Whether a point begins a fraction (`.50`) and does not end a sentence.
  private func startsFraction(_ at: Int) -> Bool {
    guard at + 2 < end, units[at + 1].isDigit, units[at + 2].isDigit else { return false }
    return (at == 0 || units[at - 1] == Folding.space || units[at - 1].isCurrencySign)
      && !(at + 3 < end && (units[at + 3].isDigit || units[at + 3] == Sign.point))
  }

  /// Whether a letter before a decimal sign is a misread digit (`O,99`, `l2,50`).
  private func startsMisreadNumber(_ at: Int, from lineStart: Int) -> Bool {
    guard Self.digit(units[at]) != nil, !units[at].isDigit, at == lineStart || units[at - 1] == Folding.space
    else {
      return false
    }
    var next = at + 1
    while next < end, next - at < 4, units[next].isDigit { next += 1 }
    guard next + 2 < end, units[next] == Sign.comma || units[next] == Sign.point else { return false }
    return units[next + 1].isDigit && units[next + 2].isDigit && !(next + 3 < end && units[next + 3].isDigit)
  }

  /// Returns the digit that a letter may be misread from, or `nil` if there is no such digit.
  static func digit(_ unit: UInt16) -> UInt16? {
    if unit.isDigit { return unit }
    switch unit {
    case UInt16(ascii: "o"): return 0x30
    case UInt16(ascii: "l"), UInt16(ascii: "i"), UInt16(ascii: "|"): return 0x31
    case UInt16(ascii: "s"): return 0x35
    case UInt16(ascii: "b"): return 0x38
    default: return nil
    }
  }

  /// Joins letters with spaces or points between them into one word: `T O T A L`, `I.V.A.`.
  private func joinLetters(from first: Int, line: Int, into page: inout Page) {
    var kept = first
    var at = first
    while at < page.tokens.count {
      var next = at
      var separator: UInt16 = 0
      while isLoneLetter(page.tokens[next]) {
        let following = next + 1
        guard following < page.tokens.count, isLoneLetter(page.tokens[following]) else { break }
        let gap = Int(page.tokens[following].start - page.tokens[next].end)
        let between = gap >= 1 ? units[Int(page.tokens[next].end)] : 0
        guard gap == 1 || (gap == 2 && between == Sign.point && separator != Folding.space) else { break }
        guard between == Folding.space || between == Sign.point, separator == 0 || separator == between else {
          break
        }
        separator = between
        next = following
      }
      let count = next - at + 1
      if count >= 3 || (count == 2 && separator == Sign.point) {
        var token = page.tokens[at]
        token.end = page.tokens[next].end
        var letters: [UInt16] = []
        for index in at...next { letters.append(units[Int(page.tokens[index].start)]) }
        token.payload = WordHash.of(letters[...])
        page.tokens[kept] = token
        at = next + 1
      } else {
        page.tokens[kept] = page.tokens[at]
        at += 1
      }
      kept += 1
    }
    guard kept < page.tokens.count else { return }
    page.tokens.removeLast(page.tokens.count - kept)
    // Joining moved the tokens after it, so numbers and dates need their new places.
    for index in first..<kept {
      switch page.tokens[index].kind {
      case .number: page.numbers[page.tokens[index].index].token = index
      case .date: page.dates[page.tokens[index].index].token = index
      case .word, .time: continue
      }
    }
  }

  private func isLoneLetter(_ token: Token) -> Bool {
    token.kind == .word && token.end - token.start == 1 && units[Int(token.start)].isLetter
  }
}
