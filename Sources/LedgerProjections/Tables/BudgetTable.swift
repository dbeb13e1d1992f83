internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of what people chose for categories, month by month.
///
/// The id is that of the month and the currency. `carries_over` is `NULL` if it is as in the month before.
enum BudgetTable {
  static let table = Table(
    "budget_row", versions: "budget_version", of: .budget, keyCount: 2,
    """
    id BLOB NOT NULL
    category TEXT NOT NULL
    month INTEGER NOT NULL
    currency TEXT NOT NULL
    budgeted INTEGER NOT NULL
    carries_over INTEGER
    """, addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .budget(let state) = state else { return }
    for row in state.rows {
      rows.add(id: row.id.id)
      rows.add(text: row.category)
      rows.add(Int64(row.month.index))
      rows.add(text: row.currency.code)
      rows.add(row.minorUnits)
      rows.add(optional: row.carriesOver.map { $0 ? 1 : 0 })
    }
  }

  /// Reads the columns of a row from `category` on. The currency is only read if it is not known.
  static func row(
    _ statement: Statement, from column: Int32 = 1, in known: CurrencyCode? = nil
  ) throws -> BudgetRow {
    guard let currency = known ?? CurrencyCode(statement.string(column + 2)) else {
      throw ModelError.damaged("a row of budgets")
    }
    return BudgetRow(
      month: CivilMonth(index: Int32(truncatingIfNeeded: statement.int64(column + 1))), currency: currency,
      category: statement.string(column), minorUnits: statement.int64(column + 3),
      carriesOver: statement.isNull(column + 4) ? nil : statement.int64(column + 4) == 1)
  }
}
