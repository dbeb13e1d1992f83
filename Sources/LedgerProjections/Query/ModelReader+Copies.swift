internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the copies of one transaction, or of all of them, by transaction and account.
  ///
  /// - Complexity: O(copies).
  package func copies(of transaction: TransactionID? = nil) throws -> [CopyRow] {
    var rows: [CopyRow] = []
    let statement = try connection.statement(transaction == nil ? Self.copyRows : Self.copyRowsOfTransaction)
    if let transaction { try statement.bind(1, blob: transaction.id.bytes) }
    try statement.forEachRow { rows.append(try CopyTable.row($0)) }
    return rows
  }

  static let copyRows = """
    SELECT id, transaction_id, plan, account, with_items, phase, remote, import_id, conflicts, deleted_there,
      requested_on, sent_on FROM copy_row
    """
  static let copyRowsOfTransaction = copyRows + " WHERE transaction_id = ?1"
}
