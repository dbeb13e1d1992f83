internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// One transaction by the log's key of its stream.
  public func transaction(key: Int64) throws -> ListedTransaction? {
    let statement = try connection.statement("\(Self.listed) WHERE key = ?1")
    defer { statement.reset() }
    try statement.bind(1, key)
    return try statement.step() ? try Self.listed(statement) : nil
  }

  /// A page, newest date first, within a date the latest captured first.
  ///
  /// - Throws: `CursorError` where `after` is not what an earlier page said.
  /// - Complexity: a look-up in an index and a step per row where the filter is a stage or a group; else a scan of
  ///   what the index leaves.
  public func transactions(_ filter: TransactionFilter, page: PageRequest) throws -> TransactionPage {
    var condition = FilterSQL(filter)
    if let after = page.after {
      let cursor = try PageCursor(after)
      condition.and { place in
        let date = place(cursor.date)
        let created = place(cursor.created)
        return
          "(ifnull(date, -9999999) < \(date) OR (ifnull(date, -9999999) = \(date) AND created < \(created)))"
      }
    }
    let statement = try connection.statement(
      "\(Self.listed) \(condition.clause) ORDER BY date DESC, created DESC, id LIMIT \(max(1, page.limit) + 1)")
    defer { statement.reset() }
    try condition.bind(to: statement)
    var rows: [ListedTransaction] = []
    while try statement.step() { rows.append(try Self.listed(statement)) }
    var next: String?
    if rows.count > max(1, page.limit) {
      rows.removeLast()
      next = rows.last.map { PageCursor($0.row).text }
    }
    return TransactionPage(rows: rows, next: next, matching: try count(filter))
  }

  /// Every transaction that matches, newest date first, one at a time.
  public func forEachTransaction(_ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void) throws
  {
    let condition = FilterSQL(filter)
    let statement = try connection.statement(
      "\(Self.listed) \(condition.clause) ORDER BY date DESC, created DESC, id")
    defer { statement.reset() }
    try condition.bind(to: statement)
    while try statement.step() { try body(try Self.listed(statement)) }
  }

  /// Every transaction that matches, oldest date first, within a date the earliest captured first: the order of a
  /// journal, and the same whenever it is asked. Those without a date come before all others.
  ///
  /// - Complexity: a step per row; memory for one, as the index by date is read from its other end.
  public func forEachTransactionOldestFirst(
    _ filter: TransactionFilter, _ body: (ListedTransaction) throws -> Void
  ) throws {
    let condition = FilterSQL(filter)
    let statement = try connection.statement(Self.oldestFirst(condition))
    defer { statement.reset() }
    try condition.bind(to: statement)
    while try statement.step() { try body(try Self.listed(statement)) }
  }

  static func oldestFirst(_ condition: FilterSQL) -> String {
    "\(listed) \(condition.clause) ORDER BY date, created, id"
  }

  /// How many match.
  public func count(_ filter: TransactionFilter) throws -> Int {
    let condition = FilterSQL(filter)
    let statement = try connection.statement("SELECT count(*) FROM transaction_row \(condition.clause)")
    defer { statement.reset() }
    try condition.bind(to: statement)
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  /// Months and dates with the sums of everything in them that matches, newest first. Transactions without a date
  /// are in none.
  public func sections(_ filter: TransactionFilter) throws -> [MonthSection] {
    let condition = FilterSQL(filter)
    let statement = try connection.statement(
      """
      SELECT date, kind, \(Self.countedCurrency) AS counted, count(*), sum(minor_units) FROM transaction_row
      \(condition.clause) GROUP BY date, kind, counted ORDER BY date DESC
      """)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var days: [(date: CivilDate, sums: CurrencySums)] = []
    while try statement.step() {
      guard let day = statement.optionalInt64(0), let kind = TransactionKind(code: statement.int64(1)) else {
        continue
      }
      let currency = statement.optionalString(2).flatMap { Currency($0) }
      let date = CivilDate(dayNumber: Int32(truncatingIfNeeded: day))
      if days.last?.date != date { days.append((date, CurrencySums())) }
      try days[days.count - 1].sums.add(
        kind, currency, count: Int(statement.int64(3)), units: statement.int64(4))
    }
    return try Self.months(days)
  }

  /// The totals of everything that matches, per currency.
  public func totals(_ filter: TransactionFilter) throws -> [Money] {
    let condition = FilterSQL(filter)
    let statement = try connection.statement(
      """
      SELECT kind, \(Self.countedCurrency) AS counted, count(*), sum(minor_units) FROM transaction_row
      \(condition.clause) GROUP BY kind, counted
      """)
    defer { statement.reset() }
    try condition.bind(to: statement)
    var sums = CurrencySums()
    while try statement.step() {
      guard let kind = TransactionKind(code: statement.int64(0)) else { continue }
      let currency = statement.optionalString(1).flatMap { Currency($0) }
      try sums.add(kind, currency, count: Int(statement.int64(2)), units: statement.int64(3))
    }
    return sums.totals
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

  /// The currency in whose total a row counts; none where it has no amount.
  static let countedCurrency = "iif(minor_units IS NULL, NULL, currency)"

  private static let listed = """
    SELECT \(TransactionTable.columns),
      (SELECT name FROM group_row WHERE group_row.id = group_id AND deleted = 0)
    FROM transaction_row
    """

  private static func listed(_ statement: Statement) throws -> ListedTransaction {
    ListedTransaction(
      row: try TransactionTable.row(statement, from: 0),
      groupName: statement.optionalString(statement.columnCount - 1))
  }
}

/// A cursor that is not one.
public struct CursorError: Error, Hashable, Sendable {
  /// What to do, for a person.
  public var message: String { "this is not a cursor; take it from the page before, as it stands" }
}

/// Where a page ended: the sort key of its last row, as text.
struct PageCursor: Equatable {
  let date: Int64
  let created: Int64

  init(_ row: TransactionRow) {
    date = row.date.map { Int64($0.dayNumber) } ?? -9_999_999
    created = Int64(bitPattern: row.created.rawValue)
  }

  init(_ text: String) throws(CursorError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let date = Int64(parts[0], radix: 36), let created = Int64(parts[1], radix: 36)
    else {
      throw CursorError()
    }
    self.date = date
    self.created = created
  }

  var text: String { String(date, radix: 36) + "." + String(created, radix: 36) }
}
