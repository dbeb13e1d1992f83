internal import LedgerSQLite

/// Writes what ranges of streams give into the tables of one file of history: the one writer of them, for a build and
/// for catching up.
struct HistoryWriter {
  private let rows: RowWriter
  private var facets: VersionFacets
  private var figures: FigureSteps
  /// Where the index of versions by their amounts is not there, what it is made of.
  private(set) var amounts: VersionAmounts?

  /// - Parameter isFresh: the tables are empty, and in a file the index of versions by their amounts is made when they are full.
  init(_ generation: Generation, _ sizes: BuildSizes, isFresh: Bool) throws {
    rows = try generation.rowWriter()
    facets = VersionFacets(generation.connection, isFresh: isFresh)
    figures = FigureSteps(generation, rows, sizes, isFresh: isFresh)
    amounts = isFresh ? generation.path.map { VersionAmounts(beside: $0, sizes) } : nil
  }

  /// Writes the versions of a range of streams.
  mutating func write(_ part: VersionRows) throws {
    for (index, table) in HistoryTable.all.enumerated() {
      try rows.run(table.close, forEach: part.closings[index])
      try rows.insert(part.versions[index], into: table.name, onConflict: .refuse)
    }
    try amounts?.post(part.versions[0])
    try rows.insert(part.changes.rows(), into: TextChanges.table, onConflict: .refuse)
    try facets.post(part)
    try figures.post(part)
  }

  /// Writes what had to wait for all of them.
  mutating func finish() throws {
    try facets.finish()
    try figures.finish()
  }
}
