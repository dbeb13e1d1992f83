internal import LedgerSQLite

/// The tables of a new generation that have a row for every transaction or day, filled page by page.
///
/// They are most of what a rebuild writes.
final class BulkTables {
  private let file: BulkFile
  private let trees: [(table: ModelTable, tree: PageTree)]
  private let blocks: PageTree
  private let totals: [String: PageTree]
  private var amounts: SortedTree<AmountKey>
  private var pages: SortedTree<IntegerRow>
  private var vendorUses: SortedTree<IntegerRow>

  /// The index that is filled here, too.
  static let index = "transaction_by_amount"

  /// Creates the tables of a new generation, or `nil` if all of them have to go through SQLite.
  init?(_ generation: Generation, _ sizes: BuildSizes) throws {
    guard let file = try BulkFile(generation, sizes) else { return nil }
    self.file = file
    trees = try [ModelTable.transactions, .provenance, .notes].map { ($0, try file.tree($0.name, .table)) }
    blocks = try file.tree("facet_block", .table)
    totals = try file.trees(of: Total.all, \.table)
    amounts = try file.sorted(Self.index, columns: AmountKey.columns)
    pages = try file.sorted(ModelTable.pages.name, columns: ModelTable.pages.columns)
    vendorUses = try file.sorted(ModelTable.vendorUses.name, columns: ModelTable.vendorUses.columns)
  }

  /// Writes the rows of its tables, in the order of their keys, and removes them from `shard`.
  func take(_ shard: inout ShardRows) throws {
    for (table, tree) in trees { try tree.append(shard.rows[table]) }
    try amounts.append(shard.amounts)
    try pages.append(shard.rows[.pages])
    try vendorUses.append(shard.rows[.vendorUses])
    for table in trees.map(\.table) + [.pages, .vendorUses] {
      shard.rows[table] = RowBuffer(columns: table.columns)
    }
  }

  /// Writes blocks of facets, in the order of their numbers.
  func write(facetBlocks rows: RowBuffer) throws { try blocks.append(rows) }

  /// Writes the sums and the rows that waited for their order. From here on SQLite sees all of them.
  func finish(_ sums: Totals) throws {
    try file.finish {
      try sums.forEachRows(rowsMax: BulkFile.batch) { try totals[$0.table]?.append($1) }
      try amounts.write()
      try pages.write()
      try vendorUses.write()
    }
  }
}
