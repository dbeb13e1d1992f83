internal import LedgerSQLite

/// The tables of a new history that are filled page by page: most of what building it writes.
final class BulkHistory {
  private let file: BulkFile
  /// Tables whose versions come in the order of their keys.
  private let trees: [(table: ModelTable, tree: PageTree)]
  private let steps: PageTree
  private let figures: [String: PageTree]
  private let blocks: PageTree
  private var amounts: SortedTree<VersionAmount>
  private var changes: SortedTree<IntegerRow>
  private var pages: SortedTree<IntegerRow>
  private let spool: BlockSpool
  /// Rows of the other tables.
  private var others = ModelTable.allCases.map { RowBuffer(columns: $0.columns + 2) }

  /// The index that is filled here, too.
  static let index = VersionAmount.index

  /// Creates the tables of a new history, or `nil` if all of them have to go through SQLite.
  init?(_ generation: Generation, _ sizes: BuildSizes) throws {
    guard let file = try BulkFile(generation, sizes) else { return nil }
    self.file = file
    trees = try ModelTable.ofHistory.filter(\.isByStream).map { table in
      (table, try file.tree(table.table.versions ?? "", keyCells: table.table.keyCount + 1))
    }
    steps = try file.tree("figure_step", keyCells: 2)
    figures = try file.trees(of: Total.ofHistory, \.figures)
    blocks = try file.tree("facet_block", .table)
    amounts = try file.sorted(VersionAmount.index, columns: VersionAmount.columns)
    changes = try file.sorted(TextChanges.table, columns: TextChanges.columns)
    pages = try file.sorted(
      ModelTable.pages.table.versions ?? "", columns: ModelTable.pages.columns + 2, keyCells: 3)
    spool = BlockSpool(nextTo: file.path)
  }

  /// Writes the versions of a range of streams.
  func write(_ part: VersionRows) throws {
    for (table, tree) in trees { try tree.append(part.versions[table.rawValue]) }
    for table in ModelTable.ofHistory where !table.isByStream && table != .pages {
      others[table.rawValue].append(part.versions[table.rawValue])
    }
    try pages.append(part.versions[ModelTable.pages.rawValue])
    try amounts.append(part.amounts)
    try changes.append(part.changes.found)
  }

  /// Takes a block of facets, in any order.
  func write(facetBlock row: RowBuffer) throws { try spool.add(row) }

  /// Writes the sums and the rows that waited for their order. SQLite sees all of it from here on.
  func finish(_ sums: inout FigureSteps) throws {
    try file.finish {
      try sums.finish(steps: steps.append) { try figures[$0.figures]?.append($1) }
      try amounts.write()
      try changes.write()
      try pages.write()
      try spool.drain { try blocks.append($0) }
    }
  }

  /// Writes the rows of the other tables through SQLite.
  func writeRest(_ writer: RowWriter) throws {
    for table in ModelTable.ofHistory {
      try writer.insert(others[table.rawValue], into: table.table.versions ?? "", onConflict: .refuse)
    }
  }
}
