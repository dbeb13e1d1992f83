internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Writes rows into the tables of one generation: the one writer of the read models, whoever made the rows.
final class ModelWriter {
  let connection: Connection
  private let rows: RowWriter
  /// Where blocks of facets are changed, one after the other.
  let facetBlock = FacetBlock()

  init(_ rows: RowWriter, _ connection: Connection) {
    self.connection = connection
    self.rows = rows
  }

  /// Writes the rows, but for tags.
  ///
  /// - Parameter appending: the tables hold nothing yet of these streams or of later ones.
  func write(_ rows: ModelRows, appending: Bool) throws {
    for table in ModelTable.allCases where !rows[table].isEmpty {
      try self.rows.insert(
        rows[table], into: table.name,
        onConflict: appending && table.isByStream
          ? .refuse : table == .provenance ? .update(ProvenanceTable.change) : .replace)
    }
  }

  /// Changes rows of transactions that are there, where they differ.
  func update(from old: RowBuffer, to new: RowBuffer) throws {
    try rows.update(ModelTable.transactions.name, columns: TransactionTable.names, from: old, to: new)
  }

  /// Writes blocks into a table that holds none of them, and values into one that holds none.
  func write(facetBlocks blocks: RowBuffer) throws {
    try rows.insert(blocks, into: "facet_block", onConflict: .refuse)
  }

  func write(facetValues values: RowBuffer) throws {
    try rows.insert(values, into: "facet_value", onConflict: .refuse)
  }

  /// Writes the tags of transactions, in the order of the table's key.
  func write(tags: [[UInt8]: [Int64]]) throws {
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

  /// Writes sums into tables that hold none.
  func write(_ totals: Totals) throws {
    try rows.insert(totals.groupRows(), into: "group_total", onConflict: .refuse)
    try rows.insert(totals.dayRows(), into: "day_total", onConflict: .refuse)
    try write(tagTotals: totals)
  }

  /// Writes the sums by tag into a table that holds none.
  func write(tagTotals totals: Totals) throws {
    try rows.insert(totals.tagRows(), into: "tag_total", onConflict: .refuse)
  }

  /// Adds differences to the sums. A sum over nothing leaves no row.
  func add(_ totals: Totals) throws {
    if totals.isEmpty { return }
    let change = RowWriter.Conflict.update(WideSumSQL.adding)
    try rows.insert(totals.groupRows(), into: "group_total", onConflict: change)
    try rows.insert(totals.dayRows(), into: "day_total", onConflict: change)
    try rows.insert(totals.tagRows(), into: "tag_total", onConflict: .update("count = count + excluded.count"))
    // Only where something was taken away can nothing be left.
    try rows.run(Self.sweepGroup, forEach: totals.groupRows(onlyFewer: true))
    try rows.run(Self.sweepDay, forEach: totals.dayRows(onlyFewer: true))
    try rows.run(Self.sweepTag, forEach: totals.tagRows(onlyFewer: true))
  }

  private static let sweepGroup = """
    DELETE FROM group_total
    WHERE group_id = ?1 AND kind = ?2 AND currency = ?3 AND category = ?4 AND count = 0 AND ?5 < 0 AND ?6 IS NOT NULL
      AND ?7 IS NOT NULL
    """

  private static let sweepTag = "DELETE FROM tag_total WHERE tag = ?1 AND count = 0 AND ?2 < 0"

  private static let sweepDay = """
    DELETE FROM day_total
    WHERE kind = ?1 AND date = ?2 AND currency = ?3 AND category = ?4 AND count = 0 AND ?5 < 0 AND ?6 IS NOT NULL
      AND ?7 IS NOT NULL
    """
}
