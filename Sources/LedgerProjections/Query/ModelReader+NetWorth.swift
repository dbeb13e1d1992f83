internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the balances of all accounts at the end of each month.
  ///
  /// The present balances are known. Going back from them, the transactions dated after each month are taken away, and
  /// opening balances that are dated after it. Transactions without a date count in every month. What is dated after the
  /// day counts in no month.
  ///
  /// - Parameters:
  ///   - months: The months.
  ///   - only: The currency to report, or `nil` for all.
  ///   - day: The day as of which balances are.
  /// - Complexity: A page of the file per 256 transactions since the first month, a look-up per transfer, O(accounts).
  package func netWorth(
    over months: ClosedRange<CivilMonth>, in only: CurrencyCode? = nil, through day: CivilDate
  ) throws -> LedgerReport {
    let summaries = try accountRows()
    let parts = try accountParts()
    var worth = NetWorth(months: months, only: only, day: day)
    for (key, part) in parts {
      for sum in part.sums { worth.add(sum.units, sum.currency, of: key, count: sum.count) }
    }
    for account in summaries {
      let opening = account.terms.opening
      worth.add(Int128(opening.minorUnits), opening.currency, of: account.key, count: 0)
      worth.takeAway(Int128(opening.minorUnits), opening.currency, of: account.key, on: account.terms.on)
    }
    try takeAwayLaterTransactions(from: &worth)
    let names = parts.mapValues(\.name)
    let opened = Set(summaries.map(\.key))
    let implied = names.keys.filter { !opened.contains($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let order = worth.currencies
    func row(_ key: String, _ name: String?) -> LedgerReport.Row {
      LedgerReport.Row(key: key, name: name, line: worth.line(of: key, order))
    }
    // The order of the list of accounts: budget accounts, among them those that nobody opened, then the others.
    let rows =
      summaries.filter { $0.terms.kind == .budget }.map { row($0.key, $0.name) }
      + implied.map { row($0, names[$0]) }
      + summaries.filter { $0.terms.kind == .tracking }.map { row($0.key, $0.name) }
    let lines = worth.lines(order)
    return LedgerReport(
      months: lines.enumerated().map { place, line in
        LedgerReport.Month(month: months.lowerBound.adding(months: place), line: line)
      },
      rows: rows.filter { !$0.line.total.totals.isEmpty || !$0.line.total.tooLarge.isEmpty },
      all: lines[lines.count - 1], upcoming: worth.upcoming(order), currencies: order)
  }

  /// Takes away the transactions that are dated after the first month or after the day.
  private func takeAwayLaterTransactions(from worth: inout NetWorth) throws {
    var sums = MonthSums(months: worth.months, asOf: worth.day)
    let names = try forEachMovement(after: min(worth.months.lowerBound.last, worth.day)) { sums.add($0) }
    sums.forEachSum { account, currency, date, units in
      worth.takeAway(units, names.currencies[currency], of: names.accounts[account], on: date)
    }
  }
}

/// The sums of accounts' movements by month, of those that are taken away from some balance.
///
/// A number is an index of each, because a dictionary takes longer than reading the transactions.
private struct MonthSums {
  private let months: ClosedRange<CivilMonth>
  private let day: Int64
  private let firstDay: Int64
  private let lastDay: Int64
  /// The slot of each day from the second month on.
  private let slots: [Int32]
  /// The slots of all months but the first, of dates after the day, and of dates after the months.
  private let slotCount: Int
  /// The sums by account, currency and slot.
  private var sums: [[[Int128]]] = []

  init(months: ClosedRange<CivilMonth>, asOf day: CivilDate) {
    self.months = months
    self.day = Int64(day.dayNumber)
    let first = months.lowerBound.next
    firstDay = Int64(first.first.dayNumber)
    lastDay = Int64(months.upperBound.last.dayNumber)
    var slots: [Int32] = []
    var month = first
    while month > months.lowerBound, month <= months.upperBound, slots.count < Self.daysMax {
      let number = Int32(month.index - first.index)
      slots += [Int32](repeating: number, count: Int(month.last.dayNumber - month.first.dayNumber) + 1)
      month = month.next
    }
    self.slots = slots
    slotCount = Int(months.upperBound.index - months.lowerBound.index) + 2
  }

  /// More than all days from the first to the last date of a ledger.
  private static let daysMax = 4_000_000

  mutating func add(_ movement: AccountMovement) {
    let offset = Int(movement.day - firstDay)
    let slot =
      movement.day > lastDay
      ? slotCount - 1
      : movement.day > day ? slotCount - 2 : offset < slots.count ? Int(slots[offset]) : slotCount - 1
    while sums.count <= movement.account { sums.append([]) }
    while sums[movement.account].count <= movement.currency { sums[movement.account].append([]) }
    if sums[movement.account][movement.currency].isEmpty {
      sums[movement.account][movement.currency] = [Int128](repeating: 0, count: slotCount)
    }
    sums[movement.account][movement.currency][slot] += movement.units
  }

  /// Calls `body` with each sum and a date of its slot.
  func forEachSum(_ body: (_ account: Int, _ currency: Int, _ date: CivilDate, Int128) -> Void) {
    let last = months.upperBound.last
    for (account, currencies) in sums.enumerated() {
      for (currency, sums) in currencies.enumerated() {
        for (slot, units) in sums.enumerated() where units != 0 {
          let date =
            slot == slotCount - 1
            ? last.adding(days: 1)
            : slot == slotCount - 2 ? last : months.lowerBound.adding(months: slot + 1).first
          body(account, currency, date, units)
        }
      }
    }
  }
}

/// The balances of accounts at the ends of months, computed backwards from the present ones.
private struct NetWorth {
  let months: ClosedRange<CivilMonth>
  let day: CivilDate
  private let only: CurrencyCode?
  /// The balances at the end of the last month, by account.
  private var last: [String: [CurrencyCode: Int128]] = [:]
  /// The change in each month but the first, of all accounts.
  private var changes: [[CurrencyCode: Int128]]
  private var counts: [CurrencyCode: Int] = [:]
  /// The sums dated in the months but after the day.
  private var upcoming: [CurrencyCode: Int128] = [:]

  init(months: ClosedRange<CivilMonth>, only: CurrencyCode?, day: CivilDate) {
    self.months = months
    self.day = day
    self.only = only
    changes = Array(repeating: [:], count: Int(months.upperBound.index - months.lowerBound.index) + 1)
  }

  /// Adds to the present balance of an account.
  mutating func add(_ units: Int128, _ currency: CurrencyCode, of key: String, count: Int) {
    guard only == nil || currency == only else { return }
    last[key, default: [:]][currency, default: 0] += units
    counts[currency, default: 0] += count
  }

  /// Takes a sum out of the balances before its date, and out of all of them if it is still to come.
  mutating func takeAway(_ units: Int128, _ currency: CurrencyCode, of key: String, on date: CivilDate) {
    let month = date.civilMonth
    guard only == nil || currency == only else { return }
    if date > day || month > months.upperBound {
      last[key, default: [:]][currency, default: 0] -= units
      if month <= months.upperBound { upcoming[currency, default: 0] += units }
    } else if month > months.lowerBound {
      changes[Int(month.index - months.lowerBound.index)][currency, default: 0] += units
    }
  }

  /// The currencies that accounts have, that with the most transactions first.
  var currencies: [CurrencyCode] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  func line(of key: String, _ currencies: [CurrencyCode]) -> ReportLine {
    Self.line(LedgerReport.Sums(currencies) { last[key]?[$0] })
  }

  func upcoming(_ currencies: [CurrencyCode]) -> ReportLine {
    Self.line(LedgerReport.Sums(currencies) { upcoming[$0] })
  }

  /// Returns the balances at the end of each month, oldest first.
  func lines(_ currencies: [CurrencyCode]) -> [ReportLine] {
    var balances: [CurrencyCode: Int128] = [:]
    for sums in last.values { balances.merge(sums, uniquingKeysWith: +) }
    var lines: [ReportLine] = []
    for change in changes.reversed() {
      lines.append(Self.line(LedgerReport.Sums(currencies) { balances[$0] }))
      for (currency, units) in change { balances[currency, default: 0] -= units }
    }
    return lines.reversed()
  }

  private static func line(_ sums: LedgerReport.Sums) -> ReportLine {
    ReportLine(count: 0, received: .nothing, spent: .nothing, total: sums)
  }
}
