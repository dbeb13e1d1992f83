internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// An entry of the index `transaction_version_by_amount`, in a form that sorts as the index does.
///
/// The order is that of the models' index, then by the end, the stage and the beginning.
struct VersionAmount: SortedRow {
  static let index = "transaction_version_by_amount"
  static let columns = AmountKey.columns + 3

  private let amount: AmountKey
  /// 0 if it has no end. No version ends at the first event.
  private let ends: Position
  private let stage: Int64
  private let begins: Position

  /// Creates the entry of a version, or `nil` if the version is of a deleted transaction.
  init?(_ row: borrowing TransactionRow, key: StreamKey, begins: Position, ends: Position?) {
    guard let amount = AmountKey(row, key: key) else { return nil }
    self.amount = amount
    self.ends = ends ?? 0
    stage = Int64(row.stage.code)
    self.begins = begins
  }

  @inline(__always)
  static func < (left: VersionAmount, right: VersionAmount) -> Bool {
    if left.amount != right.amount { return left.amount < right.amount }
    if left.ends != right.ends { return left.ends < right.ends }
    return left.stage != right.stage ? left.stage < right.stage : left.begins < right.begins
  }

  func add(to rows: inout RowBuffer) {
    amount.add(to: &rows)
    if ends == 0 { rows.addNull() } else { rows.add(ends) }
    rows.add(stage)
    rows.add(begins)
  }
}
