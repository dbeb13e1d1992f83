import EventLog
import LedgerBook
import LedgerDomain
import Testing
import YNABTestService

@testable import LedgerYNAB

@Suite("Pulls from YNAB")
struct PullTests {
  private func sent(_ scene: Scene, withItems: Bool = false) throws -> TransactionID {
    let id = try scene.add(3_000, note: "lunch")
    if withItems {
      try scene.book.addItems(
        [
          LineItem(name: "bread", money: Money(minorUnits: 1_000, currency: .eur)),
          LineItem(name: "wine", money: Money(minorUnits: 2_000, currency: .eur), category: "taxi"),
        ], to: id)
    }
    try scene.push([id], withItems: withItems)
    try scene.pull()
    return id
  }

  @Test("RY-11 What only YNAB changed comes in, and what only we changed goes out")
  func bothWays() throws {
    let scene = try Scene()
    let id = try sent(scene)
    let remote = scene.service.transactions[0].id
    scene.service.edit(remote) {
      $0.category = TestService.dining
      $0.cleared = "reconciled"
    }
    try scene.book.perform(.correct(.note, .text("dinner")), on: id)
    let report = try scene.pull()
    #expect(report.mergedCount == 2 && report.conflicts.isEmpty && report.held.isEmpty, "\(report)")
    let row = try scene.book.transaction(id).row
    #expect(row.category == "taxi" && row.isCleared && row.note == "dinner")
    try scene.push([id])
    #expect(scene.service.transactions[0].memo == "dinner")
    #expect(try scene.pull().mergedCount == 0)
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
  }

  @Test(
    "A field that both changed waits for a person, and nothing is lost meanwhile",
    arguments: CopyEvent.Side.allCases)
  func conflict(side: CopyEvent.Side) throws {
    let scene = try Scene()
    let id = try sent(scene)
    scene.service.edit(scene.service.transactions[0].id) { $0.memo = "theirs" }
    try scene.book.perform(.correct(.note, .text("ours")), on: id)
    #expect(try scene.pull().conflicts.map(\.key) == [CopyEvent.Key(.memo)])
    try scene.push([id])
    #expect(scene.service.transactions[0].memo == "theirs")
    #expect(try scene.book.transaction(id).row.note == "ours")
    try scene.sync().settle(try #require(try scene.book.copies().first), CopyEvent.Key(.memo), side)
    try scene.push([id])
    #expect(scene.service.transactions[0].memo == side.rawValue)
    #expect(try scene.book.transaction(id).row.note == side.rawValue)
    #expect(try scene.book.copies()[0].conflictCount == 0)
  }

  @Test("A change there of a receipt that is deleted here is held, and comes in once it is restored")
  func deletedHere() throws {
    let scene = try Scene()
    let id = try sent(scene)
    try scene.book.perform(.delete, on: id)
    scene.service.edit(scene.service.transactions[0].id) { $0.memo = "supper" }
    for _ in 0..<2 { #expect(try scene.pull().held.map(\.transaction) == [id]) }
    try scene.book.perform(.restore, on: id)
    let report = try scene.pull()
    #expect(report.mergedCount == 1 && report.held.isEmpty, "\(report)")
    #expect(try scene.book.transaction(id).row.note == "supper")
    #expect(try scene.pull() == PullReport())
  }

  @Test("RY-13 A payee that is renamed in YNAB keeps its name here, also after a push")
  func payee() throws {
    let scene = try Scene()
    let id = try sent(scene)
    scene.service.edit(scene.service.transactions[0].id) { $0.payee = "REWE Markt" }
    #expect(try scene.pull() == PullReport())
    #expect(try scene.book.transaction(id).row.vendor == "Rewe")
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
    try scene.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    try scene.push([id])
    #expect(scene.service.transactions[0].payee == "Edeka")
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
  }

  @Test("RY-08 Line items are parts that add up, matched by the identifiers YNAB gave")
  func items() throws {
    let scene = try Scene()
    let id = try sent(scene, withItems: true)
    let parts = scene.service.transactions[0].parts
    #expect(parts.map(\.amount) == [-10_000, -20_000])
    #expect(parts.map(\.category) == [TestService.groceries, TestService.dining])
    scene.service.edit(scene.service.transactions[0].id) { $0.parts[1].memo = "champagne" }
    #expect(try scene.pull().mergedCount == 1)
    #expect(
      try scene.book.transaction(id).state.lineItems.compactMap { $0.content?.name } == ["bread", "champagne"])
  }

  @Test("Line items that do not add up are not sent, and the missing amount is named")
  func remainder() throws {
    let scene = try Scene()
    let id = try scene.add(3_000)
    try scene.book.addItems([LineItem(name: "bread", money: Money(minorUnits: 1_000, currency: .eur))], to: id)
    #expect(try scene.push([id], withItems: true).map(\.outcome) == [.remainder(-20_000)])
    #expect(scene.service.requests.isEmpty)
  }

  @Test("RY-10 After a push the frozen fields are refused, and the others are not")
  func frozen() throws {
    for withItems in [false, true] {
      let scene = try Scene()
      let id = try sent(scene, withItems: withItems)
      let date = try #require(CivilDate(iso: "2026-06-01"))
      let amount = FieldValue.amount(Amount(Money(minorUnits: 5, currency: .eur)))
      #expect(throws: Rejection.copyIsFrozen("date")) {
        try scene.book.perform(.correct(.date, .date(date)), on: id)
      }
      if withItems {
        #expect(throws: Rejection.copyIsFrozen("total")) {
          try scene.book.perform(.correct(.total, amount), on: id)
        }
        #expect(throws: Rejection.copyIsFrozen("line items")) {
          try scene.book.addItems([LineItem(name: "x", money: Money(minorUnits: 1, currency: .eur))], to: id)
        }
      } else {
        try scene.book.perform(.correct(.total, amount), on: id)
        try scene.push([id])
        #expect(scene.amounts == [-50])
      }
      try scene.book.perform(.correct(.note, .text("new")), on: id)
    }
  }

  @Test("RY-10 A batch and an undo are refused where a correction is")
  func frozenElsewhere() throws {
    let scene = try Scene()
    let id = try scene.add(3_000)
    let date = try #require(CivilDate(iso: "2026-06-02"))
    let corrected = try scene.book.perform(.correct(.date, .date(date)), on: id)
    let noted = try scene.book.perform(.correct(.note, .text("lunch")), on: id)
    try scene.push([id])
    let before = try scene.book.log.lastPosition()
    #expect(throws: Rejection.copyIsFrozen("date")) { try scene.book.undo(corrected) }
    #expect(throws: Rejection.copyIsFrozen("date")) {
      try scene.book.batch { batch in
        try batch.perform(.correct(.note, .text("dinner")), on: id)
        try batch.perform(.correct(.date, .date(date.adding(days: 1))), on: id)
      }
    }
    #expect(try scene.book.log.lastPosition() == before)
    try scene.book.undo(noted)
    #expect(try scene.book.transaction(id).row.note == nil)
  }

  @Test("RY-15 A receipt that is detached and deleted there is sent again as it is now")
  func detach() throws {
    let scene = try Scene()
    let id = try sent(scene)
    let row = try #require(try scene.book.copies().first)
    scene.service.edit(scene.service.transactions[0].id) { $0.isDeleted = true }
    #expect(try scene.pull().deleted == [id])
    #expect(try scene.push([id]).map(\.outcome) == [.unchanged])
    try scene.book.perform([(row.id, .detach(on: scene.book.today))])
    let date = try #require(CivilDate(iso: "2026-06-01"))
    try scene.book.perform(.correct(.date, .date(date)), on: id)
    try scene.push([id])
    #expect(scene.amounts == [-30_000] && scene.service.transactions.last?.date == "2026-06-01")
  }

  @Test("A change whose answer lacks the transaction is sent again")
  func lacking() throws {
    let scene = try Scene()
    let id = try sent(scene)
    let remote = scene.service.transactions[0]
    try scene.book.perform(.correct(.note, .text("new")), on: id)
    scene.service.fail { _, method, _ in
      guard method == "PATCH" else { return nil }
      return .answer(
        200, [:], Array(#"{"data":{"transaction_ids":[],"server_knowledge":200,"transactions":[]}}"#.utf8))
    }
    let results = try scene.push([id])
    guard case .postponed? = results.first?.outcome else { return #expect(Bool(false), "\(results)") }
    scene.service.fail(nil)
    try scene.push([id])
    #expect(scene.service.transactions[0].memo == "new" && scene.service.transactions[0].id == remote.id)
  }
}
