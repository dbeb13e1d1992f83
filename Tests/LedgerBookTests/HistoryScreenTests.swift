import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// Every screen of a past position, looked up and folded.
@Suite("Screens from history")
struct HistoryScreenTests {
  /// Filters of every part, of values that occur.
  private static func filters(_ book: Book) throws -> [TransactionFilter] {
    func make(_ change: (inout TransactionFilter) -> Void) -> TransactionFilter {
      var filter = TransactionFilter()
      change(&filter)
      return filter
    }
    let group = try book.groupRows().first?.id
    let rule = try book.rules(withDeleted: true).first?.id
    let bound = AmountBound(Money(minorUnits: 900, currency: .eur), isOfItsCurrency: false)
    return [
      TransactionFilter(), .everything, make { $0.kinds = [.expense] }, make { $0.groups = [nil] },
      make { $0.groups = [group] }, make { $0.categories = ["food"] }, make { $0.payments = [.card] },
      make { $0.anyTags = ["x"] }, make { $0.tags = ["x", "berlin"] }, make { $0.flags = [.paid] },
      make { $0.hasPhoto = true }, make { $0.isCleared = true }, make { $0.text = "e" },
      make { $0.text = "note" }, make { if let rule { $0.rules = [rule] } }, make { $0.minimum = bound },
      make { $0.maximum = bound },
      make { ($0.from, $0.through) = (screenDay("2026-06-05"), screenDay("2026-06-25")) },
      make {
        ($0.stages, $0.categories, $0.payments) = ([.saved, .draft], ["food", "taxi"], [.cash, .card])
      },
    ]
  }

  /// The output of every screen as text.
  private static func screens(_ book: Book, _ filters: [TransactionFilter]) throws -> [(String, String)] {
    var screens: [(String, String)] = []
    func show(_ name: String, _ value: Any) { screens.append((name, "\(value)")) }
    show("groups", try book.groups())
    #expect(try book.wrongHome() == nil)
    show("group rows", try book.groupRows())
    show("categories", try book.categories())
    show("rules", try book.rules(withDeleted: true))
    show("drafts", try book.drafts())
    show("proposals", try book.waitingProposals())
    show("tags", try book.tagSuggestions(prefix: "", limit: 10))
    show("tags by prefix", try book.tagSuggestions(prefix: "b", limit: 10))
    show("last used", try TransactionKind.allCases.map { try book.lastUsed($0) })
    show("last group", try book.lastUsedGroup() as Any)
    show("at vendors", try ["rewe", "REWE City", "Shell", "a"].map { try book.vendorHabit(of: $0) })
    show("search", try book.search("re"))
    let groups: [GroupID?] = [nil] + (try book.groupRows().filter { !$0.isDeleted }.map(\.id))
    for group in groups { show("group", try book.group(group)) }
    for (index, filter) in filters.enumerated() {
      show("counts \(index)", try book.filterCounts(filter))
      show("sections \(index)", try book.sections(filter))
      show("totals \(index)", try book.totals(filter))
      show("count \(index)", try book.count(filter))
      show("group of \(index)", try groups.map { try book.group($0, matching: filter) })
      var pages: [TransactionPage] = []
      repeat {
        pages.append(try book.transactions(filter, page: PageRequest(limit: 4, after: pages.last?.next)))
      } while pages.last?.next != nil
      show("pages \(index)", pages)
      for period in [AnalysisPeriod.all, .year(2026), .month(screenDay("2026-06-01").civilMonth)] {
        show("analysis \(index)", try book.analysis(kind: .expense, period: period, filter: filter))
      }
      var journal: [ListedTransaction] = []
      try book.journal(filter) { journal.append($0) }
      show("journal \(index)", journal)
    }
    var after: String?
    repeat {
      let page = try book.duplicates(after: after, limit: 2)
      show("duplicates", page)
      after = page.next
    } while after != nil
    var ids: [TransactionID] = []
    try book.forEachTransaction(.everything) { ids.append($0.row.id) }
    for id in ids {
      show("receipt", try book.transaction(id).row)
      show("like it", try book.duplicates(of: id))
    }
    return screens
  }

  @Test(
    "Every screen of a position is the same, byte for byte, looked up and folded",
    arguments: Extent.of([21, 22, 23]))
  func same(seed: UInt64) throws {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<80 { try person.act(on: ledger.book) }
    try ledger.book.rebuildHistory()
    var settings = ledger.book.settings
    settings.isReadOnly = true
    let reader = try Book.open(settings)
    defer { try? reader.close() }
    let filters = try Self.filters(ledger.book)
    let last = try ledger.book.log.lastPosition()
    for position in stride(from: last, through: 0, by: -max(1, last.rawValue / 12)) {
      let (past, fold) = (ledger.book.asOf(.position(position)), reader.asOf(.position(position)))
      let (looked, folded) = (try Self.screens(past, filters), try Self.screens(fold, filters))
      #expect(past.pastSource == .history(position))
      #expect(fold.pastSource != .history(position))
      #expect(looked.map(\.0) == folded.map(\.0), "seed \(seed), position \(position)")
      for (one, other) in zip(looked, folded) where !one.1.utf8.elementsEqual(other.1.utf8) {
        Issue.record("seed \(seed), position \(position), \(one.0):\n\(one.1)\n\(other.1)")
        return
      }
    }
  }

  @Test("A look at the past stays as it was while the ledger goes on")
  func steady() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Rewe")
    try ledger.book.rebuildHistory()
    let last = try ledger.book.log.lastPosition()
    let (past, open) = (ledger.book.asOf(.position(last)), ledger.book.asOf(.position(.max)))
    let before = try past.transactions()
    #expect(try open.transactions() == before)
    try ledger.book.perform(.correct(.vendor, .text("Edeka")), on: id)
    try ledger.record("Aldi")
    #expect(past.pastSource == .history(last) && open.pastSource == .history(last))
    #expect(try past.transactions() == before)
    #expect(try open.transactions() == before)
    #expect(before.rows.map(\.row.vendor) == ["Rewe"])
    #expect(try ledger.book.asOf(.position(.max)).transactions().rows.count == 2)
  }

  /// The steps of a plan as of a position of a ledger with some transactions.
  private static func plan(_ sql: String) throws -> [String] {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: 1)
    for _ in 0..<40 { try person.act(on: ledger.book) }
    try ledger.book.rebuildHistory()
    let last = try ledger.book.log.lastPosition()
    let past = ReadModels(
      of: ledger.book.log, asOf: .position(Position(last.rawValue / 2)), history: ledger.folder + "/models")
    return try past.read { reader in
      var steps: [String] = []
      try reader.connection.statement("EXPLAIN QUERY PLAN " + sql).forEachRow { steps.append($0.string(3)) }
      return steps
    }
  }

  @Test("Lookups use keys and indexes, and step through no row of transactions")
  func plans() throws {
    let row = try Self.plan(ModelReader.listedByKey)
    #expect(row.first == "SEARCH main.transaction_version USING PRIMARY KEY (key=? AND begins<?)", "\(row)")
    #expect(row.last == "SEARCH main.group_version USING PRIMARY KEY (id=? AND begins<?)", "\(row)")
    let places = try Self.plan(FacetScan.placesOfPast)
    #expect(places == ["SEARCH facet_block USING COVERING INDEX facet_block_by_date (last>?)"], "\(places)")
    var filter = TransactionFilter()
    (filter.stages, filter.kinds) = ([], [.expense])
    (filter.from, filter.through) = (screenDay("2026-01-01"), screenDay("2026-12-31"))
    let days = try Self.plan(ModelReader.daySums(FilterSQL(filter)))
    #expect(days.first == "SEARCH sum USING PRIMARY KEY (kind=? AND date>? AND date<?)", "\(days)")
    #expect(days.contains("SEARCH step USING PRIMARY KEY (figure=? AND position=?) LEFT-JOIN"), "\(days)")
    #expect(!days.contains { $0.contains("TEMP B-TREE") }, "\(days)")
    let groups = try Self.plan(ModelReader.groupTotals)
    #expect(groups.first == "SCAN sum" && !groups.contains { $0.contains("TEMP B-TREE") }, "\(groups)")
    for sql in [ModelReader.neighbours, AmountWindow.last, AmountWindow.from] {
      let steps = try Self.plan(ModelReader.withoutIndex(sql))
      let wanted = "COVERING INDEX transaction_version_by_amount (currency=? AND minor_units=? AND date"
      #expect(steps.first?.contains(wanted) == true, "\(steps)")
    }
    #expect(
      try Self.plan(HistoryReader.figuresOfGroup) == ["SEARCH group_figure USING PRIMARY KEY (group_id=?)"])
    #expect(
      try Self.plan(HistoryReader.figuresOfDays) == [
        "SEARCH day_figure USING PRIMARY KEY (kind=? AND date>? AND date<?)"
      ])
    for sql in [ModelReader.amounts, ModelReader.restOfDay] {
      let steps = try Self.plan(ModelReader.withoutIndex(sql))
      #expect(steps.first?.contains("transaction_version_by_amount") == true, "\(steps)")
      #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
    }
  }
}
