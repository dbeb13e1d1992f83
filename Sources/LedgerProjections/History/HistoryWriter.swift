internal import LedgerSQLite

/// Writes what ranges of streams give into the tables of one file of history: the one writer of them, for a build and
/// for catching up.
struct HistoryWriter {
  private let rows: RowWriter
  private var facets: VersionFacets
  private var figures: FigureSteps

  /// - Parameter isFresh: the tables are empty.
  init(_ connection: Connection, _ rows: RowWriter, isFresh: Bool) {
    self.rows = rows
    facets = VersionFacets(connection, isFresh: isFresh)
    figures = FigureSteps(connection, rows, isFresh: isFresh)
  }

  /// Writes the versions of a range of streams.
  mutating func write(_ part: VersionRows) throws {
    for (index, table) in HistoryTable.all.enumerated() {
      try rows.run(table.close, forEach: part.closings[index])
      try rows.insert(part.versions[index], into: table.name, onConflict: .refuse)
    }
    try rows.insert(part.changes.rows(), into: TextChanges.table, onConflict: .refuse)
    try facets.post(part)
    figures.post(part)
  }

  /// Writes what had to wait for all of them.
  mutating func finish() throws {
    try facets.finish()
    try figures.finish()
  }
}
