// The words that people type in the language of a locale. English is understood in every locale.
extension LedgerLocale {
  /// The order in which a date of digits is written.
  var numericOrder: NumericOrder {
    switch id {
    case "en_US": .monthFirst
    case "ja_JP": .yearFirst
    case _: .dayFirst
    }
  }

  /// Whether the locale's own dates of digits have this separator.
  ///
  /// Points are own to every locale that begins with the day: nobody writes the month first with them.
  func writesDates(with separator: Unicode.Scalar) -> Bool {
    switch (separator, numericOrder) {
    case (".", .dayFirst): true
    case (".", .monthFirst), (".", .yearFirst): false
    case ("/", _): !["de_DE", "de_CH"].contains(id)
    case _: id == "en_IN"
    }
  }

  /// Returns the names of a weekday in lower case, English first, from 1 = Monday to 7 = Sunday.
  func weekdayNames(_ weekday: Int) -> [String] {
    let english = LocaleData.enGB.weekdayName(weekday).lowercased()
    let own = NFC.foldedKey(data.weekdayName(weekday))
    if own == english { return [english] }
    return own == "samstag" ? [english, own, "sonnabend"] : [english, own]
  }

  /// Returns the month of a name in full or abbreviated, in lower case, with or without its point.
  func monthNumber(_ word: String) -> Int? {
    let word = Self.withoutPoint(word)
    return (1...12).first { month in
      [LocaleData.enGB, .enUS, data].contains { names in
        Self.withoutPoint(NFC.foldedKey(names.monthName(month))) == word
          || Self.withoutPoint(NFC.foldedKey(names.shortMonthName(month))) == word
      }
    }
  }

  private static func withoutPoint(_ word: String) -> String {
    word.hasSuffix(".") ? String(word.dropLast()) : word
  }
}
