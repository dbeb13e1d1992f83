import Foundation
import Testing

@testable import events

@Suite("Splitting a receipt over categories")
struct SplitCommandTests {
  /// The sums by category that a screen of another module gives.
  private func categories(_ ledger: Ledger) throws -> [String: Int] {
    let all = try ledger.json("analysis", "--kind", "expense", "--all")
    let rows = try #require(all["categories"] as? [[String: Any]])
    return try rows.reduce(into: [:]) { sums, row in
      let total = try #require((row["totals"] as? [[String: Any]])?.first?["minorUnits"] as? Int)
      sums[try #require(row["category"] as? String)] = total
    }
  }

  @Test("A line, an option and a correction of any receipt count in each category")
  func split() throws {
    let ledger = try Ledger()
    #expect(ledger.run("add", "migros 84.50 food 60, hotel rest card").code == .ok)
    #expect(try categories(ledger) == ["food": 6_000, "hotel": 2_450])
    #expect(ledger.run("add", "coop 10 card", "--split", "taxi 4, food 6").code == .ok)
    #expect(ledger.run("add", "--amount", "5", "--payment", "cash", "--split", "taxi 1, food rest").code == .ok)
    #expect(try categories(ledger) == ["food": 7_000, "hotel": 2_450, "taxi": 500])
    #expect(ledger.run("correct", "migros", "--split", "food 80, taxi rest").code == .ok)
    #expect(try categories(ledger) == ["food": 9_000, "taxi": 950])
    let again = ledger.run("correct", "migros", "--split", "food 80, taxi rest")
    #expect(again.code == .ok && again.output.contains("it is split so already"), "\(again.output)")
    let dry = ledger.run("correct", "migros", "--split", "food 1, taxi rest", "--dry-run")
    #expect(dry.code == .ok && dry.output.contains("Nothing was recorded"))
    for wrong in ["food 80, taxi 5", "food 90, taxi rest", "food 80", "nonsense 4, food rest", ""] {
      #expect(ledger.run("correct", "migros", "--split", wrong).code == .dataError, "\(wrong)")
    }
    #expect(ledger.run("add", "rent 950 every month card", "--split", "food 80, taxi rest").code == .usage)
    #expect(ledger.run("add", "rent 950 taxi card", "--split", "food 80, taxi rest").code == .usage)
    #expect(try categories(ledger) == ["food": 9_000, "taxi": 950])
    #expect(ledger.run("undo", "--yes").code == .ok)
    #expect(try categories(ledger) == ["food": 7_000, "hotel": 2_450, "taxi": 500])
  }
}
