import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// Read models with changed bytes.
///
/// The file has no checksums, so a flipped bit is read as it is. A value that is used as an index, a size or a count
/// must be checked first.
@Suite("Read models that are damaged")
struct DamagedModelsTests {
  /// A few transactions that have something in every column, and a rule.
  private static func filled() throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: 21)
    for number in 0..<400 where number < 40 || person.rules.isEmpty { try person.act(on: ledger.book) }
    let trip = try #require(try ledger.book.createGroup(name: "Trip").group)
    try ledger.record("REWE") { ($0.group, $0.tags, $0.account) = (trip, ["x"], "Cash") }
    try ledger.record("Taxi") { $0.category = "taxi" }
    _ = try ledger.book.home()
    // Otherwise the first screen that reads the damage would mend it.
    ledger.book.mendsModels = false
    return ledger
  }

  private static func change(_ path: String?, _ body: (Connection) throws -> Void) throws {
    let connection = try Connection(path: try #require(path), mode: .readWrite)
    try body(connection)
    try connection.close()
  }

  /// Changes the bytes of every block.
  private static func blocks(_ connection: Connection, _ change: (inout [UInt8]) -> Void) throws {
    var blocks: [(number: Int64, bytes: [UInt8])] = []
    try connection.statement("SELECT number, columns FROM facet_block").forEachRow {
      blocks.append(($0.int64(0), $0.bytes(1)))
    }
    for block in blocks {
      var bytes = block.bytes
      change(&bytes)
      let update = try connection.statement("UPDATE facet_block SET columns = ?2 WHERE number = ?1")
      try update.bind(1, block.number)
      try update.bind(2, blob: bytes)
      try update.run()
    }
  }

  /// Every screen that reads blocks, totals or rows, by name.
  private static func screens(_ book: Book) -> [(name: String, show: () throws -> Void)] {
    func filter(_ change: (inout TransactionFilter) -> Void) -> TransactionFilter {
      var filter = TransactionFilter()
      change(&filter)
      return filter
    }
    let bound = AmountBound(Money(minorUnits: 900, currency: .eur), isOfItsCurrency: false)
    let filters: [(String, TransactionFilter)] = [
      ("all", .everything), ("kind", filter { $0.kinds = [.expense] }),
      ("unfiled", filter { $0.groups = [nil] }),
      ("category", filter { $0.categories = ["food"] }), ("tag", filter { $0.anyTags = ["x"] }),
      ("account", filter { $0.accounts = ["Cash"] }), ("text", filter { $0.text = "re" }),
      ("amount", filter { $0.minimum = bound }), ("dates", filter { $0.from = screenDay("2026-06-01") }),
    ]
    var screens: [(name: String, show: () throws -> Void)] = [
      ("home", { _ = try book.home() }), ("groups", { _ = try book.groups() }),
      ("latest groups", { _ = try book.home(latest: 9) }),
      ("status", { _ = try book.status() }), ("drafts", { _ = try book.drafts() }),
      ("duplicates", { _ = try book.duplicates() }),
      ("tags", { _ = try book.tagSuggestions(prefix: "", limit: 10) }),
    ]
    for (name, filter) in filters {
      screens += [
        ("list \(name)", { _ = try book.list(filter) }),
        ("counts \(name)", { _ = try book.filterCounts(filter) }),
        ("totals \(name)", { _ = try book.totals(filter) }),
        ("group \(name)", { _ = try book.group(nil, matching: filter) }),
        ("analysis \(name)", { _ = try book.analysis(kind: .expense, period: .all, filter: filter) }),
        ("journal \(name)", { try book.journal(filter) { _ in } }),
        ("search \(name)", { _ = try book.search("re", filter: filter) }),
      ]
    }
    return screens
  }

  /// Shows every screen. Returns those that reported that the models are damaged. No other error is allowed.
  private static func damaged(_ book: Book) throws -> Set<String> {
    book.mendsModels = false
    var names: Set<String> = []
    for (name, show) in screens(book) {
      do {
        try show()
      } catch ModelError.damaged {
        names.insert(name)
      }
    }
    return names
  }

  /// Expects the check to report the damage, and a rebuild to mend it.
  private static func expectSeen(_ book: Book, _ note: Comment) throws {
    do {
      #expect(try !book.checkModels().isSame, note)
    } catch ModelError.damaged {
      // As well.
    }
    _ = try book.rebuild(progress: nil)
    if try book.hasHistory() { try book.rebuildHistory() }
    #expect(try damaged(book) == [], note)
    #expect(try book.checkModels().isSame, note)
  }

  /// Columns, and a screen that looks at each.
  static let columns: [(FacetColumn, String)] = [
    (.slot, "search category"), (.date, "list dates"), (.milliseconds, "list all"), (.counter, "list all"),
    (.bits, "list kind"), (.currency, "list amount"), (.category, "list category"), (.group, "list unfiled"),
    (.vendor, "list text"), (.account, "list account"), (.tags, "list tag"), (.rule, "counts all"),
  ]

  @Test(
    "One bit of a column's least value is damage on every screen that looks, and never a trap",
    arguments: columns)
  func bit(column: FacetColumn, screen: String) throws {
    let ledger = try Self.filled()
    try Self.change(ledger.book.status().modelsPath) { connection in
      try Self.blocks(connection) { $0[2 + column.rawValue * 9 + 7] ^= 0x40 }
    }
    #expect(try Self.damaged(ledger.book).contains(screen))
    try Self.expectSeen(ledger.book, "\(column)")
  }

  @Test("An impossible kind, stage, payment or flag is damage", arguments: [0, 2, 4, 6, 8])
  func pairs(shift: Int) throws {
    let ledger = try ScreenLedger()
    try ledger.record("REWE")
    _ = try ledger.book.home()
    try Self.change(ledger.book.status().modelsPath) { connection in
      // Of one transaction every column is its least value alone.
      try Self.blocks(connection) {
        $0[2 + FacetColumn.bits.rawValue * 9 + shift / 8] |= UInt8(3 << (shift % 8))
      }
    }
    let damaged = try Self.damaged(ledger.book)
    #expect(damaged.isSuperset(of: ["latest groups", "list all", "counts category", "status"]))
    try Self.expectSeen(ledger.book, "\(shift)")
  }

  @Test("An impossible count, width or length is damage")
  func shape() throws {
    for (place, value) in [(0, UInt8(200)), (1, 3), (1 + 4 * 9, 8)] {
      let ledger = try Self.filled()
      try Self.change(ledger.book.status().modelsPath) { connection in
        try Self.blocks(connection) { $0[place] = value }
      }
      #expect(try Self.damaged(ledger.book).contains("list all"))
      try Self.expectSeen(ledger.book, "\(place)")
    }
  }

  @Test(
    "A number of a value or of a block that cannot be sizes no memory and is a place in no table",
    arguments: [
      "UPDATE facet_value SET id = id | (1 << 27) WHERE facet = 0",
      "UPDATE facet_value SET id = id | (1 << 40) WHERE facet = 1",
      "UPDATE facet_value SET id = id | (1 << 61) WHERE facet = 2",
      "UPDATE facet_value SET id = 9223372036854775807 WHERE facet = 3 AND value = 'Taxi'",
      "UPDATE facet_value SET id = -id WHERE facet = 0",
      "UPDATE facet_block SET number = number | (1 << 30)",
      "UPDATE facet_block SET number = number | (1 << 61)",
      "UPDATE facet_block SET number = -1 - number",
    ])
  func number(sql: String) throws {
    let ledger = try Self.filled()
    try Self.change(ledger.book.status().modelsPath) { try $0.execute(sql) }
    let damaged = try Self.damaged(ledger.book)
    #expect(damaged.isSuperset(of: ["list all", "search category", "status"]), "\(damaged)")
    // The next number would follow the greatest.
    try ledger.record("A new vendor") { $0.category = "flight" }
    try Self.expectSeen(ledger.book, "\(sql)")
  }

  @Test("The key of a note that cannot be sizes no memory")
  func note() throws {
    let ledger = try ScreenLedger()
    try ledger.record("REWE") { $0.note = "bread" }
    _ = try ledger.book.home()
    try Self.change(ledger.book.status().modelsPath) {
      try $0.execute("UPDATE transaction_note SET key = key | (1 << 45)")
    }
    #expect(try Self.damaged(ledger.book).contains("list text"), "bread has re in it")
    var filter = TransactionFilter()
    filter.text = "bread"
    #expect(throws: ModelError.damaged("the keys of transactions")) { try ledger.book.totals(filter) }
    try Self.expectSeen(ledger.book, "note")
  }

  @Test("Impossible counts are damage, and no sum traps")
  func counts() throws {
    let ledger = try Self.filled()
    try Self.change(ledger.book.status().modelsPath) {
      try $0.execute("UPDATE group_total SET count = count | (1 << 62)")
      try $0.execute("UPDATE day_total SET count = count | (1 << 62)")
      try $0.execute("INSERT INTO draft_total VALUES (x'00', 1 << 62), (x'01', 1 << 62)")
    }
    #expect(throws: ModelError.damaged("how many transactions are in a total")) { try ledger.book.groups() }
    #expect(throws: ModelError.damaged("how many transactions are in a total")) {
      try ledger.book.home(latest: 0)
    }
    #expect(throws: ModelError.damaged("how many transactions are in a total")) {
      try ledger.book.analysis(kind: .expense, period: .all)
    }
    #expect(throws: ModelError.damaged("how many transactions are in a total")) {
      try ledger.book.value(of: LedgerFigure(.days(.expense, nil), .eur))
    }
    try Self.expectSeen(ledger.book, "counts")
  }

  @Test(
    "Rows that hold what no program wrote are damage, and no check of them traps",
    arguments: [
      "UPDATE transaction_row SET minor_units = -9223372036854775807 - 1",
      "UPDATE transaction_row SET date = -9223372036854775807 - 1",
      "UPDATE transaction_row SET tags = '[\"'", "UPDATE transaction_row SET attachments = '[1'",
      "UPDATE rule_row SET every = 0", "UPDATE rule_row SET every = 9223372036854775807",
      "UPDATE group_total SET count = -9223372036854775807 - 1",
      "UPDATE group_day_total SET date = date - (1 << 62)",
      "UPDATE group_day_total SET date = date + (1 << 62)",
    ])
  func rows(sql: String) throws {
    let ledger = try Self.filled()
    try Self.change(ledger.book.status().modelsPath) { try $0.execute(sql) }
    _ = try Self.damaged(ledger.book)
    do { _ = try ledger.book.rules() } catch ModelError.damaged {}
    try ledger.record("REWE")
    try Self.expectSeen(ledger.book, "\(sql)")
  }

  @Test("Blocks that date their transactions otherwise than these are found by both checks")
  func dates() throws {
    let ledger = try Self.filled()
    let path = try #require(try ledger.book.status().modelsPath)
    #expect(try FacetCheck(path: path).count == 0)
    try Self.change(path) { try $0.execute("UPDATE facet_block SET first = 0, last = 1") }
    #expect(try FacetCheck(path: path).damaged == [0])
    let comparison = try ledger.book.checkModels()
    #expect(comparison.tables.map(\.table) == ["facet_block"] && comparison.samples.count == 1)
    try Self.expectSeen(ledger.book, "dates")
  }

  @Test("A block is compared by its stored bytes, not by its decoded values")
  func untruncated() throws {
    for (column, byte) in [(FacetColumn.slot, 4), (.bits, 2), (.counter, 3), (.rule, 4), (.milliseconds, 7)] {
      let ledger = try ScreenLedger()
      try ledger.record("REWE")
      let path = try #require(try ledger.book.status().modelsPath)
      #expect(try FacetCheck(path: path).count == 0)
      try Self.change(path) { connection in
        try Self.blocks(connection) { $0[2 + column.rawValue * 9 + byte] |= 1 }
      }
      #expect(try FacetCheck(path: path).count > 0, "\(column)")
    }
  }
}
