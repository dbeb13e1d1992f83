internal import CLedgerSQLite

/// Reads rows directly from the pages of a database file, in SQLite's documented format.
///
/// Readers of very many rows spend four fifths of their time in SQLite, and save it here. The format is described in
/// sqlite.org/fileformat2.html.
///
///     try connection.transaction(.deferred) {
///       guard let pages, pages.begin(), let root = … else { return try readRows() }
///       guard let rows = pages.rows(ofTable: root, at: keys, columns: [2, 1]) else { return try readRows() }
///       …
///     }
///
/// The result is `nil` if anything is not as expected. The caller then reads through SQLite, which also reports damage.
package final class PageReader {
  private let connection: Connection
  // A reader has one owner, so that checking for exclusive access at every row is unnecessary.
  @exclusivity(unchecked) private var file: UnsafeMutablePointer<sqlite3_file>?
  /// The interior pages that were read in the current transaction.
  @exclusivity(unchecked) private var inner: [UInt32: UnsafeMutableRawPointer] = [:]
  @exclusivity(unchecked) private var cells: UnsafeMutablePointer<ledger_cell>
  @exclusivity(unchecked) private var cellCapacity = 1_024
  /// The current leaves, followed by rows that were put together from overflow pages.
  @exclusivity(unchecked) private var bytes: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var byteCapacity = 64 * PageFile.pageSize
  /// The number of bytes in use.
  @exclusivity(unchecked) private var byteCount = 0
  private let types = RecordTypes()
  /// The first integer of the entry read last, to check that they ascend.
  @exclusivity(unchecked) var lastFirst = Int64.min

  /// Creates the reader of a connection, or returns `nil` if its file must not be read directly.
  ///
  /// Create one per connection and keep it.
  package init?(_ connection: Connection) {
    switch connection.mode {
    case .create, .readWrite, .readOnly, .readOnlyWithWriters: break
    case .immutable, .createAlone, .memory: return nil
    }
    self.connection = connection
    cells = .allocate(capacity: cellCapacity)
    bytes = .allocate(byteCount: byteCapacity + Self.slack, alignment: 16)
  }

  deinit {
    forgetPages()
    cells.deallocate()
    bytes.deallocate()
    types.deallocate()
  }

  /// The number of bytes after a page that decoding an integer may read.
  private static let slack = 16
  /// The number of adjacent leaves that are read with one call.
  private static let run = 32

  /// Begins reading in the open transaction, which must have read something already.
  ///
  /// Returns `false` if the write-ahead log contains pages of this transaction's snapshot. The result holds until the
  /// transaction ends.
  package func begin() -> Bool {
    forgetPages()
    file = ledger_sqlite_whole_file(connection.handle.pointer)
    guard file != nil else { return false }
    precondition(connection.isInTransaction, "a read transaction keeps the pages of the file as they are")
    var header = [UInt8](repeating: 0, count: 100)
    let isRead = header.withUnsafeMutableBytes { header in
      guard let start = header.baseAddress else { return false }
      return read(start, header.count, at: 0)
    }
    // The pages must have 8 KiB without reserved room, and texts must be UTF-8.
    guard isRead, header[16] == UInt8(PageFile.pageSize >> 8), header[17] == 0, header[20] == 0, header[59] == 1
    else {
      file = nil
      return false
    }
    return true
  }

  /// Ends reading, and releases the pages that were read.
  package func end() {
    forgetPages()
    file = nil
  }

  private func forgetPages() {
    for page in inner.values { page.deallocate() }
    inner.removeAll(keepingCapacity: true)
  }

  // MARK: Rows

  /// Returns the rows of a table with some keys, or `nil` if one of them does not exist.
  ///
  /// The keys must ascend. Each row has the requested columns in the requested order. Column 0 is the key. The rows are
  /// valid until the next read.
  ///
  /// - Complexity: O(rows) in time, and memory for their pages.
  package func rows(
    ofTable root: UInt32, at keys: [Int64], columns: [Int]
  ) -> ReadRows? {
    guard let leaves = leaves(of: keys, root) else { return nil }
    guard readLeaves(leaves) else { return nil }
    let count = keys.count * columns.count
    if count > cellCapacity {
      cells.deallocate()
      cellCapacity = max(count, cellCapacity * 2)
      cells = .allocate(capacity: cellCapacity)
    }
    var slots = [Int](repeating: -1, count: (columns.max() ?? 0) + 1)
    for (slot, column) in columns.enumerated() { slots[column] = slot }
    precondition(slots.count { $0 >= 0 } == columns.count, "a column is read into one cell of a row")
    let isWhole = slots.withUnsafeBufferPointer { slots in
      keys.withUnsafeBufferPointer { keys in
        var rest = keys[...]
        var next = cells
        for (index, leaf) in leaves.enumerated() {
          let asked = UnsafeBufferPointer(rebasing: rest.prefix(leaf.rows))
          guard write(asked, ofLeafAt: index * PageFile.pageSize, slots, columns.count, to: &next) else {
            return false
          }
          rest = rest.dropFirst(leaf.rows)
        }
        precondition(rest.isEmpty, "the rows of the leaves are those of all keys")
        precondition(next == cells + count, "every row has all its cells")
        return true
      }
    }
    guard isWhole else { return nil }
    return ReadRows(
      count: keys.count, columns: columns.count, cells: UnsafePointer(cells), bytes: UnsafeRawPointer(bytes))
  }

  /// A leaf page with the number of requested rows in it.
  private struct Leaf {
    let page: UInt32
    var rows: Int
  }

  /// Returns the leaves that contain the keys, in order.
  private func leaves(of keys: [Int64], _ root: UInt32) -> [Leaf]? {
    guard let depth = depth(of: root, leaf: 13) else { return nil }
    var leaves: [Leaf] = []
    var last = Int64.min
    for key in keys {
      if key <= last, !leaves.isEmpty {
        leaves[leaves.count - 1].rows += 1
        continue
      }
      var page = root
      last = .max
      for _ in 0..<depth {
        guard let inner = innerPage(page), inner.type == 5, let child = inner.child(ofKey: key) else {
          return nil
        }
        page = child.page
        last = min(last, child.last)
      }
      leaves.append(Leaf(page: page, rows: 1))
    }
    return leaves
  }

  private func readLeaves(_ leaves: [Leaf]) -> Bool {
    makeRoom(leaves.count * PageFile.pageSize, keeping: 0)
    var first = 0
    while first < leaves.count {
      var end = first + 1
      while end < leaves.count, end - first < Self.run, leaves[end].page == leaves[end - 1].page &+ 1 {
        end += 1
      }
      guard
        read(
          bytes + first * PageFile.pageSize, (end - first) * PageFile.pageSize,
          at: Self.offset(of: leaves[first].page))
      else { return false }
      first = end
    }
    byteCount = leaves.count * PageFile.pageSize
    return true
  }

  private func makeRoom(_ needed: Int, keeping count: Int) {
    precondition(count <= min(needed, byteCapacity), "the bytes that are kept are there, and fit")
    guard needed > byteCapacity else { return }
    byteCapacity = max(needed, byteCapacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: byteCapacity + Self.slack, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
  }

  // MARK: A leaf of a table, by its offset in the current bytes

  /// Writes the cells of a leaf's rows, and returns `false` if a row is missing or not as expected.
  private func write(
    _ keys: UnsafeBufferPointer<Int64>, ofLeafAt start: Int, _ slots: UnsafeBufferPointer<Int>, _ columns: Int,
    to next: inout UnsafeMutablePointer<ledger_cell>
  ) -> Bool {
    let types = types
    guard PageView(bytes + start).type == 13, let first = PageView(bytes + start).row(0) else { return false }
    for key in keys {
      // Keys rarely have gaps, so the first guess is the key's distance from the first. `bytes` may have moved.
      let page = PageView(bytes + start)
      let guess = key &- first.key
      var found = guess >= 0 && guess < page.count ? page.row(Int(guess)) : nil
      if found?.key != key { found = page.row(ofKey: key) }
      guard let row = found else { return false }
      let offset: Int
      if row.size <= PageTree.Kind.localBytesMax, row.record.left >= row.size {
        offset = row.record.next - UnsafeRawPointer(bytes)
      } else {
        guard let place = putTogether(row) else { return false }
        offset = place
      }
      let reader = RecordReader(bytes + offset, size: row.size, types)
      guard reader.write(slots, key: key, base: offset, to: next) else { return false }
      next += columns
    }
    return true
  }

  /// Puts together a record that continues in overflow pages, and returns its offset.
  private func putTogether(_ row: PageView.Row) -> Int? {
    let (size, local) = (row.size, PageTree.Kind.table.localSize(of: row.size))
    // No row of the ledger is nearly as large.
    guard size < 1 << 24, local < size, row.record.left >= local + 4 else { return nil }
    var page = row.record.bigEndian(at: local)
    let from = row.record.next - UnsafeRawPointer(bytes)
    let whole = byteCount
    makeRoom(whole + size + PageFile.pageSize, keeping: byteCount)
    (bytes + whole).copyMemory(from: bytes + from, byteCount: local)
    var done = local
    // Each overflow page begins with the number of the next one. Reading it overwrites four bytes, which are restored.
    while done < size {
      let part = min(size - done, PageFile.pageSize - 4)
      let place = bytes + whole + done - 4
      let kept = place.loadUnaligned(as: UInt32.self)
      guard page > 1, read(place, part + 4, at: Self.offset(of: page)) else { return nil }
      page = UInt32(bigEndian: place.loadUnaligned(as: UInt32.self))
      place.storeBytes(of: kept, as: UInt32.self)
      done += part
    }
    precondition(done == size, "the parts of a record on its pages add up to its size")
    byteCount = whole + size
    return whole
  }

  // MARK: Pages

  /// Returns the number of levels above the leaves, found on the way to the first leaf.
  func depth(of root: UInt32, leaf: UInt8) -> Int? {
    var page = root
    for depth in 0..<20 {
      guard let inner = innerPage(page) else { return nil }
      if inner.type == leaf { return depth }
      guard inner.type == leaf - 8, let child = inner.count > 0 ? inner.child(0) : inner.right else {
        return nil
      }
      page = child
    }
    return nil
  }

  /// Returns an interior page, which is cached until the transaction ends.
  func innerPage(_ number: UInt32) -> PageView? {
    if let known = inner[number] { return PageView(known) }
    guard number > 1 else { return nil }
    let page = UnsafeMutableRawPointer.allocate(byteCount: PageFile.pageSize + Self.slack, alignment: 16)
    guard read(page, PageFile.pageSize, at: Self.offset(of: number)) else {
      page.deallocate()
      return nil
    }
    inner[number] = page
    return PageView(page)
  }

  private static func offset(of page: UInt32) -> Int64 { (Int64(page) - 1) * Int64(PageFile.pageSize) }

  private func read(_ place: UnsafeMutableRawPointer, _ count: Int, at offset: Int64) -> Bool {
    guard let file, offset >= 0 else { return false }
    return ledger_sqlite_read_file(file, place, Int32(count), offset) == SQLITE_OK
  }
}

@available(*, unavailable)
extension PageReader: Sendable {}
