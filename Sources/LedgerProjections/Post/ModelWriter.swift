internal import LedgerBytes
internal import LedgerSQLite

/// The only writer of rows into the tables of one generation, for all callers that make rows.
final class ModelWriter {
  let connection: Connection
  private let rows: RowWriter
  /// The memory in which blocks of facets are changed, one after the other.
  let facetBlock = FacetBlock()

  init(_ rows: RowWriter, _ connection: Connection) {
    self.connection = connection
    self.rows = rows
  }

  /// Writes the rows, but for tags.
  ///
  /// - Parameter appending: The tables hold nothing yet of these streams or of later ones.
  func write(_ rows: ModelRows, appending: Bool) throws {
    precondition(connection.isInTransaction, "rows change in the transaction of their position")
    for table in ModelTable.allCases where !rows[table].isEmpty {
      try self.rows.insert(
        rows[table], into: table.name,
        onConflict: appending && table.isByStream
          ? .refuse : table == .provenance ? .update(ProvenanceTable.change) : .replace)
    }
  }

  /// Updates existing rows of transactions if they differ.
  func update(from old: RowBuffer, to new: RowBuffer) throws {
    try rows.update(ModelTable.transactions.name, columns: TransactionTable.table.columns, from: old, to: new)
  }

  /// Writes blocks and values into tables that are empty.
  func write(facetBlocks blocks: RowBuffer) throws {
    try rows.insert(blocks, into: "facet_block", onConflict: .refuse)
  }

  func write(facetValues values: RowBuffer) throws {
    try rows.insert(values, into: "facet_value", onConflict: .refuse)
  }

  /// Writes the tags of transactions, in the order of the table's key.
  func write(tags: [[UInt8]: [StreamKey]]) throws {
    if tags.isEmpty { return }
    var buffer = RowBuffer(columns: 2)
    for (tag, keys) in tags.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for key in keys {
        tag.withUnsafeBytes { buffer.add(textBytes: $0) }
        buffer.add(key)
        if buffer.count == Self.batch { try flush(&buffer) }
      }
    }
    try flush(&buffer)
  }

  private static let batch = 10_000

  private func flush(_ buffer: inout RowBuffer) throws {
    try rows.insert(buffer, into: "transaction_tag", onConflict: .ignore)
    buffer.removeAll()
  }

  /// Writes sums into empty tables.
  func write(_ totals: Totals) throws {
    try totals.forEachRows { try rows.insert($1, into: $0.table, onConflict: .refuse) }
  }

  /// Adds differences to the sums. A sum over nothing leaves no row.
  func add(_ totals: Totals) throws {
    if totals.isEmpty { return }
    precondition(connection.isInTransaction, "sums change in the transaction of their rows")
    try totals.forEachRows { try rows.insert($1, into: $0.table, onConflict: .update($0.addingSQL)) }
    // Only sums from which something was taken can have become empty.
    try totals.forEachRows(onlyFewer: true) { try rows.run($0.sweepSQL, forEach: $1) }
  }
}
