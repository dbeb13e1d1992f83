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

  /// The words for days near today, and how many days from today each is.
  var dayWords: [(word: String, days: Int)] {
    let english = [("today", 0), ("yesterday", -1), ("tomorrow", 1)]
    switch language {
    case "de": return english + [("heute", 0), ("gestern", -1), ("vorgestern", -2), ("morgen", 1)]
    case "fr": return english + [("aujourd'hui", 0), ("aujourd’hui", 0), ("hier", -1), ("demain", 1)]
    case "it": return english + [("oggi", 0), ("ieri", -1), ("domani", 1)]
    case "pt": return english + [("hoje", 0), ("ontem", -1), ("amanhã", 1)]
    case "ja": return english + [("今日", 0), ("昨日", -1), ("明日", 1)]
    default: return english
    }
  }

  /// The words for how something was paid.
  var paymentWords: [(word: String, payment: PaymentMethod)] {
    let english: [(String, PaymentMethod)] = [
      ("card", .card), ("cash", .cash), ("credit", .card), ("visa", .card),
    ]
    switch language {
    case "de": return english + [("karte", .card), ("bar", .cash)]
    case "fr": return english + [("carte", .card), ("espèces", .cash)]
    case "it": return english + [("carta", .card), ("contanti", .cash)]
    case "pt": return english + [("cartão", .card), ("dinheiro", .cash)]
    case "ja": return english + [("カード", .card), ("現金", .cash)]
    default: return english
    }
  }

  /// Returns the names of a weekday in lower case, English first, from 1 = Monday to 7 = Sunday.
  func weekdayNames(_ weekday: Int) -> [String] {
    let english = LocaleData.enGB.weekdayName(weekday).lowercased()
    let own = NFC.foldedKey(data.weekdayName(weekday))
    return own == english ? [english] : [english, own]
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

  private var language: Substring { id.prefix(2) }

  private static func withoutPoint(_ word: String) -> String {
    word.hasSuffix(".") ? String(word.dropLast()) : word
  }
}
