public import LedgerDomain

extension ModelReader {
  /// A page, newest date first, within a date the latest captured first.
  ///
  /// - Throws: `CursorError` where `after` is not what an earlier page said.
  /// - Complexity: a page of the file per 256 transactions, and a look-up per row of the page.
  public func transactions(_ filter: TransactionFilter, page: PageRequest) throws -> TransactionPage {
    try list(filter, page: page, headers: .none).page
  }

  /// The sums that a list is headed by.
  public enum ListHeaders: Hashable, Sendable {
    /// None.
    case none
    /// Of the months that the page shows, each with everything in it that matches.
    case ofPage
    /// Of every month.
    case all
  }

  /// A page with the headers of its sections, all in one step through the transactions.
  public struct List: Hashable, Sendable {
    /// The page.
    public let page: TransactionPage
    /// Months and their dates with sums, newest first, as `sections` has them; as asked for.
    public let sections: [MonthSection]
    /// Per currency the totals of everything that matches; empty unless all headers were asked for.
    public let totals: [Money]
    /// The currencies in which that needs more than 64 bits: they are left out of `totals`.
    public let tooLarge: [Currency]
  }

  /// A page, newest date first, within a date the latest captured first, and what heads it.
  ///
  /// The blocks with the newest dates come first, until the page is full and its last month whole; what is behind
  /// them is counted, in the order in which it lies in the file.
  ///
  /// - Throws: `CursorError` where `after` is not what an earlier page said.
  /// - Complexity: a page of the file per 256 transactions, and a look-up per row of the page.
  public func list(_ filter: TransactionFilter, page: PageRequest, headers: ListHeaders) throws -> List {
    let limit = max(1, page.limit)
    var refs = NewestRefs(limit: limit + 1)
    if let text = page.after { refs.begin(behind: try PageCursor(text)) }
    let scan = try self.scan(filter)
    let places = try scan.places(scan.condition.dates, isNewestFirst: true)
    var sums = DaySums(headers == .none ? [] : try FacetValues(connection: connection).currencies())
    var matching = 0
    var columns: FacetColumns = [.slot, .date, .milliseconds, .counter]
    if headers != .none { columns.formUnion(DaySums.columns) }
    let met = try scan.forEach(columns, of: places) { block, last in
      if Self.isEnough(&refs, before: last, headers) { return false }
      matching += block.selected
      for place in 0..<block.selected { refs.add(TransactionRef(block, block.selection[place])) }
      if headers != .none { sums.add(block) }
      return true
    }
    // What is left is in none of the page's months.
    try scan.forEach([], of: places[met...].sorted { $0.number < $1.number }) { block, _ in
      matching += block.selected
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
    let sections = Self.sections(sums, of: rows, headers)
    let all = headers == .all ? sums.totals() : CurrencySums()
    return List(
      page: TransactionPage(rows: rows, next: next, matching: matching), sections: sections,
      totals: all.totals, tooLarge: all.tooLarge)
  }

  /// Whether nothing of this date or an earlier one has to do with the page.
  private static func isEnough(_ refs: inout NewestRefs, before last: Int64, _ headers: ListHeaders) -> Bool {
    switch headers {
    case .all: return false
    case .none: return refs.isFull(before: last)
    case .ofPage:
      guard refs.isFull(before: last), let end = refs.end else { return false }
      return last < Int64(CivilDate(dayNumber: Int32(truncatingIfNeeded: end)).civilMonth.first.dayNumber)
    }
  }

  private static func sections(
    _ sums: DaySums, of rows: [ListedTransaction], _ headers: ListHeaders
  ) -> [MonthSection] {
    switch headers {
    case .none: return []
    case .all: return sums.months()
    case .ofPage:
      let months = rows.compactMap { $0.row.date?.civilMonth }
      guard let first = months.min(), let last = months.max() else { return [] }
      return sums.months(first...last)
    }
  }
}
