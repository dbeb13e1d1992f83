import LedgerBook
import LedgerDomain
import Testing
import YNABTestService

@testable import LedgerYNAB

@Suite("Changes in YNAB after a lost answer")
struct LostAnswerTests {
  private let scene: Scene
  private let id: TransactionID

  /// A copy that is followed, and another whose answer was lost.
  init() throws {
    scene = try Scene()
    try scene.push([try scene.add(3_000)])
    try scene.pull()
    id = try scene.add(900, note: "lunch")
    let stopping = StoppingTransport(ServiceTransport(service: scene.service), after: 1)
    #expect(throws: StoppingTransport.Stopped.self) { try scene.push([id], stopping) }
    try scene.reopen()
  }

  @Test("A change that is held by the next push is held by each pull")
  func held() throws {
    scene.service.edit(scene.service.transactions[1].id) { $0.category = TestService.dining }
    scene.links["taxi"] = nil
    try scene.pull()
    try scene.push([id])
    for _ in 0..<2 { #expect(try scene.pull().held.map(\.transaction) == [id]) }
    scene.links["taxi"] = TestService.dining
    #expect(try scene.pull().held.isEmpty)
    #expect(try scene.book.transaction(id).row.category == "taxi")
  }

  @Test("A crash between the answer and the merge does not hide a change")
  func crash() throws {
    scene.service.edit(scene.service.transactions[1].id) { $0.memo = "dinner" }
    try scene.pull()
    // The first of the two steps that a push takes: it knows the copy, and what was sent of it.
    let row = try #require(try scene.book.copies().first { $0.transaction == id })
    let sent = try #require(try scene.book.copy(row.id).pending)
    try scene.book.perform([
      (
        row.id,
        .acknowledge(
          CopyEvent.Acknowledged(
            remote: scene.service.transactions[1].id, values: sent.values, on: scene.book.today))
      )
    ])
    try scene.reopen()
    #expect(try scene.pull().mergedCount == 1)
    #expect(try scene.book.transaction(id).row.note == "dinner")
    #expect(try scene.pull() == PullReport())
  }

  @Test("A part that changed meanwhile is matched, and its change comes in")
  func part() throws {
    let split = try scene.add(300)
    try scene.book.addItems(
      [LineItem(name: "bread", money: Money(minorUnits: 300, currency: .eur))], to: split)
    let stopping = StoppingTransport(ServiceTransport(service: scene.service), after: 1)
    #expect(throws: StoppingTransport.Stopped.self) { try scene.push([split], withItems: true, stopping) }
    try scene.reopen()
    scene.service.edit(scene.service.transactions[2].id) { $0.parts[0].memo = "roll" }
    try scene.push([split], withItems: true)
    try scene.pull()
    #expect(try scene.book.transaction(split).state.lineItems.compactMap { $0.content?.name } == ["roll"])
  }
}
