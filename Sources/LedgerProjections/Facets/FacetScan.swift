internal import LedgerDomain
internal import LedgerSQLite

/// Steps through the blocks that a filter leaves, newest first or in the order of keys.
struct FacetScan {
  let connection: Connection
  var condition: FacetCondition

  /// The position as of which history's blocks are read; nil: those of the models.
  private let past: Int64?

  /// A block's number and its last date.
  typealias Place = (number: Int64, last: Int64)

  init(_ connection: Connection, _ filter: TransactionFilter, asOf past: Int64? = nil) throws {
    self.connection = connection
    self.past = past
    condition = try FacetCondition(filter, FacetValues(connection: connection))
    condition.past = past
  }

  static let places = """
    SELECT number, last FROM facet_block INDEXED BY facet_block_by_date WHERE last >= ?1 AND first <= ?2
    ORDER BY last DESC, first DESC, number DESC
    """
  /// Of history: those that hold something that stood at a position.
  static let placesOfPast = """
    SELECT number, last FROM facet_block INDEXED BY facet_block_by_date
    WHERE last >= ?1 AND first <= ?2 AND begins <= ?3 AND ends > ?3 ORDER BY last DESC, first DESC
    """
  static let columns = "SELECT columns FROM facet_block WHERE number = ?1"

  /// The blocks that hold dates of a range, those with the newest dates first.
  ///
  /// - Complexity: a step in an index per block from the range's first date on.
  func places(_ dates: ClosedRange<Int64>) throws -> [Place] {
    var places: [Place] = []
    let statement = try connection.statement(past == nil ? Self.places : Self.placesOfPast)
    try statement.bind(1, dates.lowerBound)
    try statement.bind(2, dates.upperBound)
    if let past { try statement.bind(3, past) }
    try statement.forEachRow { places.append(($0.int64(0), $0.int64(1))) }
    return places
  }

  /// Hands over every block with transactions that pass, selected; stops where `body` says so.
  ///
  /// - Parameter columns: what is needed besides the condition's own.
  /// - Complexity: a page of the file per 256 transactions.
  func forEach(
    _ columns: Set<FacetColumn>, isNewestFirst: Bool = false,
    _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws {
    try forEachBlock(columns, isNewestFirst: isNewestFirst) { block, last in
      condition.select(in: block)
      return try block.selected == 0 || body(block, last)
    }
  }

  /// Hands over every block, with nothing selected.
  ///
  /// - Parameter dates: nil: those of the condition alone.
  func forEachBlock(
    _ columns: Set<FacetColumn>, isNewestFirst: Bool = false, dates: ClosedRange<Int64>? = nil,
    _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws {
    let wanted = FacetColumn.allCases.filter { columns.contains($0) || condition.columns.contains($0) }
    var places = try places(dates ?? condition.dates)
    // In the order in which they lie in the file.
    if !isNewestFirst { places.sort { $0.number < $1.number } }
    let block = FacetBlock(isOfVersions: past != nil)
    let statement = try connection.statement(Self.columns)
    defer { statement.reset() }
    for place in places {
      statement.reset()
      try statement.bind(1, place.number)
      guard try statement.step() else { throw ModelError.damaged("the blocks of transactions") }
      // A version has its whole key beside it.
      block.number = past == nil ? place.number : 0
      try statement.withBytes(0) { (bytes) throws(ModelError) in try block.load(bytes, wanted) }
      if try !body(block, place.last) { return }
    }
  }
}
