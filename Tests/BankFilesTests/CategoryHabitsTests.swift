import BankFiles
import LedgerDomain
import Testing

@Suite("Categories learned from a person's record")
struct CategoryHabitsTests {
  private func habits(_ purchases: [(vendor: String, category: String)]) -> CategoryHabits {
    purchases.reduce(into: CategoryHabits()) {
      $0.learn(vendor: $1.vendor, kind: .expense, category: $1.category)
    }
  }

  @Test("A suggestion tells how often the vendor had the category")
  func reason() throws {
    let habits = habits(
      Array(repeating: ("ALDI", "food"), count: 9) + [("ALDI", "home")]
        + Array(repeating: ("ALDI", "food"), count: 5))
    let suggestion = try #require(habits.suggestion(vendor: "Aldi 4411 BERLIN DE", kind: .expense))
    #expect(suggestion.category == "food" && suggestion.reason == "ALDI: food, 14 of 15 times")
    #expect(habits.suggestion(vendor: "Aldi", kind: .income) == nil)
    #expect(habits.suggestion(vendor: "Kiosk", kind: .expense) == nil)
    #expect(habits.suggestion(vendor: "", kind: .expense) == nil)
  }

  @Test("Two purchases in a row change a habit, and one does not")
  func change() {
    let before = Array(repeating: (vendor: "Kiosk", category: "food"), count: 20)
    let once = habits(before + [("Kiosk", "paper")])
    #expect(once.suggestion(vendor: "Kiosk", kind: .expense)?.category == "food")
    let twice = habits(before + [("Kiosk", "paper"), ("Kiosk", "paper")])
    #expect(twice.suggestion(vendor: "Kiosk", kind: .expense)?.category == "paper")
  }

  @Test("Confidence grows with equal purchases, and shrinks where only the first word of the name is known")
  func confidence() throws {
    func confidence(_ count: Int, _ vendor: String) -> Int {
      habits(Array(repeating: ("Aldi Sued", "food"), count: count))
        .suggestion(vendor: vendor, kind: .expense)?.confidence ?? 0
    }
    #expect(confidence(1, "Aldi Sued") < confidence(3, "Aldi Sued"))
    #expect(confidence(3, "Aldi Sued") < 90 && confidence(12, "Aldi Sued") >= 90)
    #expect(1..<90 ~= confidence(12, "Aldi Nord"))
  }

  @Test("In a household whose habits change, nine of ten suggestions are right from the fifth purchase on")
  func household() {
    for seed in 1...10 as ClosedRange<UInt64> {
      var generator = SampleGenerator(seed: seed)
      let categories = ["food", "home", "taxi", "sport", "books", "health"]
      var homes = (0..<60).map { _ in categories[Int.random(in: 0..<6, using: &generator)] }
      var seen = [Int](repeating: 0, count: 60)
      var habits = CategoryHabits()
      var (asked, right, sure, surelyRight) = (0, 0, 0, 0)
      for purchase in 0..<2_000 {
        // Now and then a vendor is used for something else from then on.
        if purchase % 100 == 99 {
          homes[Int.random(in: 0..<60, using: &generator)] =
            categories[Int.random(in: 0..<6, using: &generator)]
        }
        let vendor = Int.random(in: 0..<60, using: &generator)
        let isOdd = Int.random(in: 0..<100, using: &generator) < 1
        let category = isOdd ? categories[Int.random(in: 0..<6, using: &generator)] : homes[vendor]
        let name = "Vendor\(vendor) \(1_000 + purchase) BERLIN DE"
        if seen[vendor] >= 4, let suggestion = habits.suggestion(vendor: name, kind: .expense) {
          asked += 1
          right += suggestion.category == category ? 1 : 0
          if suggestion.confidence >= 90 {
            sure += 1
            surelyRight += suggestion.category == category ? 1 : 0
          }
        }
        seen[vendor] += 1
        habits.learn(vendor: name, kind: .expense, category: category)
      }
      #expect(asked > 1_500 && right * 100 >= asked * 90, "seed \(seed): \(right) of \(asked)")
      #expect(sure > 200 && surelyRight * 100 >= sure * 97, "seed \(seed): \(surelyRight) of \(sure)")
    }
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
