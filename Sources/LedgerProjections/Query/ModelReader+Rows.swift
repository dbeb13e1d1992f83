/// The place at which some rows of a list begin.
///
///     let newest = try book.rows(limit: 1)
///     let older = try newest.next.map { try book.rows(from: .after($0), limit: 1) }
public enum ListPlace: Hashable, Sendable {
  /// The newest.
  case start
  /// The rows after a cursor: older ones.
  case after(String)
  /// The rows before a cursor: newer ones, as a person scrolls back.
  case before(String)
}

/// Some rows of a list, with the cursors to go on in both directions.
///
///     let newest = try book.rows(limit: 1)
///     let older = try newest.next.map { try book.rows(from: .after($0), limit: 1) }
public struct TransactionRows: Hashable, Sendable {
  /// The transactions, newest date first, within a date the latest captured first.
  public let rows: [ListedTransaction]
  /// The cursor for the rows before these, or `nil` if these are the newest.
  public let previous: String?
  /// The cursor for the rows after these, or `nil` if these are the oldest.
  public let next: String?
}

extension ModelReader {
  /// Returns the rows of a list without counts and sums.
  ///
  /// - Throws: `CursorError` if the cursor was not returned by this method or with a page.
  /// - Complexity: O(limit) look-ups, the blocks that have dates of these rows, and a step in an index per block.
  package func rows(
    _ filter: TransactionFilter, from place: ListPlace = .start, limit: Int = 50
  ) throws -> TransactionRows {
    let limit = max(1, limit)
    var cursor: PageCursor?
    var isBackwards = false
    switch place {
    case .start: break
    case .after(let text): cursor = try PageCursor(text)
    case .before(let text):
      cursor = try PageCursor(text)
      isBackwards = true
    }
    var refs = NewestRefs(limit: limit + 1, isMirrored: isBackwards)
    if let cursor { refs.begin(after: cursor) }
    let rows = try rows(&refs, of: filter, from: cursor, isBackwards: isBackwards)
    let isMore = rows.count > limit
    let shown = Array(isBackwards ? rows.suffix(limit) : rows.prefix(limit))
    let first = shown.first.map { PageCursor($0.row).text }
    let last = shown.last.map { PageCursor($0.row).text }
    return isBackwards
      ? TransactionRows(rows: shown, previous: isMore ? first : nil, next: last)
      : TransactionRows(rows: shown, previous: cursor == nil ? nil : first, next: isMore ? last : nil)
  }

  /// Returns the rows with the earliest dates, the earliest first.
  func earliest(_ filter: TransactionFilter, limit: Int) throws -> [ListedTransaction] {
    var refs = NewestRefs(limit: max(1, limit), isMirrored: true)
    return try rows(&refs, of: filter, from: nil, isBackwards: true).reversed().prefix(max(1, limit)).map { $0 }
  }

  /// Returns the rows on one side of a cursor, in the order of the list.
  ///
  /// They may be a few more than the references keep.
  private func rows(
    _ refs: inout NewestRefs, of filter: TransactionFilter, from cursor: PageCursor?, isBackwards: Bool
  ) throws -> [ListedTransaction] {
    let scan = try self.scan(filter)
    var dates = scan.condition.dates
    if let cursor {
      let side = isBackwards ? max(dates.lowerBound, cursor.date) : min(dates.upperBound, cursor.date)
      guard dates.contains(side) else { return [] }
      dates = isBackwards ? side...dates.upperBound : dates.lowerBound...side
    }
    let places = try isBackwards ? scan.oldestPlaces(dates) : scan.places(dates)
    let columns: FacetColumns = [.slot, .date, .milliseconds, .counter]
    try scan.forEach(columns, of: places) { block, date in
      if refs.isFull(before: isBackwards ? -date : date) { return false }
      for place in 0..<block.selected {
        refs.add(TransactionRef(block, block.selection[place], isMirrored: isBackwards))
      }
      return true
    }
    var rows: [ListedTransaction] = []
    try forEachRow(of: refs.sorted()) { listed in
      if refs.follows(listed.row) { rows.append(listed) }
    }
    // Without this, rows of one moment would be in the order of their identifiers in both directions.
    return isBackwards ? rows.sorted { PageCursor($0.row).precedes(PageCursor($1.row)) } : rows
  }
}
