/// A transaction from a line of text: `taxi 23.90 cash yesterday #berlin`.
///
/// What was understood is shown before it is saved; what was not is the vendor, in the order it was typed.
public struct QuickEntry: Hashable, Sendable {
  /// The amount; nil where none was found.
  public var money: Money?
  /// The date: today unless a word says otherwise.
  public var date: CivilDate
  /// The category's key.
  public var category: String?
  /// How it was paid.
  public var payment: PaymentMethod?
  /// The direction.
  public var kind: TransactionKind
  /// Tags, normalized, in the order typed.
  public var tags: [String]
  /// Words that nothing else was.
  public var vendor: String?
  /// Why an amount could not be read, where something looked like one.
  public var problem: AmountError?

  /// What a line may speak of, and how it writes amounts.
  public struct Vocabulary: Sendable {
    /// The civil date of the entry.
    public var today: CivilDate
    /// The categories that are offered.
    public var categories: [CategoryRow]
    /// The currency where the line names none.
    public var currency: Currency
    /// How amounts are written.
    public var locale: LedgerLocale
    /// The date where the line names none: today, or in a series of entries the date of the last (CHECKLIST ET-02).
    public var date: CivilDate

    /// What a line may speak of.
    public init(
      today: CivilDate, categories: [CategoryRow], currency: Currency, locale: LedgerLocale,
      date: CivilDate? = nil
    ) {
      self.today = today
      self.date = date ?? today
      self.categories = categories
      self.currency = currency
      self.locale = locale
    }
  }

  /// Reads a line. Never fails: what is missing is nil.
  ///
  /// - Complexity: O(words × categories).
  public init(_ line: String, _ vocabulary: Vocabulary) {
    date = vocabulary.date
    kind = .expense
    tags = []
    var rest: [String] = []
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    var index = 0
    while index < words.count {
      let word = words[index]
      let key = NFC.foldedKey(word)
      if word.hasPrefix("#"), word.count > 1 {
        let tag = NFC.foldedKey(String(word.dropFirst()))
        if !tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { tags.append(tag) }
      } else if money == nil, let (amount, count) = amount(at: index, words, vocabulary) {
        money = amount
        index += count - 1
        index += extend(after: index, words, from: words[(index - count + 1)...index], vocabulary)
      } else if let payment = Self.payments[key], self.payment == nil {
        self.payment = payment
      } else if let kind = TransactionKind(rawValue: key) {
        self.kind = kind
      } else if let date = Self.date(key, vocabulary.today) {
        self.date = date
      } else if category == nil, let found = Self.category(key, vocabulary.categories) {
        category = found
      } else {
        rest.append(word)
      }
      index += 1
    }
    vendor = rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  /// An amount that begins at a word: alone, or with its currency before or behind it; and how many words it took.
  private mutating func amount(
    at index: Int, _ words: [String], _ vocabulary: Vocabulary
  ) -> (Money, words: Int)? {
    for count in [2, 1] where index + count <= words.count {
      let text = words[index..<index + count].joined(separator: " ")
      guard text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        continue
      }
      if count == 2, !Self.isAmountWithCurrency(words[index], words[index + 1]) { continue }
      do throws(AmountError) {
        let money = try AmountExpression.parse(
          text, defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
        problem = nil
        return (money, count)
      } catch {
        // A word of digits and separators was meant as an amount; anything else was not.
        if text.utf8.allSatisfy({ !(UInt8(ascii: "A")...UInt8(ascii: "z")).contains($0) }),
          CivilDate(iso: text) == nil
        {
          problem = error
        }
      }
    }
    return nil
  }

  /// Adds what stands behind an amount after ` + ` or ` - `; how many words that took.
  private mutating func extend(
    after last: Int, _ words: [String], from first: ArraySlice<String>, _ vocabulary: Vocabulary
  ) -> Int {
    var text = first.joined(separator: " ")
    var taken = 0
    while last + taken + 2 < words.count, ["+", "-", "\u{2212}"].contains(words[last + taken + 1]) {
      var isLonger = false
      for count in [2, 1] where last + taken + 1 + count < words.count {
        let term = words[(last + taken + 2)...(last + taken + 1 + count)]
        if count == 2, !Self.isAmountWithCurrency(term[term.startIndex], term[term.startIndex + 1]) { continue }
        let sum = "\(text) \(words[last + taken + 1]) \(term.joined(separator: " "))"
        guard
          let money = try? AmountExpression.parse(
            sum, defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
        else { continue }
        self.money = money
        text = sum
        taken += count + 1
        isLonger = true
        break
      }
      if !isLonger { break }
    }
    return taken
  }

  /// Whether one of two neighbours is digits and the other a currency's code.
  private static func isAmountWithCurrency(_ left: String, _ right: String) -> Bool {
    func hasDigit(_ text: String) -> Bool { text.contains { $0.isASCII && $0.isNumber } }
    func isCode(_ text: String) -> Bool { Currency(text)?.minorUnitDigits != nil && text == text.uppercased() }
    return hasDigit(left) && isCode(right) || isCode(left) && hasDigit(right)
  }

  private static let payments: [String: PaymentMethod] = [
    "card": .card, "cash": .cash, "bar": .cash, "karte": .card, "credit": .card, "visa": .card,
  ]

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// `today`, `yesterday`, a weekday (the last that was), or `2026-06-14`.
  private static func date(_ word: String, _ today: CivilDate) -> CivilDate? {
    if word == "today" { return today }
    if word == "yesterday" { return today.adding(days: -1) }
    if let index = weekdays.firstIndex(of: word) {
      let back = (today.weekday - (index + 1) + 7) % 7
      return today.adding(days: back == 0 ? -7 : -back)
    }
    return CivilDate(iso: word)
  }

  private static func category(_ word: String, _ categories: [CategoryRow]) -> String? {
    categories.first { $0.isActive && ($0.key == word || NFC.foldedKey($0.name) == word) }?.key
  }
}
