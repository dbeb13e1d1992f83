internal import LedgerBytes
internal import LedgerSQLite

/// The tables of a new generation that have a row for every transaction or day, filled page by page.
///
/// They are most of what a rebuild writes. The other tables go through SQLite.
final class BulkTables {
  private let connection: Connection
  private let file: PageFile
  private let trees: [(table: ModelTable, tree: PageTree)]
  private let blocks: PageTree
  private let amounts: PageTree
  private let pages: PageTree
  private let vendorUses: PageTree
  private let totalTrees: [String: PageTree]
  /// Entries that arrive in the order of transactions and are written in the order of another key.
  private var amountKeys: SortedRuns<AmountKey>
  private var pageKeys: SortedRuns<PageKey>
  private var vendorKeys: SortedRuns<VendorUseTable.Entry>

  /// The index that is filled here, too.
  static let index = "transaction_by_amount"

  /// Creates the tables of a new generation, or `nil` if all of them have to go through SQLite.
  ///
  /// That is the case in memory, and for a file whose name was removed as soon as it was open.
  init?(_ generation: Generation, _ sizes: BuildSizes) throws {
    guard let path = generation.path, !generation.isGone, let file = try PageFile(path) else { return nil }
    func tree(_ name: String, _ kind: PageTree.Kind, keyCells: Int? = nil) throws -> PageTree {
      PageTree(file, root: try generation.root(of: name), kind, keyCells: keyCells)
    }
    connection = generation.connection
    self.file = file
    trees = try [ModelTable.transactions, .provenance, .notes].map { ($0, try tree($0.name, .table)) }
    blocks = try tree("facet_block", .table)
    amounts = try tree(Self.index, .index)
    pages = try tree(ModelTable.pages.name, .index)
    vendorUses = try tree(ModelTable.vendorUses.name, .index)
    totalTrees = try Dictionary(
      uniqueKeysWithValues: Total.all.map { ($0.table, try tree($0.table, .index, keyCells: $0.key.count)) })
    amountKeys = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
    pageKeys = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
    vendorKeys = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
  }

  /// Writes the rows of its tables, in the order of their keys, and removes them from `shard`.
  func take(_ shard: inout ShardRows) throws {
    for (table, tree) in trees {
      try tree.append(shard.rows[table])
      shard.rows[table] = RowBuffer(columns: table.columns)
    }
    try amountKeys.append(shard.amounts)
    let found = shard.rows[.pages]
    for row in 0..<found.count {
      try pageKeys.append(PageKey(digest: found.int64(row, 0), key: found.number(row, 1)))
    }
    shard.rows[.pages] = RowBuffer(columns: ModelTable.pages.columns)
    let uses = shard.rows[.vendorUses]
    for row in 0..<uses.count {
      try vendorKeys.append(
        VendorUseTable.Entry(vendor: uses.int64(row, 0), date: uses.int64(row, 1), key: uses.number(row, 2)))
    }
    shard.rows[.vendorUses] = RowBuffer(columns: ModelTable.vendorUses.columns)
  }

  /// Writes blocks of facets, in the order of their numbers.
  func write(facetBlocks rows: RowBuffer) throws { try blocks.append(rows) }

  /// Writes the sums, the index by amounts, the pages, the uses of vendors and the remaining rows.
  ///
  /// From here on SQLite sees all of them.
  func finish(_ totals: Totals) throws {
    precondition(!connection.isInTransaction, "pages are written between the transactions of SQLite")
    try totals.forEachRows(rowsMax: Self.batch) { try totalTrees[$0.table]?.append($1) }
    try write(&amountKeys, to: amounts, columns: AmountKey.columns) { $0.add(to: &$1) }
    try write(&pageKeys, to: pages, columns: ModelTable.pages.columns) { $0.add(to: &$1) }
    try write(&vendorKeys, to: vendorUses, columns: ModelTable.vendorUses.columns) { $0.add(to: &$1) }
    for (_, tree) in trees { try tree.finish() }
    for tree in [blocks, amounts, pages, vendorUses] + totalTrees.values { try tree.finish() }
    try file.finish()
  }

  private func write<Key>(
    _ keys: inout SortedRuns<Key>, to tree: PageTree, columns: Int, add: (Key, inout RowBuffer) -> Void
  ) throws {
    var rows = RowBuffer(columns: columns)
    var count = 0
    try keys.drain { key in
      add(key, &rows)
      count += 1
      guard count == Self.batch else { return }
      try tree.append(rows)
      rows.removeAll()
      count = 0
    }
    precondition(rows.count == count, "every value becomes one row")
    try tree.append(rows)
  }

  /// How many rows are made at a time.
  private static let batch = 4_096
}

/// A row of `attachment_digest`, in the order of its key.
private struct PageKey: Comparable {
  let digest: Int64
  let key: StreamKey

  @inline(__always)
  static func < (left: PageKey, right: PageKey) -> Bool {
    left.digest != right.digest ? left.digest < right.digest : left.key < right.key
  }

  func add(to rows: inout RowBuffer) {
    rows.add(digest)
    rows.add(key)
  }
}
