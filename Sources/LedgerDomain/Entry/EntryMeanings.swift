/// The possible meanings of a line's tokens.
struct EntryMeanings {
  private(set) var candidates: [EntryCandidate] = []
  private(set) var problems: [EntryProblem] = []

  private let tokens: [EntryToken]
  private let vocabulary: QuickEntry.Vocabulary
  private let dates: TypedDate

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
    let dated = addDates()
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
      if let payment = vocabulary.locale.paymentWords.first(where: { $0.word == word })?.payment {
        add(.payment(payment), range)
      }
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
    var names = Set(
      tokens.indices.filter { index in
        tokens[index].kind == .word && !meant.contains(index) && Self.isCapitalised(tokens[index].text)
          && !EntryAmounts.isCurrency(tokens[index].plain)
      })
    var isGrowing = !names.isEmpty
    while isGrowing {
      isGrowing = false
      for candidate in candidates where Self.isCapitalised(candidate.text) {
        let range = candidate.range
        guard names.contains(range.lowerBound - 1) || names.contains(range.upperBound),
          !names.isSuperset(of: range)
        else { continue }
        names.formUnion(range)
        isGrowing = true
      }
    }
    candidates.removeAll { names.contains($0.range.lowerBound) }
  }

  private static func isCapitalised(_ text: String) -> Bool {
    text.unicodeScalars.first?.properties.changesWhenLowercased == true
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
