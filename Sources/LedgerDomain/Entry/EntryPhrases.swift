/// The phrases of a line that are no dates: cadences, ends, flags and refunds.
struct EntryPhrases {
  let dates: TypedDate

  private var today: CivilDate { dates.today }
  private var languages: [TypedWords] { dates.locale.typedWords }
  private var coming: TypedDate { TypedDate(today: today, locale: dates.locale, isInFuture: true) }

  /// Returns the meaning of some words in lower case, or `nil` if they mean nothing here.
  func meaning(_ words: [String]) throws(DateError) -> EntryMeaning? {
    let text = words.joined(separator: " ")
    for language in languages {
      if let flag = language.flags[text] { return .flag(flag) }
      if language.refunds.contains(text) { return .refund }
      if let cadence = try cadence(words, language) { return .cadence(cadence) }
      if let rest = Self.rest(of: text, after: language.until), let end = try end(rest, language) {
        return .until(end)
      }
    }
    return try dates.phrase(words).map { .date($0) }
  }

  /// Returns the text after the first of some words that it begins with.
  private static func rest(of text: String, after words: [String]) -> String? {
    words.first { text.hasPrefix($0 + " ") }.map { String(text.dropFirst($0.count + 1)) }
  }

  // MARK: Cadences

  /// Returns the cadence of `monthly`, `every 2 weeks` or `on the 1st of every month`.
  private func cadence(_ words: [String], _ language: TypedWords) throws(DateError) -> Cadence? {
    let splits = words.indices.dropFirst()
    guard let split = splits.last(where: { isDay(words[..<$0], language) }) else {
      return try beginning(words, language)
    }
    guard var cadence = try beginning(Array(words[split...]), language), cadence.start == nil,
      cadence.frequency == .monthly, let number = words[..<split].compactMap({ TypedDate.ordinal($0) }).first
    else { return nil }
    cadence.start = nextDay { $0.day == number }
    return cadence
  }

  /// Whether words are a day of a month, with a preposition: `on the 1st of`, `am 1.`.
  private func isDay(_ words: ArraySlice<String>, _ language: TypedWords) -> Bool {
    var words = words
    let hasOf = words.last.map { language.of.contains($0) } ?? false
    if hasOf { words.removeLast() }
    guard let last = words.popLast(), TypedDate.ordinal(last) != nil else { return false }
    return language.prepositions.contains(words.joined(separator: " "))
  }

  /// Returns the cadence that some words begin with, if the rest of them is the day that it begins on.
  private func beginning(_ words: [String], _ language: TypedWords) throws(DateError) -> Cadence? {
    guard let first = words.first else { return nil }
    if let (frequency, count) = language.cadences[first] {
      return try starting(Cadence(frequency: frequency, interval: count), words.dropFirst(), language)
    }
    guard let rest = Self.rest(of: words.joined(separator: " "), after: language.every) else { return nil }
    var others = rest.split(separator: " ").map(String.init)[...]
    guard let second = others.popFirst() else { return nil }
    var (unit, count) = (second, 1)
    let ordinal = TypedDate.ordinal(second)
    if let number = TypedDate.number(second[...]) ?? language.numbers[second]
      ?? (language.second.contains(second) ? 2 : ordinal), let next = others.first
    {
      (unit, count) = (next, number)
      others.removeFirst()
      // `every 1st monday` is one of each month.
      guard (1...1_000).contains(count), ordinal != 1 else { return nil }
    } else if let ordinal {
      return Cadence(frequency: .monthly, start: nextDay { $0.day == ordinal })
    }
    if let (frequency, units) = language.units[unit] {
      return try starting(Cadence(frequency: frequency, interval: units * count), others, language)
    }
    guard others.isEmpty, let weekday = dates.weekday(unit, isAlone: true) else { return nil }
    return Cadence(frequency: .weekly, interval: count, start: nextDay { $0.weekday == weekday })
  }

  /// Returns a cadence that begins `on the 1st` or `from 1 june`, or `nil` if the rest is no day.
  private func starting(_ cadence: Cadence, _ rest: ArraySlice<String>, _ language: TypedWords)
    throws(DateError) -> Cadence?
  {
    if rest.isEmpty { return cadence }
    let text = rest.joined(separator: " ")
    let from = Self.rest(of: text, after: language.from)
    guard let day = from ?? Self.rest(of: text, after: language.prepositions) else { return nil }
    var cadence = cadence
    if let days = language.days[day], from != nil {
      cadence.start = today.adding(days: days)
    } else if let number = TypedDate.ordinal(day) {
      guard cadence.frequency == .monthly else { return nil }
      cadence.start = nextDay { $0.day == number }
    } else if let weekday = dates.weekday(day, isAlone: true) {
      guard cadence.frequency == .weekly else { return nil }
      cadence.start = nextDay { $0.weekday == weekday }
    } else {
      cadence.start = try fullDate(day, from == nil ? coming : dates)
    }
    return cadence.start == nil ? nil : cadence
  }

  /// Returns the first day from today on with a property, within 12 months.
  private func nextDay(_ isIt: (CivilDate) -> Bool) -> CivilDate? {
    (0...366).lazy.map { today.adding(days: $0) }.first(where: isIt)
  }

  /// Returns the day of a date with its month, such as `5 november` or `1.12.`.
  private func fullDate(_ text: String, _ reader: TypedDate) throws(DateError) -> CivilDate? {
    guard text.utf8.contains(where: { (0x30...0x39).contains($0) }), !text.hasPrefix("-"), !text.hasPrefix("+")
    else { return nil }
    if let date = try reader.read(text, isAlone: false) { return date }
    return try reader.phrase(text.split(separator: " ").map(String.init))
  }

  /// Returns the last day of the month that a text names, or the day that it means.
  private func end(_ text: String, _ language: TypedWords) throws(DateError) -> CivilDate? {
    let words = (Self.rest(of: text, after: language.endOf) ?? text).split(separator: " ").map(String.init)
    if let first = words.first, let number = dates.locale.monthNumber(first), words.count <= 2 {
      let year = words.count == 2 && words[1].utf8.count == 4 ? TypedDate.number(words[1][...]) : nil
      let months = (0...11).map { today.civilMonth.adding(months: $0) }
      if words.count == 1 { return months.first { $0.month == number }?.last }
      if let year { return CivilDate(year: year, month: number, day: 1)?.civilMonth.last }
    }
    if let weekday = dates.weekday(text, isAlone: true) { return coming.day(ofWeekday: weekday, isNext: true) }
    return try fullDate(text, coming)
  }
}

extension FlagSetting {
  /// Whether it tells of the payment, and not of the reimbursement.
  var isOfPayment: Bool {
    switch self {
    case .paid, .unpaid, .noPaid: true
    case .reimbursed, .unreimbursed, .noReimbursed: false
    }
  }
}
