/// The words of a line that look like a part of a date, a cadence or a flag, but are not understood.
///
/// A line with such words is refused, because its vendor would have them and the record would lack what they mean.
struct EntryDoubts {
  let tokens: [EntryToken]
  let reading: [EntryCandidate]
  /// The tokens that are part of a capitalised name.
  let names: Set<Int>
  let dates: TypedDate
  let vocabulary: QuickEntry.Vocabulary

  var languages: [TypedWords] { dates.locale.typedWords }

  private func isMeant(_ index: Int) -> Bool { reading.contains { $0.range.contains(index) } }

  /// Whether a token is a word of the vendor without quotation marks.
  func isLeft(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word && !isMeant(index)
  }

  var isGerman: Bool { dates.locale.ownWords?.payments["karte"] != nil }

  var hasSmallLetters: Bool {
    tokens.contains { $0.text.unicodeScalars.contains { $0.properties.isLowercase } }
  }

  func key(_ index: Int) -> String { NFC.foldedKey(tokens[index].plain) }

  func text(_ range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }

  var recurs: Bool {
    reading.contains { candidate in
      if case .cadence = candidate.meaning { true } else { false }
    }
  }

  /// Returns the first words that are not understood.
  func first() -> String? {
    for candidate in reading {
      if let words = doubt(about: candidate) { return words }
    }
    var start = 0
    while start < tokens.count {
      guard isLeft(start) else {
        start += 1
        continue
      }
      let end = (start...).first { !isLeft($0) } ?? tokens.count
      if let words = doubt(in: start..<end) { return words }
      start = end
    }
    return nil
  }

  // MARK: Next to a meaning

  private func doubt(about candidate: EntryCandidate) -> String? {
    let range = candidate.range
    switch candidate.meaning {
    case .category, .kind: return nil
    case .payment:
      let isOpen = isLeft(range.lowerBound - 1) && Self.negations.contains(key(range.lowerBound - 1))
      return isOpen ? text(range.lowerBound - 1..<range.upperBound) : nil
    case .amount: return plus(range) ?? otherAmount(range) ?? unreadDay(range)
    case .flag(let flag):
      // `paid parking` is a name, and `paid` is the flag.
      let isDone = flag == .paid || flag == .reimbursed
      if isDone, isLeft(range.upperBound) { return text(range.lowerBound..<range.upperBound + 1) }
      return openWord(candidate)
    case .refund: return openWord(candidate)
    case .date:
      if isDayOnly(range), recurs || isCapitalName(range) { return candidate.text }
      if isDayOnly(range), TypedDate.ordinal(key(range.upperBound - 1)) != nil, isLeft(range.upperBound) {
        return text(range.lowerBound..<range.upperBound + 1)
      }
      // `letzten Freitag 13.` and `friday the 13th` can be another friday.
      let next = range.upperBound + (preposition(before: range.upperBound + 1) == nil ? 0 : 1)
      let number = isLeft(next) ? TypedDate.ordinal(key(next)) ?? TypedDate.number(key(next)[...]) : nil
      if isDayOnly(range), let number, number <= 31 { return text(range.lowerBound..<next + 1) }
      // `friday week` is the friday after the next.
      let isUnit = isLeft(range.upperBound) && languages.contains { $0.units[key(range.upperBound)] != nil }
      return isUnit ? text(range.lowerBound..<range.upperBound + 1) : hinge(range)
    case .cadence, .until: return hinge(range)
    }
  }

  /// Returns an amount that begins with a plus, unless the line has its direction: `salary +3,200`.
  private func plus(_ range: Range<Int>) -> String? {
    let isOpen = vocabulary.takesRefunds && !reading.contains { $0.meaning.field == .kind }
    let start = isLeft(range.lowerBound - 1) && key(range.lowerBound - 1) == "+" ? range.lowerBound - 1 : nil
    let amount = (start ?? range.lowerBound)..<range.upperBound
    let sign = tokens[amount].map(\.plain).joined().prefix { !$0.isNumber }
    return isOpen && sign.contains("+") ? tokens[amount].map(\.plain).joined(separator: " ") : nil
  }

  /// Returns an amount with the words that change it: `5 Pfund`, `5 thousand`, `5 old francs`.
  private func otherAmount(_ range: Range<Int>) -> String? {
    let next = range.upperBound
    guard isLeft(next) else { return nil }
    if Self.measures.contains(key(next)) { return text(range.lowerBound..<next + 1) }
    guard isLeft(next + 1), EntryAmounts.nouns.contains(key(next + 1)) || Self.coins.contains(key(next + 1))
    else { return nil }
    return text(range.lowerBound..<next + 2)
  }

  /// Returns an amount that can be the day of a month: `tea on the 5`.
  private func unreadDay(_ range: Range<Int>) -> String? {
    guard let number = TypedDate.number(tokens[range.lowerBound].plain[...]), number <= 31 else { return nil }
    return preposition(before: range.lowerBound).map { text($0..<range.upperBound) }
  }

  /// Returns where the preposition before a token begins, or `nil` if there is no preposition.
  func preposition(before index: Int) -> Int? {
    guard isLeft(index - 1) else { return nil }
    let isOne = languages.contains { $0.prepositions.contains(key(index - 1)) } || key(index - 1) == "zum"
    return isOne ? index - 1 : nil
  }

  /// Returns the words of a flag and of what leaves it open, such as `not`.
  private func openWord(_ candidate: EntryCandidate) -> String? {
    let open = tokens.indices.first { index in
      isLeft(index) && languages.contains { $0.doubts.contains(key(index)) }
    }
    guard let open else { return nil }
    if open + 1 == candidate.range.lowerBound { return text(open..<candidate.range.upperBound) }
    if open == candidate.range.upperBound { return text(candidate.range.lowerBound..<open + 1) }
    let words = [tokens[open].text, candidate.text]
    return (open < candidate.range.lowerBound ? words : words.reversed()).joined(separator: " … ")
  }

  /// Returns the words of a date and of the neighbour that changes it.
  private func hinge(_ range: Range<Int>) -> String? {
    func isHinge(_ index: Int) -> Bool {
      isLeft(index) && languages.contains { $0.hinges.contains(key(index)) }
    }
    if isHinge(range.lowerBound - 1) { return text(range.lowerBound - 1..<range.upperBound) }
    return isHinge(range.upperBound) ? text(range.lowerBound..<range.upperBound + 1) : nil
  }

  /// Whether a day can be part of a name in a line of capital letters: `TGI FRIDAY`.
  private func isCapitalName(_ range: Range<Int>) -> Bool {
    !hasSmallLetters && range.count == 1 && (isLeft(range.lowerBound - 1) || isLeft(range.upperBound))
  }

  /// Whether a date is only a weekday or the day of a month.
  private func isDayOnly(_ range: Range<Int>) -> Bool {
    let words = range.map { key($0) }
    let hasMonth = words.contains { dates.locale.monthNumber($0) != nil }
    let isDay = words.last.map { dates.weekday($0, isAlone: true) != nil || TypedDate.ordinal($0) != nil }
    return !hasMonth && (isDay ?? false || words.contains { dates.weekday($0, isAlone: true) != nil })
  }

  // MARK: Among the words of the vendor

  private func doubt(in run: Range<Int>) -> String? {
    if !names.isDisjoint(with: run), let words = hiddenPhrase(in: run) { return words }
    for index in run {
      let word = key(index)
      let isLast = index == run.upperBound - 1
      if word.hasPrefix("=") || word.hasSuffix("=") { return tokens[index].text }
      if Self.returns.contains(word), !names.contains(index) { return tokens[index].text }
      if let words = bracketed(index, run) ?? lostPart(index) { return words }
      if let words = unreadDay(index, run) ?? unreadCadence(index, run) ?? disguised(index) { return words }
      let rest = run.suffix(from: index).map { key($0) }.joined(separator: " ")
      for language in languages {
        if let words = daysAgo(index, run, language) ?? endOfUnit(index, run, language) { return words }
        if recurs, language.until.contains(where: { begins(rest, with: $0) }) {
          return text(index..<run.upperBound)
        }
        if !names.contains(index), language.every.contains(where: { begins(rest, with: $0) }) {
          return text(index..<run.upperBound)
        }
      }
      guard let likelihood = dates.likelihood(word), likelihood == .sure || isLast else { continue }
      let isDay = TypedDate.ordinal(word) != nil
      if !names.contains(index) || !isDay && !isName(index) { return tokens[index].text }
    }
    return nil
  }

  /// Returns words such as `days ago` or `vor ein paar Tagen`, whose number is not understood.
  private func daysAgo(_ index: Int, _ run: Range<Int>, _ language: TypedWords) -> String? {
    let isUnit: (Int) -> Bool = { run.contains($0) && language.units[key($0)] != nil }
    let isAgo = language.ago.after.contains(key(index))
    if isAgo, isUnit(index - 1) || index > 0 && hasDigit(index - 1) { return text(index - 1..<index + 1) }
    // `3 nights ago`
    if isAgo, run.contains(index - 2), hasDigit(index - 2) || language.numbers[key(index - 2)] != nil {
      return text(index - 2..<index + 1)
    }
    let rest = text(index..<run.upperBound).lowercased()
    guard let before = language.ago.before.first(where: { begins(rest, with: $0) }) else { return nil }
    let number = index + before.split(separator: " ").count
    if run.contains(number + 1), hasDigit(number) { return text(index..<number + 2) }
    return (index + 1..<index + 6).first(where: isUnit).map { text(index..<$0 + 1) }
  }

  /// Returns words such as `end of the month`, which can be this one or the last.
  private func endOfUnit(_ index: Int, _ run: Range<Int>, _ language: TypedWords) -> String? {
    guard key(index) == language.endOf.first?.prefix(while: { $0 != " " }) ?? "" else { return nil }
    let unit = (index + 1..<index + 4).first { run.contains($0) && language.units[key($0)] != nil }
    return unit.map { text(index..<$0 + 1) }
  }

  private func begins(_ text: String, with words: String) -> Bool {
    text == words || text.hasPrefix(words + " ")
  }

  /// Whether the capital letters around a weekday or a month make it part of a name: `TGI Friday`.
  ///
  /// The first word of a line has a capital letter anyway, and so has each German noun.
  private func isName(_ index: Int) -> Bool {
    let start = (0...index).last { !names.contains($0) }.map { $0 + 1 } ?? 0
    let end = (index..<tokens.count).first { !names.contains($0) } ?? tokens.count
    return (start..<end).contains { other in
      guard other != index else { return false }
      let scalars = tokens[other].plain.unicodeScalars
      let isAllCapitals = scalars.count > 1 && scalars.allSatisfy { $0.properties.isUppercase }
      return isAllCapitals && hasSmallLetters || !isGerman && other > 0
    }
  }

  /// Returns a phrase with capital letters inside a name: `Letzten Freitag Bäcker`, `Yesterday Cafe`.
  private func hiddenPhrase(in run: Range<Int>) -> String? {
    let phrases = EntryPhrases(dates: dates)
    for start in run {
      for end in start + 1...min(start + 7, run.upperBound) where !names.isDisjoint(with: start..<end) {
        let words = (start..<end).map { key($0) }
        if words.count == 1, let word = words.first {
          let isSingle = languages.contains {
            $0.days[word] != nil || $0.flags[word] != nil || $0.refunds.contains(word) || $0.kinds[word] != nil
          }
          if isSingle { return tokens[start].text }
        } else if (try? phrases.meaning(words)) != nil {
          return text(start..<end)
        }
      }
    }
    return nil
  }
}
