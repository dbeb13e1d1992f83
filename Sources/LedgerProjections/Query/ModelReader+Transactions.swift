internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// One transaction by the log's key of its stream.
  public func transaction(key: Int64) throws -> ListedTransaction? {
    let statement = try connection.statement(Self.listedByKey)
    defer { statement.reset() }
    try statement.bind(1, key)
    return try statement.step() ? try Self.listed(statement) : nil
  }

  /// A page, newest date first, within a date the latest captured first.
  ///
  /// - Throws: `CursorError` where `after` is not what an earlier page said.
  /// - Complexity: a page of the file per 256 transactions until the page is full, and a look-up per row of it.
  public func transactions(_ filter: TransactionFilter, page: PageRequest) throws -> TransactionPage {
    let limit = max(1, page.limit)
    var refs = NewestRefs(limit: limit + 1)
    let whole = try self.scan(filter)
    var scan = whole
    if let text = page.after {
      let cursor = try PageCursor(text)
      refs.begin(behind: cursor)
      // Nothing of the page is of a later date.
      scan.condition.dates = scan.condition.dates.clamped(to: .min...cursor.date)
    }
    try scan.forEach([.slot, .date, .milliseconds, .counter], isNewestFirst: true) { block, last in
      if refs.isFull(before: last) { return false }
      for place in 0..<block.selected {
        let index = block.selection[place]
        refs.add(TransactionRef(block, index))
      }
      return true
    }
    var rows: [ListedTransaction] = []
    try forEachRow(of: refs.sorted()) { listed in
      if refs.follows(listed.row) { rows.append(listed) }
    }
    var next: String?
    if rows.count > limit {
      rows.removeLast(rows.count - limit)
      next = rows.last.map { PageCursor($0.row).text }
    }
    return TransactionPage(rows: rows, next: next, matching: try Self.count(whole))
  }

  /// Every transaction that matches, newest date first, one at a time.
  public func forEachTransaction(_ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void) throws
  {
    try forEachStretch(filter, isNewestFirst: true) { refs in
      try forEachRow(of: refs.sorted { $0.precedes($1) }, body)
    }
  }

  /// Every transaction that matches, oldest date first, within a date the earliest captured first: the order of a
  /// journal, and the same whenever it is asked. Those without a date come before all others.
  ///
  /// - Complexity: a look-up per row; memory for one row, and 24 bytes for each of some ten thousands of neighbours.
  public func forEachTransactionOldestFirst(
    _ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void
  ) throws {
    try forEachStretch(filter, isNewestFirst: false) { refs in
      try forEachRow(of: refs.sorted { $1.precedes($0) }, body)
    }
  }

  /// How many match.
  public func count(_ filter: TransactionFilter) throws -> Int {
    try Self.count(try scan(filter))
  }

  private static func count(_ scan: FacetScan) throws -> Int {
    var count = 0
    try scan.forEach([]) { block, _ in
      count += block.selected
      return true
    }
    return count
  }

  /// Months and dates with the sums of everything in them that matches, newest first. Transactions without a date
  /// are in none. With `months` only these.
  ///
  /// - Complexity: a page of the file per 256 transactions in the blocks of the months.
  public func sections(
    _ filter: TransactionFilter, months: ClosedRange<CivilMonth>? = nil
  ) throws -> [MonthSection] {
    var filter = filter
    filter.from = max(filter.from ?? .first, months?.lowerBound.first ?? .first)
    if let last = months?.upperBound.last { filter.through = min(filter.through ?? last, last) }
    var sums = FacetSums(try FacetValues(connection: connection).currencies())
    var days = DaySlots()
    try scan(filter).forEach(FacetSums.columns.union([.date])) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        let slot = days.slot(of: block.value(.date, index))
        sums.grow(to: slot + 1)
        try sums.add(block, index, to: slot)
      }
      return true
    }
    let sorted = days.days.enumerated().sorted { $0.element > $1.element }
    return try Self.months(
      try sorted.map { slot, day in
        (date: CivilDate(dayNumber: Int32(truncatingIfNeeded: day)), sums: try sums.sums(slot))
      })
  }

  /// The totals of everything that matches, per currency.
  public func totals(_ filter: TransactionFilter) throws -> [Money] {
    var sums = FacetSums(try FacetValues(connection: connection).currencies(), slots: 1)
    try scan(filter).forEach(FacetSums.columns) { block, _ in
      for place in 0..<block.selected { try sums.add(block, block.selection[place], to: 0) }
      return true
    }
    return try sums.sums(0).totals
  }

  private static func months(_ days: [(date: CivilDate, sums: CurrencySums)]) throws -> [MonthSection] {
    var months: [MonthSection] = []
    var index = 0
    while index < days.count {
      let month = days[index].date.civilMonth
      var sums = CurrencySums()
      var sections: [DaySection] = []
      while index < days.count, days[index].date.civilMonth == month {
        let day = days[index]
        try sums.add(day.sums)
        sections.append(DaySection(date: day.date, count: day.sums.count, totals: day.sums.totals))
        index += 1
      }
      months.append(MonthSection(month: month, count: sums.count, totals: sums.totals, days: sections))
    }
    return months
  }
}

// MARK: - Rows

extension ModelReader {
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

  /// The rows of sorted references; those of one moment in the order of their identifiers.
  private func forEachRow(of refs: [TransactionRef], _ body: (ListedTransaction) throws -> Void) throws {
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

  /// References to what matches, in stretches of dates of some ten thousand at a time.
  private func forEachStretch(
    _ filter: TransactionFilter, isNewestFirst: Bool, _ body: ([TransactionRef]) throws -> Void
  ) throws {
    var scan = try self.scan(filter)
    var counts: [Int64: Int] = [:]
    try scan.forEach([.date]) { block, _ in
      for place in 0..<block.selected { counts[block.value(.date, block.selection[place]), default: 0] += 1 }
      return true
    }
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
      try scan.forEach([.slot, .date, .milliseconds, .counter]) { block, _ in
        for place in 0..<block.selected { refs.append(TransactionRef(block, block.selection[place])) }
        return true
      }
      try body(refs)
    }
  }

  /// References held at a time, where no single date has more.
  private static let stretch = 32_768
}
