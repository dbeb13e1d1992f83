internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Whether a transaction is a draft, saved or deleted, by the log's key of its stream. `nil` if it does not exist.
  package func stage(ofKey key: Int64) throws -> TransactionState.Stage? {
    let statement = try connection.statement(Self.stageByKey)
    defer { statement.reset() }
    try statement.bind(1, key)
    guard try statement.step() else { return nil }
    guard let stage = TransactionState.Stage(code: statement.int64(0)) else {
      throw ModelError.damaged("the stage of a transaction")
    }
    return stage
  }

  static let stageByKey = "SELECT stage FROM transaction_row WHERE key = ?1"

  /// The keys of the drafts and saved transactions of an amount, whatever their kind, within some days.
  ///
  /// - Complexity: a look-up in an index. At most `limit` keys.
  package func keys(of money: Money, in days: ClosedRange<CivilDate>, limit: Int) throws -> [Int64] {
    let statement = try connection.statement(sql(Self.neighbours))
    try statement.bind(1, text: money.currency.code)
    try statement.bind(2, money.minorUnits)
    try statement.bind(3, Int64(days.lowerBound.dayNumber))
    try statement.bind(4, Int64(days.upperBound.dayNumber))
    try statement.bind(5, Int64(limit))
    var keys: [Int64] = []
    try statement.forEachRow { keys.append($0.int64(0)) }
    return keys
  }
}
