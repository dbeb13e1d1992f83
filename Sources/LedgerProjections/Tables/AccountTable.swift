internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of opened accounts.
enum AccountTable {
  static let table = Table(
    "account_row", versions: "account_version", of: .account,
    [
      "id BLOB NOT NULL", "key TEXT NOT NULL", "name TEXT NOT NULL", "kind TEXT NOT NULL",
      "currency TEXT NOT NULL", "opening INTEGER NOT NULL", "opened_on INTEGER NOT NULL",
      "rank INTEGER NOT NULL",
      "closed INTEGER NOT NULL",
    ].joined(separator: "\n"), addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .account(let state) = state, let row = AccountRow(state) else { return }
    rows.add(id: row.id.id)
    rows.add(text: row.key)
    rows.add(text: row.name)
    rows.add(text: row.terms.kind.rawValue)
    rows.add(text: row.currency.code)
    rows.add(row.terms.opening.minorUnits)
    rows.add(Int64(row.terms.on.dayNumber))
    rows.add(row.rank)
    rows.add(row.isClosed ? 1 : 0)
  }

  /// Reads the columns of a row, all of them in the order of the table.
  static func row(_ statement: Statement) throws -> AccountRow {
    guard let kind = AccountKind(rawValue: statement.string(3)),
      let currency = CurrencyCode(statement.string(4))
    else { throw ModelError.damaged("a row of accounts") }
    return AccountRow(
      key: statement.string(1), name: statement.string(2),
      terms: AccountTerms(
        kind: kind, opening: Money(minorUnits: statement.int64(5), currency: currency),
        on: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(6)))),
      rank: statement.int64(7), isClosed: statement.int64(8) == 1)
  }
}
