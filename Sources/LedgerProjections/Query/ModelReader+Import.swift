package import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Whether a transaction is a draft, saved or deleted, by the log's key of its stream. `nil` if it does not exist.
  package func stage(ofKey key: StreamKey) throws -> TransactionRow.Stage? {
    let statement = try connection.statement(Self.stageByKey)
    defer { statement.reset() }
    try statement.bind(1, key)
    guard try statement.step() else { return nil }
    guard let stage = TransactionRow.Stage(code: statement.int64(0)) else {
      throw ModelError.damaged("the stage of a transaction")
    }
    return stage
  }

  static let stageByKey = "SELECT stage FROM transaction_row WHERE key = ?1"

  /// Returns the keys of the drafts and saved transactions of a kind with an amount within some days.
  ///
  /// - Complexity: A look-up in an index, and a step for each transaction of the amount within the days.
  package func keys(
    of money: Money, in days: ClosedRange<CivilDate>, kind: TransactionKind, limit: Int
  ) throws -> [StreamKey] {
    let statement = try connection.statement(sql(Self.neighboursOfKind))
    try statement.bind(6, Int64(kind.code))
    return try keys(of: money, in: days, limit: limit, statement)
  }

  private static let neighboursOfKind = """
    SELECT key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date BETWEEN ?3 AND ?4 AND kind = ?6 LIMIT ?5
    """

  /// Returns the keys of the transactions within some days that may match a row of an account.
  ///
  /// They are the drafts and saved transactions with the amount that are of the account, have no account, or are
  /// transfers.
  ///
  /// - Complexity: A look-up in an index, and a step for each transaction of the amount within the days.
  package func keys(
    of money: Money, in days: ClosedRange<CivilDate>, onAccount account: String?, limit: Int
  ) throws -> [StreamKey] {
    let statement = try connection.statement(sql(Self.neighboursOnAccount))
    // No account has an empty key.
    try statement.bind(6, text: account ?? "")
    try statement.bind(7, Int64(TransactionKind.transfer.code))
    return try keys(of: money, in: days, limit: limit, statement)
  }

  private static let neighboursOnAccount = """
    SELECT key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date BETWEEN ?3 AND ?4
      AND (account IS NULL OR account = ?6 OR kind = ?7) LIMIT ?5
    """

  private func keys(
    of money: Money, in days: ClosedRange<CivilDate>, limit: Int, _ statement: Statement
  ) throws -> [StreamKey] {
    try statement.bind(1, text: money.currency.code)
    try statement.bind(2, money.minorUnits)
    try statement.bind(3, Int64(days.lowerBound.dayNumber))
    try statement.bind(4, Int64(days.upperBound.dayNumber))
    try statement.bind(5, Int64(limit))
    var keys: [StreamKey] = []
    try statement.forEachRow { keys.append($0.number(0)) }
    return keys
  }
}
