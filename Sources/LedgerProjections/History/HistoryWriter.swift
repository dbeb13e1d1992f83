internal import LedgerSQLite

/// Writes the versions of ranges of streams into the tables of one file of history.
///
/// Building and catching up both use it.
struct HistoryWriter {
  private let rows: RowWriter
  private var facets: VersionFacets
  private var figures: FigureSteps
  /// The tables that are filled page by page, if any are.
  private let bulk: BulkHistory?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - generation: The file of history.
  ///   - sizes: How much is in memory at a time.
  ///   - isFresh: Whether the tables are empty.
  ///   - bulk: Fills most of them page by page, or `nil` if all go through SQLite.
  init(_ generation: Generation, _ sizes: BuildSizes, isFresh: Bool, bulk: BulkHistory? = nil) throws {
    rows = try generation.rowWriter()
    facets = VersionFacets(generation.connection, isFresh: isFresh, bulk: bulk)
    figures = FigureSteps(generation, sizes, isFresh: isFresh)
    self.bulk = bulk
    isReplacing = !isFresh
  }

  private let isReplacing: Bool

  /// Writes the versions of a range of streams.
  mutating func write(_ part: VersionRows) throws {
    if let bulk {
      try bulk.write(part)
    } else {
      for table in ModelTable.ofHistory {
        let closings = part.closings[table.rawValue]
        if !closings.isEmpty { try rows.run(table.table.closeSQL, forEach: closings) }
        try rows.insert(part.versions[table.rawValue], into: table.table.versions ?? "", onConflict: .refuse)
      }
      try rows.insert(part.changes.rows(), into: TextChanges.table, onConflict: .refuse)
    }
    try facets.post(part)
    try figures.post(part.figures)
  }

  /// Writes the parts that need all rows first. If pages are filled, no transaction may be open.
  mutating func finish() throws {
    try facets.finish()
    if let bulk { return try bulk.finish(&figures) }
    try figures.finish {
      try rows.insert($0, into: "figure_step", onConflict: .refuse)
    } sums: {
      try rows.insert($1, into: $0.figures, onConflict: isReplacing ? .replace : .refuse)
    }
  }

  /// Writes the few rows that pages are not filled with, in a transaction.
  func writeRest() throws {
    try bulk?.writeRest(rows)
    try rows.insert(facets.table.newRows, into: "facet_value", onConflict: .refuse)
  }
}
