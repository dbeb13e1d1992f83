internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The differences between the blocks of a history and its versions of transactions, at all positions.
///
/// A block contains versions in the order in which they were written, so they are not looked up one by one. Instead
/// there is one sum per transaction. Entries of blocks are added to it, and versions are subtracted. It is zero if both
/// are the same.
struct VersionCheck {
  /// Entries in the blocks.
  private(set) var versions: Int64 = 0
  /// The numbers of blocks that cannot be read, or whose bounds do not match their contents.
  private(set) var damaged: [Int64] = []
  /// The log's keys of transactions whose entries in blocks differ.
  private(set) var differing: [StreamKey] = []
  /// The sums by key.
  private var sums: [UInt64]

  /// Compares the blocks and the versions of a history.
  ///
  /// - Complexity: O(versions), and eight bytes for each stream.
  init(_ connection: Connection) throws {
    // No key exceeds the position, so a damaged key cannot cause a large allocation.
    let position = try FacetValues(connection: connection).position()
    let last = try connection.statement("SELECT ifnull(max(key), 0) FROM transaction_version").firstInt64() ?? 0
    sums = [UInt64](repeating: 0, count: Int(max(0, min(position.rawValue, last))) + 1)
    try addBlocks(connection)
    try subtractVersions(connection)
    for (key, sum) in sums.enumerated() where sum != 0 { differing.append(StreamKey(key)) }
  }

  /// How many differences there are.
  var count: Int { damaged.count + differing.count }

  /// The first difference in words, or `nil` if there is no difference.
  var words: String? {
    if let number = damaged.first {
      return "block \(number) is damaged, or its bounds are not those of what it holds"
    }
    return differing.first.map { "other than the versions of stream \($0)" }
  }

  private mutating func add(_ key: StreamKey, _ number: UInt64) {
    guard key > 0, key < StreamKey(sums.count) else {
      differing.append(key)
      return
    }
    sums[Int(key.rawValue)] &+= number
  }

  // MARK: Blocks

  private mutating func addBlocks(_ connection: Connection) throws {
    let texts = try FacetHashes(connection)
    let block = FacetBlock(isOfVersions: true)
    let blocks = try connection.statement("SELECT number, first, last, begins, ends, columns FROM facet_block")
    try blocks.forEachRow { row in
      let number = row.int64(0)
      do {
        try row.withBytes(5) { try block.load($0, .all) }
      } catch is ModelError {
        damaged.append(number)
        return
      }
      var bounds = VersionBounds()
      for index in 0..<block.count {
        let version = block.version(index)
        bounds.add(version, number)
        add(version.key, VersionHash.of(version.begins, version.ends, texts.hash(block, index)))
      }
      versions += Int64(block.count)
      if block.isDamaged || !bounds.are(row) { damaged.append(number) }
    }
  }

  // MARK: Versions

  private mutating func subtractVersions(_ connection: Connection) throws {
    let statement = try connection.statement(
      "SELECT key, \(TransactionTable.columns), begins, ends FROM transaction_version ORDER BY key, begins")
    // Not every version changes a value that filters need: adjacent versions with equal values are one entry.
    var pending: (key: StreamKey, begins: Position, ends: Position, hash: UInt64)?
    func take(_ next: (key: StreamKey, begins: Position, ends: Position, hash: UInt64)?) {
      if let own = pending, let next, own.key == next.key, own.ends == next.begins, own.hash == next.hash {
        pending?.ends = next.ends
        return
      }
      if let own = pending { add(own.key, 0 &- VersionHash.of(own.begins, own.ends, own.hash)) }
      pending = next
    }
    try statement.forEachRow { row in
      let key: StreamKey = row.number(0)
      let ends = row.columnCount - 1
      do {
        let hash = FacetHashes.hash(try TransactionTable.row(row, from: 1), key: key)
        take((key, row.number(ends - 1), row.optionalNumber(ends) ?? .max, hash))
      } catch is ModelError {
        differing.append(key)
      }
    }
    take(nil)
  }
}

/// The bounds that a block of history must declare.
private struct VersionBounds {
  private var dates: (first: Int64, last: Int64) = (.max, .min)
  private var positions: (begins: Position, ends: Position) = (.max, Position(Int64.min))
  private var isSound = true

  mutating func add(_ version: VersionEntry, _ number: Int64) {
    dates = (min(dates.first, version.entry.date), max(dates.last, version.entry.date))
    positions = (min(positions.begins, version.begins), max(positions.ends, version.ends))
    // Current versions are in the block of their key. The others are not.
    let isInPlace =
      number < 0
      ? version.ends < .max : version.ends == .max && version.key.facetBlock == number
    if !isInPlace || !version.isSound { isSound = false }
  }

  func are(_ row: Statement) -> Bool {
    isSound && dates.first == row.int64(1) && dates.last == row.int64(2) && positions.begins == row.number(3)
      && positions.ends == row.number(4)
  }
}

/// Hashes of the values that filters need of a version. They do not detect damage done on purpose.
private struct VersionHash {
  static func of(_ begins: Position, _ ends: Position, _ entry: UInt64) -> UInt64 {
    mixed(mixed(mixed(0, begins.rawValue), ends.rawValue), Int64(bitPattern: entry))
  }

  @inline(__always)
  static func mixed(_ hash: UInt64, _ value: Int64) -> UInt64 {
    let product = (hash ^ UInt64(bitPattern: value)) &* 0x9e37_79b9_7f4a_7c15 &+ 0x632b_e59b_d9b4_e019
    return product ^ product &>> 29
  }
}

/// The values of blocks, as numbers that do not depend on how they were numbered.
private struct FacetHashes {
  private var values: [[Int64: UInt64]] = Facet.allCases.map { _ in [0: none] }

  /// The hashes of a missing value, and of a number without a value.
  private static let none: UInt64 = 0
  private static let unknown: UInt64 = 1
  private static let columns = FacetColumn.ofModels.filter { $0 != .slot && !$0.isOfValues }

  init(_ connection: Connection) throws {
    try FacetTexts.forEach(connection) { facet, number, value in
      values[facet.rawValue][number] = value.map(Self.hash)
    }
  }

  /// Returns the hash of the entry at an index of a block.
  func hash(_ block: FacetBlock, _ index: Int) -> UInt64 {
    var hash: UInt64 = 0
    for column in Self.columns { hash = VersionHash.mixed(hash, block.value(column, index)) }
    for facet in FacetColumn.facets {
      let value = values[facet.rawValue][block.value(FacetColumn(facet), index)] ?? Self.unknown
      hash = VersionHash.mixed(hash, Int64(bitPattern: value))
    }
    return hash
  }

  /// Returns the hash of the entry that a row results in.
  static func hash(_ row: TransactionRow, key: StreamKey) -> UInt64 {
    var rows = FacetRows()
    rows.add(row, key: key)
    guard let entry = rows.entries.first?.entry else { return 0 }
    var hash: UInt64 = 0
    for column in columns { hash = VersionHash.mixed(hash, entry.value(column)) }
    for facet in FacetColumn.facets {
      let number = Int(entry.values[facet])
      let value = number == 0 ? none : Self.hash(rows.values[facet.rawValue][number - 1])
      hash = VersionHash.mixed(hash, Int64(bitPattern: value))
    }
    return hash
  }

  private static func hash(_ value: FacetValue) -> UInt64 {
    switch value {
    case .text(let bytes):
      return bytes.reduce(VersionHash.mixed(2, Int64(bytes.count))) { VersionHash.mixed($0, Int64($1)) }
    case .id(let id):
      return VersionHash.mixed(VersionHash.mixed(3, Int64(bitPattern: id.high)), Int64(bitPattern: id.low))
    }
  }
}
