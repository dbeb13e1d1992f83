import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Amounts by category in a line of words")
struct EntrySplitTests {
  private static let locales = LedgerLocale.all

  private static func vocabulary(_ locale: LedgerLocale) throws -> QuickEntry.Vocabulary {
    let names = [("food", "Food"), ("household", "Household"), ("gym", "Gym"), ("eating out", "Eating out")]
    return QuickEntry.Vocabulary(
      today: try #require(CivilDate(year: 2026, month: 11, day: 28)),
      categories: names.map {
        CategoryRow(key: $0, name: $1, emoji: nil, color: nil, kinds: [.expense], isActive: true)
      }, currency: .eur, locale: locale)
  }

  /// The amounts are drawn, and the line is written from them. The test adds them up itself.
  @Test("Parts are recorded if they add up, and refused if they miss or exceed the total", arguments: 0..<300)
  func sums(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let locale = try #require(Self.locales.randomElement(using: &random))
    let vocabulary = try Self.vocabulary(locale)
    let categories = vocabulary.categories.shuffled(using: &random).prefix(
      Int.random(in: 2...4, using: &random))
    let amounts = categories.map { _ in Int64.random(in: 1...500_000, using: &random) }
    let hasRest = Bool.random(using: &random)
    let restIndex = Int.random(in: 0..<amounts.count, using: &random)
    let errors: [Int64] = [0, 0, 0, 1, -1, -amounts[restIndex]]
    let error = errors.randomElement(using: &random) ?? 0
    let sum = amounts.reduce(0, +) + error
    func text(_ units: Int64) -> String { locale.money(Money(minorUnits: units, currency: .eur)) }
    let parts = zip(categories, amounts).enumerated().map { index, part in
      "\(part.0.key) \(hasRest && index == restIndex ? "rest" : text(part.1))"
    }
    let line = "migros \(text(sum)) \(parts.joined(separator: ", ")) card"
    let entry = QuickEntry(line, vocabulary)
    // The rest takes every difference, until nothing is left of the total.
    let fits = hasRest ? amounts[restIndex] + error > 0 : error == 0
    #expect(entry.problems.isEmpty == (fits && sum != 0), "seed \(seed): \(line) \(entry.problems)")
    guard fits, let money = entry.money, let split = entry.split else { return }
    let items = try split.items(of: money)
    let restCategory = categories[categories.startIndex + restIndex].key
    #expect(money.minorUnits == sum && entry.vendor == "migros" && entry.payment == .card)
    #expect(entry.category == (hasRest ? restCategory : categories.first?.key))
    #expect(items.reduce(0) { $0 + $1.money.minorUnits } == (hasRest ? sum - amounts[restIndex] - error : sum))
    for (index, (category, units)) in zip(categories, amounts).enumerated() where !hasRest || index != restIndex
    {
      #expect(items.contains { $0.category == category.key && $0.money.minorUnits == units }, "\(line)")
    }
  }

  @Test(
    "A split is among other words, and two categories are refused",
    arguments: [
      ("migros food 60, household 24.50 card", 8_450),
      ("refund migros 84.50 food 60, household rest card", -8_450),
      ("migros 84.50 CHF food 60 CHF, household rest card", 8_450),
      ("migros 84.50 eating out 60, food rest card", 8_450),
      ("migros 84.50 yesterday, food 60, household rest card", nil), ("migros 84.50 food 60, card", nil),
      ("migros 84.50 food 60, household rest gym card", nil),
      ("migros 84.50 food rest, household rest card", nil),
      ("migros 84.50 CHF food 60, household rest card", nil),
      ("transfer 84.50 food 60, household rest card", nil),
    ] as [(String, Int64?)])
  func words(_ line: String, _ units: Int64?) throws {
    let entry = QuickEntry(line, try Self.vocabulary(.default))
    guard let units else { return #expect(!entry.problems.isEmpty, "\(entry)") }
    #expect(entry.problems.isEmpty && entry.money?.minorUnits == units && entry.vendor == "migros", "\(entry)")
    let items = try #require(entry.split).items(of: try #require(entry.money))
    #expect(items.first?.money.minorUnits == (units < 0 ? -6_000 : 6_000))
  }
}
