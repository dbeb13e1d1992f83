extension LedgerLocale {
  /// Returns the day in CLDR's medium form: `14 Jun 2026`, `14.06.2026`.
  public func date(_ date: CivilDate) -> String { format(dateData.mediumDate, date) }

  /// Returns the day in CLDR's full form, with its weekday: `Sunday, 14 June 2026`.
  public func longDate(_ date: CivilDate) -> String { format(dateData.fullDate, date) }

  /// Returns the month with its year: `June 2026`.
  public func month(_ month: CivilMonth) -> String { format(dateData.month, month.first) }

  /// Returns the month with its year and a short name: `Jun 2026` (FF-18).
  public func shortMonth(_ month: CivilMonth) -> String {
    format(dateData.month.replacing("MMMM", with: "MMM"), month.first)
  }

  /// From one day through another, with the parts they share written once: `12–18 Jun 2026`.
  ///
  /// Two equal days are written as one. The earlier day comes first, whichever argument it is.
  public func dateRange(_ one: CivilDate, _ other: CivilDate) -> String {
    let first = min(one, other)
    let last = max(one, other)
    if first == last { return format(dateData.rangeOfOneDay, first) }
    if first.civilMonth == last.civilMonth { return format(dateData.rangeInMonth, first, last) }
    return format(first.year == last.year ? dateData.rangeInYear : dateData.rangeOfYears, first, last)
  }

  /// Returns the dates without the year, which is shown elsewhere: `8–14 Jun`, `30 Jun`. Both are of one year.
  public func dayRange(_ one: CivilDate, _ other: CivilDate) -> String {
    let first = min(one, other)
    let last = max(one, other)
    let pattern =
      first == last
      ? dateData.rangeOfOneDay
      : first.civilMonth == last.civilMonth ? dateData.rangeInMonth : dateData.rangeInYear
    return format(Self.withoutYear(pattern), first, last)
  }

  /// Returns a pattern of one year without the year, and without the separator that connects it.
  static func withoutYear(_ pattern: String) -> String {
    for tied in [" 'de' y", ", y", " y", "/y"] where pattern.hasSuffix(tied) {
      return String(pattern.dropLast(tied.count))
    }
    return pattern.hasPrefix("y年") ? String(pattern.dropFirst(2)) : pattern
  }

  /// Writes the fields of `first`, then from the first repeated field on those of `last`.
  private func format(_ pattern: String, _ first: CivilDate, _ last: CivilDate? = nil) -> String {
    var text = ""
    var date = first
    var written: [UInt8] = []
    var isQuoted = false
    var pattern = pattern
    pattern.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        let byte = bytes[start]
        var end = start + 1
        if byte == UInt8(ascii: "'") {
          isQuoted.toggle()
        } else if Self.isField(byte), !isQuoted {
          while end < bytes.count, bytes[end] == byte { end += 1 }
          if written.contains(byte), let last { date = last }
          written.append(byte)
          text += value(of: byte, count: end - start, in: date)
        } else {
          while end < bytes.count, isQuoted || !Self.isField(bytes[end]), bytes[end] != UInt8(ascii: "'") {
            end += 1
          }
          text += String(decoding: bytes[start..<end], as: UTF8.self)
        }
        start = end
      }
    }
    return text
  }

  private static func isField(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "y"), UInt8(ascii: "M"), UInt8(ascii: "d"), UInt8(ascii: "E"): true
    default: false
    }
  }

  private func value(of field: UInt8, count: Int, in date: CivilDate) -> String {
    switch (field, count) {
    case (UInt8(ascii: "y"), 1): String(date.year)
    case (UInt8(ascii: "M"), 1): String(date.month)
    case (UInt8(ascii: "M"), 2): Self.twoDigits(date.month)
    case (UInt8(ascii: "M"), 3): dateData.shortMonthName(date.month)
    case (UInt8(ascii: "M"), 4): dateData.monthName(date.month)
    case (UInt8(ascii: "d"), 1): String(date.day)
    case (UInt8(ascii: "d"), 2): Self.twoDigits(date.day)
    case (UInt8(ascii: "E"), 4): dateData.weekdayName(date.weekday)
    default: preconditionFailure("a date pattern with \(count) of the field \(Unicode.Scalar(field))")
    }
  }

  private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
