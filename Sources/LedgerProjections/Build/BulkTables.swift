internal import LedgerDomain
internal import LedgerSQLite

/// The tables of a new generation that have a row for every transaction or day, filled page by page: most of what a
/// rebuild writes. The others go through SQLite.
final class BulkTables {
  private let file: PageFile
  private let trees: [(table: ModelTable, tree: PageTree)]
  private let blocks: PageTree
  private let amounts: PageTree
  private let groupTotals: PageTree
  private let dayTotals: PageTree

  /// The index that is filled here, too.
  static let index = "transaction_by_amount"

  /// The tables of a generation that was just made; nil where all must go through SQLite: in memory, and in a file whose
  /// name was removed as soon as it was open.
  init?(_ generation: Generation) throws {
    guard let path = generation.path, !generation.isGone, let file = try PageFile(path) else { return nil }
    func tree(_ name: String, _ kind: PageTree.Kind) throws -> PageTree {
      let root = try generation.connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = ?1")
      try root.bind(1, text: name)
      guard let number = try root.firstInt64() else { throw ModelError.damaged("there is no \(name)") }
      return PageTree(file, root: UInt32(clamping: number), kind)
    }
    self.file = file
    trees = try [ModelTable.transactions, .provenance, .notes].map { ($0, try tree($0.name, .table)) }
    blocks = try tree("facet_block", .table)
    amounts = try tree(Self.index, .index)
    groupTotals = try tree("group_total", .index)
    dayTotals = try tree("day_total", .index)
  }

  /// Writes the rows of its tables, which come in the order of their keys, and takes them out of those given.
  func take(_ rows: inout ModelRows) throws {
    for (table, tree) in trees {
      try tree.append(rows[table])
      rows[table] = RowBuffer(columns: table.columns)
    }
  }

  /// Writes blocks of facets, in the order of their numbers.
  func write(facetBlocks rows: RowBuffer) throws { try blocks.append(rows) }

  /// Writes the sums and the index by amounts, whose entries come in order, and what is left of all; SQLite sees it from
  /// here on.
  func finish(_ totals: Totals, _ keys: [AmountKey]) throws {
    try groupTotals.append(totals.groupRows())
    try dayTotals.append(totals.dayRows())
    var rows = RowBuffer(columns: AmountKey.columns)
    for key in keys {
      key.add(to: &rows)
      if rows.count == 10_000 {
        try amounts.append(rows)
        rows.removeAll()
      }
    }
    try amounts.append(rows)
    for (_, tree) in trees { try tree.finish() }
    for tree in [blocks, amounts, groupTotals, dayTotals] { try tree.finish() }
    try file.finish()
  }
}
