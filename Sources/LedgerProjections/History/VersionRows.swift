internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A sum's place in one of the three tables of figures.
enum FigureKey: Hashable, Sendable {
  /// An empty category stands for none, as in the tables.
  case group(GroupID?, TransactionKind, Currency?, category: [UInt8])
  case day(TransactionKind, CivilDate, Currency?, category: [UInt8])
  case tag([UInt8])
}

/// What one event did to one sum. By sum, and by position within each.
struct FigureDelta: Comparable, Sendable {
  var position: Int64
  var units: Int64
  /// The sum, by its number among those of the same rows.
  var figure: Int32
  var count: Int32

  @inline(__always)
  static func < (left: FigureDelta, right: FigureDelta) -> Bool {
    left.figure != right.figure ? left.figure < right.figure : left.position < right.position
  }
}

/// What a range of streams gives to history: made on any thread, written by `HistoryWriter`.
struct VersionRows: Sendable {
  /// Versions, in the order of `HistoryTable.all`: the model's columns, `begins`, `ends`.
  var versions = HistoryTable.all.map { RowBuffer(columns: $0.model.columns + 2) }
  /// Versions on record that end: the key's columns and the position.
  var closings = HistoryTable.all.map { RowBuffer(columns: $0.keys.count + 1) }
  /// What filters need of the versions of transactions, beside `stretches`.
  var facets = FacetRows()
  /// Of each of the facets' entries when it stood; the end is `Int64.max` where it stands.
  var stretches: [(begins: Int64, ends: Int64)] = []
  /// Transactions whose entry on record ends: key and position.
  var facetClosings: [(key: Int64, position: Int64)] = []
  /// When what words are found of transactions changed.
  var changes = TextChanges()
  /// The sums that `deltas` are of, by number.
  var figures: [FigureKey] = []
  /// What events did to sums, stream by stream.
  var deltas: [FigureDelta] = []
  /// Events looked at.
  var events: Int64 = 0

  private var numbers: [FigureKey: Int32] = [:]

  init() {}

  /// Notes what an event did to a sum.
  mutating func add(_ key: FigureKey, count: Int32, units: Int64, at position: Int64) {
    let figure = numbers[key] ?? Int32(figures.count)
    if figure == Int32(figures.count) {
      numbers[key] = figure
      figures.append(key)
    }
    deltas.append(FigureDelta(position: position, units: units, figure: figure, count: count))
  }
}
