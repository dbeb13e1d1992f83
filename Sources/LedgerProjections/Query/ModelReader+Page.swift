package import LedgerDomain

extension ModelReader {
  /// Returns a page, newest date first, within a date the latest captured first.
  ///
  /// - Throws: `CursorError` if `after` is not from an earlier page.
  /// - Complexity: A page of the file per 256 transactions, and a look-up per row of the page.
  package func transactions(_ filter: TransactionFilter, page: PageRequest) throws -> TransactionPage {
    try list(filter, page: page, headers: .none).page
  }

  /// The sums that a list is headed by.
  package enum ListHeaders: Hashable, Sendable {
    /// No sums.
    case none
    /// The months on the page, each with everything in it that matches.
    case ofPage
    /// Every month.
    case all
  }

  /// A page with the headers of its sections, all in one step through the transactions.
  package struct List: Hashable, Sendable {
    /// The page.
    package let page: TransactionPage
    /// The requested months and their dates with sums, newest first, in the form of `sections`.
    package let sections: [MonthSection]
    /// The totals per currency of everything that matches. Empty unless all headers were requested.
    package let totals: [Money]
    /// The currencies in which that needs more than 64 bits: they are left out of `totals`.
    package let tooLarge: [CurrencyCode]
    /// The matches that are dated after the day of the filter. They are on no page.
    package let upcoming: UpcomingTransactions
    /// The last date of those, if there are more than their rows. Only the first page has it.
    package let lastUpcoming: CivilDate?
  }

  /// Returns a page with its headers, newest date first, within a date the latest captured first.
  ///
  /// Blocks with the newest dates are read first, until the page is full and its last month is complete. The other
  /// blocks are only counted, in the order of the file.
  ///
  /// - Throws: `CursorError` if `after` is not from an earlier page.
  /// - Complexity: A page of the file per 256 transactions, and a look-up per row of the page.
  package func list(_ filter: TransactionFilter, page: PageRequest, headers: ListHeaders) throws -> List {
    let limit = max(1, page.limit)
    var refs = NewestRefs(limit: limit + 1)
    if let text = page.after { refs.begin(after: try PageCursor(text)) }
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
    // The other blocks have nothing in the page's months.
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
    let upcoming = try upcoming(filter, page)
    var lastUpcoming: CivilDate?
    if page.after == nil, upcoming.rows.count < upcoming.sums.count, let later = filter.upcoming {
      let latest = try list(later, page: PageRequest(limit: 1), headers: .none)
      lastUpcoming = latest.page.rows.first?.row.date
    }
    return List(
      page: TransactionPage(rows: rows, next: next, matching: matching), sections: sections,
      totals: all.totals, tooLarge: all.tooLarge, upcoming: upcoming, lastUpcoming: lastUpcoming)
  }

  /// Returns what is dated after the day of a filter. The rows come with the first page.
  private func upcoming(_ filter: TransactionFilter, _ page: PageRequest) throws -> UpcomingTransactions {
    guard let later = filter.upcoming else { return UpcomingTransactions(rows: [], sums: .nothing) }
    let sums = Upcoming(try self.sums(later))
    guard page.after == nil, !sums.isEmpty else { return UpcomingTransactions(rows: [], sums: sums) }
    return UpcomingTransactions(rows: try earliest(later, limit: page.limit), sums: sums)
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
