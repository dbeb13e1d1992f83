import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@Suite("Items, pages and proposals through the book")
struct LaterBookTests {
  private static let text = "REWE City\nBrot 3,50\nSUMME EUR 4,70\nGeg. BAR EUR 5,00\n14.06.2026 12:31"

  @Test("RY-02: fifty items in one command are one batch, and the same command again does nothing")
  func manyItems() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("REWE City")
    let items = (1...50).map {
      LineItem(name: "Item \($0)", quantity: "\($0)", money: Money(minorUnits: Int64($0), currency: .eur))
    }
    let command = UniqueID.random()
    let added = try ledger.book.addItems(items, to: id, id: command)
    #expect(added.done.positions.count == 50 && added.items.count == 50)
    let again = try ledger.book.addItems(items, to: id, id: command)
    #expect(again.done.repeated && again.done.positions == added.done.positions)
    let state = try ledger.book.transaction(id).state
    #expect(state.lineItems.compactMap(\.content) == items && state.lineItems.map(\.id) == added.items)
    // An invalid one refuses them all.
    let events = try ledger.book.status().events
    let bad = items.prefix(2) + [LineItem(name: " ", money: Money(minorUnits: 1, currency: .eur))]
    #expect(throws: Rejection.emptyName) { try ledger.book.addItems(Array(bad), to: id) }
    #expect(try ledger.book.status().events == events)
  }

  @Test("An id that the caller gave is remembered for ever, and one that the book made is not")
  func remembered() throws {
    let ledger = try ScreenLedger()
    for id in [UniqueID.random(), nil] {
      let outcome = try ledger.book.createGroup(name: "Berlin", id: id)
      let event = try #require(try ledger.book.log.event(at: outcome.positions[0]))
      #expect(try ledger.book.log.command(event.correlation)?.id == id)
    }
  }

  @Test("IE-30: pages are durable before the event that names them, numbered on, and read with what was there")
  func pages() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("REWE City") { $0.money = Money(minorUnits: 470, currency: .eur) }
    let command = UniqueID.random()
    let input = PagesInput(files: [.bytes([1]), .bytes([2]), .bytes([1])], text: Self.text)
    let added = try ledger.book.addPages(input, to: id, id: command)
    var detail = try ledger.book.transaction(id)
    #expect(detail.row.attachments.map(\.page) == [1, 2], "one page is one page")
    #expect(added.positions.count == 4, "two pages, their text and what it proposes")
    #expect(detail.state.openProposals.map(\.proposed.field) == [.payment])
    #expect(try ledger.book.waitingProposals().map(\.fields) == [1])
    #expect(try ledger.book.addPages(input, to: id, id: command).positions == added.positions)
    try ledger.book.addPages(PagesInput(files: [.bytes([3])], text: "Danke"), to: id)
    detail = try ledger.book.transaction(id)
    #expect(detail.row.attachments.map(\.page) == [1, 2, 3])
    #expect(detail.text == Self.text + "\nDanke", "what was read before is kept")
    #expect(detail.state.openProposals.map(\.proposed.field) == [.payment])
    try ledger.book.perform(.reject([]), on: id)
    #expect(try ledger.book.waitingProposals().isEmpty)
    let events = try ledger.book.status().events
    #expect(throws: (any Error).self) {
      try ledger.book.addPages(PagesInput(files: [.bytes([4])]), to: TransactionID(.random()))
    }
    #expect(try ledger.book.status().events == events)
  }

  @Test(
    "RY-01: items that were read are offered from the extraction, else from the text, and never recorded by asking"
  )
  func itemsRead() throws {
    let ledger = try ScreenLedger()
    let draft = try #require(try ledger.book.capture(CaptureInput(text: Self.text)).transaction)
    #expect(try ledger.book.itemsRead(of: draft).map(\.name) == ["Brot"])
    let typed = try ledger.record("REWE City")
    #expect(try ledger.book.itemsRead(of: typed).isEmpty)
    try ledger.book.addPages(PagesInput(files: [], text: Self.text), to: typed)
    #expect(try ledger.book.itemsRead(of: typed).map(\.price) == ["3.50"])
    #expect(try ledger.book.transaction(typed).state.items.isEmpty)
  }
}
