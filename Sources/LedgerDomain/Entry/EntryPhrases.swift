/// The phrases of a line that are no dates: cadences, ends, flags and refunds.
struct EntryPhrases {
  let dates: TypedDate

  private var today: CivilDate { dates.today }
  private var languages: [TypedWords] { dates.locale.typedWords }

  /// Returns the meaning of some words in lower case, or `nil` if they mean nothing here.
  func meaning(_ words: [String]) throws(DateError) -> EntryMeaning? {
    let text = words.joined(separator: " ")
    for language in languages {
      if let flag = language.flags[text] { return .flag(flag) }
      if language.refunds.contains(text) { return .refund }
      if let cadence = try cadence(text, language) { return .cadence(cadence) }
      for until in language.until where text.hasPrefix(until + " ") {
        if let end = try end(String(text.dropFirst(until.count + 1))) { return .until(end) }
      }
    }
    return try dates.phrase(words).map { .date($0) }
  }

  /// Returns the cadence of `monthly`, `every 2 weeks`, `every monday` or `jeden Monat am 1.`.
  private func cadence(_ text: String, _ language: TypedWords) throws(DateError) -> Cadence? {
    if let cadence = language.cadences[text] {
      return Cadence(frequency: cadence.frequency, interval: cadence.count)
    }
    for (words, cadence) in language.cadences where text.hasPrefix(words + " ") {
      return try starting(cadence, String(text.dropFirst(words.count + 1)), language)
    }
    for every in language.every where text.hasPrefix(every + " ") {
      var words = text.dropFirst(every.count + 1).split(separator: " ").map(String.init)
      var count = 1
      if let first = words.first,
        let number = TypedDate.number(first[...]) ?? (language.second.contains(first) ? 2 : nil)
      {
        count = number
        words.removeFirst()
      }
      guard let first = words.first, (1...10_000).contains(count) else { continue }
      if let unit = language.units[first] {
        let cadence = (unit.frequency, unit.count * count)
        return try starting(cadence, words.dropFirst().joined(separator: " "), language)
      }
      guard words.count == 1 else { continue }
      if let weekday = dates.weekday(first, isAlone: true) {
        return Cadence(frequency: .weekly, interval: count, start: nextDay { $0.weekday == weekday })
      }
      if count == 1, let day = TypedDate.ordinal(first) {
        return Cadence(frequency: .monthly, start: nextDay { $0.day == day })
      }
    }
    return nil
  }

  /// Returns a cadence that begins on a day such as `on the 1st`, or `nil` if the rest is no day.
  private func starting(
    _ cadence: (frequency: RecurrenceFrequency, count: Int), _ rest: String, _ language: TypedWords
  ) throws(DateError) -> Cadence? {
    let whole = Cadence(frequency: cadence.frequency, interval: cadence.count)
    if rest.isEmpty { return whole }
    guard language.prepositions.contains(where: { rest.hasPrefix($0 + " ") }) else { return nil }
    let coming = TypedDate(today: today.adding(days: -1), locale: dates.locale, isInFuture: true)
    let isDayOfMonth = cadence.frequency == .monthly || cadence.frequency == .yearly
    let bare = rest.split(separator: " ").last.map(String.init) ?? ""
    if isDayOfMonth, let day = TypedDate.ordinal(bare), rest.split(separator: " ").count <= 3 {
      return Cadence(frequency: whole.frequency, interval: whole.interval, start: nextDay { $0.day == day })
    }
    guard let start = try coming.phrase(rest.split(separator: " ").map(String.init)) else { return nil }
    return Cadence(frequency: whole.frequency, interval: whole.interval, start: start)
  }

  /// Returns the first day from today on with a property, within 12 months.
  private func nextDay(_ isIt: (CivilDate) -> Bool) -> CivilDate? {
    (0...366).lazy.map { today.adding(days: $0) }.first(where: isIt)
  }

  /// Returns the last day of the month that a text names, or the day that it means.
  private func end(_ text: String) throws(DateError) -> CivilDate? {
    if let number = dates.locale.monthNumber(text) {
      return (0...11).lazy.map { today.civilMonth.adding(months: $0) }.first { $0.month == number }?.last
    }
    let coming = TypedDate(today: today, locale: dates.locale, isInFuture: true)
    if let date = try coming.read(text, isAlone: false) { return date }
    return try coming.phrase(text.split(separator: " ").map(String.init))
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
