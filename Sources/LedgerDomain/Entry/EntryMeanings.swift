/// The possible meanings of a line's tokens.
struct EntryMeanings {
  private(set) var candidates: [EntryCandidate] = []
  private(set) var problems: [EntryProblem] = []

  private let tokens: [EntryToken]
  private let vocabulary: QuickEntry.Vocabulary
  private let dates: TypedDate
  /// The tokens that are part of a capitalised name.
  private var names: Set<Int> = []

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
      if let kind = TransactionKind(rawValue: word) { add(.kind(kind), range) }
      let hasDigit = word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if !hasDigit, let date = (try? dates.read(word, isAlone: false)) ?? nil { add(.date(date), range) }
    }
  }

  /// Takes the meaning from capitalised words inside a name: `TGI Friday`, `Irish Bar`.
  ///
  /// A name begins with a capitalised word that has no meaning, and includes its capitalised neighbours.
  private mutating func leaveNamesAlone() {
    let meant = Set(candidates.flatMap(\.range))
    names = Set(
      tokens.indices.filter { index in
        tokens[index].kind == .word && !meant.contains(index) && Self.isCapitalised(tokens[index].text)
          && !EntryAmounts.isCurrency(tokens[index].plain) && !isGermanWord(index..<(index + 1))
      })
    // A month or weekday without another capitalised word is no name, as it may be meant as a date.
    for index in names where dates.isOfDates(NFC.foldedKey(tokens[index].plain)) {
      if !names.contains(index - 1), !names.contains(index + 1) { names.remove(index) }
    }
    var isGrowing = !names.isEmpty
    while isGrowing {
      isGrowing = false
      for candidate in candidates where Self.isCapitalised(candidate.text) {
        let range = candidate.range
        guard names.contains(range.lowerBound - 1) || names.contains(range.upperBound),
          !names.isSuperset(of: range), !isGermanWord(range)
        else { continue }
        names.formUnion(range)
        isGrowing = true
      }
    }
    candidates.removeAll { names.contains($0.range.lowerBound) }
  }

  /// Whether capital letters tell nothing about some words: German writes each noun with one.
  ///
  /// `Bar` stays part of a name, as in Irish Bar.
  private func isGermanWord(_ range: Range<Int>) -> Bool {
    guard let german = vocabulary.locale.ownWords, german.payments["karte"] != nil else { return false }
    let word = NFC.foldedKey(tokens[range].map(\.plain).joined(separator: " "))
    if word == "bar" { return false }
    if candidates.contains(where: { $0.range == range && $0.meaning.field == .category }) { return true }
    return german.payments[word] != nil || german.refunds.contains(word) || german.flags[word] != nil
      || german.units[word] != nil
      || dates.isOfDates(word) && !TypedWords.english.payments.keys.contains(word)
        && !(1...7).contains { LedgerLocale.default.weekdayNames($0).contains(word) }
  }

  private static func isCapitalised(_ text: String) -> Bool {
    text.unicodeScalars.first?.properties.changesWhenLowercased == true
  }

  // MARK: Phrases

  /// Adds what several words mean together, and cadences, flags and refunds of one word. Returns their tokens.
  private mutating func addPhrases() -> Set<Int> {
    let phrases = EntryPhrases(dates: dates)
    var found: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .word && !names.contains(index) {
      for count in (1...7).reversed() where areWords(index..<(index + count)) {
        let range = index..<(index + count)
        guard names.isDisjoint(with: range) else { continue }
        let words = tokens[range].map { NFC.foldedKey($0.plain) }
        do throws(DateError) {
          guard let meaning = try phrases.meaning(words) else { continue }
          candidates.append(
            EntryCandidate(range: range, meaning: meaning, text: text(of: range), core: Set(range)))
        } catch {
          problems.append(.date(error))
        }
        found.formUnion(range)
        break
      }
    }
    return found
  }

  /// Whether a token without a meaning is a word of dates, so that it is no part of a vendor.
  func isOfDates(_ index: Int) -> Bool {
    guard tokens[index].kind == .word, !names.contains(index) else { return false }
    let word = NFC.foldedKey(tokens[index].plain)
    // `5th Avenue` is a name, and `5th` alone is not.
    return dates.isOfDates(word) && !(Self.hasDigit(word) && names.contains(index + 1))
  }

  // MARK: Dates

  /// Adds the dates with digits, and returns the tokens that are part of one or fail to be.
  private mutating func addDates() -> Set<Int> {
    var dated: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .word {
      for count in 1...3 where areWords(index..<(index + count)) {
        let range = index..<(index + count)
        let words = tokens[range].map(\.plain)
        guard count == 1 ? Self.hasDigit(words[0]) : isNamedMonth(words) else { continue }
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
      } else {
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
