internal import LedgerBytes

/// Reads months as people type them.
///
/// - `2026-10`, `10/2026`, `10`
/// - `oktober`, `okt 2025`: in English or the locale's language
/// - `this`, `last`, `next month`, `nächster Monat`
///
/// A month without a year is the last that began, or the next one.
public struct TypedMonth: Sendable {
  /// The month in which it is typed.
  public let current: CivilMonth
  /// The locale whose names are used.
  public let locale: LedgerLocale

  /// Creates a reader of months.
  public init(current: CivilMonth, locale: LedgerLocale) { (self.current, self.locale) = (current, locale) }

  /// Returns the month that a text means, or `nil` for any other text.
  public func parse(_ text: String) -> CivilMonth? {
    if let month = CivilMonth(iso: text) { return month }
    guard text.utf8.count <= 60, !text.hasPrefix("-") else { return nil }
    let key = NFC.foldedKey(ASCIIForms.folded(text))
    let words = key.split { $0.isWhitespace || $0 == "/" || $0 == "-" }.map(String.init)
    guard let first = words.first, words.count <= 2 else { return nil }
    let isMonthNoun = words.count == 2 && locale.monthNouns.contains(words[1])
    if words.count == 1 || isMonthNoun, let step = locale.monthSteps[first] {
      return current.adding(months: step)
    }
    guard let month = locale.monthNumber(first) ?? number(first) else { return nil }
    if words.count == 1 { return latest(month) }
    guard words[1].utf8.count == 4, let year = number(words[1]) else { return nil }
    return CivilMonth(year: year, month: month)
  }

  private func number(_ word: String) -> Int? {
    word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(word) : nil
  }

  /// Returns the latest month of that number which is not after the next month.
  private func latest(_ number: Int) -> CivilMonth? {
    (-10...1).reversed().lazy.map { current.adding(months: $0) }.first { $0.month == number }
  }
}

extension LedgerLocale {
  /// The words for months near the current one, and how many months from it each is.
  fileprivate var monthSteps: [String: Int] {
    var steps = ["today": 0, "this": 0, "now": 0, "last": -1, "previous": -1, "next": 1]
    let own: [String: Int] =
      switch id.prefix(2) {
      case "de":
        [
          "heute": 0, "dieser": 0, "diesen": 0, "letzter": -1, "letzten": -1, "voriger": -1, "vormonat": -1,
          "nächster": 1, "nächsten": 1,
        ]
      case "fr": ["ce": 0, "dernier": -1, "prochain": 1]
      case "it": ["questo": 0, "scorso": -1, "prossimo": 1]
      case "pt": ["este": 0, "passado": -1, "próximo": 1]
      case "ja": ["今月": 0, "先月": -1, "来月": 1]
      case _: [:]  // English, over texts of languages.
      }
    steps.merge(own) { first, _ in first }
    return steps
  }

  fileprivate var monthNouns: Set<String> { ["month", "monat", "mois", "mese", "mês"] }
}
