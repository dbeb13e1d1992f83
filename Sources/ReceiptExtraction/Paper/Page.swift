/// A receipt's text as lines of words, numbers and dates, with the meanings of its words.
struct Page {
  var text: FoldedText
  var tokens: [Token] = []
  /// The tokens of each line.
  var lines: [Range<Int>] = []
  var numbers: [Number] = []
  var dates: [DateToken] = []
  var hits: [Hit] = []
  /// The hits of each line.
  var lineHits: [Range<Int>] = []

  init(_ source: String) {
    text = FoldedText(source)
    tokens.reserveCapacity(text.units.count / 5)
    var scanner = LineScanner(units: text.units)
    for (index, range) in text.lines.enumerated() {
      let first = tokens.count
      scanner.scan(range, line: index, into: &self)
      lines.append(first..<tokens.count)
      let firstHit = hits.count
      findPhrases(line: index)
      lineHits.append(firstHit..<hits.count)
      markDates(line: index)
      markNumbers(line: index)
    }
  }

  /// Returns the words and numbers of a line as printed, to show to a person.
  func printed(_ tokenRange: Range<Int>) -> String {
    guard let first = tokenRange.first, let last = tokenRange.last else { return "" }
    return text.printed(Int(tokens[first].start)..<Int(tokens[last].end))
  }

  /// Returns the printed text of some tokens in quotation marks, to name it in the reason of a reading.
  ///
  /// It has at most 24 characters and ends before a wide gap.
  func quote(_ tokenRange: Range<Int>) -> String {
    guard let first = tokenRange.first, let last = tokenRange.last else { return "" }
    return quote(from: Int(tokens[first].start), to: Int(tokens[last].end))
  }

  func quote(from start: Int, to end: Int) -> String {
    var at = start
    var cut = start
    while at < end, at - start < 24 {
      if text.units[at] == Folding.space {
        if at + 1 < end, text.units[at + 1] == Folding.space { break }
        cut = at
      }
      at += 1
    }
    let stop = at == end || (at + 1 < end && text.units[at + 1] == Folding.space) ? at : cut > start ? cut : at
    return "“\(text.printed(start..<stop))”"
  }

  func line(ofToken token: Int) -> Int { Int(tokens[token].line) }

  /// Whether a line has a word with a role.
  func has(_ role: Role, line: Int) -> Bool {
    for index in lineHits[line] where hits[index].sense == .role(role) { return true }
    return false
  }

  /// Reads `12,480` as twelve thousand. Used if the paper's prices have no decimals.
  mutating func joinThousands() {
    for index in numbers.indices where numbers[index].decimals == 3 && numbers[index].isGrouped {
      numbers[index].decimals = 0
      numbers[index].thousandths *= 1000
      numbers[index].digits = numbers[index].digits.filter { $0 != "." }
    }
  }

  /// Matches every phrase of the lexicon at every word. The longest role at a place wins.
  private mutating func findPhrases(line: Int) {
    let range = lines[line]
    let lexicon = Lexicon.shared
    var at = range.lowerBound
    var roleEnd = 0
    while at < range.upperBound {
      defer { at += 1 }
      guard tokens[at].kind == .word else { continue }
      var hash = tokens[at].payload
      var isRepaired = false
      if !lexicon.words.contains(hash) {
        guard let repaired = lexicon.repaired(text.units[tokens[at].range]) else { continue }
        hash = repaired
        isRepaired = true
      }
      guard let entries = lexicon.entries[hash] else { continue }
      var longest = 0
      var roles: [Hit] = []
      for entry in entries {
        guard let end = match(entry.rest, after: at, before: range.upperBound) else { continue }
        let hit = Hit(sense: entry.sense, line: line, tokens: at..<end, isRepaired: isRepaired)
        if case .role = entry.sense {
          if end - at > longest {
            longest = end - at
            roles.removeAll(keepingCapacity: true)
          }
          if end - at == longest { roles.append(hit) }
        } else {
          hits.append(hit)
        }
      }
      if at + longest > roleEnd {
        hits.append(contentsOf: roles)
        roleEnd = max(roleEnd, at + longest)
      }
    }
  }

  private func match(_ rest: [UInt64], after first: Int, before end: Int) -> Int? {
    var at = first + 1
    for hash in rest {
      guard at < end, tokens[at].kind == .word, tokens[at].payload == hash else { return nil }
      at += 1
    }
    return at
  }

  /// Marks the numbers that have a currency's word next to them.
  private mutating func markNumbers(line: Int) {
    for hit in hits[lineHits.last ?? 0..<0] {
      guard case .currency = hit.sense else { continue }
      for neighbour in [hit.tokens.lowerBound - 1, hit.tokens.upperBound] where lines[line].contains(neighbour)
      {
        guard tokens[neighbour].kind == .number, isNear(hit.tokens, neighbour) else { continue }
        numbers[tokens[neighbour].index].hasCurrency = true
      }
    }
  }

  private func isNear(_ words: Range<Int>, _ number: Int) -> Bool {
    let gap =
      number < words.lowerBound
      ? tokens[words.lowerBound].start - tokens[number].end
      : tokens[number].start - tokens[words.upperBound - 1].end
    return gap <= 6
  }
}
