// Dates of several words: `on monday`, `the day before yesterday`, `am 1.10.`, `vor 3 Tagen`.
extension TypedDate {
  /// Returns the day of a phrase, or `nil` if the words are not one.
  ///
  /// - Parameter words: The words in lower case.
  /// - Throws: `.noDay` for `last week`, and `.notADate` for `this friday`, which can be before or after today.
  func phrase(_ words: [String]) throws(DateError) -> CivilDate? {
    guard (2...6).contains(words.count) else { return nil }
    let text = words.joined(separator: " ")
    for language in locale.typedWords {
      if let days = language.days[text] { return today.adding(days: days) }
      if let date = ago(words, language) { return date }
      if let date = try nextToWeekday(words, text, language) { return date }
      for preposition in language.prepositions where text.hasPrefix(preposition + " ") {
        let rest = String(text.dropFirst(preposition.count + 1))
        if let date = try after(preposition, rest) { return date }
      }
    }
    let hasOrdinal = words.contains { Self.ordinal($0) != nil && !$0.hasSuffix(".") }
    return hasOrdinal ? try named(text, text) : nil
  }

  /// Returns the day of what follows `on` or `am`.
  private func after(_ preposition: String, _ rest: String) throws(DateError) -> CivilDate? {
    if let date = try read(rest, isAlone: false) { return date }
    let words = rest.split(separator: " ").map(String.init)
    if words.count > 1 { return try phrase(words) }
    guard let number = Self.ordinal(rest) else { return nil }
    return day(number)
  }

  /// Returns the last such day of a month, today included, or the next one.
  private func day(_ number: Int) -> CivilDate? {
    for months in 0...12 {
      let month = today.adding(months: isInFuture ? months : -months)
      guard let date = CivilDate(year: month.year, month: month.month, day: number) else { continue }
      if isInFuture ? date >= today : date <= today { return date }
    }
    return nil
  }

  /// Returns the day of `3 days ago` or `vor 3 Tagen`.
  private func ago(_ words: [String], _ language: TypedWords) -> CivilDate? {
    var rest = words.joined(separator: " ")[...]
    var isAgo = false
    for before in language.ago.before where rest.hasPrefix(before + " ") {
      rest = rest.dropFirst(before.count + 1)
      isAgo = true
    }
    for after in language.ago.after where rest.hasSuffix(" " + after) {
      rest = rest.dropLast(after.count + 1)
      isAgo = true
    }
    let parts = rest.split(separator: " ")
    guard isAgo, parts.count == 2, let unit = language.units[String(parts[1])],
      let number = Self.number(parts[0]), number <= 9_999
    else { return nil }
    let count = -number * unit.count
    switch unit.frequency {
    case .daily: return today.adding(days: count)
    case .weekly: return today.adding(days: count * 7)
    case .monthly: return today.adding(months: count)
    case .yearly: return today.adding(months: count * 12)
    }
  }

  /// Returns the day of `last friday` or `vendredi prochain`. `last week` has no day.
  private func nextToWeekday(_ words: [String], _ text: String, _ language: TypedWords) throws(DateError)
    -> CivilDate?
  {
    guard words.count == 2 else { return nil }
    for (word, other) in [(words[0], words[1]), (words[1], words[0])] {
      let isKnown = [language.last, language.next, language.this].contains { $0.contains(word) }
      guard isKnown else { continue }
      if language.units[other] != nil || locale.monthNumber(other) != nil { throw .noDay(text) }
      guard let weekday = weekday(other, isAlone: true) else { continue }
      if language.this.contains(word) { throw .notADate(text) }
      return day(ofWeekday: weekday, isNext: language.next.contains(word))
    }
    return nil
  }

  /// Returns the last day before today, or the next one after it, that is a weekday.
  func day(ofWeekday weekday: Int, isNext: Bool) -> CivilDate {
    let back = (today.weekday - weekday + 7) % 7
    return isNext ? today.adding(days: 7 - back) : today.adding(days: back == 0 ? -7 : -back)
  }

  /// Whether a word belongs to dates only, so that it is never a part of a name without quotation marks.
  func isOfDates(_ word: String) -> Bool {
    if weekday(word, isAlone: true) != nil || locale.monthNumber(word) != nil { return true }
    return Self.ordinal(word) != nil && !word.hasSuffix(".")
  }

  /// Returns the number of `5th`, `1er` or `3.`, or `nil` for any other word.
  static func ordinal(_ word: String) -> Int? {
    for suffix in ["st", "nd", "rd", "th", "er", "°", "º", "."] where word.hasSuffix(suffix) {
      guard let number = number(word.dropLast(suffix.count)), (1...31).contains(number),
        suffix != "er" || number == 1
      else { return nil }
      return number
    }
    return nil
  }
}
