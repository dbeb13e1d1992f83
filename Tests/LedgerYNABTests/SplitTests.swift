import LedgerBook
import LedgerDomain
import Testing
import YNABTestService

@testable import LedgerYNAB

@Suite("Splits that change in YNAB")
struct SplitTests {
  private let scene: Scene
  private let id: TransactionID

  init() throws {
    scene = try Scene()
    id = try scene.add(3_000)
    try scene.book.addItems(
      [
        LineItem(name: "bread", money: Money(minorUnits: 1_000, currency: .eur)),
        LineItem(name: "wine", money: Money(minorUnits: 2_000, currency: .eur), category: "taxi"),
      ], to: id)
    try scene.push([id], withItems: true)
    try scene.pull()
  }

  private func edit(_ change: (inout TestService.Stored) -> Void) {
    scene.service.edit(scene.service.transactions[0].id, change)
  }

  /// The line items as `name amount`, and the total.
  private func local() throws -> (items: [String], total: Int64?) {
    let detail = try scene.book.transaction(id)
    return (
      detail.state.lineItems.compactMap { $0.content.map { "\($0.name) \($0.money.minorUnits)" } },
      detail.row.money?.minorUnits
    )
  }

  @Test("Amounts and parts come in together, or not at all")
  func together() throws {
    edit {
      $0.amount = -40_005
      $0.parts[0].amount = -20_000
      $0.parts[1].amount = -20_005
    }
    let report = try scene.pull()
    #expect(report.held.count == 1 && report.mergedCount == 0, "\(report)")
    #expect(try local() == (["bread 1000", "wine 2000"], 3_000))
    edit {
      $0.amount = -40_000
      $0.parts[1].amount = -20_000
    }
    #expect(try scene.pull().held.isEmpty)
    #expect(try local() == (["bread 2000", "wine 2000"], 4_000))
  }

  @Test("A part that YNAB added comes in once its category is linked, and is followed from then on")
  func added() throws {
    let links = scene.links
    scene.links["taxi"] = nil
    edit {
      $0.amount = -35_000
      $0.parts.append(
        TestService.Part(id: "part-3", amount: -5_000, memo: "cheese", category: TestService.dining))
    }
    for _ in 0..<2 {
      let report = try scene.pull()
      #expect(report.held.map(\.key) == [CopyEvent.Key(.amount)] && report.mergedCount == 0, "\(report)")
      #expect(try local() == (["bread 1000", "wine 2000"], 3_000))
    }
    scene.links = links
    #expect(try scene.pull().held.isEmpty)
    #expect(try local() == (["bread 1000", "wine 2000", "cheese 500"], 3_500))
    edit { $0.parts[2].memo = "brie" }
    try scene.pull()
    #expect(try local() == (["bread 1000", "wine 2000", "brie 500"], 3_500))
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
    #expect(try scene.pull() == PullReport())
  }

  @Test("A part that YNAB removed goes here, too, and one that cannot is reported once")
  func removed() throws {
    edit {
      $0.amount = -20_005
      $0.parts[1].amount = -20_005
      $0.parts.remove(at: 0)
    }
    #expect(try scene.pull().held.count == 1)
    #expect(try local() == (["bread 1000", "wine 2000"], 3_000))
    edit {
      $0.amount = -20_000
      $0.parts[0].amount = -20_000
    }
    #expect(try scene.pull().held.isEmpty)
    #expect(try local() == (["wine 2000"], 2_000))
    #expect(try scene.pull() == PullReport())
  }

  @Test("A split that YNAB joined is one receipt with a category again")
  func joined() throws {
    edit {
      $0.parts = []
      $0.category = TestService.dining
    }
    #expect(try scene.pull().held.isEmpty)
    #expect(try local() == ([], 3_000))
    #expect(try scene.book.transaction(id).row.category == "taxi")
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
  }

  @Test("A receipt without line items that is split in YNAB is held once, and the rest comes in")
  func splitThere() throws {
    let other = try scene.add(900)
    try scene.push([other])
    try scene.pull()
    scene.service.edit(scene.service.transactions[1].id) {
      $0.category = nil
      $0.memo = "split"
      $0.parts = [
        TestService.Part(id: "a", amount: -4_000, memo: nil, category: TestService.dining),
        TestService.Part(id: "b", amount: -5_000, memo: nil, category: TestService.groceries),
      ]
    }
    let report = try scene.pull()
    #expect(report.held.map(\.transaction) == [other] && report.mergedCount == 1, "\(report)")
    #expect(try scene.book.transaction(other).row.note == "split")
  }
}
