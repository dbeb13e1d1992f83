internal import BankFiles
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// The balance of an account after an import, next to the one that the bank's file has.
package struct BalanceAtBank: Hashable, Sendable {
  /// The account.
  package let account: AccountRow
  /// The day, at whose end the balances are.
  package let on: CivilDate
  /// The bank's balance, with the sign of the ledger.
  package let bank: Money
  /// The cleared balance in the ledger.
  package let cleared: Money
  /// The first line of the day on which the difference begins.
  ///
  /// It is `nil` if the balances are equal, or differed before the first row.
  package let firstLine: Int?

  /// The balance in the ledger less the bank's.
  package var difference: Money {
    Money(minorUnits: cleared.minorUnits &- bank.minorUnits, currency: bank.currency)
  }
}

/// Compares the balances of accounts after an import with those in its files.
///
/// Only opened accounts are compared, because nobody gave a beginning to others.
struct StatementCheck {
  let book: Book
  let reader: ModelReader
  private let plans: [FilePlan]
  private let accounts: [AccountRow]

  init(_ book: Book, _ reader: ModelReader, _ plans: [FilePlan]) throws {
    (self.book, self.reader, self.plans) = (book, reader, plans)
    accounts = try reader.accountRows()
  }

  /// Returns the last balance that a file has for each account and statement.
  func balances(in plan: FilePlan) throws -> [BalanceAtBank] {
    try accounts.flatMap { account -> [BalanceAtBank] in
      let texts = Set(try reader.accountTexts(of: account.key) + [account.text, account.name])
      let own = plan.rows.filter { row in
        row.account.map(texts.contains) ?? false && !row.row.isPending
          && row.row.money.currency == account.currency
      }
      let terms = plans.flatMap(\.movedOpenings).last { $0.account.key == account.key }?.terms ?? account.terms
      return try Set(own.map(\.row.statement)).sorted().compactMap { index in
        let rows = own.filter { $0.row.statement == index }
        let days = days(rows, plan.source.file.statements[index], account.currency).filter {
          $0.date >= terms.on
        }
        guard let last = days.last else { return nil }
        let after = AfterImport(check: self, account: account, texts: texts, terms: terms)
        let cleared = try after.cleared(on: last)
        guard !last.fits(cleared) else { return after.balance(last, cleared, from: nil) }
        // A difference stays once it is there, so that its first day is found as that of a wrong event is.
        var (low, high) = (0, days.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if try days[middle].fits(after.cleared(on: days[middle])) { low = middle + 1 } else { high = middle }
        }
        return after.balance(last, cleared, from: low > 0 ? days[low].line : nil)
      }
    }
  }

  /// A day of a statement with its last balance, in two orders if nothing tells the order of its rows.
  fileprivate struct Day {
    let date: CivilDate
    let line: Int
    var units: [Int64]

    func fits(_ cleared: Int64) -> Bool { units.contains(cleared) }
  }

  /// Returns the days of a statement that have a balance, the oldest first, and the day before them.
  private func days(_ rows: [PlannedRow], _ statement: BankStatement, _ currency: CurrencyCode) -> [Day] {
    guard let first = rows.first, let final = rows.last else { return [] }
    let byDate = Dictionary(grouping: rows, by: \.date).sorted { $0.key < $1.key }
    let sums = byDate.map { $0.value.reduce(Int64(0)) { $0 &+ $1.row.money.minorUnits } }
    func day(_ place: Int, _ units: [Int64]) -> Day {
      Day(date: byDate[place].key, line: byDate[place].value.map(\.line).min() ?? first.line, units: units)
    }
    var days: [Day] = []
    var changes: [(printed: Int64, added: Int64)] = []
    var added: Int64 = 0
    for (place, (_, ofDay)) in byDate.enumerated() {
      let ends = [first.date > final.date ? nil : ofDay.last, first.date < final.date ? nil : ofDay.first]
      let balances = ends.compactMap { $0 }.map(\.row.balance)
      let units = balances.compactMap { $0?.currency == currency ? $0?.minorUnits : nil }
      added &+= sums[place]
      guard units.count == balances.count else { continue }
      if let before = days.last { changes.append((units[0] &- before.units[0], added)) }
      days.append(day(place, units))
      added = 0
    }
    // A column that does not follow from the amounts is another balance.
    if changes.count > 2, changes.count(where: { $0.printed == $0.added }) * 2 < changes.count {
      days = []
    }
    if changes.isEmpty {
      for index in days.indices { days[index].units += days[index].units.map { -$0 } }
    }
    if let closing = statement.closing, closing.currency == currency {
      if days.isEmpty {
        var units = closing.minorUnits
        for place in byDate.indices.reversed() {
          days.insert(day(place, [units]), at: 0)
          units &-= sums[place]
        }
      }
      if let on = statement.closedOn, let last = days.last, on > last.date {
        days.append(Day(date: on, line: last.line, units: [closing.minorUnits]))
      }
    }
    if let start = days.first, start.date == byDate[0].key {
      days.insert(
        Day(date: start.date.adding(days: -1), line: start.line, units: start.units.map { $0 &- sums[0] }),
        at: 0)
    }
    return days
  }

  /// An account as it will be after the import.
  private struct AfterImport {
    let check: StatementCheck
    let account: AccountRow
    let texts: Set<String>
    let terms: AccountTerms

    func balance(_ day: Day, _ cleared: Int64, from line: Int?) -> BalanceAtBank {
      func money(_ units: Int64) -> Money { Money(minorUnits: units, currency: account.currency) }
      let bank = day.fits(cleared) ? cleared : day.units[0]
      return BalanceAtBank(
        account: account, on: day.date, bank: money(bank), cleared: money(cleared), firstLine: line)
    }

    /// Returns the cleared balance at the end of a day.
    ///
    /// Only if it is not that of the bank, the days of the bank are looked up, which differ from those of transfers.
    func cleared(on day: Day) throws -> Int64 {
      let summary = try check.reader.accounts(through: day.date).first { $0.key == account.key }
      var units = summary?.balances.first { $0.balance.currency == account.currency }?.cleared.minorUnits ?? 0
      if account.terms.on <= day.date { units &-= account.terms.opening.minorUnits }
      if terms.on <= day.date { units &+= terms.opening.minorUnits }
      for row in check.plans.flatMap(\.rows) where row.account.map(texts.contains) ?? false {
        guard row.date <= day.date, row.row.money.currency == account.currency, !row.row.isPending else {
          continue
        }
        units &+= try growth(row)
      }
      return day.fits(units) ? units : units &+ (try shifted(around: day.date))
    }

    /// Returns the part of a planned row that is not in the cleared balance yet.
    private func growth(_ planned: PlannedRow) throws -> Int64 {
      switch planned.verdict {
      case .new, .restored: return planned.row.money.minorUnits
      case .matched(let id, _):
        if planned.transfer != nil || planned.settled != nil { return planned.row.money.minorUnits }
        let row = try check.book.transaction(id).row
        // A receipt without an account gets it.
        let effect = row.effect(in: account.currency, where: texts.contains)
        return effect.map { row.isCleared ? 0 : $0 } ?? planned.row.money.minorUnits
      case .known:
        // The other half is of another account, and what was not booked is cleared by this row.
        guard let double = planned.double, planned.isUnited, !double.areHalves, planned.settled == nil else {
          return 0
        }
        let row = try check.book.transaction(double.goes).row
        return row.isCleared ? -(row.effect(in: account.currency, where: texts.contains) ?? 0) : 0
      }
    }

    /// Returns the sum of transactions that the bank booked on another side of the end of a day.
    private func shifted(around day: CivilDate) throws -> Int64 {
      var filter = TransactionFilter()
      filter.accounts = Set(try check.reader.accountTexts(of: account.key))
      guard !filter.accounts.isEmpty else { return 0 }
      filter.isCleared = true
      filter.from = day.adding(days: 1 - Book.bankDaysMax)
      filter.through = day.adding(days: Book.bankDaysMax)
      var sum: Int64 = 0
      try check.reader.forEachTransaction(filter) { listed in
        guard let date = listed.row.date,
          let effect = listed.row.effect(in: account.currency, where: filter.accounts.contains),
          let atBank = try check.book.dayAtBank(listed.row, filter.accounts, near: day)
        else { return }
        if date > day, atBank <= day { sum &+= effect }
        if date <= day, atBank > day { sum &-= effect }
      }
      return sum
    }
  }
}
