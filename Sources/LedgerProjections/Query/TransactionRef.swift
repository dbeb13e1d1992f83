internal import LedgerBytes
internal import LedgerDomain

/// The sort key of a transaction in a list, with its database key. It is sorted instead of rows.
struct TransactionRef {
  let date: Int64
  let created: UInt64
  let key: StreamKey

  /// Reads the reference at an index of a block.
  ///
  /// - Parameter isMirrored: Whether the order is turned round, so that the oldest comes first.
  init(_ block: FacetBlock, _ index: Int, isMirrored: Bool = false) {
    date = isMirrored ? -block.value(.date, index) : block.value(.date, index)
    created = isMirrored ? ~block.created(index) : block.created(index)
    key = block.key(index)
  }

  /// Newest date first, within a date the latest begun.
  func precedes(_ other: TransactionRef) -> Bool {
    date != other.date ? date > other.date : created > other.created
  }

  /// Whether only the identifier decides their order, because both began in the same millisecond.
  func isOfTheMoment(of other: TransactionRef) -> Bool { date == other.date && created == other.created }
}

/// The first few of a list, gathered in any order.
struct NewestRefs {
  private let limit: Int
  /// Whether the order is turned round, so that the oldest comes first.
  let isMirrored: Bool
  private var refs: [TransactionRef] = []
  private var cursor: PageCursor?
  /// The last of the first few, once there are enough.
  private var least: TransactionRef?

  init(limit: Int, isMirrored: Bool = false) {
    self.limit = limit
    self.isMirrored = isMirrored
  }

  /// Starts after `cursor`. Rows with the same time are kept, and `follows(_:)` breaks the tie by id.
  mutating func begin(after cursor: PageCursor) { self.cursor = isMirrored ? cursor.mirrored : cursor }

  @inline(__always)
  mutating func add(_ ref: TransactionRef) {
    if let least, least.precedes(ref) { return }
    if let cursor, ref.date > cursor.date || ref.date == cursor.date && ref.created > cursor.created { return }
    refs.append(ref)
    if refs.count >= limit * 4 + 256 { cut() }
  }

  /// Whether nothing of that date or an earlier one can come among the first few any more.
  mutating func isFull(before last: Int64) -> Bool {
    if let least { if least.date > last { return true } }
    guard refs.count >= limit else { return false }
    cut()
    return least.map { $0.date > last } ?? false
  }

  /// The date of the last of the first few, or `nil` if there are fewer.
  var end: Int64? { least?.date }

  /// Returns the references found, in order. There may be some more than `limit` if several have the same time.
  func sorted() -> [TransactionRef] {
    var copy = self
    copy.cut()
    return copy.refs
  }

  /// Whether a row comes after the cursor of the page.
  func follows(_ row: TransactionRow) -> Bool {
    guard let cursor else { return true }
    let own = isMirrored ? PageCursor(row).mirrored : PageCursor(row)
    guard own.date == cursor.date, own.created == cursor.created else { return true }
    return isMirrored ? row.id < cursor.id : row.id > cursor.id
  }

  private mutating func cut() {
    refs.sort { $0.precedes($1) }
    // Transactions of the cursor's moment are kept in addition, because `follows(_:)` may drop them later.
    let needed =
      limit
      + refs.count { ref in
        cursor.map { $0.date == ref.date && $0.created == ref.created } ?? false
      }
    guard refs.count > needed else { return }
    let last = refs[needed - 1]
    var end = needed
    while end < refs.count, refs[end].isOfTheMoment(of: last) { end += 1 }
    refs.removeLast(refs.count - end)
    least = last
  }
}

/// A cursor that is not one.
package struct CursorError: Error, Hashable, Sendable {}

/// The end of a page: the sort key of its last row, as text.
struct PageCursor: Hashable {
  let date: Int64
  let created: UInt64
  let id: TransactionID

  init(_ row: TransactionRow) {
    date = row.date.map { Int64($0.dayNumber) } ?? FacetEntry.noDate
    created = row.created.rawValue
    id = row.id
  }

  private init(date: Int64, created: UInt64, id: TransactionID) {
    self.date = date
    self.created = created
    self.id = id
  }

  /// The same place in the order from the oldest to the newest.
  var mirrored: PageCursor { PageCursor(date: -date, created: ~created, id: id) }

  /// Whether this comes earlier in a list: newest date first, within a date the latest begun.
  func precedes(_ other: PageCursor) -> Bool {
    if date != other.date { return date > other.date }
    return created != other.created ? created > other.created : id < other.id
  }

  init(_ text: String) throws(CursorError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let date = Int64(parts[0], radix: 36), let created = UInt64(parts[1], radix: 36),
      let id = UniqueID(String(parts[2]))
    else { throw CursorError() }
    self.date = date
    self.created = created
    self.id = TransactionID(id)
  }

  var text: String { "\(String(date, radix: 36)).\(String(created, radix: 36)).\(id)" }
}
