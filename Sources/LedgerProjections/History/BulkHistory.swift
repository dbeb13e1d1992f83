internal import LedgerBytes
internal import LedgerSQLite

/// The tables of a new history that are filled page by page: most of what building it writes.
///
/// The other tables have few rows, and go through SQLite.
final class BulkHistory {
  private let connection: Connection
  private let file: PageFile
  /// Tables whose versions come in the order of their keys.
  private let trees: [(table: ModelTable, tree: PageTree)]
  private let steps: PageTree
  private let figures: [String: PageTree]
  private let amounts: PageTree
  private let changes: PageTree
  private let pages: PageTree
  private let blocks: PageTree
  // Entries that arrive in the order of streams and are written in the order of another key.
  private var amountEntries: SortedRuns<VersionAmount>
  private var changeEntries: SortedRuns<TextChanges.Change>
  private var pageVersions: SortedRuns<PageVersion>
  private let spool: BlockSpool
  /// Rows of the other tables.
  private var others = ModelTable.allCases.map { RowBuffer(columns: $0.columns + 2) }

  /// The index that is filled here, too.
  static let index = VersionAmount.index

  /// Creates the tables of a new history, or `nil` if all of them have to go through SQLite.
  ///
  /// That is the case in memory, and for a file whose name was removed as soon as it was open.
  init?(_ generation: Generation, _ sizes: BuildSizes) throws {
    guard let path = generation.path, !generation.isGone, let file = try PageFile(path) else { return nil }
    func tree(_ name: String, _ kind: PageTree.Kind, keyCells: Int? = nil) throws -> PageTree {
      PageTree(file, root: try generation.root(of: name), kind, keyCells: keyCells)
    }
    connection = generation.connection
    self.file = file
    trees = try ModelTable.ofHistory.filter(\.isByStream).map { table in
      (table, try tree(table.table.versions ?? "", .index, keyCells: table.table.keyCount + 1))
    }
    steps = try tree("figure_step", .index, keyCells: 2)
    figures = try Dictionary(
      uniqueKeysWithValues: Total.ofHistory.map {
        ($0.figures, try tree($0.figures, .index, keyCells: $0.key.count))
      })
    amounts = try tree(VersionAmount.index, .index)
    changes = try tree(TextChanges.table, .index)
    pages = try tree(ModelTable.pages.table.versions ?? "", .index, keyCells: 3)
    blocks = try tree("facet_block", .table)
    amountEntries = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
    changeEntries = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
    pageVersions = SortedRuns(nextTo: path, memoryValuesMax: sizes.sorted)
    spool = BlockSpool(nextTo: path)
  }

  /// Writes the versions of a range of streams.
  func write(_ part: VersionRows) throws {
    for (table, tree) in trees { try tree.append(part.versions[table.rawValue]) }
    for table in ModelTable.ofHistory where !table.isByStream && table != .pages {
      others[table.rawValue].append(part.versions[table.rawValue])
    }
    let found = part.versions[ModelTable.pages.rawValue]
    for row in 0..<found.count { try pageVersions.append(PageVersion(found, row: row)) }
    try amountEntries.append(part.amounts)
    try changeEntries.append(part.changes.found)
  }

  /// Takes a block of facets, in any order.
  func write(facetBlock row: RowBuffer) throws { try spool.add(row) }

  /// Writes the sums and the rows that waited for their order. SQLite sees all of it from here on.
  func finish(_ sums: inout FigureSteps) throws {
    precondition(!connection.isInTransaction, "pages are written between the transactions of SQLite")
    try sums.finish {
      try steps.append($0)
    } sums: {
      try figures[$0.figures]?.append($1)
    }
    try write(&amountEntries, to: amounts, columns: VersionAmount.columns) { $0.add(to: &$1) }
    try write(&changeEntries, to: changes, columns: TextChanges.columns) { $0.add(to: &$1) }
    try write(&pageVersions, to: pages, columns: PageVersion.columns) { $0.add(to: &$1) }
    try spool.drain { try blocks.append($0) }
    for (_, tree) in trees { try tree.finish() }
    for tree in [steps, amounts, changes, pages, blocks] + figures.values { try tree.finish() }
    try file.finish()
  }

  /// Writes the rows of the other tables through SQLite.
  func writeRest(_ writer: RowWriter) throws {
    for table in ModelTable.ofHistory {
      try writer.insert(others[table.rawValue], into: table.table.versions ?? "", onConflict: .refuse)
    }
  }

  private func write<Entry>(
    _ entries: inout SortedRuns<Entry>, to tree: PageTree, columns: Int, add: (Entry, inout RowBuffer) -> Void
  ) throws {
    var rows = RowBuffer(columns: columns)
    try entries.drain { entry in
      add(entry, &rows)
      guard rows.count == Self.batch else { return }
      try tree.append(rows)
      rows.removeAll()
    }
    try tree.append(rows)
  }

  /// How many rows are made at a time.
  private static let batch = 4_096
}

/// A version of a page, in the order of its table's key.
private struct PageVersion: Comparable {
  let digest: Int64
  let key: StreamKey
  let begins: Position
  /// 0 if it has no end.
  let ends: Position

  static let columns = 4

  init(_ rows: RowBuffer, row: Int) {
    digest = rows.int64(row, 0)
    key = rows.number(row, 1)
    begins = rows.number(row, 2)
    ends = rows.isNull(row, 3) ? 0 : rows.number(row, 3)
  }

  @inline(__always)
  static func < (left: PageVersion, right: PageVersion) -> Bool {
    if left.digest != right.digest { return left.digest < right.digest }
    return left.key != right.key ? left.key < right.key : left.begins < right.begins
  }

  func add(to rows: inout RowBuffer) {
    rows.add(digest)
    rows.add(key)
    rows.add(begins)
    if ends == 0 { rows.addNull() } else { rows.add(ends) }
  }
}
