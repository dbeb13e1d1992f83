internal import CLedgerSQLite

/// Fills an empty table or index of a `PageFile` with rows in the order of their keys.
///
/// It writes leaf after leaf, and at the end the interior pages above them.
package final class PageTree {
  /// The kind of a tree in the file.
  package enum Kind: Hashable, Sendable {
    /// A table with an integer key, which is the first cell of every row.
    case table
    /// An index or a table WITHOUT ROWID. Its cells are in the order of its columns, and the first ones are the key.
    case index
  }

  private let file: PageFile
  private let root: UInt32
  private let kind: Kind
  /// The number of first cells of a row that make its key.
  private let keyCells: Int
  // A tree has one owner, so that checking for exclusive access at every row is unnecessary.
  @exclusivity(unchecked) private var page = TreePage()
  @exclusivity(unchecked) private var record = RowRecord()
  /// The current cell.
  private var cell: UnsafeMutablePointer<UInt8>
  private var cellCount = 0
  /// The last row that was added, or `nil` before the first.
  @exclusivity(unchecked) private var lastRow: RowBuffer?
  /// The last key of the current page of a table.
  private var lastKey: Int64 = 0
  /// The entry that divides the current leaf of an index from the next one, if a next one follows.
  ///
  /// An index contains every entry once: an entry between two leaves is in the page above them and in no leaf.
  private var divider: [UInt8]?
  /// The pages so far, each with its divider from the next one.
  private var children: [Child] = []

  private struct Child {
    let page: UInt32
    let divider: [UInt8]
  }

  /// Creates an empty tree with its root page.
  ///
  /// - Parameters:
  ///   - file: The file that the pages are added to.
  ///   - root: The number of the root page.
  ///   - kind: The kind of tree.
  ///   - keyCells: The number of first cells of a row that make its key. `nil` if all do, or the first of a table.
  package init(_ file: PageFile, root: UInt32, _ kind: Kind, keyCells: Int? = nil) {
    precondition(root > 1 && root < file.nextNumber, "the root of a tree is a page that SQLite has made")
    precondition(keyCells.map { $0 > 0 } ?? true, "the key of a row has at least one cell")
    self.file = file
    self.keyCells = kind == .table ? 1 : keyCells ?? .max
    self.root = root
    self.kind = kind
    cell = .allocate(capacity: PageFile.pageSize)
    page.clear(kind.leafType)
  }

  deinit {
    page.deallocate()
    record.deallocate()
    cell.deallocate()
  }

  /// Adds rows whose keys are greater than all keys before.
  ///
  /// - Throws: An error of a constraint where a key does not ascend: SQLite would not find such a row again.
  /// - Complexity: O(bytes of the rows).
  package func append(_ rows: RowBuffer) throws(SQLiteError) {
    try checkOrder(of: rows)
    try rows.withCells { (all) throws(SQLiteError) in
      guard let start = all.cells.baseAddress, let content = all.contentStart else { return }
      for row in 0..<rows.count {
        let cells = start + row * rows.columns
        record.encode(cells, count: rows.columns, content, isKeyed: kind == .table)
        try makeCell(key: cells[0].value)
        try addCell()
        lastKey = cells[0].value
      }
    }
  }

  private func checkOrder(of rows: RowBuffer) throws(SQLiteError) {
    guard !rows.isEmpty else { return }
    precondition(rows.hasWholeRows, "only whole rows are added to a tree")
    precondition(lastRow.map { $0.columns == rows.columns } ?? true, "the rows of a tree have the same columns")
    let count = min(keyCells, rows.columns)
    let follows = lastRow.map { $0.precedes(0, row: 0, of: rows, first: count) } ?? true
    guard follows, rows.ascends(first: count) else {
      throw SQLiteError(
        extendedCode: SQLITE_CONSTRAINT, message: "the key of a row is not greater than the one before it",
        sql: nil, action: "fill a table page by page")
    }
    var last = RowBuffer(columns: rows.columns)
    last.add(cellsOf: rows.count - 1, of: rows)
    lastRow = last
  }

  /// Writes the last leaf and all interior pages, which completes the tree.
  package func finish() throws(SQLiteError) {
    if let divider {
      // No entry followed the divider. It becomes the last leaf, and the entry before it divides the two.
      let last = page.removeLast()
      try close(dividedBy: last)
      divider.withUnsafeBufferPointer { page.add($0) }
      self.divider = nil
    }
    guard !children.isEmpty else {
      if page.count > 0 { try file.write(page.bytes, at: root) }
      return
    }
    try close(dividedBy: [])
    while children.count > 1 { try addLevel() }
    precondition(
      children.count == 1 && children[0].page == root, "a tree that has several leaves ends in its root")
  }

  // MARK: Leaves

  private func addCell() throws(SQLiteError) {
    let cell = UnsafeBufferPointer(start: cell, count: cellCount)
    if let waiting = divider {
      try close(dividedBy: waiting)
      divider = nil
    } else if !page.hasRoom(for: cellCount) {
      switch kind {
      case .table:
        try close(dividedBy: Self.bytes(UInt64(bitPattern: lastKey)))
      case .index:
        divider = Array(cell)
        return
      }
    }
    page.add(cell)
  }

  private func close(dividedBy divider: [UInt8]) throws(SQLiteError) {
    precondition(page.count > 0, "a leaf has at least one cell when the next one begins")
    children.append(Child(page: try file.add(page.bytes), divider: divider))
    page.clear(kind.leafType)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 9) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = RowRecord.write(number, to: start) - start
    }
  }

  /// Makes the cell of the current record from its size, its key and the part that fits a page.
  ///
  /// A table's cell has a key, an index's has not. The rest of a large record goes to overflow pages.
  private func makeCell(key: Int64) throws(SQLiteError) {
    var next = RowRecord.write(UInt64(record.count), to: cell)
    if kind == .table { next = RowRecord.write(UInt64(bitPattern: key), to: next) }
    let local = kind.localSize(of: record.count)
    next.update(from: record.bytes, count: local)
    next += local
    if local < record.count {
      let first = try addOverflow(from: local)
      for index in 0..<4 { next[index] = UInt8(truncatingIfNeeded: first >> UInt32(24 - 8 * index)) }
      next += 4
    }
    // A cell has at least four bytes, because SQLite's entry for a free block takes four.
    while next - cell < 4 {
      next[0] = 0
      next += 1
    }
    precondition(next - cell <= PageFile.pageSize, "a cell fits its buffer")
    cellCount = next - cell
  }

  /// Writes the rest of the record to a chain of overflow pages, and returns the number of the first.
  private func addOverflow(from start: Int) throws(SQLiteError) -> UInt32 {
    let room = PageFile.pageSize - 4
    let overflow = UnsafeMutableRawBufferPointer.allocate(byteCount: PageFile.pageSize, alignment: 16)
    defer { overflow.deallocate() }
    var first: UInt32?
    var place = start
    while place < record.count {
      let count = min(room, record.count - place)
      let number = file.nextNumber
      let following = place + count < record.count ? file.number(after: number) : 0
      overflow.storeBytes(of: following.bigEndian, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: overflow[4...]).copyMemory(
        from: UnsafeRawBufferPointer(start: record.bytes + place, count: count))
      let added = try file.add(UnsafeRawBufferPointer(rebasing: overflow[..<(count + 4)]))
      precondition(added == number, "an overflow page gets the number by which the page before it leads here")
      if first == nil { first = added }
      place += count
    }
    return first ?? 0
  }

  // MARK: The pages above

  /// Adds a level of pages above the current ones. If they fit into one page, that page is the root.
  private func addLevel() throws(SQLiteError) {
    var groups: [Range<Int>] = []
    var first = 0
    var used = TreePage.interiorHeader
    for index in children.indices {
      used += children[index].divider.count + 6
      if used > PageFile.pageSize, index > first {
        // The divider of this child does not fit: the child is the last of its page, and its divider goes a level up.
        groups.append(first..<index + 1)
        first = index + 1
        used = TreePage.interiorHeader
      }
    }
    if first < children.count {
      // An interior page needs at least two children.
      if children.count - first == 1, let last = groups.popLast() {
        groups.append(last.lowerBound..<last.upperBound - 1)
        first = last.upperBound - 1
      }
      groups.append(first..<children.count)
    }
    precondition(
      groups.first?.lowerBound == 0 && groups.last?.upperBound == children.count
        && zip(groups, groups.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound },
      "every page has one place in the level above it")
    precondition(groups.allSatisfy { $0.count >= 2 }, "an interior page has at least two children")
    var above: [Child] = []
    for group in groups {
      page.clear(kind.interiorType)
      for child in children[group].dropLast() { page.add(child: child.page, child.divider) }
      let last = children[group.upperBound - 1]
      page.setRight(last.page)
      if groups.count == 1 {
        try file.write(page.bytes, at: root)
        above.append(Child(page: root, divider: []))
      } else {
        above.append(Child(page: try file.add(page.bytes), divider: last.divider))
      }
    }
    precondition(above.count < children.count, "each level has fewer pages than the one below it")
    children = above
  }
}

@available(*, unavailable)
extension PageTree: Sendable {}

extension PageTree.Kind {
  var leafType: UInt8 { self == .table ? 13 : 10 }
  var interiorType: UInt8 { self == .table ? 5 : 2 }

  /// The size of the largest record of a table that needs no overflow page.
  static let localBytesMax = PageFile.pageSize - 35

  /// Returns the number of a record's bytes in its page.
  ///
  /// The rule is in fileformat2.html, "Cell Payload Overflow Pages".
  func localSize(of size: Int) -> Int {
    let bytesMax = self == .table ? Self.localBytesMax : (PageFile.pageSize - 12) * 64 / 255 - 23
    if size <= bytesMax { return size }
    let bytesMin = (PageFile.pageSize - 12) * 32 / 255 - 23
    let local = bytesMin + (size - bytesMin) % (PageFile.pageSize - 4)
    return local <= bytesMax ? local : bytesMin
  }
}
