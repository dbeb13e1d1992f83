internal import CLedgerSQLite

/// Reads rows of tables out of the pages of a database file, as SQLite's documented file format has them
/// (sqlite.org/fileformat2.html), without SQLite's own way to each row: for readers of very many rows, of which that
/// takes four fifths.
///
///     try connection.transaction(.deferred) {
///       guard let pages = PageReader(connection), try pages.begin(), let root = … else { return try readRows() }
///       guard let rows = pages.rows(ofTable: root, at: keys, columns: [2, 1]) else { return try readRows() }
///       …
///     }
///
/// Whatever is not as expected gives nil: then it is for SQLite to read, or to say what is wrong.
public final class PageReader {
  private let connection: Connection
  // One reader is one owner's: nobody else's access needs to be looked for at every row.
  @exclusivity(unchecked) private var file: UnsafeMutablePointer<sqlite3_file>?
  /// Pages above leaves that were read in the transaction at hand.
  @exclusivity(unchecked) private var inner: [UInt32: UnsafeMutableRawPointer] = [:]
  @exclusivity(unchecked) private var cells: UnsafeMutablePointer<ledger_cell>
  @exclusivity(unchecked) private var cellCapacity = 1_024
  /// Leaves at hand, and behind them the rows that go on in pages of their own.
  @exclusivity(unchecked) private var bytes: UnsafeMutableRawPointer
  @exclusivity(unchecked) private var byteCapacity = 64 * PageFile.pageSize
  /// Bytes at hand.
  @exclusivity(unchecked) private var byteCount = 0
  private let types = RecordTypes()
  /// The first integer of the entry read last: they ascend.
  @exclusivity(unchecked) var lastFirst = Int64.min

  /// A reader of that connection: one for its whole life. Nil where the file may not be read beside SQLite.
  public init?(_ connection: Connection) {
    switch connection.mode {
    case .create, .readWrite, .readOnly, .readOnlyBesideWriters: break
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

  /// What an integer may be read beyond.
  private static let slack = 16
  /// Leaves that are read in one go where they follow each other.
  private static let run = 32

  /// Begins with what the transaction sees that is open, and in which something has been read; false where not all of
  /// it stands in the file. It holds until that transaction ends.
  public func begin() -> Bool {
    forgetPages()
    file = ledger_sqlite_whole_file(connection.handle.pointer)
    guard file != nil else { return false }
    var header = [UInt8](repeating: 0, count: 100)
    let isRead = header.withUnsafeMutableBytes { header in
      guard let start = header.baseAddress else { return false }
      return read(start, header.count, at: 0)
    }
    // Pages of 8 KiB without room kept in them, texts in UTF-8.
    guard isRead, header[16] == UInt8(PageFile.pageSize >> 8), header[17] == 0, header[20] == 0, header[59] == 1
    else {
      file = nil
      return false
    }
    return true
  }

  /// Ends what `begin` began.
  public func end() {
    forgetPages()
    file = nil
  }

  private func forgetPages() {
    for page in inner.values { page.deallocate() }
    inner.removeAll(keepingCapacity: true)
  }

  // MARK: Rows

  /// The rows of a table with those keys, which ascend: of each the columns asked for, in that order. The first column is
  /// the key. Nil where one of them is not there.
  ///
  /// Rows stay until it reads again.
  /// - Complexity: O(rows); memory for the pages that they stand in.
  public func rows(
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
        return true
      }
    }
    guard isWhole else { return nil }
    return ReadRows(
      count: keys.count, columns: columns.count, cells: UnsafePointer(cells), bytes: UnsafeRawPointer(bytes))
  }

  /// A page of rows, and how many of those asked for are in it.
  private struct Leaf {
    let page: UInt32
    var rows: Int
  }

  /// The leaves that hold those keys, in order.
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
    guard needed > byteCapacity else { return }
    byteCapacity = max(needed, byteCapacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: byteCapacity + Self.slack, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
  }

  // MARK: A leaf of a table, by where it stands in the bytes at hand

  /// Writes the cells of rows of a leaf; false where one of them is not there, or not as expected.
  private func write(
    _ keys: UnsafeBufferPointer<Int64>, ofLeafAt start: Int, _ slots: UnsafeBufferPointer<Int>, _ columns: Int,
    to next: inout UnsafeMutablePointer<ledger_cell>
  ) -> Bool {
    let types = types
    guard PageView(bytes + start).type == 13, let first = PageView(bytes + start).row(0) else { return false }
    for key in keys {
      // Nearly always as far behind the first as its key is. The bytes move where a row is put together.
      let page = PageView(bytes + start)
      let guess = key &- first.key
      var found = guess >= 0 && guess < page.count ? page.row(Int(guess)) : nil
      if found?.key != key { found = page.row(ofKey: key) }
      guard let row = found else { return false }
      let offset: Int
      if row.size <= PageTree.Kind.most, row.record.left >= row.size {
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

  /// Puts together a record that goes on in pages of its own; where it begins.
  private func putTogether(_ row: PageView.Row) -> Int? {
    let (size, local) = (row.size, PageTree.Kind.table.localSize(of: row.size))
    // No row of ours is larger by far.
    guard size < 1 << 24, local < size, row.record.left >= local + 4 else { return nil }
    var page = row.record.bigEndian(at: local)
    let from = row.record.next - UnsafeRawPointer(bytes)
    let whole = byteCount
    makeRoom(whole + size + PageFile.pageSize, keeping: byteCount)
    (bytes + whole).copyMemory(from: bytes + from, byteCount: local)
    var done = local
    // Before what a page holds stands the number of the next: read over what is there, which is put back afterwards.
    while done < size {
      let part = min(size - done, PageFile.pageSize - 4)
      let place = bytes + whole + done - 4
      let kept = place.loadUnaligned(as: UInt32.self)
      guard page > 1, read(place, part + 4, at: Self.offset(of: page)) else { return nil }
      page = UInt32(bigEndian: place.loadUnaligned(as: UInt32.self))
      place.storeBytes(of: kept, as: UInt32.self)
      done += part
    }
    byteCount = whole + size
    return whole
  }

  // MARK: Pages

  /// How many pages stand above each leaf; the first leaf says so for all.
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

  /// A page that is kept until the transaction ends.
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
