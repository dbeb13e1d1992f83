import EventLog
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// Figures and records of history, against the screens of a fold at every position.
struct HistoryFigureTests {
  private static func ledger(seed: UInt64) throws -> ScreenLedger {
    let ledger = try ScreenLedger()
    var person = HistoryPerson(seed: seed)
    for _ in 0..<60 { try person.act(on: ledger.book) }
    return ledger
  }

  /// The value of a figure on a screen of a position, or zero if the screen does not show it.
  private static func shown(_ figure: LedgerFigure, _ book: Book) throws -> FigureValue {
    switch figure.scope {
    case .group(let group):
      guard let summary = try book.groups().first(where: { $0.id == group }) else { return .zero }
      let totals =
        figure.category.map { category in
          summary.categories.first { ($0.category ?? "") == category }?.totals ?? []
        } ?? summary.totals
      var count = 0
      var filter = TransactionFilter.group(group)
      if let category = figure.category { filter.categories = [category] }
      try book.forEachTransaction(filter) { if $0.row.money?.currency == figure.currency { count += 1 } }
      return FigureValue(
        minorUnits: totals.first { $0.currency == figure.currency }?.minorUnits ?? 0, count: Int64(count))
    case .days(let kind, let days):
      var filter = TransactionFilter()
      filter.kinds = [kind]
      if let category = figure.category { filter.categories = [category] }
      var value = FigureValue.zero
      try book.forEachTransaction(filter) { listed in
        guard let money = listed.row.money, money.currency == figure.currency, let date = listed.row.date,
          days?.contains(date) ?? true
        else { return }
        value.minorUnits += money.minorUnits
        value.count += 1
      }
      return value
    }
  }

  private static func figures(_ book: Book) throws -> [LedgerFigure] {
    let groups = try book.groupRows().map(\.id)
    let month = screenDay("2026-06-01")...screenDay("2026-06-30")
    var figures: [LedgerFigure] = []
    for currency in [CurrencyCode.eur, .usd] {
      figures += ([nil] + groups.map { $0 }).map { LedgerFigure(.group($0), currency) }
      figures += [
        LedgerFigure(.group(nil), currency, category: "food"),
        LedgerFigure(.days(.expense, month), currency), LedgerFigure(.days(.income, nil), currency),
        LedgerFigure(
          .days(.expense, screenDay("2026-06-14")...screenDay("2026-06-14")), currency, category: "taxi"),
      ]
    }
    return figures
  }

  @Test(
    "A figure comes to what the screen shows at every position, and changes where that does",
    arguments: [UInt64(11), 12])
  func figures(seed: UInt64) throws {
    let ledger = try Self.ledger(seed: seed)
    let book = ledger.book.through(.last)
    let last = try book.log.lastPosition()
    let figures = try Self.figures(book)
    var expected = [[FigureValue]](repeating: [], count: figures.count)
    for position in 0...last {
      let past = book.asOf(.position(position))
      for (index, figure) in figures.enumerated() {
        expected[index].append(try Self.shown(figure, past))
        #expect(
          try past.value(of: figure) == expected[index].last, "seed \(seed), \(figure) at \(position), folded")
      }
    }
    try book.rebuildHistory()
    var seen = 0
    let read: Void? = try book.history { (reader: HistoryReader) throws in
      #expect(reader.position == last)
      for (figure, values) in zip(figures, expected) {
        for position in 0...last {
          #expect(
            try reader.value(of: figure, at: position) == values[Int(position.rawValue)],
            "seed \(seed), \(figure) at \(position)")
        }
        let middle = last.rawValue / 2
        let past = book.asOf(.position(Position(middle)))
        #expect(
          try past.value(of: figure) == values[Int(middle)] && past.pastSource == .history(Position(middle)))
        let changes = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
          .map { FigureChange(position: Position($0), value: values[$0]) }
        #expect(try reader.changes(of: figure) == changes, "seed \(seed), \(figure)")
        let (after, through) = (Position(last.rawValue / 3), Position(last.rawValue * 2 / 3))
        let between = changes.filter { $0.position > after && $0.position <= through }
        #expect(try reader.changes(of: figure, after: after, through: through) == between)
        #expect(
          try reader.changes(of: figure, after: after, limit: 2)
            == Array(changes.filter { $0.position > after }.prefix(2)))
        seen += changes.count
      }
    }
    #expect(read != nil && seen > 20)
  }

  @Test("A record's versions follow each other, and contain what its row was between")
  func versions() throws {
    let ledger = try Self.ledger(seed: 13)
    let book = ledger.book
    let last = try book.log.lastPosition()
    try book.rebuildHistory()
    var checked = 0
    _ = try book.history { (reader: HistoryReader) throws in
      try book.log.forEachStream { key, stream in
        let versions = try reader.versions(of: stream)
        for (version, next) in zip(versions, versions.dropFirst()) { #expect(version.to == next.from) }
        if let final = versions.last { #expect(final.to == nil) }
        for position in 1...last {
          let fold = StreamFold(kind: stream.kind, events: try book.log.events(ofKey: key, through: position))
          let row = versions.first { $0.from <= position && $0.to.map { position < $0 } ?? true }?.row
          #expect(row == Self.row(fold, stream), "\(stream) at \(position)")
          checked += 1
        }
      }
    }
    #expect(checked > 1_000)
  }

  private static func row(_ fold: StreamFold, _ stream: StreamID) -> RecordVersion.Row? {
    switch fold.state {
    case .transaction(let state): TransactionRow(TransactionID(stream.id), state).map { .transaction($0) }
    case .group(let state): GroupRow(GroupID(stream.id), state).map { .group($0) }
    case .category(let state): CategoryRow(state).map { .category($0) }
    case .rule(let state): RuleRow(RuleID(stream.id), state).map { .rule($0) }
    case .ledger(let state): LedgerRow(state).map { .settings($0) }
    case .account(let state): AccountRow(state).map { .account($0) }
    case .budget(let state): state.rows.first.map { .budget($0) }
    case .goal(let state): GoalRow(GoalID(stream.id), state).map { .goal($0) }
    case .copy(let state): CopyRow(CopyID(stream.id), state).map { .copy($0) }
    case .none: nil
    }
  }

  @Test("A missing history is not read unless it is to be built, which is one step for the caller")
  func absent() throws {
    let ledger = try Self.ledger(seed: 14)
    func position(_ book: Book, builds: Bool = false) throws -> Position? {
      try book.history(builds: builds) { $0.position }
    }
    #expect(try position(ledger.book) == nil)
    #expect(try ledger.book.historyState() == .absent)
    let last = try ledger.book.log.lastPosition()
    #expect(try position(ledger.book, builds: true) == last)
    #expect(try position(ledger.book) == last)
    // Where nothing may be written, in memory.
    var settings = ledger.book.settings
    settings.isReadOnly = true
    let reader = try Book.open(settings)
    defer { try? reader.close() }
    #expect(try reader.historyState() == .unavailable)
    #expect(try position(reader) == nil)
    #expect(try position(reader, builds: true) == last)
  }
}
