package import LedgerBytes
internal import LedgerSQLite

/// The differences between the blocks of a file of read models and its rows of transactions.
package struct FacetCheck: Hashable, Sendable {
  /// Transactions in the blocks.
  package private(set) var transactions: Int64 = 0
  /// The log's keys of those that differ, are missing or too many.
  package private(set) var differing: [StreamKey] = []
  /// The numbers of blocks that cannot be read, or whose dates do not match their transactions.
  ///
  /// Lists would skip such a block.
  package private(set) var damaged: [Int64] = []

  /// Compares all of a finished generation's blocks with its rows.
  ///
  /// The numbers of texts are resolved first. They depend on the order in which a device received events, so they are
  /// no difference.
  ///
  /// - Complexity: A look-up per transaction.
  package init(path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    defer { try? connection.close() }
    try connection.transaction(.deferred) { try compare(connection, rowsOf: connection) }
  }

  /// Compares the blocks of one file with the rows of another, in transactions that are open.
  init(blocksOf connection: Connection, rowsOf other: Connection) throws {
    try compare(connection, rowsOf: other)
  }

  /// How many differences there are.
  package var count: Int { differing.count + damaged.count }

  private mutating func compare(_ connection: Connection, rowsOf other: Connection) throws {
    let values = try FacetTexts(connection)
    var numbers: [Int64] = []
    try connection.statement("SELECT number FROM facet_block ORDER BY number").forEachRow {
      numbers.append($0.int64(0))
    }
    let block = FacetBlock()
    let rows = try other.statement("SELECT key FROM transaction_row WHERE key BETWEEN ?1 AND ?2")
    let total = try other.statement("SELECT count(*) FROM transaction_row").firstInt64() ?? 0
    var met: Int64 = 0
    for number in numbers {
      var places = try load(number, connection, block)
      transactions += Int64(places.count)
      var keys: [StreamKey] = []
      try rows.bind(1, StreamKey(facetBlock: number, slot: 0))
      try rows.bind(2, StreamKey(facetBlock: number, slot: Int64(FacetEntry.slots - 1)))
      try rows.forEachRow { keys.append($0.number(0)) }
      met += Int64(keys.count)
      for key in keys {
        var wanted = FacetRows()
        if let row = try TransactionTable.row(other, key: key) { wanted.add(row, key: key) }
        guard let place = places.removeValue(forKey: key), let expected = wanted.entries.first?.entry else {
          differing.append(key)
          continue
        }
        if !values.isSame(block, place, as: expected, wanted) { differing.append(key) }
      }
      differing += places.keys.sorted()
    }
    guard met < total else { return }
    // Rows in no block at all.
    let known = Set(numbers)
    try other.statement("SELECT key FROM transaction_row").forEachRow { row in
      let key: StreamKey = row.number(0)
      if !known.contains(key.facetBlock) { differing.append(key) }
    }
  }

  /// Reads a block and returns the index of each key. The result is empty if the block cannot be read.
  private mutating func load(
    _ number: Int64, _ connection: Connection, _ block: FacetBlock
  ) throws -> [StreamKey: Int] {
    let read = try connection.statement(Self.block)
    defer { read.reset() }
    try read.bind(1, number)
    guard try read.step() else { return [:] }
    do {
      try read.withBytes(0) { try block.load($0, .ofModels) }
    } catch is ModelError {
      damaged.append(number)
      return [:]
    }
    let dates = block.dates
    if block.isDamaged || dates?.lowerBound != read.int64(1) || dates?.upperBound != read.int64(2) {
      damaged.append(number)
    }
    var places: [StreamKey: Int] = [:]
    for index in 0..<block.count {
      // With a number outside the slots, the key would be that of a transaction in another block.
      let slot = block.value(.slot, index)
      let isSlot = slot >= 0 && slot < FacetEntry.slots
      let key = isSlot ? StreamKey(facetBlock: number, slot: slot) : StreamKey(slot)
      if !isSlot || places.updateValue(index, forKey: key) != nil { differing.append(key) }
    }
    return places
  }

  private static let block = "SELECT columns, first, last FROM facet_block WHERE number = ?1"
}

/// The values of a file's blocks by their numbers, whatever these are: for comparing.
struct FacetTexts {
  private var values: [[Int64: FacetValue]] = Facet.allCases.map { _ in [:] }

  /// Reads the values of a file.
  ///
  /// - Complexity: O(values).
  init(_ connection: Connection) throws {
    try Self.forEach(connection) { facet, number, value in values[facet.rawValue][number] = value }
  }

  /// Calls `body` with every number and its value, which is `nil` if it cannot be read. The number 0, no value, is left
  /// out.
  static func forEach(
    _ connection: Connection, _ body: (_ facet: Facet, _ number: Int64, _ value: FacetValue?) -> Void
  ) throws {
    try connection.statement("SELECT facet, id, value FROM facet_value").forEachRow { row in
      guard let facet = Facet(rawValue: Int(row.int64(0))), row.int64(1) != 0 else { return }
      let value: FacetValue? =
        facet.isOfIdentifiers ? row.optionalID(2).map { .id($0) } : .text(Array(row.string(2).utf8))
      body(facet, row.int64(1), value)
    }
  }

  /// The value of a number, or `nil` if it has no value, as 0 has.
  subscript(facet: Facet, number: Int64) -> FacetValue? { values[facet.rawValue][number] }

  /// Whether an entry of a block equals another one, with whole numbers compared as they are stored.
  func isSame(_ block: FacetBlock, _ index: Int, as expected: FacetEntry, _ rows: FacetRows) -> Bool {
    for column in FacetColumn.ofModels where column != .slot && !column.isOfValues {
      if block.value(column, index) != expected.value(column) { return false }
    }
    return Facet.allCases.allSatisfy { facet in
      let (number, own) = (block.value(FacetColumn(facet), index), Int(expected.values[facet]))
      if own == 0 { return number == 0 }
      return self[facet, number] == rows.values[facet.rawValue][own - 1]
    }
  }
}
