import LedgerBook
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

@Suite("What is offered while a person enters something")
struct EntryOfferTests {
  @Test("ET-05 The tags used most come first, and those that begin as typed; only saved receipts count")
  func tags() throws {
    let ledger = try ScreenLedger()
    #expect(try ledger.book.tagSuggestions().isEmpty)
    for (index, tags) in [["berlin", "b"], ["berlin", "client"], ["berlin", "coffee shop"], ["client"]]
      .enumerated()
    {
      try ledger.record("V\(index)") { $0.tags = tags }
    }
    let gone = try ledger.record("gone") { $0.tags = ["client", "only here"] }
    try ledger.book.perform(.delete, on: gone)
    let draft = try ledger.book.capture(CaptureInput(files: [], text: "nothing")).outcome.transaction
    try ledger.book.perform(.tag(add: ["draft"], remove: []), on: try #require(draft))
    func shown(_ prefix: String = "", limit: Int = 10) throws -> [String] {
      try ledger.book.tagSuggestions(prefix: prefix, limit: limit).map { "\($0.tag) \($0.count)" }
    }
    #expect(try shown() == ["berlin 3", "client 2", "b 1", "coffee shop 1"])
    #expect(try shown(limit: 2) == ["berlin 3", "client 2"])
    #expect(try shown("b") == ["berlin 3", "b 1"] && shown("B") == ["berlin 3", "b 1"])
    #expect(try shown("c") == ["client 2", "coffee shop 1"] && shown("coffee s") == ["coffee shop 1"])
    #expect(try shown("x").isEmpty && shown("", limit: 0).isEmpty)
    // The same when all is computed again.
    let before = try shown()
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try shown() == before)
    let first = try #require(try ledger.book.tagSuggestions(prefix: "berlin").first)
    #expect(first == TagUse(tag: "berlin", count: 3))
  }

  @Test("FF-22 The account and the payment used last are offered, the most recent and not the most used")
  func lastUsed() throws {
    let ledger = try ScreenLedger()
    #expect(try ledger.book.lastUsed() == LastUsed(account: nil, payment: nil))
    try ledger.book.changeDefaults(payment: .cash)
    #expect(try ledger.book.lastUsed().payment == .cash, "what the ledger offers first")
    for _ in 0..<3 { try ledger.record("often") { $0.account = "Giro" } }
    // The last is the one entered last, whatever its date.
    try ledger.record("last") {
      $0.account = "Cash box"
      $0.payment = .cash
      $0.date = screenDay("2020-01-01")
    }
    #expect(try ledger.book.lastUsed() == LastUsed(account: "Cash box", payment: .cash))
    try ledger.record("no account") { $0.payment = .card }
    #expect(try ledger.book.lastUsed() == LastUsed(account: "Cash box", payment: .card))
    let deleted = try ledger.record("deleted") { $0.account = "Gone" }
    try ledger.book.perform(.delete, on: deleted)
    try ledger.record("imported") {
      $0.account = "Import"
      $0.origin = .imported
    }
    try ledger.record("salary") {
      $0.kind = .income
      $0.account = "Salary"
    }
    #expect(try ledger.book.lastUsed().account == "Cash box")
    #expect(try ledger.book.lastUsed(.income).account == "Salary")
  }

  @Test("The category and the payment used last at a vendor are known, whatever the case, per kind")
  func vendors() throws {
    let ledger = try ScreenLedger()
    func last(_ vendor: String, _ kind: TransactionKind = .expense) throws -> VendorUse? {
      try ledger.book.lastUse(atVendor: vendor, kind)
    }
    #expect(try last("Café Zoë") == nil)
    try ledger.book.addCategory(name: "Coffee")
    try ledger.record("Café Zoë") { ($0.category, $0.payment) = ("food", .cash) }
    // The last is the one entered last, whatever its date.
    try ledger.record("CAFE ZOE") {
      ($0.category, $0.payment, $0.date) = ("coffee", .card, screenDay("2020-01-01"))
    }
    let last1 = VendorUse(category: "coffee", payment: .card)
    #expect(try last("Café Zoë") == last1 && last("cafe zoe") == last1)
    #expect(try last("Café") == nil && last("Café Zoë 2") == nil && last("") == nil)
    #expect(try last("Café Zoë", .income) == nil)
    try ledger.record("Café Zoë") { ($0.kind, $0.category, $0.payment) = (.income, "hotel", nil) }
    #expect(try last("Café Zoë", .income) == VendorUse(category: "hotel", payment: nil))
    #expect(try last("Café Zoë") == last1)
    let deleted = try ledger.record("Café Zoë") { $0.category = "taxi" }
    try ledger.book.perform(.delete, on: deleted)
    _ = try ledger.book.capture(CaptureInput(files: [], text: "Café Zoë\nTaxi\nTOTAL 5.00 EUR CASH"))
    #expect(try last("Café Zoë") == last1, "neither deleted ones nor drafts count")
    let corrected = try ledger.record("Rewe") { ($0.category, $0.payment) = ("taxi", .cash) }
    try ledger.book.perform(.correct(.category, .text("food")), on: corrected)
    #expect(try last("rewe") == VendorUse(category: "food", payment: .cash))
    try ledger.book.deactivateCategory(key: "coffee")
    #expect(try last("Café Zoë") == VendorUse(category: nil, payment: .card), "it is no longer offered")
    // Instances of a rule are not a person's choice.
    _ = try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 100, currency: .eur), date: screenDay("2026-06-01"), vendor: "Rewe",
        category: "hotel", payment: .card), every: Cadence(frequency: .monthly, start: screenDay("2026-06-01")))
    #expect(try last("rewe") == VendorUse(category: "food", payment: .cash))
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try last("rewe") == VendorUse(category: "food", payment: .cash))
  }

  @Test("IE-31 The most recent group is the one that was used last, not the newest")
  func lastGroup() throws {
    let ledger = try ScreenLedger()
    #expect(try ledger.book.lastUsedGroup() == nil)
    let berlin = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let rome = try #require(try ledger.book.createGroup(name: "Rome").group)
    #expect(try ledger.book.lastUsedGroup() == nil)
    try ledger.record("a") { $0.group = rome }
    try ledger.record("b") { $0.group = berlin }
    try ledger.record("c")
    #expect(try ledger.book.lastUsedGroup() == berlin)
    try ledger.book.deleteGroup(berlin, .keep)
    #expect(try ledger.book.lastUsedGroup() == rome)
  }

  @Test("Neither looks at every transaction", arguments: [0, 1, 2, 3, 4])
  func plans(_ query: Int) throws {
    let ledger = try ScreenLedger()
    try ledger.record("x") { $0.tags = ["a"] }
    _ = try ledger.book.groups()
    let connection = try Connection(path: try #require(try ledger.book.status().modelsPath), mode: .readOnly)
    let queries = [
      ModelReader.mostUsedTags, ModelReader.tagsByPrefix, ModelReader.lastEntries,
      FacetValues.vendorsByName, ModelReader.lastGroups,
    ]
    let statement = try connection.statement("EXPLAIN QUERY PLAN " + queries[query])
    var steps: [String] = []
    while try statement.step() { steps.append(statement.string(3)) }
    try connection.close()
    let plans = [
      ["SCAN tag_total USING COVERING INDEX tag_by_count"],
      ["SEARCH tag_total USING PRIMARY KEY (tag>? AND tag<?)", "USE TEMP B-TREE FOR ORDER BY"],
      // Only its first 2,000 rows, from the end of the table.
      ["CO-ROUTINE (subquery-1)", "SCAN transaction_row", "SCAN (subquery-1)"],
      ["SEARCH facet_value USING COVERING INDEX facet_value_by_vendor (folded=? AND facet=?)"],
      ["CO-ROUTINE (subquery-1)", "SCAN transaction_row", "SCAN (subquery-1)"],
    ]
    #expect(
      steps.map { $0.replacing("SUBQUERY 1", with: "(subquery-1)") }.starts(with: plans[query]), "\(steps)")
  }
}
