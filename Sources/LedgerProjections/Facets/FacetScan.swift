internal import LedgerBytes
internal import LedgerSQLite

/// Steps through the blocks that a filter leaves, newest first or in the order of keys.
struct FacetScan {
  let connection: Connection
  var condition: FacetCondition

  /// The position as of which history's blocks are read, or `nil` to read those of the models.
  private let past: Position?

  /// A block's number and its last date, or its first if the oldest come first.
  typealias Place = (number: Int64, last: Int64)

  init(_ connection: Connection, _ filter: TransactionFilter, asOf past: Position? = nil) throws {
    self.connection = connection
    self.past = past
    condition = try FacetCondition(filter, FacetValues(connection: connection))
    condition.past = past
  }

  static let places = """
    SELECT number, last FROM facet_block INDEXED BY facet_block_by_date WHERE last >= ?1 AND first <= ?2
    ORDER BY last DESC, first DESC, number DESC
    """
  /// The blocks of history with a version that was current at a position.
  static let placesOfPast = """
    SELECT number, last FROM facet_block INDEXED BY facet_block_by_date
    WHERE last >= ?1 AND first <= ?2 AND begins <= ?3 AND ends > ?3 ORDER BY last DESC, first DESC
    """
  /// The blocks with their first dates, those with the oldest dates first.
  static let oldestPlaces = """
    SELECT number, first FROM facet_block INDEXED BY facet_block_by_date WHERE last >= ?1 AND first <= ?2
    ORDER BY first, number
    """
  /// The same of history, as of a position.
  static let oldestPlacesOfPast = """
    SELECT number, first FROM facet_block INDEXED BY facet_block_by_date
    WHERE last >= ?1 AND first <= ?2 AND begins <= ?3 AND ends > ?3 ORDER BY first, number
    """
  static let columns = "SELECT columns FROM facet_block WHERE number = ?1"

  /// Returns the blocks that hold dates of a range, those with the newest dates first.
  ///
  /// - Complexity: A step in an index per block from the range's first date on.
  func places(_ dates: ClosedRange<Int64>) throws -> [Place] {
    try places(dates, by: past == nil ? Self.places : Self.placesOfPast)
  }

  /// Returns the blocks with dates in a range and their first dates, the oldest dates first.
  ///
  /// - Complexity: As `places`, and a sort of the blocks.
  func oldestPlaces(_ dates: ClosedRange<Int64>) throws -> [Place] {
    try places(dates, by: past == nil ? Self.oldestPlaces : Self.oldestPlacesOfPast)
  }

  private func places(_ dates: ClosedRange<Int64>, by query: String) throws -> [Place] {
    var places: [Place] = []
    let statement = try connection.statement(query)
    try statement.bind(1, dates.lowerBound)
    try statement.bind(2, dates.upperBound)
    if let past { try statement.bind(3, past) }
    try statement.forEachRow { places.append(($0.int64(0), $0.int64(1))) }
    return places
  }

  /// Calls `body` with every block that has matching transactions, until it returns `false`.
  ///
  /// The matching transactions are selected. If the filter asks for categories, the units of a split transaction are
  /// those of the parts that match.
  ///
  /// - Parameter columns: The columns needed in addition to the slots.
  /// - Complexity: A page of the file per 256 transactions.
  func forEach(
    _ columns: FacetColumns, isNewestFirst: Bool = false, _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws {
    try forEach(columns, of: try places(condition.dates, isNewestFirst: isNewestFirst), body)
  }

  /// Calls `body` with every matching transaction by its index in a block, in the order of the file.
  @inline(__always)
  func forEachEntry(_ columns: FacetColumns, _ body: (FacetBlock, _ index: Int) throws -> Void) throws {
    try forEach(columns) { block, _ in
      for place in 0..<block.selected { try body(block, block.selection[place]) }
      return true
    }
  }

  /// Calls `body` with the blocks at given places that have matching transactions.
  ///
  /// - Returns: How many blocks were read before `body` returned `false`.
  @discardableResult
  func forEach(
    _ columns: FacetColumns, of places: some Collection<Place>,
    _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws -> Int {
    let wanted = columns.union([.slot])
    return try open(places) { block, last in
      condition.select(in: block)
      precondition(block.selected <= block.count, "the transactions that pass are some of the block")
      if block.selected == 0 { return true }
      block.need(wanted)
      if wanted.contains(.units) { condition.countParts(in: block) }
      // Nothing of a damaged block is passed on. `open` throws for it.
      return try block.isDamaged || body(block, last)
    }
  }

  /// Calls `body` with every block, with nothing selected.
  ///
  /// - Parameter dates: The dates to read, or `nil` for those of the condition alone.
  func forEachBlock(
    _ columns: FacetColumns, dates: ClosedRange<Int64>? = nil,
    _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws {
    let wanted = columns.union(condition.columns)
    try open(try places(dates ?? condition.dates, isNewestFirst: false)) { block, last in
      block.need(wanted)
      return try block.isDamaged || body(block, last)
    }
  }

  /// Returns the blocks in the order of the file, or those with the newest dates first.
  func places(_ dates: ClosedRange<Int64>, isNewestFirst: Bool) throws -> [Place] {
    var places = try places(dates)
    if !isNewestFirst { places.sort { $0.number < $1.number } }
    return places
  }

  @discardableResult
  private func open(
    _ places: some Collection<Place>, _ body: (FacetBlock, _ last: Int64) throws -> Bool
  ) throws -> Int {
    let block = FacetBlock(isOfVersions: past != nil)
    block.limit(.bits, toPlaces: FacetBits.count)
    let (counts, position) = try FacetValues(connection: connection).counts()
    for (facet, count) in counts { block.limit(FacetColumn(facet), toPlaces: count) }
    // Keys do not exceed the position. A block of history with ended versions has a number of its own.
    let last = past == nil ? position.rawValue >> FacetEntry.slotBits : .max
    let statement = try connection.statement(Self.columns)
    defer { statement.reset() }
    var met = 0
    for place in places {
      statement.reset()
      try statement.bind(1, place.number)
      guard past != nil || place.number >= 0 && place.number <= last, try statement.step() else {
        throw ModelError.damaged("the blocks of transactions")
      }
      // A version contains its whole key.
      block.number = past == nil ? place.number : 0
      let goesOn = try statement.withBytes(0) { bytes in
        try block.open(bytes)
        let goesOn = try body(block, place.last)
        // The file has no checksums: content of a block is not used as an index unchecked.
        guard !block.isDamaged else { throw ModelError.damaged("a block of transactions") }
        return goesOn
      }
      if !goesOn { break }
      met += 1
    }
    return met
  }
}
