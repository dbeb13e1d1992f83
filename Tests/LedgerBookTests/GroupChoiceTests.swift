import LedgerBook
import LedgerDomain
import Testing

/// The groups that a receipt can be filed into.
@Suite("The choice of groups")
struct GroupChoiceTests {
  private static let day: Int64 = 86_400_000

  @Test("IE-21: a receipt offers the latest created groups, and its own at the end")
  func latest() throws {
    let ledger = try ScreenLedger()
    let shown = ReceiptScreen.groupsMax
    // Three groups a day, created in an order that is not that of their names.
    var made: [(day: Int, name: String, id: GroupID)] = []
    for number in 0..<(shown + 10) {
      let (day, name) = (number / 3, "Trip \(number * 7 % 60)")
      ledger.clock.set(1_780_000_000_000 + Int64(day) * Self.day)
      made.append((day, name, try #require(try ledger.book.createGroup(name: name).group)))
    }
    let deleted = made.remove(at: shown)
    _ = try ledger.book.deleteGroup(deleted.id, .keep)
    let (oldest, recent) = (made[0].id, made[shown + 5].id)
    let expected = made.sorted { left, right in
      left.day == right.day ? left.name < right.name : left.day > right.day
    }.map(\.id)
    #expect(try ledger.book.groupChoices().map(\.id) == expected)
    #expect(try ledger.book.groupChoices(limit: 3).map(\.id) == Array(expected.prefix(3)))
    #expect(try ledger.book.groupChoices(limit: -1).isEmpty)

    let offered = Array(expected.prefix(shown))
    let filed = try ledger.book.receiptScreen(try ledger.record("Taxi") { $0.group = recent })
    #expect(filed.groups.map(\.id) == offered && filed.hasMoreGroups)
    let old = try ledger.book.receiptScreen(try ledger.record("Taxi") { $0.group = oldest })
    #expect(old.groups.map(\.id) == offered + [oldest] && old.hasMoreGroups)
    let orphan = try ledger.record("Taxi") { $0.group = made[1].id }
    _ = try ledger.book.deleteGroup(made[1].id, .keep)
    #expect(try ledger.book.receiptScreen(orphan).groups.map(\.id) == offered)
  }

  @Test("All groups of a ledger with as many as are offered")
  func exactly() throws {
    let ledger = try ScreenLedger()
    let receipt = try ledger.record("Taxi")
    #expect(try ledger.book.receiptScreen(receipt).groups.isEmpty)
    for number in 0..<ReceiptScreen.groupsMax { try ledger.book.createGroup(name: "Trip \(number)") }
    let screen = try ledger.book.receiptScreen(receipt)
    #expect(screen.groups.count == ReceiptScreen.groupsMax && !screen.hasMoreGroups)
  }
}
