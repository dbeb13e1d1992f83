extension LedgerLocale {
  /// The day in CLDR's medium form: `14 Jun 2026`, `14.06.2026`.
  public func date(_ date: CivilDate) -> String { format(data.mediumDate, date) }

  /// The day in CLDR's full form, with its weekday: `Sunday, 14 June 2026`.
  public func longDate(_ date: CivilDate) -> String { format(data.fullDate, date) }

  /// The month with its year: `June 2026`.
  public func month(_ month: CivilMonth) -> String { format(data.month, month.first) }

  /// From one day through another, what they share written once: `12–18 Jun 2026`. One day where they are equal; in
  /// the order of time, whichever is given first.
  public func dateRange(_ one: CivilDate, _ other: CivilDate) -> String {
    let first = min(one, other)
    let last = max(one, other)
    if first == last { return format(data.rangeOfOneDay, first) }
    if first.civilMonth == last.civilMonth { return format(data.rangeInMonth, first, last) }
    return format(first.year == last.year ? data.rangeInYear : data.rangeOfYears, first, last)
  }

  /// The same where the year is said elsewhere: `8–14 Jun`, `30 Jun`. Both are of one year.
  public func dayRange(_ one: CivilDate, _ other: CivilDate) -> String {
    let first = min(one, other)
    let last = max(one, other)
    let pattern =
      first == last
      ? data.rangeOfOneDay : first.civilMonth == last.civilMonth ? data.rangeInMonth : data.rangeInYear
    return format(Self.withoutYear(pattern), first, last)
  }

  /// A pattern of one year without it, and without what ties it to the rest.
  private static func withoutYear(_ pattern: String) -> String {
    for tied in [" 'de' y", ", y", " y", "/y"] where pattern.hasSuffix(tied) {
      return String(pattern.dropLast(tied.count))
    }
    return pattern.hasPrefix("y年") ? String(pattern.dropFirst(2)) : pattern
  }

  /// Writes fields of `first` until a field comes that was written already; from there on those of `last`.
  private func format(_ pattern: String, _ first: CivilDate, _ last: CivilDate? = nil) -> String {
    var text = ""
    var date = first
    var written: [Character] = []
    var isQuoted = false
    var rest = Substring(pattern)
    while let character = rest.first {
      guard "yMdE".contains(character), !isQuoted else {
        if character == "'" { isQuoted.toggle() } else { text.append(character) }
        rest.removeFirst()
        continue
      }
      let field = rest.prefix { $0 == character }
      rest = rest.dropFirst(field.count)
      if written.contains(character), let last { date = last }
      written.append(character)
      text += value(of: String(field), in: date)
    }
    return text
  }

  private func value(of field: String, in date: CivilDate) -> String {
    switch field {
    case "y": String(date.year)
    case "M": String(date.month)
    case "MM": Self.twoDigits(date.month)
    case "MMM": data.shortMonthNames[date.month - 1]
    case "MMMM": data.monthNames[date.month - 1]
    case "d": String(date.day)
    case "dd": Self.twoDigits(date.day)
    case "EEEE": data.weekdayNames[date.weekday - 1]
    default: preconditionFailure("A date pattern with the field \(field)")
    }
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
