internal import LedgerBytes
internal import LedgerSQLite

/// Keeps the blocks and the numbered values in step with the rows of transactions.
///
/// Changes wait in memory, so that a block is written once for all of its transactions. A block depends on the rows of
/// its keys alone. The numbers of values depend on the order of arrival and are not compared.
struct FacetPoster {
  private let connection: Connection
  private var pending: [(key: StreamKey, entry: FacetEntry?)] = []
  private var table: FacetTable
  private var uses = Self.noUses
  private let block: FacetBlock

  private static let noUses: [[Int64: Int64]] = Facet.allCases.map { _ in [:] }

  /// The number of pending changes that triggers a write.
  private static let pendingChangesMax = 16_384

  /// Creates a poster that writes through a connection.
  ///
  /// - Parameters:
  ///   - connection: The connection to the models file.
  ///   - block: A buffer that is reused for each changed block.
  init(_ connection: Connection, block: FacetBlock) {
    self.connection = connection
    self.block = block
    table = FacetTable(connection, insertingBy: FacetTable.ofModels)
    block.limit(.slot, toPlaces: FacetEntry.slots)
  }

  /// Posts rows that replace the earlier ones.
  mutating func post(_ rows: FacetRows) throws {
    if rows.entries.isEmpty { return }
    let map = try table.map(rows)
    for (key, given) in rows.entries {
      var entry = given
      entry?.renumber(map)
      pending.append((key, entry))
      if pending.count >= Self.pendingChangesMax { try flush() }
    }
  }

  /// Writes the pending changes.
  mutating func finish() throws {
    try flush()
    try postUses()
  }

  // MARK: Values

  private mutating func count(_ entry: FacetEntry, _ sign: Int64) {
    for facet in FacetColumn.facets where entry.values[facet] != 0 {
      uses[facet.rawValue][entry.values[facet], default: 0] += sign
    }
  }

  /// Deletes values that are no longer used, so that a redacted text does not remain in a table of texts.
  private mutating func postUses() throws {
    precondition(pending.isEmpty, "uses are counted when all changes are in the blocks")
    for facet in FacetColumn.facets {
      let given = table.given[facet.rawValue]
      // A use of zero: the value is deleted again if no row uses it in the end.
      for number in given { uses[facet.rawValue][number, default: 0] += 0 }
      if uses[facet.rawValue].isEmpty { continue }
      for (id, change) in uses[facet.rawValue].sorted(by: { $0.key < $1.key }) {
        if change != 0 {
          let statement = try connection.statement(
            "UPDATE facet_value SET uses = uses + ?1 WHERE facet = ?2 AND id = ?3")
          try statement.bind(1, change)
          try statement.bind(2, Int64(facet.rawValue))
          try statement.bind(3, id)
          try statement.run()
        }
        // A value with more uses than before has at least one.
        if change > 0 { continue }
        if change == 0, !given.contains(id) { continue }
        let sweep = try connection.statement(
          "DELETE FROM facet_value WHERE facet = ?1 AND id = ?2 AND uses = 0")
        try sweep.bind(1, Int64(facet.rawValue))
        try sweep.bind(2, id)
        try sweep.run()
      }
    }
    // A deleted number must not be used again.
    table = FacetTable(connection, insertingBy: FacetTable.ofModels)
    uses = Self.noUses
  }

  // MARK: Blocks

  private mutating func flush() throws {
    if pending.isEmpty { return }
    precondition(connection.isInTransaction, "blocks change in the transaction of their rows")
    // The last change of a key wins. Changes of one block are adjacent.
    let changes = pending.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
    var index = 0
    while index < changes.count {
      let number = changes[index].element.key.facetBlock
      try load(block: number)
      let dates = block.dates
      var isChanged = false
      while index < changes.count, changes[index].element.key.facetBlock == number {
        let (key, entry) = changes[index].element
        if change(key.facetSlot, to: entry) { isChanged = true }
        index += 1
      }
      if isChanged { try write(number, datesBefore: dates) }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Puts an entry into a slot of the block, or empties the slot. Returns whether that changed anything.
  private mutating func change(_ slot: UInt8, to entry: FacetEntry?) -> Bool {
    let (index, isThere) = block.place(ofSlot: slot)
    let old = isThere ? block.entry(index) : nil
    if old == entry { return false }
    if let old { count(old, -1) }
    if let entry { count(entry, 1) }
    precondition(entry.map { $0.slot == slot } ?? true, "an entry goes into the slot of its key")
    switch (old, entry) {
    case (.some, .some(let entry)): block.set(entry, at: index)
    case (.none, .some(let entry)): block.insert(entry, at: index)
    case (_, .none): block.remove(at: index)
    }
    return true
  }

  private func load(block number: Int64) throws {
    block.number = number
    block.removeAll()
    let statement = try connection.statement(FacetScan.columns)
    defer { statement.reset() }
    try statement.bind(1, number)
    guard try statement.step() else { return }
    try statement.withBytes(0) { try block.load($0, .ofModels) }
    // The changed block is written again: damage must not become valid content.
    guard !block.isDamaged, block.hasSlotsInOrder else { throw ModelError.damaged("a block of transactions") }
  }

  private func write(_ number: Int64, datesBefore: ClosedRange<Int64>?) throws {
    guard let dates = block.dates else {
      let delete = try connection.statement("DELETE FROM facet_block WHERE number = ?1")
      try delete.bind(1, number)
      return try delete.run()
    }
    precondition(block.number == number && block.hasSlotsInOrder, "a block is written with its slots in order")
    // If the dates are unchanged, the index by date need not be written.
    let write = try connection.statement(
      dates == datesBefore
        ? "UPDATE facet_block SET columns = ?2 WHERE number = ?1"
        : "INSERT OR REPLACE INTO facet_block (number, columns, first, last) VALUES (?1, ?2, ?3, ?4)")
    try write.bind(1, number)
    try block.bytes.withUnsafeBytes { bytes in
      try write.bind(2, blobInPlace: bytes)
      if dates != datesBefore {
        try write.bind(3, dates.lowerBound)
        try write.bind(4, dates.upperBound)
      }
      try write.run()
    }
    write.clearBindings()
  }
}
