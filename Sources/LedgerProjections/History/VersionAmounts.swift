internal import LedgerDomain
internal import LedgerSQLite

/// The entries of the index `transaction_version_by_amount` of a history that is made, until they are all known and in
/// order.
///
/// SQLite would put them in order in memory, where they take 200 MB at ten million events.
struct VersionAmounts {
  static let index = "transaction_version_by_amount"
  private static let table = "transaction_version"

  private var entries: SortedRuns<Entry>

  init(beside path: String, _ sizes: BuildSizes) {
    entries = SortedRuns(beside: path, most: sizes.sorted)
  }

  /// Takes the versions of a range of streams: rows of the table.
  mutating func post(_ versions: RowBuffer) throws {
    for row in 0..<versions.count {
      if let entry = Entry(versions, row: row) { try entries.append(entry) }
    }
  }

  /// Makes the index of a table that is full, in a file that nobody else has open, outside of a transaction.
  ///
  /// - Parameter sql: what makes it.
  mutating func write(to generation: Generation, _ sql: String) throws {
    guard let path = generation.path, !generation.isGone else { return try generation.connection.execute(sql) }
    try PageFile.hidingRows(below: generation.root(of: Self.table), in: path) {
      try generation.connection.execute(sql)
    }
    guard let file = try PageFile(path) else { throw ModelError.damaged("pages that were written just now") }
    let tree = PageTree(file, root: try generation.root(of: Self.index), .index)
    var rows = RowBuffer(columns: AmountKey.columns + 3)
    var count = 0
    try entries.drain { entry in
      entry.add(to: &rows)
      count += 1
      guard count == 4_096 else { return }
      try tree.append(rows)
      rows.removeAll()
      count = 0
    }
    try tree.append(rows)
    try tree.finish()
    try file.finish()
  }
}

/// An entry, in a form that sorts as the index does: as that of the models, then by the end, the stage and the beginning.
private struct Entry: Comparable {
  private let amount: AmountKey
  /// 0: it stands. No version ends at the first event.
  private let ends: Int64
  private let stage: Int64
  private let begins: Int64

  /// The entry of a row; nil where it has none.
  init?(_ rows: RowBuffer, row: Int) {
    guard let amount = AmountKey(rows, row: row) else { return nil }
    self.amount = amount
    stage = rows.int64(row, 2)
    begins = rows.int64(row, rows.columns - 2)
    ends = rows.isNull(row, rows.columns - 1) ? 0 : rows.int64(row, rows.columns - 1)
  }

  @inline(__always)
  static func < (left: Entry, right: Entry) -> Bool {
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
