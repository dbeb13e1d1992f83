internal import LedgerBytes
internal import LedgerSQLite

/// The part of a range of streams in history, made on any thread and written by `HistoryWriter`.
struct VersionRows: Sendable {
  /// The versions of each table, in the order of history's columns.
  var versions = ModelTable.allCases.map { RowBuffer(columns: $0.columns + 2) }
  /// The versions on record that end, of each table: the key's columns and the position.
  var closings = ModelTable.allCases.map { RowBuffer(columns: $0.table.keyCount + 1) }
  /// The entries of versions of transactions in the index by amounts.
  var amounts: [VersionAmount] = []
  /// The entries of the versions of transactions for filters, without `stretches`.
  var facets = FacetRows()
  /// The positions between which each of the facets' entries was current. `Position.max` if it still is.
  var stretches: [(begins: Position, ends: Position)] = []
  /// Transactions whose entry on record ends: key and position.
  var facetClosings: [(key: StreamKey, position: Position)] = []
  /// The positions at which the searchable texts of transactions changed.
  var changes = TextChanges()
  /// The effects of events on sums.
  var figures = FigureRows()
  /// How many events were folded.
  var events: Int64 = 0
}
