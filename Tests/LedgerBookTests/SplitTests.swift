import EventLog
import LedgerBook
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain
@testable import LedgerProjections

@Suite("Receipts with items in other categories")
struct SplitTests {
  private static func money(_ units: Int64, _ currency: CurrencyCode = .eur) -> Money {
    Money(minorUnits: units, currency: currency)
  }

  private static func filter(_ categories: String...) -> TransactionFilter {
    var filter = TransactionFilter()
    filter.categories = Set(categories)
    return filter
  }

  /// A receipt of a hundred euros for food with an item of forty in another category.
  private static func ledger() throws -> (ScreenLedger, TransactionID, LineItemID) {
    let ledger = try ScreenLedger()
    let id = try ledger.record("REWE") { $0.money = money(10_000) }
    let added = try ledger.book.addItems(
      [LineItem(name: "Shampoo", money: money(4_000), category: "other")], to: id)
    return (ledger, id, try #require(added.items.first))
  }

  @Test("A hundred euros with an item of forty in another category are sixty and forty in every sum")
  func everywhere() throws {
    let (ledger, id, _) = try Self.ledger()
    let book = ledger.book
    let parts = [
      TransactionPart(category: "food", minorUnits: 6_000),
      TransactionPart(category: "other", minorUnits: 4_000),
    ]
    #expect(try book.transaction(id).row.parts == parts)
    for (filter, units) in [
      (Self.filter("food"), 6_000), (Self.filter("other"), 4_000), (Self.filter("food", "other"), 10_000),
      (TransactionFilter(), 10_000),
    ] as [(TransactionFilter, Int64)] {
      let expected = [Self.money(units)]
      #expect(try book.totals(filter) == expected)
      let list = try book.list(filter, page: PageRequest())
      #expect(list.page.rows.map { $0.row.money(in: filter.categories) } == expected)
      #expect(list.sections.map(\.totals) == [expected] && list.sections.map(\.count) == [1])
      #expect(try book.analysis(kind: .expense, period: .all, filter: filter).totals == expected)
      #expect(try book.analysis(kind: .expense, period: .all, filter: filter).count == 1)
      #expect(try book.group(nil, matching: filter).totals == expected)
    }
    #expect(try book.totals(Self.filter("hotel")) == [])
    let analysis = try book.analysis(kind: .expense, period: .year(2026))
    #expect(analysis.categories.map(\.category) == ["food", "other"] && analysis.count == 1)
    #expect(analysis.categories.map(\.totals) == [[Self.money(6_000)], [Self.money(4_000)]])
    #expect(analysis.categories.map(\.count) == [1, 1])
    let unfiled = try book.group(nil)
    #expect(unfiled.count == 1 && unfiled.totals == [Self.money(10_000)])
    #expect(unfiled.categories.map(\.totals) == [[Self.money(6_000)], [Self.money(4_000)]])
    #expect(unfiled.categories.map(\.count) == [1, 1])
    let june = try #require(CivilMonth(iso: "2026-06"))
    let report = try book.report(.spending, over: june...june)
    #expect(report.rows.map(\.key) == ["food", "other"] && report.all.count == 1)
    #expect(report.rows.map(\.line.total.totals) == [[Self.money(6_000)], [Self.money(4_000)]])
    let counts = try book.filterCounts(TransactionFilter()).filter { $0.facet == .category }
    #expect(counts.map(\.value) == ["food", "other"] && counts.map(\.count) == [1, 1])
    let sheet = try book.budgetSheet(.eur).month(june)
    #expect(sheet["food"].activity == -6_000 && sheet["other"].activity == -4_000)
  }

  @Test("A figure of a category has the part, now and at every position of history")
  func figures() throws {
    let (ledger, id, item) = try Self.ledger()
    try ledger.book.perform(.removeItem(item), on: id)
    let last = try ledger.book.log.lastPosition()
    try ledger.book.rebuildHistory()
    for (category, values) in [("food", [10_000, 6_000, 10_000]), ("other", [0, 4_000, 0])]
      as [(String, [Int64])]
    {
      let figures = [
        LedgerFigure(.group(nil), .eur, category: category),
        LedgerFigure(.days(.expense, nil), .eur, category: category),
      ]
      for figure in figures {
        #expect(try ledger.book.value(of: figure).minorUnits == values[2])
        let past = try ledger.book.history { reader in
          try [last - 2, last - 1, last].map { try reader.value(of: figure, at: $0).minorUnits }
        }
        #expect(past == values)
      }
    }
    let whole = try ledger.book.history { reader in
      try [last - 2, last - 1, last].map { try reader.value(of: LedgerFigure(.group(nil), .eur), at: $0) }
    }
    #expect(whole == Array(repeating: FigureValue(minorUnits: 10_000, count: 1), count: 3))
  }

  /// A receipt as another device may have recorded it, with the parts that it should have.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var kind = TransactionKind.expense
    var units: Int64 = 10_000
    var category: String? = "food"
    let items: [(units: Int64, currency: CurrencyCode, category: String?)]
    let parts: [(category: String?, units: Int64)]
  }

  static let cases = [
    Case(
      testDescription: "an item in the category of the receipt",
      items: [(4_000, .eur, "food")], parts: []),
    Case(testDescription: "an item without a category", items: [(4_000, .eur, nil), (5, .eur, "")], parts: []),
    Case(testDescription: "an item in another currency", items: [(4_000, .usd, "other")], parts: []),
    Case(
      testDescription: "items that exceed the total leave a negative rest",
      items: [(9_000, .eur, "other"), (3_000, .eur, "home")],
      parts: [("food", -2_000), ("home", 3_000), ("other", 9_000)]),
    Case(
      testDescription: "items that cover the total leave no rest",
      items: [(10_000, .eur, "other")], parts: [("other", 10_000)]),
    Case(
      testDescription: "items of one category are one part",
      items: [(1_000, .eur, "other"), (-250, .eur, "other")], parts: [("food", 9_250), ("other", 750)]),
    Case(
      testDescription: "items that add up to nothing are no part",
      items: [(1_000, .eur, "other"), (-1_000, .eur, "other")], parts: []),
    Case(
      testDescription: "a refund is split like an expense", units: -10_000,
      items: [(-4_000, .eur, "other")], parts: [("food", -6_000), ("other", -4_000)]),
    Case(
      testDescription: "a category that the ledger does not know",
      items: [(4_000, .eur, "nowhere")], parts: [("food", 6_000), ("nowhere", 4_000)]),
    Case(
      testDescription: "a receipt without a category", category: nil,
      items: [(4_000, .eur, "other")], parts: [(nil, 6_000), ("other", 4_000)]),
    Case(
      testDescription: "income", kind: .income, items: [(4_000, .eur, "other")],
      parts: [("food", 6_000), ("other", 4_000)]),
    Case(
      testDescription: "a transfer is not split", kind: .transfer, items: [(4_000, .eur, "other")], parts: []),
  ]

  @Test("The rest is what the items do not cover", arguments: cases)
  func parts(given: Case) throws {
    let ledger = try ScreenLedger()
    let id = TransactionID(UniqueID.random())
    let day = screenDay("2026-06-14")
    let recorded = TransactionEvent.Recorded(
      origin: .manual, on: day, kind: given.kind, money: Self.money(given.units), date: day,
      vendor: "REWE", category: given.category, payment: .card)
    var events: [(TransactionEvent, TransactionID)] = [(.transactionRecorded(recorded), id)]
    for item in given.items {
      let content = LineItem(
        name: "Item", money: Self.money(item.units, item.currency), category: item.category)
      events.append(
        (
          .lineItemAdded(TransactionEvent.LineItemAdded(item: LineItemID(UniqueID.random()), content: content)),
          id
        ))
    }
    try ledger.append(events)
    let parts = given.parts.map { TransactionPart(category: $0.category, minorUnits: $0.units) }
    let row = try ledger.book.transaction(id).row
    #expect(row.parts == parts)
    let shares = parts.isEmpty ? [TransactionPart(category: given.category, minorUnits: given.units)] : parts
    #expect(row.shares == shares)
    #expect(shares.reduce(0) { $0 + $1.minorUnits } == given.units)
    let analysis = try ledger.book.analysis(kind: given.kind, period: .all)
    #expect(
      Dictionary(uniqueKeysWithValues: analysis.categories.map { ($0.category, $0.totals) })
        == Dictionary(uniqueKeysWithValues: shares.map { ($0.category, [Self.money($0.minorUnits)]) }))
    #expect(analysis.totals == [Self.money(given.units)] && analysis.count == 1)
    for share in shares {
      guard let category = share.category else { continue }
      #expect(try ledger.book.count(Self.filter(category)) == 1)
      #expect(
        try ledger.book.analysis(kind: given.kind, period: .all, filter: Self.filter(category)).totals == [
          Self.money(share.minorUnits)
        ])
    }
    let isCovered = given.category.map { category in !shares.contains { $0.category == category } } ?? false
    if isCovered { #expect(try ledger.book.count(Self.filter("food")) == 0) }
  }

  @Test("Parts follow the items, the category and the total as they change")
  func changes() throws {
    let (ledger, id, item) = try Self.ledger()
    func parts() throws -> [Int64] { try ledger.book.transaction(id).row.parts.map(\.minorUnits) }
    try ledger.book.perform(.correct(.total, .amount(Amount(Self.money(5_000)))), on: id)
    #expect(try parts() == [1_000, 4_000])
    try ledger.book.perform(.changeItem(item, LineItemEdit(money: Self.money(500))), on: id)
    #expect(try parts() == [4_500, 500])
    try ledger.book.perform(.correct(.category, .text("other")), on: id)
    #expect(try parts() == [])
    try ledger.book.perform(.correct(.category, .text("food")), on: id)
    try ledger.book.perform(.removeItem(item), on: id)
    #expect(try parts() == [])
    #expect(try ledger.book.totals(Self.filter("other")) == [])
    try ledger.book.perform(.restoreItem(item), on: id)
    #expect(try ledger.book.totals(Self.filter("other")) == [Self.money(500)])
    try ledger.book.perform(.delete, on: id)
    #expect(try ledger.book.totals(Self.filter("other")) == [])
  }
}
