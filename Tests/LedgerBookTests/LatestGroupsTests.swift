import EventLog
import LedgerBook
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// The latest groups of a ledger that has more transactions than fit into one block.
@Suite("The latest groups")
struct LatestGroupsTests {
  @Test(
    "IE-01: any number of them is the beginning of all groups, though reading stops early", arguments: [31, 32])
  func beginnings(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    var random = SeededGenerator(seed: seed)
    let groups = try (0..<50).map { try #require(try ledger.book.createGroup(name: "Trip \($0)").group) }
    // Every date is after the creation of the groups. A group that was created later would be looked up anyway.
    // Trips overlap: blocks follow the order of recording, and dates differ from it by weeks.
    for number in 0..<1_100 {
      let day = number / 4 + Int.random(in: -60...60, using: &random)
      let group = groups[min(groups.count - 1, max(0, number / 22 + Int.random(in: -2...2, using: &random)))]
      try ledger.record("Taxi") {
        $0.date = screenDay("2028-06-01").adding(days: day)
        $0.group = Int.random(in: 0..<20, using: &random) == 0 ? nil : group
      }
    }
    _ = try ledger.book.deleteGroup(groups[46], .keep)
    let last = try ledger.book.log.lastPosition()
    for day in [ledger.book.today, screenDay("2028-09-01"), .last] {
      let book = ledger.book.through(day)
      #expect(try book.wrongHome() == nil, "\(day)")
      #expect(try book.asOf(.position(last)).wrongHome() == nil, "\(day)")
    }
  }
}
