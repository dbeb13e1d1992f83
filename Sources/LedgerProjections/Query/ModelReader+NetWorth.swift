internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the balances of all accounts at the end of each month.
  ///
  /// The present balances are known. Going back from them, the transactions dated after each month are taken away, and
  /// opening balances that are dated after it. Transactions without a date count in every month.
  ///
  /// - Parameter only: The currency to report, or `nil` for all.
  /// - Complexity: A page of the file per 256 transactions since the first month, a look-up per transfer, O(accounts).
  package func netWorth(over months: ClosedRange<CivilMonth>, in only: CurrencyCode? = nil) throws
    -> LedgerReport
  {
    let summaries = try accountRows()
    let parts = try accountParts()
    var worth = NetWorth(months: months, only: only)
    for (key, part) in parts {
      for sum in part.sums { worth.add(sum.units, sum.currency, of: key, count: sum.count) }
    }
    for account in summaries {
      let opening = account.terms.opening
      worth.add(Int128(opening.minorUnits), opening.currency, of: account.key, count: 0)
      worth.takeAway(
        Int128(opening.minorUnits), opening.currency, of: account.key, on: account.terms.on.civilMonth)
    }
    try takeAwayLaterTransactions(from: &worth)
    let names = parts.mapValues(\.name)
    let opened = Set(summaries.map(\.key))
    let implied = names.keys.filter { !opened.contains($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let order = worth.currencies
    func row(_ key: String, _ name: String?) -> ReportRow {
      ReportRow(key: key, name: name, line: worth.line(of: key, order))
    }
    // The order of the list of accounts: budget accounts, among them those that nobody opened, then the others.
    let rows =
      summaries.filter { $0.terms.kind == .budget }.map { row($0.key, $0.name) }
      + implied.map { row($0, names[$0]) }
      + summaries.filter { $0.terms.kind == .tracking }.map { row($0.key, $0.name) }
    let lines = worth.lines(order)
    return LedgerReport(
      months: lines.enumerated().map { place, line in
        ReportMonth(month: months.lowerBound.adding(months: place), line: line)
      },
      rows: rows.filter { !$0.line.total.totals.isEmpty || !$0.line.total.tooLarge.isEmpty },
      all: lines[lines.count - 1], currencies: order)
  }

  /// Takes away the transactions that are dated after the first month.
  private func takeAwayLaterTransactions(from worth: inout NetWorth) throws {
    guard worth.months.lowerBound.next > worth.months.lowerBound else { return }
    var filter = TransactionFilter()
    filter.from = worth.months.lowerBound.next.first
    let values = FacetValues(connection: connection)
    let currencies = try values.currencies()
    func keys(_ facet: Facet) throws -> [String?] {
      try values.texts(facet).map { text in
        text.flatMap { $0.isEmpty ? nil : AccountState.key(of: $0) }
      }
    }
    let (accounts, toAccounts) = (try keys(.account), try keys(.toAccount))
    let arrivals = try connection.statement(Self.received)
    defer { arrivals.reset() }
    let columns = FacetSums.columns.union([.date, .account, .toAccount])
    var sums = MonthSums(months: worth.months, currencies: currencies.count, accounts: accounts.count)
    try scan(filter).forEach(columns) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        let (account, target) = (Int(block.value(.account, index)), Int(block.value(.toAccount, index)))
        if accounts[account] == nil, toAccounts[target] == nil { continue }
        let bits = FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index)))
        guard let kind = TransactionKind(code: Int64(bits.kind)) else {
          throw ModelError.damaged("the blocks of transactions")
        }
        let units = block.value(.units, index)
        let day = block.value(.date, index)
        let currency = Int(block.value(.currency, index))
        if bits.hasUnits, accounts[account] != nil {
          sums.add(Int128(units * kind.signOnAccount), account, currency, on: day)
        }
        guard let name = toAccounts[target] else { continue }
        if let other = try received(block.key(index), arrivals) {
          let month = CivilDate(dayNumber: Int32(truncatingIfNeeded: day)).civilMonth
          worth.takeAway(Int128(other.minorUnits), other.currency, of: name, on: month)
        } else if bits.hasUnits, let code = currencies[currency] {
          let month = CivilDate(dayNumber: Int32(truncatingIfNeeded: day)).civilMonth
          worth.takeAway(Int128(units), code, of: name, on: month)
        }
      }
      return true
    }
    sums.forEachSum { account, currency, month, units in
      if let name = accounts[account], let code = currencies[currency] {
        worth.takeAway(units, code, of: name, on: month)
      }
    }
  }

  /// Returns the amount that arrived of a transfer, or `nil` if it is the one that left.
  private func received(_ key: StreamKey, _ statement: Statement) throws -> Money? {
    statement.reset()
    try statement.bind(1, key)
    guard try statement.step(), let units = statement.optionalInt64(1) else { return nil }
    return statement.optionalString(0).flatMap { CurrencyCode($0) }.map {
      Money(minorUnits: units, currency: $0)
    }
  }

  static let received = "SELECT received_currency, received_units FROM transaction_row WHERE key = ?1"
}

/// The sums of accounts by month, of transactions that are dated after the first month.
///
/// A number is an index of each, because a dictionary takes longer than reading the transactions.
private struct MonthSums {
  private let first: CivilMonth
  private let firstDay: Int64
  /// The slot of each day. Later days are in the last slot.
  private let slots: [Int32]
  private let slotCount: Int
  private let currencies: Int
  /// The sums by slot, for each account and currency that have any.
  private var sums: [[Int128]]

  init(months: ClosedRange<CivilMonth>, currencies: Int, accounts: Int) {
    first = months.lowerBound.next
    firstDay = Int64(first.first.dayNumber)
    var slots: [Int32] = []
    var month = first
    while month <= months.upperBound, slots.count < Self.daysMax {
      let number = Int32(month.index - first.index)
      slots += [Int32](repeating: number, count: Int(month.last.dayNumber - month.first.dayNumber) + 1)
      month = month.next
    }
    self.slots = slots
    slotCount = Int(months.upperBound.index - first.index) + 2
    self.currencies = currencies
    sums = Array(repeating: [], count: accounts * currencies)
  }

  /// More than all days from the first to the last date of a ledger.
  private static let daysMax = 4_000_000

  mutating func add(_ units: Int128, _ account: Int, _ currency: Int, on day: Int64) {
    let offset = Int(day - firstDay)
    let slot = offset < slots.count ? Int(slots[offset]) : slotCount - 1
    let place = account * currencies + currency
    if sums[place].isEmpty { sums[place] = Array(repeating: 0, count: slotCount) }
    sums[place][slot] += units
  }

  func forEachSum(_ body: (_ account: Int, _ currency: Int, _ month: CivilMonth, Int128) -> Void) {
    for (place, sums) in sums.enumerated() {
      for (slot, units) in sums.enumerated() where units != 0 {
        body(place / currencies, place % currencies, first.adding(months: slot), units)
      }
    }
  }
}

/// The balances of accounts at the ends of months, computed backwards from the present ones.
private struct NetWorth {
  let months: ClosedRange<CivilMonth>
  private let only: CurrencyCode?
  /// The balances at the end of the last month, by account.
  private var last: [String: [CurrencyCode: Int128]] = [:]
  /// The change in each month but the first, of all accounts.
  private var changes: [[CurrencyCode: Int128]]
  private var counts: [CurrencyCode: Int] = [:]

  init(months: ClosedRange<CivilMonth>, only: CurrencyCode?) {
    self.months = months
    self.only = only
    changes = Array(repeating: [:], count: Int(months.upperBound.index - months.lowerBound.index) + 1)
  }

  /// Adds to the present balance of an account.
  mutating func add(_ units: Int128, _ currency: CurrencyCode, of key: String, count: Int) {
    guard only == nil || currency == only else { return }
    last[key, default: [:]][currency, default: 0] += units
    counts[currency, default: 0] += count
  }

  /// Takes what is dated in a month out of the balances at the end of the months before it.
  mutating func takeAway(_ units: Int128, _ currency: CurrencyCode, of key: String, on month: CivilMonth) {
    guard only == nil || currency == only, month > months.lowerBound else { return }
    if month > months.upperBound {
      last[key, default: [:]][currency, default: 0] -= units
    } else {
      changes[Int(month.index - months.lowerBound.index)][currency, default: 0] += units
    }
  }

  /// The currencies that accounts have, that with the most transactions first.
  var currencies: [CurrencyCode] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  func line(of key: String, _ currencies: [CurrencyCode]) -> ReportLine {
    Self.line(ReportSums(currencies) { last[key]?[$0] })
  }

  /// Returns the balances at the end of each month, oldest first.
  func lines(_ currencies: [CurrencyCode]) -> [ReportLine] {
    var balances: [CurrencyCode: Int128] = [:]
    for sums in last.values { balances.merge(sums, uniquingKeysWith: +) }
    var lines: [ReportLine] = []
    for change in changes.reversed() {
      lines.append(Self.line(ReportSums(currencies) { balances[$0] }))
      for (currency, units) in change { balances[currency, default: 0] -= units }
    }
    return lines.reversed()
  }

  private static func line(_ sums: ReportSums) -> ReportLine {
    ReportLine(count: 0, received: .nothing, spent: .nothing, total: sums)
  }
}
