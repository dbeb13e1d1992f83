/// The possible meanings of a line's tokens.
struct EntryMeanings {
  private(set) var candidates: [EntryCandidate] = []
  private(set) var problems: [EntryProblem] = []

  private let tokens: [EntryToken]
  private let vocabulary: QuickEntry.Vocabulary
  private let dates: TypedDate
  /// The tokens that are part of a capitalised name.
  private var names: Set<Int> = []
  /// The phrases such as `last week`, which are a part of a name if a word follows them.
  private var dayless: [(range: Range<Int>, error: DateError)] = []

  init(_ tokens: [EntryToken], _ vocabulary: QuickEntry.Vocabulary) {
    self.tokens = tokens
    self.vocabulary = vocabulary
    dates = TypedDate(today: vocabulary.today, locale: vocabulary.locale)
    // A line with nothing but a date sets the date of a series.
    if !tokens.isEmpty, areWords(tokens.indices),
      let date = (try? dates.read(text(of: tokens.indices), isAlone: false)) ?? nil
    {
      add(.date(date), tokens.indices)
      return
    }
    addWords()
    leaveNamesAlone()
    let dated = addPhrases().union(addDates())
    let amounts = EntryAmounts(tokens, vocabulary, except: dated)
    candidates += amounts.candidates
    problems += amounts.problems
    leaveAdjectivesAlone()
    for (range, error) in dayless where !isLeft(range.upperBound) { problems.append(.date(error)) }
  }

  /// Returns the words that are not understood, in a reading of the line.
  func doubts(_ reading: [EntryCandidate]) -> EntryProblem? {
    EntryDoubts(tokens: tokens, reading: reading, names: names, dates: dates, vocabulary: vocabulary).first()
      .map { .notUnderstood($0) }
  }

  /// Whether a token is a word without any possible meaning.
  private func isLeft(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word
      && !candidates.contains { $0.range.contains(index) }
  }

  /// Takes the meaning from a cadence that describes a noun: `weekly shop`, `passe mensal`.
  private mutating func leaveAdjectivesAlone() {
    candidates = candidates.filter { candidate in
      guard case .cadence = candidate.meaning, candidate.range.count == 1 else { return true }
      let word = NFC.foldedKey(tokens[candidate.range.lowerBound].plain)
      // In English the adjective comes before its noun, so that `netflix monthly` recurs.
      let describes = vocabulary.locale.ownWords?.adjectives.contains(word) ?? false
      let next = candidate.range.upperBound
      let continues =
        isLeft(next)
        && vocabulary.locale.typedWords.contains { $0.hinges.contains(NFC.foldedKey(tokens[next].plain)) }
      return (!isLeft(next) || continues) && !(describes && isLeft(candidate.range.lowerBound - 1))
    }
  }

  private mutating func add(_ meaning: EntryMeaning, _ range: Range<Int>) {
    var candidate = EntryCandidate(range: range, meaning: meaning, text: text(of: range))
    if case .date = meaning { candidate.core = Set(range.filter { Self.hasDigit(tokens[$0].plain) }) }
    candidates.append(candidate)
  }

  private func text(of range: Range<Int>) -> String { tokens[range].map(\.text).joined(separator: " ") }

  /// Whether all tokens of a range are plain words.
  private func areWords(_ range: Range<Int>) -> Bool {
    range.upperBound <= tokens.count && tokens[range].allSatisfy { $0.kind == .word }
  }

  // MARK: Words

  /// Categories by key, name or emoji, payments, kinds, and the words for days.
  private mutating func addWords() {
    let categories = vocabulary.categories.filter(\.isActive).map { row in
      (key: row.key, names: [row.key, NFC.foldedKey(row.name)] + (row.emoji.map { [NFC.foldedKey($0)] } ?? []))
    }
    let longest = categories.reduce(1) { longest, category in
      category.names.reduce(longest) { max($0, $1.split(separator: " ").count) }
    }
    var categoryEnd = 0
    for index in tokens.indices where tokens[index].kind == .word {
      for count in (1...min(longest, 6)).reversed() where areWords(index..<(index + count)) {
        let key = NFC.foldedKey(text(of: index..<(index + count)))
        let found = categories.filter { $0.names.contains { $0.utf8.elementsEqual(key.utf8) } }
        // "eating out" is one category even if another one is called "out".
        guard !found.isEmpty, index + count > categoryEnd else { continue }
        for category in found { add(.category(category.key), index..<(index + count)) }
        categoryEnd = index + count
        break
      }
      let word = NFC.foldedKey(tokens[index].plain)
      let range = index..<(index + 1)
      if let payment = vocabulary.locale.payment(named: word) { add(.payment(payment), range) }
      for kind in Set(vocabulary.locale.typedWords.compactMap { $0.kinds[word] }) { add(.kind(kind), range) }
      let hasDigit = word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if !hasDigit, let date = (try? dates.read(word, isAlone: false)) ?? nil { add(.date(date), range) }
    }
  }

  /// Takes the meaning from capitalised words inside a name: `TGI Friday`, `Irish Bar`.
  ///
  /// A name begins with a capitalised word that has no meaning, and includes its capitalised neighbours. In a line of
  /// capital letters nobody can tell.
  private mutating func leaveNamesAlone() {
    guard vocabulary.hasSmallLetters else { return }
    let meant = Set(candidates.flatMap(\.range))
    let dated = Set(tokens.indices.filter { isWeekdayOfDate($0) })
    names = Set(
      tokens.indices.filter { index in
        tokens[index].kind == .word && !meant.contains(index) && !dated.contains(index)
          && Self.isCapitalised(tokens[index].text)
          && !EntryAmounts.isCurrency(tokens[index].plain) && !isGermanWord(index..<(index + 1))
      })
    // A month or weekday without another capitalised word is no name, as it may be meant as a date.
    for index in names where dates.likelihood(NFC.foldedKey(tokens[index].plain).filter { $0 != "," }) != nil {
      if !names.contains(index - 1), !names.contains(index + 1) { names.remove(index) }
    }
    var isGrowing = !names.isEmpty
    while isGrowing {
      isGrowing = false
      for candidate in candidates where Self.isCapitalised(candidate.text) {
        let range = candidate.range
        guard names.contains(range.lowerBound - 1) || names.contains(range.upperBound),
          !names.isSuperset(of: range), !isGermanWord(range), !dated.contains(range.lowerBound)
        else { continue }
        names.formUnion(range)
        isGrowing = true
      }
    }
    candidates.removeAll { names.contains($0.range.lowerBound) }
    // The first word of a line has a capital letter anyway.
    if !names.contains(1) { names.remove(0) }
  }

  /// Whether a token is a weekday before its date, and not part of a name: `Freitag, 13. November`.
  private func isWeekdayOfDate(_ index: Int) -> Bool {
    let text = tokens[index].plain
    guard tokens[index].kind == .word, dates.weekday(before: NFC.foldedKey(text)) != nil,
      index == 0 || text.hasSuffix(",") || text.hasSuffix(".") || !Self.isCapitalised(tokens[index - 1].text)
        || vocabulary.locale.ownWords?.payments["karte"] != nil
    else { return false }
    return (2...6).contains { count in
      guard areWords(index..<(index + count)) else { return false }
      let words = tokens[index..<(index + count)].map { NFC.foldedKey($0.plain) }
      guard words.contains(where: Self.hasDigit) else { return false }
      do throws(DateError) { return try dates.phrase(words) != nil } catch { return true }
    }
  }

  /// Whether capital letters tell nothing about some words: German writes each noun with one.
  ///
  /// A category is one at the end of a name: `Hausverwaltung Miete`, and not `Hotel Adler`. Other nouns stay names.
  private func isGermanWord(_ range: Range<Int>) -> Bool {
    guard let german = vocabulary.locale.ownWords, german.payments["karte"] != nil else { return false }
    let word = NFC.foldedKey(tokens[range].map(\.plain).joined(separator: " "))
    if candidates.contains(where: { $0.range == range && $0.meaning.field == .category }) {
      let next = range.upperBound
      return !tokens.indices.contains(next) || tokens[next].kind != .word
        || !Self.isCapitalised(tokens[next].text) || candidates.contains { $0.range.contains(next) }
        || EntryAmounts.isCurrency(tokens[next].plain)
    }
    return german.refunds.contains(word) || german.units[word] != nil || german.endOf.contains(word)
      || german.kinds[word] != nil
      || range.lowerBound == 0 && german.days[word] != nil
  }

  private static func isCapitalised(_ text: String) -> Bool {
    text.unicodeScalars.first?.properties.changesWhenLowercased == true
  }

  // MARK: Phrases

  /// Adds what several words mean together, and cadences, flags and refunds of one word. Returns their tokens.
  private mutating func addPhrases() -> Set<Int> {
    let phrases = EntryPhrases(dates: dates)
    let takesRefunds =
      vocabulary.takesRefunds
      && !candidates.contains { candidate in
        if case .kind(let kind) = candidate.meaning { kind != .expense } else { false }
      }
    var found: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .word && !names.contains(index) {
      for count in (1...7).reversed() where areWords(index..<(index + count)) {
        let range = index..<(index + count)
        guard names.isDisjoint(with: range) else { continue }
        let words = tokens[range].map { NFC.foldedKey($0.plain) }
        do throws(DateError) {
          guard !endsInShortYear(words), let meaning = try phrases.meaning(words),
            meaning != .refund || takesRefunds
          else { continue }
          // A shorter date within this one, such as "friday" in "last friday", is part of it.
          candidates.removeAll { $0.meaning.field == .date && range.contains($0.range) && $0.range != range }
          candidates.append(
            EntryCandidate(range: range, meaning: meaning, text: text(of: range), core: Set(range)))
        } catch {
          // A part of a longer phrase is no date of its own.
          if found.isSuperset(of: range) { break }
          if case .noDay = error { dayless.append((range, error)) } else { problems.append(.date(error)) }
        }
        found.formUnion(range)
        break
      }
    }
    return found
  }

  /// Whether the last of several numbers can be an amount as well as a year: `on 5 nov 12`.
  private func endsInShortYear(_ words: [String]) -> Bool {
    guard let last = words.last, last.utf8.count <= 2, TypedDate.number(last[...]) != nil else { return false }
    return words.dropLast().contains { Self.hasDigit($0) }
  }

  // MARK: Dates

  /// Adds the dates with digits, and returns the tokens that are part of one or fail to be.
  private mutating func addDates() -> Set<Int> {
    var dated: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .word {
      for count in 1...5 where areWords(index..<(index + count)) {
        let range = index..<(index + count)
        let words = tokens[range].map(\.plain)
        guard count == 1 ? Self.hasDigit(words[0]) : isNamedMonth(words) else { continue }
        // A phrase that contains it has been read.
        let isWithin = candidates.contains {
          $0.core == Set($0.range) && $0.range.count > 1 && $0.range.contains(range)
        }
        if isWithin { continue }
        do throws(DateError) {
          guard let date = try dates.read(words.joined(separator: " "), isAlone: false) ?? compact(words) else {
            continue
          }
          add(.date(date), range)
        } catch {
          // `june 2026` may be followed by nothing or part of `14 june 2026`.
          if case .noDay = error, count > 1 { continue }
          problems.append(.date(error))
        }
        dated.formUnion(range)
      }
    }
    return dated
  }

  /// Whether one of the words is a month, and the others are short numbers.
  private func isNamedMonth(_ words: [String]) -> Bool {
    var months = 0
    for word in words {
      let bare = word.hasSuffix(",") ? String(word.dropLast()) : word
      if Self.hasDigit(bare) {
        let digits = bare.hasSuffix(".") ? bare.dropLast() : bare[...]
        guard digits.utf8.count <= 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
          return false
        }
      } else if vocabulary.locale.monthNumber(NFC.foldedKey(bare)) != nil {
        months += 1
      } else if bare != "de", bare != "of" {
        return false
      }
    }
    return months == 1
  }

  /// Returns the day of `20260614`, if it is within ten years.
  private func compact(_ words: [String]) -> CivilDate? {
    guard let word = words.first, words.count == 1, word.utf8.count == 8, let number = Int(word),
      let date = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    else { return nil }
    return abs(date.year - vocabulary.today.year) <= 10 ? date : nil
  }

  private static func hasDigit(_ text: String) -> Bool {
    text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
