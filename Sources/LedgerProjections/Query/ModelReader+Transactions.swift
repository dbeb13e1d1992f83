package import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// One transaction by the log's key of its stream.
  package func transaction(key: StreamKey) throws -> ListedTransaction? {
    let statement = try connection.statement(Self.listedByKey)
    defer { statement.reset() }
    try statement.bind(1, key)
    return try statement.step() ? try Self.listed(statement) : nil
  }

  /// Calls `body` with every transaction that matches, newest date first.
  package func forEachTransaction(_ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void)
    throws
  {
    try forEachStretch(filter, isNewestFirst: true) { refs in
      try forEachRow(of: refs.sorted { $0.precedes($1) }, body)
    }
  }

  /// Calls `body` with every matching transaction, oldest date first.
  ///
  /// Within a date the earliest captured comes first.
  ///
  /// This is the order of a journal, and always the same. Transactions without a date come before all others.
  ///
  /// - Complexity: A look-up per row, and memory for one row, with 24 bytes for each of some ten thousands of
  ///   neighbours.
  package func forEachTransactionOldestFirst(
    _ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void
  ) throws {
    try forEachStretch(filter, isNewestFirst: false) { refs in
      try forEachRow(of: refs.sorted { $1.precedes($0) }, body)
    }
  }

  /// Returns the number of transactions that match.
  package func count(_ filter: TransactionFilter) throws -> Int {
    try Self.count(try scan(filter))
  }

  /// Returns the currencies that amounts are or were in, in the order of their codes.
  ///
  /// - Complexity: O(currencies).
  package func currencies() throws -> [CurrencyCode] {
    try FacetValues(connection: connection).currencies().compactMap { $0 }.sorted()
  }

  static func count(_ scan: FacetScan) throws -> Int {
    var count = 0
    try scan.forEach([]) { block, _ in
      count += block.selected
      return true
    }
    return count
  }

  /// Months and dates with the sums of everything in them that matches, newest first.
  ///
  /// Transactions without a date are left out. With `months` only those months are returned.
  ///
  /// - Complexity: A page of the file per 256 transactions in the blocks of the months.
  package func sections(
    _ filter: TransactionFilter, months: ClosedRange<CivilMonth>? = nil
  ) throws -> [MonthSection] {
    var filter = filter
    filter.from = max(filter.from ?? .first, months?.lowerBound.first ?? .first)
    if let last = months?.upperBound.last { filter.through = min(filter.through ?? last, last) }
    var sums = DaySums(try FacetValues(connection: connection).currencies())
    try scan(filter).forEach(DaySums.columns) { block, _ in
      sums.add(block)
      return true
    }
    return sums.months()
  }

  /// Returns the totals of everything that matches, per currency.
  ///
  /// - Throws: `ModelError.overflow` if one needs more than 64 bits.
  package func totals(_ filter: TransactionFilter) throws -> [Money] {
    let sums = try self.sums(filter)
    if let currency = sums.tooLarge.first { throw ModelError.overflow(currency.code) }
    return sums.totals
  }

  /// Returns the totals of everything that matches, per currency.
  ///
  /// `tooLarge` has the currencies whose totals need more than 64 bits.
  package func totalsThatFit(_ filter: TransactionFilter) throws -> (totals: [Money], tooLarge: [CurrencyCode])
  {
    let sums = try self.sums(filter)
    return (sums.totals, sums.tooLarge)
  }

  /// Returns the sums of everything that matches, of one kind all with the same sign.
  func sums(_ filter: TransactionFilter, all kind: TransactionKind? = nil) throws -> CurrencySums {
    var sums = FacetSums(try FacetValues(connection: connection).currencies(), slots: 1)
    try scan(filter).forEachEntry(FacetSums.columns) { block, index in sums.add(block, index, to: 0) }
    return sums.sums(0, all: kind)
  }

  // MARK: Rows

  static let listedByKey = """
    SELECT \(TransactionTable.columns),
      (SELECT name FROM group_row WHERE group_row.id = group_id AND deleted = 0)
    FROM transaction_row WHERE key = ?1
    """

  private static func listed(_ statement: Statement) throws -> ListedTransaction {
    ListedTransaction(
      row: try TransactionTable.row(statement, from: 0),
      groupName: statement.optionalString(statement.columnCount - 1))
  }

  /// Calls `body` with the rows of sorted references. Those of equal times are sorted by their identifiers.
  func forEachRow(of refs: [TransactionRef], _ body: (ListedTransaction) throws -> Void) throws {
    var index = 0
    while index < refs.count {
      var end = index + 1
      while end < refs.count, refs[end].isOfTheMoment(of: refs[index]) { end += 1 }
      let rows = try refs[index..<end].map { ref in
        guard let listed = try transaction(key: ref.key) else {
          throw ModelError.damaged("the blocks of transactions")
        }
        return listed
      }
      for listed in rows.count == 1 ? rows : rows.sorted(by: { $0.row.id < $1.row.id }) { try body(listed) }
      index = end
    }
  }

  /// Calls `body` with references to matching transactions, some ten thousand at a time.
  ///
  /// They come in stretches of dates.
  private func forEachStretch(
    _ filter: TransactionFilter, isNewestFirst: Bool, _ body: ([TransactionRef]) throws -> Void
  ) throws {
    var scan = try self.scan(filter)
    var counts: [Int64: Int] = [:]
    try scan.forEachEntry([.date]) { block, index in counts[block.value(.date, index), default: 0] += 1 }
    var stretches: [ClosedRange<Int64>] = []
    var held = 0
    for (day, count) in counts.sorted(by: { $0.key < $1.key }) {
      if let stretch = stretches.last, held + count <= Self.stretch {
        stretches[stretches.count - 1] = stretch.lowerBound...day
        held += count
      } else {
        stretches.append(day...day)
        held = count
      }
    }
    for stretch in isNewestFirst ? stretches.reversed() : stretches {
      var refs: [TransactionRef] = []
      scan.condition.dates = stretch
      try scan.forEachEntry([.slot, .date, .milliseconds, .counter]) { block, index in
        refs.append(TransactionRef(block, index))
      }
      try body(refs)
    }
  }

  /// How many references are in memory at a time, unless a single date has more.
  private static let stretch = 32_768
}
