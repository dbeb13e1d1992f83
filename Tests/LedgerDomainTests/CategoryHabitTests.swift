import LedgerDomain
import Testing

@Suite("Categories learned from a person's record")
struct CategoryHabitTests {
  @Test("A suggestion tells how often the vendor had the category")
  func reason() throws {
    let purchases =
      Array(repeating: "food", count: 9) + ["home"] + Array(repeating: "food", count: 5)
    let suggestion = try #require(CategoryHabit.suggestion(purchases, vendor: "ALDI"))
    #expect(suggestion.category == "food" && suggestion.reason == "ALDI: food, 14 of 15 times")
    #expect(CategoryHabit.suggestion([String](), vendor: "ALDI") == nil)
    let many = try #require(CategoryHabit.suggestion(Array(repeating: "food", count: 99), vendor: "ALDI"))
    #expect(many.reason == "ALDI: food, 32 of the last 32 times" && many.confidence >= 98)
  }

  @Test("Two purchases in a row change a habit, and one does not")
  func change() {
    let before = Array(repeating: "food", count: 20)
    #expect(CategoryHabit.suggestion(before + ["paper"], vendor: "Kiosk")?.category == "food")
    #expect(CategoryHabit.suggestion(before + ["paper", "paper"], vendor: "Kiosk")?.category == "paper")
    #expect(CategoryHabit.suggestion(["b", "a"].sorted(), vendor: "Kiosk")?.category == "b")
  }

  @Test("Confidence grows with equal purchases, and shrinks where only the first word of the name is known")
  func confidence() throws {
    func confidence(_ count: Int, isFirstWord: Bool = false) -> Int {
      CategoryHabit.suggestion(
        Array(repeating: "food", count: count), vendor: "Aldi", isFirstWord: isFirstWord)?.confidence ?? 0
    }
    #expect([1, 2, 3, 4, 12].map { confidence($0) } == [50, 77, 86, 91, 97])
    #expect(1..<90 ~= confidence(12, isFirstWord: true))
    // After an odd purchase it takes four others until the habit is sure again.
    let odd = Array(repeating: "food", count: 20) + ["home"]
    let after = (0...5).map {
      CategoryHabit.suggestion(odd + Array(repeating: "food", count: $0), vendor: "Aldi")?.confidence ?? 0
    }
    #expect(after == after.sorted() && after[3] < 90 && after[4] >= 90, "\(after)")
  }

  @Test(
    "In a household whose habits change, nine of ten suggestions are right from the fifth purchase on",
    arguments: 1...10 as ClosedRange<UInt64>)
  func household(seed: UInt64) {
    var generator = SampleGenerator(seed: seed)
    let categories = ["food", "home", "taxi", "sport", "books", "health"]
    var homes = (0..<60).map { _ in categories[Int.random(in: 0..<6, using: &generator)] }
    var purchases = [[String]](repeating: [], count: 60)
    var (asked, right, sure, surelyRight) = (0, 0, 0, 0)
    for purchase in 0..<2_000 {
      // Now and then a vendor is used for something else from then on.
      if purchase % 100 == 99 {
        homes[Int.random(in: 0..<60, using: &generator)] =
          categories[Int.random(in: 0..<6, using: &generator)]
      }
      // Some vendors are visited far more often than others.
      let vendor = min(Int.random(in: 0..<60, using: &generator), Int.random(in: 0..<60, using: &generator))
      let isOdd = Int.random(in: 0..<100, using: &generator) < 1
      let category = isOdd ? categories[Int.random(in: 0..<6, using: &generator)] : homes[vendor]
      if purchases[vendor].count >= 4,
        let suggestion = CategoryHabit.suggestion(purchases[vendor], vendor: "Vendor \(vendor)")
      {
        asked += 1
        right += suggestion.category == category ? 1 : 0
        if suggestion.confidence >= 90 {
          sure += 1
          surelyRight += suggestion.category == category ? 1 : 0
        }
      }
      purchases[vendor].append(category)
    }
    #expect(asked > 1_500 && right * 100 >= asked * 90, "\(right) of \(asked)")
    #expect(sure > 1_000 && surelyRight * 100 >= sure * 97, "\(surelyRight) of \(sure)")
  }
}

/// SplitMix64.
private struct SampleGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
