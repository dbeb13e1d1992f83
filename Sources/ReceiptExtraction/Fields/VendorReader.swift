internal import LedgerDomain

/// Finds the name of the payee, usually at the head of the paper.
struct VendorReader {
  let page: Page

  struct Candidate {
    var points: Int
    var line: Int
    var name: String
    var reason: String

    /// The name with its company form spelled right.
    func reading(_ confidence: Int) -> FieldReading {
      let repaired = CompanyForm.repaired(name)
      return FieldReading(
        value: repaired, reason: repaired == name ? reason : reason + ", misread", confidence: confidence)
    }
  }

  func read() -> FieldReadings {
    let candidates = candidates()
    guard let best = candidates.first, best.points > 0 else { return FieldReadings() }
    let rival = candidates.dropFirst().first { !Self.isSame($0.name, best.name) && $0.points > 0 }
    let lead = best.points - (rival?.points ?? 0)
    let confidence = best.points >= 14 && lead >= 6 ? 88 : lead >= 4 ? 80 : lead >= 2 ? 70 : 55
    var readings = [best.reading(confidence)]
    if let rival, lead <= 1 { readings.append(rival.reading(min(confidence, 45))) }
    return FieldReadings(readings)
  }

  /// Returns the names on the paper with the points for them, best first.
  func candidates() -> [Candidate] {
    var candidates: [Candidate] = []
    var inkLines = 0
    let web = webWords()
    for line in page.lines.indices.prefix(40) {
      for segment in segments(line) {
        guard var candidate = judge(segment, line: line, order: inkLines, web) else { continue }
        if isOnlyForm(segment, line) {
          // `CO. (M) SDN BHD` ends the name in the line before.
          guard let name = candidates.last, name.line == line - 1, name.points > 0 else { continue }
          candidate.name = name.name + " " + candidate.name
          candidate.points = name.points + (page.has(.strongForm, line: line) ? 5 : 2)
        }
        candidates.append(candidate)
      }
      inkLines += 1
    }
    candidates += chains()
    candidates.sort { $0.points > $1.points || ($0.points == $1.points && $0.line < $1.line) }
    return candidates
  }

  /// Returns the parts of a line between wide gaps, such as the columns of an invoice.
  private func segments(_ line: Int) -> [Range<Int>] {
    let range = page.text.lines[line]
    var parts: [Range<Int>] = []
    var start: Int?
    var inkEnd = range.lowerBound
    var at = range.lowerBound
    while at < range.upperBound {
      if page.text.units[at] != Folding.space {
        if let begun = start, at - inkEnd >= 4 || isSender(begun..<inkEnd, at, range.upperBound) {
          parts.append(begun..<inkEnd)
          start = at
        } else if start == nil {
          start = at
        }
        inkEnd = at + 1
      }
      at += 1
    }
    if let start { parts.append(start..<inkEnd) }
    return parts.map { withoutAddress($0, line) }
  }

  /// Cuts a long line after its company form, because text recognition may have joined the address to it.
  private func withoutAddress(_ segment: Range<Int>, _ line: Int) -> Range<Int> {
    if let end = endOfForm(segment, line) { return segment.lowerBound..<end }
    guard segment.count > 50 else { return segment }
    for hit in page.hits[page.lineHits[line]]
    where hit.sense == .role(.companyForm) || hit.sense == .role(.strongForm) {
      let end = Int(page.tokens[hit.tokens.upperBound - 1].end)
      if end > segment.lowerBound + 6, end < segment.upperBound - 10,
        page.tokens[hit.tokens.lowerBound].start > segment.lowerBound
      {
        return segment.lowerBound..<end
      }
    }
    return segment
  }

  /// The end of a company form with a registration number in brackets after it: `SDN BHD (1132106-H)`.
  private func endOfForm(_ segment: Range<Int>, _ line: Int) -> Int? {
    for hit in page.hits[page.lineHits[line]] where hit.sense == .role(.strongForm) {
      var at = Int(page.tokens[hit.tokens.upperBound - 1].end)
      let end = at
      guard page.tokens[hit.tokens.lowerBound].start > segment.lowerBound else { continue }
      while at < segment.upperBound, !page.text.units[at].isLetter, !page.text.units[at].isDigit,
        page.text.units[at] != Sign.opening
      {
        at += 1
      }
      if at + 1 < segment.upperBound, page.text.units[at] == Sign.opening, page.text.units[at + 1].isDigit {
        return end
      }
    }
    return nil
  }

  /// Whether a dash ends the name in a sender's line, such as `Name GmbH - Street 4 - 12345 City`.
  private func isSender(_ name: Range<Int>, _ at: Int, _ end: Int) -> Bool {
    let units = page.text.units
    guard at - name.upperBound == 1,
      units[at] == Sign.minus || units[at] == Sign.point || units[at] == Sign.bar,
      name.count >= 4, at + 1 < end, units[at + 1] == Folding.space
    else { return false }
    return units[(at + 1)..<min(end, at + 40)].contains(where: \.isDigit)
  }

  /// Returns the words of web and mail addresses, which often contain the vendor's name.
  private func webWords() -> Set<UInt64> {
    var words: Set<UInt64> = []
    for line in page.lines.indices where page.has(.web, line: line) {
      for token in page.lines[line] where page.tokens[token].kind == .word {
        let piece = page.tokens[token]
        guard piece.end - piece.start >= 4, !Lexicon.shared.words.contains(piece.payload) else { continue }
        words.insert(piece.payload)
      }
      if words.count > 24 { break }
    }
    return words
  }

  private func isOnWeb(_ range: Range<Int>, _ web: Set<UInt64>) -> Bool {
    guard !web.isEmpty else { return false }
    var letters: [UInt16] = []
    var word = range.lowerBound
    for at in range.lowerBound...range.upperBound {
      if at < range.upperBound, page.text.units[at].isLetter || page.text.units[at].isDigit {
        letters.append(page.text.units[at])
        continue
      }
      if at - word >= 4, web.contains(WordHash.of(page.text.units[word..<at])) { return true }
      word = at + 1
    }
    return web.contains(WordHash.of(letters[...]))
  }

  private func judge(_ segment: Range<Int>, line: Int, order: Int, _ web: Set<UInt64>) -> Candidate? {
    let range = trimmed(segment)
    let units = page.text.units[range]
    var letters = 0
    var digits = 0
    for unit in units {
      if unit.isLetter {
        letters += 1
      } else if unit.isIdeograph {
        letters += 2
      } else if unit.isDigit {
        digits += 1
      }
    }
    guard letters >= 3, range.count <= 80, digits * 2 <= letters + 2 else { return nil }
    var points = max(0, 12 - order)
    if order == 0 { points += 2 }
    var reason = order == 0 ? "first line" : "at the top"
    var covered = 0
    for index in page.lineHits[line] {
      let hit = page.hits[index]
      let start = Int(page.tokens[hit.tokens.lowerBound].start)
      let end = Int(page.tokens[hit.tokens.upperBound - 1].end)
      guard range.contains(start), end <= range.upperBound, case .role(let role) = hit.sense else { continue }
      switch role {
      case .companyForm:
        // A word of two letters is a company form only at the end of a name.
        guard start > range.lowerBound, end - start > 3 || isAtEnd(end, range) else { continue }
        points += 3
        reason = "company form \(page.quote(from: start, to: end))"
      case .strongForm:
        points += 7
        reason = "company form \(page.quote(from: start, to: end))"
      case .vendorWord:
        points += 3
      case .address:
        points -= start == range.lowerBound ? 8 : 4
      case .phone, .web, .customer: points -= 9
      case .identity: points -= end - start >= 3 ? 7 : 3
      case .title: if end - start >= 4 || hit.tokens.count > 1 { covered += end - start }
      case .greeting: points -= end - start >= 4 ? 7 : 3
      case .notVendor: points -= 5
      case .date, .otherDate, .time: points -= end - start >= 4 ? 5 : 0
      case .total, .grandTotal, .subtotal, .change, .tendered, .count, .unitPrice, .capital: points -= 6
      // Other words are as likely in a name.
      default: continue
      }
    }
    if isOnWeb(range, web), !page.has(.web, line: line) { points += 6 }
    if covered * 2 >= range.count { points -= 14 } else if covered > 0 { points -= 4 }
    for token in page.lines[line] where range.contains(Int(page.tokens[token].start)) {
      switch page.tokens[token].kind {
      case .date, .time: points -= 8
      case .number:
        let number = page.numbers[page.tokens[token].index]
        points -= number.isMoney ? 8 : number.decimals > 0 ? 4 : 1
      case .word: continue
      }
    }
    if digits > 5 { points -= 5 }
    points -= shapePenalty(range)
    return Candidate(points: points, line: line, name: page.text.printed(range), reason: reason)
  }

  private func isAtEnd(_ end: Int, _ range: Range<Int>) -> Bool {
    for at in end..<max(end, range.upperBound) where page.text.units[at].isLetter || page.text.units[at].isDigit
    { return false }
    return true
  }

  /// Removes the stars and dashes that frame a name.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    func isInk(_ unit: UInt16) -> Bool { unit.isLetter || unit.isDigit || unit.isIdeograph }
    while lower < upper, !isInk(page.text.units[lower]) { lower += 1 }
    while upper > lower, !isInk(page.text.units[upper - 1]), page.text.units[upper - 1] != Sign.point,
      page.text.units[upper - 1] != Sign.closing
    {
      upper -= 1
    }
    return lower..<upper
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    FoldedText(left).units == FoldedText(right).units
  }
}
