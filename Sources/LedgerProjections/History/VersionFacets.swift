internal import LedgerBytes
internal import LedgerSQLite

/// Updates history's blocks: current versions by their keys, the others by how long they were current.
///
/// Changes wait in memory, so that a block is written once for many versions. The distribution of versions over blocks
/// depends on the order in which they were written, and is not compared.
struct VersionFacets {
  private let connection: Connection
  /// Whether the tables were empty when it began.
  private let isFresh: Bool
  /// Changes of current versions by key, in order of arrival: a new version, or the event that ends one.
  private var pending: [(key: StreamKey, change: Change)] = []
  /// Versions that have ended, by the class of their duration.
  private var ended: [Int64: Tail] = [:]
  private(set) var table: FacetTable
  private var nextBlock: Int64?
  private let block = FacetBlock(isOfVersions: true)
  /// Takes the blocks of a new history, if it is filled page by page.
  private let bulk: BulkHistory?

  private enum Change {
    case begins(VersionEntry)
    case ends(Position)
  }

  /// Versions of a class that are not in a full block.
  private struct Tail {
    var versions: [VersionEntry] = []
    /// The block that they are in already.
    var number: Int64?
  }

  /// Changes that wait at the most.
  private static let pendingChangesMax = 16_384

  init(_ connection: Connection, isFresh: Bool, bulk: BulkHistory? = nil) {
    self.connection = connection
    self.bulk = bulk
    self.isFresh = isFresh
    table = FacetTable(connection, insertingBy: FacetTable.ofHistory, isFresh: isFresh)
  }

  /// Takes the versions of a range of streams.
  mutating func post(_ part: VersionRows) throws {
    precondition(
      part.stretches.count == part.facets.entries.count,
      "every entry has the positions between which it was current")
    for (key, position) in part.facetClosings { pending.append((key, .ends(position))) }
    let map = try table.map(part.facets)
    for (given, stretch) in zip(part.facets.entries, part.stretches) {
      guard var entry = given.entry else { continue }
      entry.renumber(map)
      let version = VersionEntry(key: given.key, begins: stretch.begins, ends: stretch.ends, entry: entry)
      if version.ends == .max { pending.append((given.key, .begins(version))) } else { try end(version) }
    }
    if pending.count >= Self.pendingChangesMax { try flush(isLast: false) }
  }

  /// Writes the pending changes.
  mutating func finish() throws {
    try flush(isLast: true)
    precondition(pending.isEmpty, "no change waits after the last block")
    for (lifetime, tail) in ended.sorted(by: { $0.key < $1.key }) where !tail.versions.isEmpty {
      try write(tail.versions, tail.number ?? newBlock(), lifetime)
    }
    ended.removeAll()
    nextBlock = nil
  }

  // MARK: Current versions

  /// Writes the pending changes. In a new history keys ascend, and the last block is written at the end.
  private mutating func flush(isLast: Bool) throws {
    let changes = pending.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element)
    pending.removeAll(keepingCapacity: true)
    var index = 0
    while index < changes.count {
      let number = changes[index].key.facetBlock
      if isFresh, !isLast, let last = changes.last, last.key.facetBlock == number {
        pending = Array(changes[index...])
        return
      }
      var slots = [VersionEntry?](repeating: nil, count: FacetEntry.slots)
      for version in isFresh ? [] : try versions(ofBlock: number) {
        slots[Int(version.key.facetSlot)] = version
      }
      while index < changes.count, changes[index].key.facetBlock == number {
        let slot = Int(changes[index].key.facetSlot)
        switch changes[index].change {
        case .begins(let version): slots[slot] = version
        case .ends(let position):
          if var version = slots[slot] {
            version.ends = position
            try end(version)
          }
          slots[slot] = nil
        }
        index += 1
      }
      try write(slots.compactMap { $0 }, number, nil)
    }
  }

  private func versions(ofBlock number: Int64) throws -> [VersionEntry] {
    let statement = try connection.statement(FacetScan.columns)
    defer { statement.reset() }
    try statement.bind(1, number)
    guard try statement.step() else { return [] }
    try statement.withBytes(0) { try block.load($0, .all) }
    // The changed block is written again: damage must not become valid content.
    guard !block.isDamaged else { throw ModelError.damaged("a block of the history") }
    let versions = (0..<block.count).map { block.version($0) }
    guard versions.allSatisfy({ $0.isSound && (number < 0 || $0.key.facetBlock == number) }) else {
      throw ModelError.damaged("a block of the history")
    }
    return versions
  }

  private func write(_ versions: [VersionEntry], _ number: Int64, _ lifetime: Int64?) throws {
    guard let first = versions.map(\.entry.date).min(), let last = versions.map(\.entry.date).max(),
      let begins = versions.map(\.begins).min(), let ends = versions.map(\.ends).max()
    else {
      let delete = try connection.statement("DELETE FROM facet_block WHERE number = ?1")
      try delete.bind(1, number)
      return try delete.run()
    }
    if let bulk {
      var row = RowBuffer(columns: 7)
      for value in [number, first, last, begins.rawValue, ends.rawValue] { row.add(value) }
      row.add(optional: lifetime)
      FacetBlock.bytes(versions).withUnsafeBytes { row.add(blob: $0) }
      return try bulk.write(facetBlock: row)
    }
    let insert = try connection.statement(
      """
      INSERT OR REPLACE INTO facet_block (number, first, last, begins, ends, class, columns)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    try insert.bind(1, number)
    try insert.bind(2, first)
    try insert.bind(3, last)
    try insert.bind(4, begins)
    try insert.bind(5, ends)
    if let lifetime { try insert.bind(6, lifetime) } else { try insert.bind(null: 6) }
    try insert.bind(7, blob: FacetBlock.bytes(versions))
    try insert.run()
  }

  // MARK: Versions that were ended

  private mutating func end(_ version: VersionEntry) throws {
    let lifetime = version.lifetime
    var tail = try ended.removeValue(forKey: lifetime) ?? tail(lifetime)
    precondition(tail.versions.count < FacetEntry.slots, "the last block of a class has room")
    tail.versions.append(version)
    if tail.versions.count == FacetEntry.slots {
      try write(tail.versions, tail.number ?? newBlock(), lifetime)
      tail = Tail()
    }
    ended[lifetime] = tail
  }

  /// Returns the last block of a class, which may have room.
  private func tail(_ lifetime: Int64) throws -> Tail {
    if isFresh { return Tail() }
    let statement = try connection.statement(
      "SELECT number FROM facet_block WHERE class = ?1 ORDER BY number LIMIT 1")
    try statement.bind(1, lifetime)
    guard let number = try statement.firstInt64() else { return Tail() }
    let versions = try versions(ofBlock: number)
    return versions.count < FacetEntry.slots ? Tail(versions: versions, number: number) : Tail()
  }

  private mutating func newBlock() throws -> Int64 {
    let number: Int64
    if let nextBlock {
      number = nextBlock
    } else if isFresh {
      number = -1
    } else {
      let least = min(0, try connection.statement("SELECT min(number) FROM facet_block").firstInt64() ?? 0)
      guard least > .min else { throw ModelError.damaged("the blocks of the history") }
      number = least - 1
    }
    precondition(number < 0, "blocks of ended versions have numbers that no key has")
    nextBlock = number - 1
    return number
  }
}
