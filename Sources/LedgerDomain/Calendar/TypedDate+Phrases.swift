// Dates of several words: `on monday`, `the day before yesterday`, `am 1.10.`, `vor 3 Tagen`.
extension TypedDate {
  /// Returns the day of a phrase, or `nil` if the words are not one.
  ///
  /// - Parameter words: The words in lower case.
  /// - Throws: `.noDay` for `last week`, and `.notADate` for `this friday`, which can be before or after today.
  func phrase(_ words: [String]) throws(DateError) -> CivilDate? {
    guard let first = words.first, words.count <= 6 else { return nil }
    let text = words.joined(separator: " ")
    for language in locale.typedWords {
      if let date = ago(text, language) { return date }
      guard words.count > 1 else { continue }
      if let days = language.days[text] { return today.adding(days: days) }
      if let date = try besides(words, text, language) { return date }
      for preposition in language.prepositions where text.hasPrefix(preposition + " ") {
        let rest = String(text.dropFirst(preposition.count + 1))
        if let date = try after(preposition, rest) { return date }
      }
    }
    let others = Array(words.dropFirst())
    let other = others.joined(separator: " ")
    if let weekday = weekday(before: first), other.contains(where: \.isNumber) {
      var date = try read(other, isAlone: false)
      if date == nil { date = try phrase(others) }
      guard let date else { return nil }
      guard date.weekday == weekday else { throw .notADate(text) }
      return date
    }
    let hasOrdinal = words.contains { Self.ordinal($0) != nil && !$0.hasSuffix(".") }
    return words.count > 1 && hasOrdinal ? try named(text, text) : nil
  }

  /// Returns the weekday of a word before its date, in full or abbreviated: `Freitag,`, `Fr.`, `ven`.
  func weekday(before word: String) -> Int? {
    let bare = word.hasSuffix(",") ? String(word.dropLast()) : word
    if let weekday = weekday(bare, isAlone: true) { return weekday }
    let short = bare.hasSuffix(".") ? String(bare.dropLast()) : bare
    guard short.count == (locale.id.hasPrefix("de") ? 2 : 3) else { return nil }
    return (1...7).first { locale.weekdayNames($0).dropFirst().first?.hasPrefix(short) ?? false }
  }

  /// Returns the day of what follows `on` or `am`. `the` needs a month after it, as in `the 5th of november`.
  private func after(_ preposition: String, _ rest: String) throws(DateError) -> CivilDate? {
    if preposition == "the" { return rest.contains(" ") ? try named(rest, rest) : nil }
    if let date = try read(rest, isAlone: false) { return date }
    let words = rest.split(separator: " ").map(String.init)
    if words.count > 1 { return try phrase(words) }
    if let weekday = weekday(rest, isAlone: true) { return day(ofWeekday: weekday, isNext: isInFuture) }
    guard let number = Self.ordinal(rest) else { return nil }
    return try day(number, rest)
  }

  /// Returns the last such day of a month, today included, or the next one.
  ///
  /// - Throws: `.ambiguous` if the next such day is nearer than the last, in this month.
  private func day(_ number: Int, _ text: String) throws(DateError) -> CivilDate? {
    let days = (-12...12).compactMap { offset -> CivilDate? in
      let month = today.adding(months: offset)
      return CivilDate(year: month.year, month: month.month, day: number)
    }
    guard let last = days.last(where: { $0 <= today }), let next = days.first(where: { $0 >= today }) else {
      return nil
    }
    if isInFuture { return next }
    guard next.civilMonth != today.civilMonth || last.days(to: today) <= today.days(to: next) else {
      throw .ambiguous(
        text, readings: [locale.longDate(last), locale.longDate(next)], instead: [last.iso, next.iso])
    }
    return last
  }

  /// Returns the day of `3 days ago`, `two weeks ago`, `vor 3 Tagen` or `3日前`.
  private func ago(_ text: String, _ language: TypedWords) -> CivilDate? {
    var rest = text[...]
    for before in language.ago.before where rest.hasPrefix(before + " ") {
      rest = rest.dropFirst(before.count + 1)
    }
    for after in language.ago.after where rest.hasSuffix(after) { rest = rest.dropLast(after.count) }
    guard rest.utf8.count < text.utf8.count else { return nil }
    var parts = rest.split(separator: " ")
    if parts.count == 1 {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      parts = [digits, rest.dropFirst(digits.count)]
    }
    guard parts.count == 2, let unit = language.units[String(parts[1])],
      let number = Self.number(parts[0]) ?? language.numbers[String(parts[0])], number <= 9_999
    else { return nil }
    let count = -number * unit.count
    switch unit.frequency {
    case .daily: return today.adding(days: count)
    case .weekly: return today.adding(days: count * 7)
    case .monthly: return today.adding(months: count)
    case .yearly: return today.adding(months: count * 12)
    }
  }

  /// Returns the day of `last friday`, `vendredi prochain` or `5 juin dernier`. `last week` has no day.
  private func besides(_ words: [String], _ text: String, _ language: TypedWords) throws(DateError)
    -> CivilDate?
  {
    for (word, others) in [(words[0], words.dropFirst()), (words[words.count - 1], words.dropLast())] {
      let isNext = language.next.contains(word)
      guard isNext || language.last.contains(word) || language.this.contains(word) else { continue }
      let other = others.joined(separator: " ")
      if language.units[other] != nil || locale.monthNumber(other) != nil { throw .noDay(text) }
      if let weekday = weekday(other, isAlone: true) {
        if language.this.contains(word) { throw .notADate(text) }
        return day(ofWeekday: weekday, isNext: isNext)
      }
      guard let date = others.count > 1 ? try named(other, text) : nil else { continue }
      guard isNext ? date > today : date < today && language.last.contains(word) else { throw .notADate(text) }
      return date
    }
    return nil
  }

  /// Returns the last day before today, or the next one after it, that is a weekday.
  func day(ofWeekday weekday: Int, isNext: Bool) -> CivilDate {
    let back = (today.weekday - weekday + 7) % 7
    return isNext ? today.adding(days: 7 - back) : today.adding(days: back == 0 ? -7 : -back)
  }

  /// How sure it is that a word is part of a date.
  enum Likelihood { case sure, possible }

  /// Returns how sure it is that a word is part of a date, or `nil` if it is of no date.
  func likelihood(_ word: String) -> Likelihood? {
    let isWeekday = (1...7).contains { day in locale.weekdayNames(day).contains { $0 + "s" == word } }
    if isWeekday { return .sure }
    if weekday(word, isAlone: true) != nil || locale.monthNumber(word) != nil {
      return Self.otherWords.contains(word) ? .possible : .sure
    }
    // A `1er` is a car, except in French.
    let isOrdinal = Self.ordinal(word) != nil && !word.hasSuffix(".")
    return isOrdinal && (locale.id.hasPrefix("fr") || !word.hasSuffix("er")) ? .possible : nil
  }

  /// The months and weekdays that are other words as well.
  private static let otherWords: Set<String> = [
    "sun", "sat", "mon", "mar", "march", "may", "mai", "mag", "set", "ago", "dez", "out",
  ]

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
