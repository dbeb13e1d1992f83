internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of copies in a remote budget.
enum CopyTable {
  static let table = Table(
    "copy_row", versions: "copy_version", of: .copy,
    [
      "id BLOB NOT NULL",
      "transaction_id BLOB NOT NULL",
      "plan TEXT NOT NULL",
      "account TEXT NOT NULL",
      "with_items INTEGER NOT NULL",
      "phase TEXT NOT NULL",
      "remote TEXT",
      "import_id TEXT",
      "conflicts INTEGER NOT NULL",
      "deleted_there INTEGER NOT NULL",
      "requested_on INTEGER NOT NULL",
      "sent_on INTEGER",
    ].joined(separator: "\n"), addRows: add)

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .copy(let state) = state, let row = CopyRow(CopyID(id), state) else { return }
    rows.add(id: id)
    rows.add(id: row.transaction.id)
    rows.add(text: row.plan)
    rows.add(text: row.account)
    rows.add(row.withItems ? 1 : 0)
    rows.add(text: row.phase.rawValue)
    rows.add(optional: row.remote)
    rows.add(optional: row.importID)
    rows.add(Int64(row.conflictCount))
    rows.add(row.isDeletedThere ? 1 : 0)
    rows.add(Int64(row.requestedOn.dayNumber))
    rows.add(optional: row.sentOn.map { Int64($0.dayNumber) })
  }

  /// Reads the columns of a copy, all of them in the order of the table.
  static func row(_ statement: Statement) throws -> CopyRow {
    guard let id = statement.optionalID(0), let transaction = statement.optionalID(1),
      let phase = CopyRow.Phase(rawValue: statement.string(5))
    else { throw ModelError.damaged("a row of copies") }
    return CopyRow(
      id: CopyID(id), transaction: TransactionID(transaction), plan: statement.string(2),
      account: statement.string(3), withItems: statement.int64(4) == 1, phase: phase,
      remote: statement.optionalString(6), importID: statement.optionalString(7),
      conflictCount: Int(clamping: statement.int64(8)), isDeletedThere: statement.int64(9) == 1,
      requestedOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(10))),
      sentOn: statement.optionalInt64(11).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) })
  }
}
