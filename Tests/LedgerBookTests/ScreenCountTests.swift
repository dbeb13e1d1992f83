import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// Counts and summaries by filter against an array of facts: no table, no block.
@Suite("Counts by filter")
struct ScreenCountTests {
  @Test(
    "IE-07, IE-09: a filter row offers the same values as a filter over an array",
    arguments: [UInt64(31), 32, 33])
  func counts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(250, from: screenDay("2026-01-01"), &random)
    for turn in 0..<40 {
      let filter = try random.filter(groups: ledger.book.groupRows().map(\.id), turn: turn)
      let counts = try ledger.book.filterCounts(filter)
      func expect(
        _ facet: FilterFacet, without change: (inout TransactionFilter) -> Void,
        _ values: (AnalysedFact) -> [String?]
      ) {
        var beside = filter
        change(&beside)
        var naive: [String?: Int] = [:]
        for fact in facts where fact.matches(beside) {
          for value in values(fact) { naive[value, default: 0] += 1 }
        }
        let found = Dictionary(
          uniqueKeysWithValues: counts.filter { $0.facet == facet }.map { ($0.value, $0.count) })
        #expect(found == naive, "seed \(seed), turn \(turn), \(facet), \(filter)")
      }
      expect(.kind, without: { $0.kinds = [] }, { [$0.kind.rawValue] })
      expect(.category, without: { $0.categories = [] }, { $0.parts().compactMap(\.category) })
      expect(.payment, without: { $0.payments = [] }, { $0.payment.map { [$0.rawValue] } ?? [] })
      expect(.group, without: { $0.groups = [] }, { [$0.group?.description] })
      expect(.tag, without: { $0.anyTags = [] }, { Array($0.tags) })
      expect(.account, without: { $0.accounts = [] }, { $0.account.map { [$0] } ?? [] })
      expect(.flag, without: { $0.flags = [] }, { $0.flags.names })
      expect(.hasPhoto, without: { $0.hasPhoto = nil }, { [$0.hasPhoto ? "yes" : "no"] })
      expect(.cleared, without: { $0.isCleared = nil }, { [$0.isCleared ? "yes" : "no"] })
    }
  }

  @Test(
    "IE-07: the matching part of a group equals that of a filter over an array", arguments: [UInt64(41), 42])
  func groups(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let ledger = try ScreenLedger()
    let facts = try ledger.fill(250, from: screenDay("2026-01-01"), &random)
    let living = try ledger.book.groupRows().filter { !$0.isDeleted }.map(\.id)
    for turn in 0..<40 {
      var filter = try random.filter(groups: living, turn: turn)
      let group = random.one(of: [nil] + living.map(Optional.some))
      filter.groups = [group]
      // A transfer needs no group, so it is no receipt of Unfiled.
      let matching = facts.filter { $0.matches(filter) && (group != nil || $0.kind != .transfer) }
      let summary = try ledger.book.group(group, matching: filter)
      let comment: Comment = "seed \(seed), turn \(turn), \(filter)"
      #expect(summary.count == matching.count, comment)
      // The drafts are all of the group's, whatever the filter.
      #expect(summary.drafts == facts.count { $0.stage == .draft && $0.group == group }, comment)
      #expect(
        summary.first == matching.map(\.date).min() && summary.last == matching.map(\.date).max(), comment)
      var totals: [CurrencyCode: Int64] = [:]
      for fact in matching.map({ $0.counted(in: filter.categories) }) {
        switch fact.kind {
        case .expense: totals[fact.money.currency, default: 0] += fact.money.minorUnits
        case .income: totals[fact.money.currency, default: 0] -= fact.money.minorUnits
        case .transfer: totals[fact.money.currency, default: 0] += 0
        }
      }
      let found = Dictionary(uniqueKeysWithValues: summary.totals.map { ($0.currency, $0.minorUnits) })
      #expect(found == totals, comment)
      let categories = Dictionary(grouping: matching.flatMap { $0.parts(in: filter.categories) }) {
        $0.category
      }
      .mapValues(\.count)
      let parts = Dictionary(uniqueKeysWithValues: summary.categories.map { ($0.category, $0.count) })
      #expect(parts == categories, comment)
    }
  }

  @Test("FF-25: pages from cursors join up to the whole, each row once, also within one date")
  func pages() throws {
    var random = SeededGenerator(seed: 51)
    let ledger = try ScreenLedger()
    _ = try ledger.fill(700, from: screenDay("2026-01-01"), &random)
    for day in 0..<40 { try ledger.record("same \(day)") }
    var whole: [TransactionID] = []
    try ledger.book.forEachTransaction(TransactionFilter()) { whole.append($0.row.id) }
    #expect(whole.count > 600)
    for limit in [1, 7, 50, 1_000] {
      var joined: [TransactionID] = []
      var cursor: String?
      repeat {
        let page = try ledger.book.transactions(page: PageRequest(limit: limit, after: cursor))
        #expect(page.rows.count <= limit && page.matching == whole.count)
        joined += page.rows.map(\.row.id)
        cursor = page.next
      } while cursor != nil
      #expect(joined == whole, "limit \(limit)")
    }
    var oldest: [TransactionID] = []
    try ledger.book.journal(TransactionFilter()) { oldest.append($0.row.id) }
    #expect(oldest == whole.reversed())
  }

  @Test("FF-25: a list up to a date shows on no page what has no date, and as many as it counts")
  func pagesThrough() throws {
    let ledger = try ScreenLedger()
    for _ in 0..<3 { _ = try ledger.book.capture(CaptureInput(files: [.bytes([1])], text: "")) }
    for day in 10..<15 { try ledger.record("\(day)") { $0.date = screenDay("2026-06-\(day)") } }
    var filter = TransactionFilter()
    filter.stages = [.draft, .saved]
    filter.through = screenDay("2026-06-13")
    var found: [String?] = []
    var cursor: String?
    repeat {
      let page = try ledger.book.transactions(filter, page: PageRequest(limit: 2, after: cursor))
      #expect(page.matching == 4)
      found += page.rows.map(\.row.vendor)
      cursor = page.next
    } while cursor != nil
    #expect(found == ["13", "12", "11", "10"])
  }

  @Test("A bound of one currency between two amounts of another is the nearest that satisfies")
  func bounds() throws {
    let ledger = try ScreenLedger()
    for (units, currency) in [(12, CurrencyCode.jpy), (13, .jpy), (1_250, .eur), (1_251, .usd)] {
      try ledger.record(nil) { $0.money = Money(minorUnits: Int64(units), currency: currency) }
    }
    func count(least: Bool, _ isOfItsCurrency: Bool) throws -> Int {
      var filter = TransactionFilter()
      let bound = AmountBound(Money(minorUnits: 1_250, currency: .eur), isOfItsCurrency: isOfItsCurrency)
      if least { filter.minimum = bound } else { filter.maximum = bound }
      return try ledger.book.count(filter)
    }
    #expect(try count(least: true, false) == 3 && count(least: false, false) == 2)
    #expect(try count(least: true, true) == 1 && count(least: false, true) == 1)
  }

  @Test("A short id in the past tells it from what was known then alone")
  func shortIDs() throws {
    let ledger = try ScreenLedger()
    func id(_ last: UInt64) -> TransactionID {
      TransactionID(UniqueID(high: 0x1234_5678_0000_4000, low: 0x8000 << 48 | last))
    }
    try ledger.append([(.transactionRecorded(Self.meal), id(1))])
    let position = try ledger.book.log.lastPosition()
    try ledger.append([(.transactionRecorded(Self.meal), id(2))])
    #expect(try ledger.book.shortID(id(1).id) == id(1).description)
    #expect(try ledger.book.asOf(.position(position)).shortID(id(1).id) == "12345678")
  }

  @Test(
    "A short id has as many digits as tell it from the others, eight at least, and the hyphens between them",
    arguments: zip([1, 8, 9, 12, 13, 16, 17, 20, 21, 31, 32], [8, 8, 10, 13, 15, 18, 20, 23, 25, 35, 36]))
  func shortIDLength(digit: Int, length: Int) throws {
    let ledger = try ScreenLedger()
    let one = UniqueID(high: 0x1234_5678_0000_4000, low: 0x8000 << 48)
    // The other differs in the digit of that number alone.
    let bit: UInt64 = 1 << UInt64(4 * ((32 - digit) % 16))
    let other = UniqueID(
      high: digit <= 16 ? one.high ^ bit : one.high, low: digit > 16 ? one.low ^ bit : one.low)
    try ledger.append([one, other].map { (.transactionRecorded(Self.meal), TransactionID($0)) })
    #expect(try ledger.book.shortID(one) == String(one.description.prefix(length)))
    #expect(try ledger.book.shortID(other) == String(other.description.prefix(length)))
  }

  private static let meal = TransactionEvent.Recorded(
    origin: .manual, on: screenDay("2026-06-14"), kind: .expense, money: Money(minorUnits: 5, currency: .eur),
    date: screenDay("2026-06-14"), vendor: nil, category: "food", payment: .card, note: nil, account: nil,
    tags: [], flags: TransactionFlags())
}
