/// The amounts of an entry by category: `food 60, household rest`.
///
/// The parts are separated by commas. One of them may be `rest`, which takes what the others leave of the total.
///
///     let vocabulary = QuickEntry.Vocabulary(
///       today: book.today, categories: try book.categories(), currency: .eur, locale: .default)
///     let split = try EntrySplit("food 60, other rest", vocabulary)
///     let items = try split.items(of: Money(minorUnits: 8_450, currency: .eur))  // Food, 60.00 EUR
public struct EntrySplit: Hashable, Sendable {
  /// The part of one category.
  public struct Part: Hashable, Sendable {
    /// The category's key.
    public let category: String
    /// The category's name.
    public let name: String
    /// The amount, or `nil` for the rest.
    public let money: Money?
  }

  /// The parts, in the order typed. There are at least two.
  public let parts: [Part]

  /// Reads a text with nothing but parts.
  ///
  /// - Throws: `.notUnderstood` if it is no split.
  public init(_ text: String, _ vocabulary: QuickEntry.Vocabulary) throws(EntryProblem) {
    let tokens = EntryToken.tokens(of: text).tokens
    guard let found = Self.find(in: tokens, vocabulary), found.range == tokens.indices else {
      throw .notUnderstood(text)
    }
    self = found.split
  }

  private init(_ parts: [Part]) { self.parts = parts }

  /// The category of the whole entry: that of the rest, or of the first part.
  public var category: String { (parts.first { $0.money == nil } ?? parts[0]).category }

  /// The sum of the parts, or `nil` if one of them is the rest.
  public var total: Money? {
    let amounts = parts.compactMap(\.money)
    return amounts.count == parts.count ? Self.sum(amounts) : nil
  }

  /// Returns the line items of the parts. The rest is no item, because it counts in the category of the entry.
  ///
  /// The parts of a negative total may be typed without their signs.
  ///
  /// - Throws: `.split` if the parts do not add up to the total, or leave nothing for the rest.
  public func items(of total: Money) throws(EntryProblem) -> [LineItem] {
    let typed = parts.compactMap { part in part.money.map { (part, $0) } }
    let turns = total.minorUnits < 0 && typed.allSatisfy { $0.1.minorUnits > 0 }
    let items = typed.map { part, money in
      LineItem(
        name: part.name, money: turns ? Money(minorUnits: -money.minorUnits, currency: money.currency) : money,
        category: part.category)
    }
    let hasRest = typed.count < parts.count
    guard let sum = Self.sum(items.map(\.money)) else { throw .amount(.overflow) }
    let (rest, overflows) = total.minorUnits.subtractingReportingOverflow(sum.minorUnits)
    guard sum.currency == total.currency, !overflows,
      hasRest ? rest.signum() == total.minorUnits.signum() && rest != 0 : rest == 0
    else { throw .split(sum: sum, total: total) }
    return items
  }

  /// Returns the sum of amounts, or `nil` if it does not exist.
  private static func sum(_ amounts: [Money]) -> Money? {
    guard let first = amounts.first, amounts.allSatisfy({ $0.currency == first.currency }) else { return nil }
    let sum = amounts.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    return Int64(exactly: sum).map { Money(minorUnits: $0, currency: first.currency) }
  }

  // MARK: Among the words of a line

  static let restWords: Set<String> = ["rest", "remainder", "reste", "resto", "残り"]

  /// Returns the first split among some tokens, with its place, or `nil` if no tokens are one.
  static func find(in tokens: [EntryToken], _ vocabulary: QuickEntry.Vocabulary) -> (
    split: EntrySplit, range: Range<Int>
  )? {
    let reader = PartReader(tokens: tokens, vocabulary: vocabulary)
    for start in tokens.indices {
      var parts: [Part] = []
      var index = start
      while let (part, end) = reader.part(at: index) {
        parts.append(part)
        index = end
        guard tokens[end - 1].plain.hasSuffix(",") else { break }
      }
      let restCount = parts.count { $0.money == nil }
      guard parts.count > 1, restCount <= 1, index > start, !tokens[index - 1].plain.hasSuffix(",") else {
        continue
      }
      return (EntrySplit(parts), start..<index)
    }
    return nil
  }
}

/// Reads one part at a time: `food 60,`.
private struct PartReader {
  let tokens: [EntryToken]
  let vocabulary: QuickEntry.Vocabulary

  /// Returns the part that begins at an index, and the index after it.
  ///
  /// The rest may precede its category: `rest food,`.
  func part(at start: Int) -> (EntrySplit.Part, end: Int)? {
    for count in (1...6).reversed() where start + count < tokens.count {
      if !tokens[start + count - 1].plain.hasSuffix(","), let row = category(start..<start + count),
        let (money, end) = amount(at: start + count)
      {
        return (EntrySplit.Part(category: row.key, name: row.name, money: money), end)
      }
      let end = start + count + 1
      if EntrySplit.restWords.contains(NFC.foldedKey(tokens[start].plain)), tokens[start].kind == .word,
        end <= tokens.count, let row = category(start + 1..<end)
      {
        return (EntrySplit.Part(category: row.key, name: row.name, money: nil), end)
      }
    }
    return nil
  }

  /// Returns the category that some tokens name, with or without a comma at their end.
  private func category(_ range: Range<Int>) -> CategoryRow? {
    guard tokens[range].allSatisfy({ $0.kind == .word }) else { return nil }
    let key = NFC.foldedKey(Self.withoutComma(tokens[range].map(\.text).joined(separator: " ")).0)
    return vocabulary.categories.first { row in
      row.isActive && [row.key, row.name, row.emoji].contains { $0.map(NFC.foldedKey) == key }
    }
  }

  /// Returns the amount at an index, which is `nil` for the rest, and the index after it.
  private func amount(at index: Int) -> (Money?, end: Int)? {
    guard tokens[index].kind == .word else { return nil }
    let (word, isLast) = Self.withoutComma(tokens[index].plain)
    if EntrySplit.restWords.contains(NFC.foldedKey(word)) { return (nil, index + 1) }
    if !isLast, index + 1 < tokens.count, tokens[index + 1].kind == .word {
      let (next, _) = Self.withoutComma(tokens[index + 1].plain)
      if EntryAmounts.isCurrency(next) || EntryAmounts.isCurrency(word), let money = money("\(word) \(next)") {
        return (money, index + 2)
      }
    }
    return money(word).map { ($0, index + 1) }
  }

  private func money(_ text: String) -> Money? {
    try? AmountExpression.parse(text, defaultCurrency: vocabulary.currency, locale: vocabulary.locale)
  }

  private static func withoutComma(_ text: String) -> (String, isLast: Bool) {
    text.hasSuffix(",") ? (String(text.dropLast()), true) : (text, false)
  }
}
