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
    let draft = try ledger.book.capture(CaptureInput(files: [], text: "nothing")).transaction
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

  @Test("Neither looks at every transaction", arguments: 0...7)
  func plans(_ query: Int) throws {
    let ledger = try ScreenLedger()
    try ledger.record("x") { $0.tags = ["a"] }
    _ = try ledger.book.groups()
    let connection = try Connection(path: try #require(try ledger.book.status().modelsPath), mode: .readOnly)
    let queries = [
      ModelReader.mostUsedTags, ModelReader.tagsByPrefix, ModelReader.lastEntries,
      ModelReader.vendorsByName, ModelReader.lastGroups, ModelReader.vendorsByBeginning,
      ModelReader.latestPurchases, ModelReader.lastCategories,
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
      ["SEARCH facet_value USING INDEX facet_value_by_vendor (folded=? AND facet=?)"],
      ["CO-ROUTINE (subquery-1)", "SCAN transaction_row", "SCAN (subquery-1)"],
      ["SEARCH facet_value USING INDEX facet_value_by_vendor (folded>? AND folded<?)"],
      [
        "SEARCH vendor_use USING PRIMARY KEY (vendor=?)",
        "SEARCH transaction_row USING INTEGER PRIMARY KEY (rowid=?)",
      ],
      ["CO-ROUTINE (subquery-1)", "SCAN transaction_row", "SCAN (subquery-1)"],
    ]
    #expect(
      steps.map { $0.replacing("SUBQUERY 1", with: "(subquery-1)") }.starts(with: plans[query]), "\(steps)")
  }
}
