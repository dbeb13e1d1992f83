import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

@Suite("Duplicates over a ledger")
struct DuplicateScanTests {
  private static func tiers(_ book: Book) throws -> [DuplicateTier] {
    try book.duplicates(limit: 1_000).pairs.map(\.duplicate.tier)
  }

  @Test("IE-26: pairs are found whatever their order, the same in pages of one as in one page")
  func pages() throws {
    let ledger = try ScreenLedger()
    var random = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let day = CivilDate(
        dayNumber: screenDay("2026-06-14").dayNumber + Int32.random(in: -3...3, using: &random))
      let units = Int64.random(in: 995...1_005, using: &random)
      let vendor = random.one(of: ["REWE City", "rewe  city", "Kiosk", nil])
      try ledger.record(vendor) {
        $0.date = day
        $0.money = Money(minorUnits: units, currency: random.one(of: [.eur, .eur, .usd]))
      }
    }
    let whole = try ledger.book.duplicatePairs(limit: 10_000)
    #expect(try ledger.book.duplicatePairs(limit: 1) == whole)
    #expect(try ledger.book.duplicatePairs(limit: 7) == whole)
    // Nobody is in a pair who is like no other.
    var rows: [TransactionRow] = []
    try ledger.book.forEachTransaction { rows.append($0.row) }
    let alike = rows.filter { own in rows.contains { DuplicateTier.between(own, $0) != nil } }
    #expect(Set(whole.flatMap { $0 }).isSubset(of: alike.map(\.id)) && whole.count > 30)
    #expect(whole.count < rows.count && Set(whole).count == whole.count)
    for own in rows {
      let found = try Set(ledger.book.duplicates(of: own.id, limit: 1_000).map(\.other.row.id))
      let expected = Set(rows.filter { DuplicateTier.between(own, $0) != nil }.map(\.id))
      #expect(found == expected, "\(own.id)")
    }
  }

  @Test("IE-26: of many equal ones each is paired once, and answering one brings up the next")
  func multiset() throws {
    let ledger = try ScreenLedger()
    let ids = try (0..<60).map { _ in try ledger.record("REWE City") }
    #expect(try ledger.book.duplicatePairs(limit: 1_000).count == 59)
    #expect(try ledger.book.duplicates(of: ids[0], limit: 5).count == 5)
    let three = try ScreenLedger()
    let few = try (0..<3).map { _ in try three.record("Kiosk") }
    var said = 0
    while let pair = try three.book.duplicates().pairs.first {
      said += 1
      try three.book.dismissDuplicate(pair.transaction.row.id, of: pair.duplicate.other.row.id)
      try #require(said < 9)
    }
    #expect(said == 3, "all three pairs came up")
    for id in few { #expect(try three.book.duplicates(of: id).isEmpty) }
  }

  @Test("IE-26: a dismissal applies to both receipts, survives a rebuild and is recorded once")
  func dismissed() throws {
    let ledger = try ScreenLedger()
    let (first, second) = (try ledger.record("Kiosk"), try ledger.record("KIOSK"))
    #expect(try Self.tiers(ledger.book) == [.exact])
    #expect(try !ledger.book.dismissDuplicate(second, of: first).isUnchanged)
    #expect(try ledger.book.dismissDuplicate(first, of: second).isUnchanged)
    #expect(try ledger.book.duplicates(of: first).isEmpty && Self.tiers(ledger.book).isEmpty)
    _ = try ledger.book.rebuild(progress: nil)
    #expect(try ledger.book.duplicates(of: second).isEmpty && Self.tiers(ledger.book).isEmpty)
    let other = try ledger.record("Somebody else")
    #expect(throws: Rejection.notAlike) { try ledger.book.dismissDuplicate(first, of: other) }
  }

  @Test("IE-26: drafts count, deleted ones do not, and the same page is certain whatever else differs")
  func stages() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    let paper = CaptureInput(files: [.bytes([1, 2, 3])], text: "REWE City\nSUMME EUR 10,00\n14.06.2026")
    let draft = try #require(try book.capture(paper).transaction)
    let typed = try ledger.record("REWE City")
    #expect(try book.duplicates(of: typed).map(\.other.row.id) == [draft])
    try book.addPages(PagesInput(files: [.bytes([1, 2, 3])]), to: try ledger.record("Kiosk"))
    #expect(try book.duplicates(of: draft).map(\.tier) == [.certain, .exact])
    #expect(try Self.tiers(book) == [.certain, .exact])
    try book.perform(.delete, on: typed)
    #expect(try Self.tiers(book) == [.certain])
    try book.perform(.discard, on: draft)
    #expect(try Self.tiers(book).isEmpty)
    try book.perform(.restore, on: draft)
    #expect(try Self.tiers(book) == [.certain])
    #expect(try book.asOf(.position(1)).duplicates().pairs.isEmpty)
  }

  @Test(
    "IE-26: three of one page are two pairs, in pages of one pair, too; a unit apart is a pair across a day")
  func onePaper() throws {
    let ledger = try ScreenLedger()
    for vendor in ["A", "B", "C"] {
      try ledger.book.addPages(PagesInput(files: [.bytes([7])]), to: try ledger.record(vendor))
    }
    #expect(try ledger.book.duplicatePairs(limit: 10).count == 2)
    #expect(try ledger.book.duplicatePairs(limit: 1) == ledger.book.duplicatePairs(limit: 10))
    let units = try ScreenLedger()
    try units.record("REWE City")
    try units.record("REWE City") {
      $0.money = Money(minorUnits: 1_001, currency: .eur)
      $0.date = screenDay("2026-06-13")
    }
    #expect(try Self.tiers(units.book) == [.likely])
  }

  @Test("IE-26: of those of one tier the one recorded nearest comes first")
  func nearest() throws {
    let ledger = try ScreenLedger()
    let ids = try (0..<3).map { _ in try ledger.record("Kiosk") }
    #expect(try ledger.book.duplicates(of: ids[0]).map(\.other.row.id) == [ids[1], ids[2]])
    #expect(try ledger.book.duplicates(of: ids[2]).map(\.other.row.id) == [ids[1], ids[0]])
  }

  @Test("IE-26: the nearest is found after any number of the day before, without reading them all")
  func behindManyOfADay() throws {
    let ledger = try ScreenLedger()
    for number in 0..<200 {
      try ledger.record("Kiosk \(number)") {
        $0.money = Money(minorUnits: 249, currency: .eur)
        $0.date = screenDay("2026-06-11")
      }
    }
    for units in [Int64(249), 250] {
      try ledger.record("REWE City") {
        $0.money = Money(minorUnits: units, currency: .eur)
        $0.date = screenDay("2026-06-12")
      }
    }
    #expect(try Self.tiers(ledger.book) == [.likely])
  }

  @Test("IE-26: however far the search jumped, it ends its snapshot: what others record is seen")
  func letsGo() throws {
    let ledger = try ScreenLedger()
    for day in 0..<400 {
      try ledger.record("Kiosk \(day)") {
        $0.money = Money(minorUnits: 999, currency: .eur)
        $0.date = CivilDate(dayNumber: screenDay("2025-01-01").dayNumber + Int32(day))
      }
    }
    for day in [100, 300] {
      try ledger.record("REWE City") {
        $0.date = CivilDate(dayNumber: screenDay("2025-01-01").dayNumber + Int32(day))
      }
    }
    _ = try ledger.book.duplicates()
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    try other.createGroup(name: "Berlin")
    #expect(try ledger.book.groups().map(\.name).contains("Berlin"))
    try ledger.book.createGroup(name: "Rome")
    #expect(try other.groups().map(\.name).contains("Rome"))
  }

  private func plan(_ sql: String, _ parameters: Int) throws -> [String] {
    let ledger = try ScreenLedger()
    _ = try ledger.book.groups()
    let path = try #require(try ledger.book.status().modelsPath)
    let connection = try Connection(path: path, mode: .readOnly)
    let statement = try connection.statement("EXPLAIN QUERY PLAN " + sql)
    for index in 1...Int32(parameters) { try statement.bind(index, 1) }
    var steps: [String] = []
    while try statement.step() { steps.append(statement.string(3)) }
    try connection.close()
    return steps
  }

  @Test("Every question about duplicates walks an index and sorts nothing")
  func plans() throws {
    #expect(
      try plan(ModelReader.sharersOfAPage, 1)
        == ["SEARCH attachment_digest USING PRIMARY KEY (digest=?)"])
    let near = try plan(ModelReader.neighbours, 5)
    #expect(
      near.count == 1
        && near[0].contains("transaction_by_amount (currency=? AND minor_units=? AND date>? AND date<?)"),
      "\(near)")
    let last = try plan(AmountWindow.last, 5)
    #expect(
      last.count == 1
        && last[0].contains("transaction_by_amount (currency=? AND minor_units=? AND date=? AND rowid<?)"),
      "\(last)")
    let from = try plan(AmountWindow.from, 3)
    #expect(
      from.count == 1 && from[0].contains("transaction_by_amount (currency=? AND minor_units=? AND date>?)"),
      "\(from)")
    let rest = try plan(ModelReader.restOfDay, 4)
    #expect(
      rest.count == 1
        && rest[0].contains("transaction_by_amount (currency=? AND minor_units=? AND date=? AND rowid>?)"),
      "\(rest)")
    let pages = try plan(ModelReader.pages, 2)
    #expect(pages.count == 1 && pages[0].contains("USING PRIMARY KEY"), "\(pages)")
    let amounts = try plan(ModelReader.amounts, 3)
    #expect(
      amounts.count == 1 && amounts[0].contains("USING INDEX transaction_by_amount"), "\(amounts)")
    #expect(amounts[0].contains("SEARCH") && pages[0].contains("SEARCH"), "\(amounts) \(pages)")
  }
}
