internal import LedgerBytes
internal import LedgerSQLite

/// A new file of models or of history, most of which is filled page by page.
///
/// Pages are written between the transactions of SQLite. The other tables have few rows, and go through SQLite.
final class BulkFile {
  private let generation: Generation
  private let file: PageFile
  let path: String
  private let sizes: BuildSizes
  private var trees: [PageTree] = []

  /// Opens a new file, or returns `nil` if all of its tables have to go through SQLite.
  ///
  /// That is the case in memory, and for a file whose name was removed as soon as it was open.
  init?(_ generation: Generation, _ sizes: BuildSizes) throws {
    guard let path = generation.path, !generation.isGone, let file = try PageFile(path) else { return nil }
    (self.generation, self.file, self.path, self.sizes) = (generation, file, path, sizes)
  }

  /// Returns a table or an index whose rows come in the order of its key.
  func tree(_ name: String, _ kind: PageTree.Kind = .index, keyCells: Int? = nil) throws -> PageTree {
    let tree = PageTree(file, root: try generation.root(of: name), kind, keyCells: keyCells)
    trees.append(tree)
    return tree
  }

  /// Returns the trees of the tables of totals, by name.
  func trees(of totals: [Total], _ name: (Total) -> String) throws -> [String: PageTree] {
    try Dictionary(uniqueKeysWithValues: totals.map { (name($0), try tree(name($0), keyCells: $0.key.count)) })
  }

  /// Returns a table or an index whose rows come in another order.
  func sorted<Row: SortedRow>(_ name: String, columns: Int, keyCells: Int? = nil) throws -> SortedTree<Row> {
    let rows = SortedRuns<Row>(nextTo: path, memoryValuesMax: sizes.sorted)
    return SortedTree(tree: try tree(name, keyCells: keyCells), columns: columns, rows: rows)
  }

  /// Writes the rest, and ends all trees. From here on SQLite sees their rows.
  func finish(_ writeRest: () throws -> Void) throws {
    precondition(!generation.connection.isInTransaction, "pages are written between the transactions of SQLite")
    try writeRest()
    for tree in trees { try tree.finish() }
    try file.finish()
  }

  /// How many rows are made at a time.
  static let batch = 4_096
}

/// A row in a form that sorts as its table or index does.
protocol SortedRow: Comparable, BitwiseCopyable, Sendable {
  /// Adds its cells.
  func add(to rows: inout RowBuffer)
}

/// A table or an index whose rows are put in order before they are written.
struct SortedTree<Row: SortedRow> {
  fileprivate let tree: PageTree
  fileprivate let columns: Int
  fileprivate var rows: SortedRuns<Row>

  /// Takes rows, in any order.
  mutating func append(_ values: [Row]) throws { try rows.append(values) }

  /// Takes rows of integers, in any order.
  mutating func append(_ buffer: RowBuffer) throws where Row == IntegerRow {
    for row in 0..<buffer.count { try rows.append(IntegerRow(buffer, row)) }
  }

  /// Writes all of them in order.
  mutating func write() throws {
    var buffer = RowBuffer(columns: columns)
    var count = 0
    try rows.drain { row in
      row.add(to: &buffer)
      count += 1
      guard count == BulkFile.batch else { return }
      try tree.append(buffer)
      buffer.removeAll()
      count = 0
    }
    precondition(buffer.count == count, "every value becomes one row")
    try tree.append(buffer)
  }
}

/// A row of up to four integers, in the order of its columns.
struct IntegerRow: SortedRow {
  /// The fourth is 0 if it is NULL, which the others never are.
  private var cells = SIMD4<Int64>()

  /// Creates a row of three integers.
  init(_ first: Int64, _ second: Int64, _ third: Int64) { cells = SIMD4(first, second, third, 0) }

  init(_ rows: RowBuffer, _ row: Int) {
    for column in 0..<rows.columns { cells[column] = rows.int64(row, column) }
  }

  @inline(__always)
  static func < (left: IntegerRow, right: IntegerRow) -> Bool {
    if left.cells[0] != right.cells[0] { return left.cells[0] < right.cells[0] }
    if left.cells[1] != right.cells[1] { return left.cells[1] < right.cells[1] }
    return left.cells[2] < right.cells[2]
  }

  func add(to rows: inout RowBuffer) {
    for column in 0..<rows.columns {
      if column == 3, cells[3] == 0 { rows.addNull() } else { rows.add(cells[column]) }
    }
  }
}
