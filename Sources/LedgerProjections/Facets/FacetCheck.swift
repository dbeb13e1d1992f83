internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Where the blocks of a file of read models say something else than its rows of transactions.
public struct FacetCheck: Hashable, Sendable {
  /// Transactions in the blocks.
  public private(set) var transactions: Int64 = 0
  /// The log's keys of those that differ, are missing or too many.
  public private(set) var differing: [Int64] = []

  /// Compares all of a finished generation's blocks with its rows. The numbers of texts are resolved: they depend on
  /// the order in which a device learned of events, and are no difference.
  ///
  /// - Complexity: a look-up per transaction.
  public init(path: String) throws {
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    defer { try? connection.close() }
    try connection.transaction(.deferred) { try compare(connection, rowsOf: connection) }
  }

  /// Compares the blocks of one file with the rows of another, in transactions that are open.
  init(blocksOf connection: Connection, rowsOf other: Connection) throws {
    try compare(connection, rowsOf: other)
  }

  private func load(_ number: Int64, _ connection: Connection, _ block: FacetBlock) throws {
    let read = try connection.statement(FacetScan.columns)
    defer { read.reset() }
    try read.bind(1, number)
    if try read.step() { try read.withBytes(0) { try block.load($0, .ofModels) } }
  }

  private mutating func compare(_ connection: Connection, rowsOf other: Connection) throws {
    let values = FacetValues(connection: connection)
    var identifiers: [Facet: [UniqueID?]] = [:]
    var texts: [Facet: [String?]] = [:]
    for facet in Facet.allCases {
      if facet.isOfIdentifiers {
        identifiers[facet] = try values.identifiers(facet)
      } else {
        texts[facet] = try values.texts(facet)
      }
    }
    func value(_ facet: Facet, _ number: Int64) -> FacetValue? {
      let number = Int(number)
      if let ids = identifiers[facet] {
        return ids.indices.contains(number) ? ids[number].map { .id($0) } : nil
      }
      guard let texts = texts[facet], texts.indices.contains(number) else { return nil }
      return texts[number].map { .text(Array($0.utf8)) }
    }
    var found: [Int64: FacetEntry] = [:]
    var numbers: [Int64] = []
    try connection.statement("SELECT number FROM facet_block").forEachRow { numbers.append($0.int64(0)) }
    let block = FacetBlock()
    let rows = try other.statement("SELECT key FROM transaction_row WHERE key BETWEEN ?1 AND ?2")
    let total = try other.statement("SELECT count(*) FROM transaction_row").firstInt64() ?? 0
    var met: Int64 = 0
    for number in numbers {
      found.removeAll(keepingCapacity: true)
      try load(number, connection, block)
      for index in 0..<block.count {
        found[number << FacetEntry.slotBits | block.value(.slot, index)] = block.entry(index)
      }
      transactions += Int64(found.count)
      var keys: [Int64] = []
      try rows.bind(1, number << FacetEntry.slotBits)
      try rows.bind(2, number << FacetEntry.slotBits | Int64(FacetEntry.slots - 1))
      try rows.forEachRow { keys.append($0.int64(0)) }
      met += Int64(keys.count)
      for key in keys {
        var wanted = FacetRows()
        if let row = try TransactionTable.row(other, key: key) { wanted.add(row, key: key) }
        guard let entry = found.removeValue(forKey: key), let expected = wanted.entries.first?.entry else {
          differing.append(key)
          continue
        }
        var (left, right) = (entry, expected)
        (left.values, right.values) = (FacetEntry.Values(), FacetEntry.Values())
        let isSame =
          left == right
          && Facet.allCases.allSatisfy { facet in
            let own = Int(expected.values[facet])
            return value(facet, entry.values[facet])
              == (own == 0 ? nil : wanted.values[facet.rawValue][own - 1])
          }
        if !isSame { differing.append(key) }
      }
      differing += found.keys.sorted()
    }
    guard met < total else { return }
    // Rows in no block at all.
    let known = Set(numbers)
    try other.statement("SELECT key FROM transaction_row").forEachRow { row in
      let key = row.int64(0)
      if !known.contains(key >> FacetEntry.slotBits) { differing.append(key) }
    }
  }
}
