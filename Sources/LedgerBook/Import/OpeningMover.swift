internal import BankFiles
internal import LedgerBytes
package import LedgerDomain
internal import LedgerProjections

/// An opening of an account that moves in front of rows which its balance includes.
package struct MovedOpening: Hashable, Sendable {
  package let account: AccountRow
  /// The terms with the earlier day, and the balance without the rows.
  package let terms: AccountTerms
  /// The number of rows that the opening moves in front of.
  package let rowCount: Int
}

/// Decides about new rows that are older than the opening of their account.
///
/// If the file has the balance of the opening after them, that balance includes them.
struct OpeningMover {
  let reader: ModelReader
  let accounts: [AccountRow]

  init(_ reader: ModelReader) throws {
    self.reader = reader
    accounts = try reader.accountRows()
  }

  /// Returns the openings that move.
  ///
  /// - Parameter isGiven: Whether a person answered that the openings include the older rows.
  func moved(_ plans: [FilePlan], isGiven: Bool) throws -> [MovedOpening] {
    try accounts.compactMap { account in
      let texts = Set(try reader.accountTexts(of: account.key) + [account.text, account.name])
      func isOwn(_ row: PlannedRow) -> Bool { row.account.map(texts.contains) ?? false }
      let on = account.terms.on
      let new = plans.flatMap(\.rows).filter { planned in
        isOwn(planned) && planned.addsMovement && planned.row.money.currency == account.currency
      }
      guard let first = new.map(\.date).min(), first < on || isGiven && first == on else { return nil }
      let includes = { (end: CivilDate) in
        plans.contains { plan in
          Self.balances(plan, before: end, isOwn).contains(account.terms.opening)
        }
      }
      // An account that is opened in the evening begins with the balance after that day's rows.
      let nextDay = on.adding(days: 1)
      guard let end = includes(on) || isGiven ? on : includes(nextDay) ? nextDay : nil else { return nil }
      let older = new.filter { $0.date < end }
      let sum = older.reduce(Int128(0)) { $0 + Int128($1.row.money.minorUnits) }
      guard let units = Int64(exactly: Int128(account.terms.opening.minorUnits) - sum) else { return nil }
      let opening = Money(minorUnits: units, currency: account.currency)
      return MovedOpening(
        account: account, terms: AccountTerms(kind: account.terms.kind, opening: opening, on: first),
        rowCount: older.count)
    }
  }

  /// Returns the balances that a file has for the account after the last movement before a day.
  private static func balances(
    _ plan: FilePlan, before end: CivilDate, _ isOwn: (PlannedRow) -> Bool
  ) -> [Money] {
    let rows = plan.rows.filter { isOwn($0) && !$0.row.isPending }
    let older = rows.filter { $0.date < end }
    guard let last = older.map(\.date).max(), let first = rows.first, let final = rows.last else { return [] }
    let ofLastDay = older.filter { $0.date == last }
    let newest = first.date > final.date ? ofLastDay.first : ofLastDay.last
    var balances = [newest?.row.balance].compactMap { $0 }
    for index in Set(rows.map(\.row.statement)) {
      guard plan.source.file.statements.indices.contains(index) else { continue }
      let statement = plan.source.file.statements[index]
      let own = rows.filter { $0.row.statement == index }
      func sum(_ isCounted: (CivilDate) -> Bool) -> Int64 {
        own.reduce(0) { isCounted($1.date) ? $0 &+ $1.row.money.minorUnits : $0 }
      }
      if let opening = statement.opening, own.contains(where: { $0.date < end }) {
        let units = opening.minorUnits &+ sum { $0 < end }
        balances.append(Money(minorUnits: units, currency: opening.currency))
      } else if let closing = statement.closing, own.contains(where: { $0.date < end }) {
        let units = closing.minorUnits &- sum { $0 >= end }
        balances.append(Money(minorUnits: units, currency: closing.currency))
      }
    }
    return balances
  }
}

extension PlannedRow {
  /// Whether the row adds to the balance of its account.
  fileprivate var addsMovement: Bool {
    switch verdict {
    case .new, .restored: true
    // The arriving half of a transfer that is new.
    case .matched: transfer != nil
    case .known: false
    }
  }
}
