internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Keeps the blocks and the numbered values at what the rows of transactions say.
///
/// What is posted waits in memory, so that a block is written once for all of its transactions. A block depends on
/// the rows of its keys alone; the numbers of values depend on the order of arrival and are not compared.
struct FacetPoster {
  private let connection: Connection
  /// Whether the tables were empty when it began, so that it knows every value itself.
  private let isFresh: Bool
  private var pending: [(key: Int64, entry: FacetEntry?)] = []
  /// The numbers that were looked up or given, by facet and value.
  private var numbers: [[FacetValue: Int64]] = Facet.allCases.map { _ in [:] }
  private var next: [Int64?] = Facet.allCases.map { _ in nil }
  private var uses: [[Int64: Int64]] = Facet.allCases.map { _ in [:] }
  private let block = FacetBlock()

  /// Changes that wait at the most.
  private static let most = 16_384

  init(_ connection: Connection, isFresh: Bool) {
    self.connection = connection
    self.isFresh = isFresh
  }

  /// Takes rows in the place of what there was.
  mutating func post(_ rows: FacetRows) throws {
    // What a range of rows numbered for itself gets the table's numbers.
    let map = try Facet.allCases.map { facet in
      try [0] + rows.values[facet.rawValue].map { try number(of: $0, facet) }
    }
    for (key, given) in rows.entries {
      var entry = given
      if let given {
        for facet in Facet.allCases {
          entry?.values[facet] = map[facet.rawValue][Int(given.values[facet])]
        }
      }
      pending.append((key, entry))
      if pending.count >= Self.most { try flush() }
    }
  }

  /// Writes what waits.
  mutating func finish() throws {
    try flush()
    try postUses()
  }

  // MARK: Values

  private mutating func number(of value: FacetValue, _ facet: Facet) throws -> Int64 {
    if let known = numbers[facet.rawValue][value] { return known }
    if !isFresh {
      let find = try connection.statement(FacetValues.number)
      try find.bind(1, Int64(facet.rawValue))
      try bind(value, 2, find)
      if let found = try find.firstInt64() {
        numbers[facet.rawValue][value] = found
        return found
      }
    }
    let number = try next[facet.rawValue] ?? greatest(facet) + 1
    next[facet.rawValue] = number + 1
    numbers[facet.rawValue][value] = number
    uses[facet.rawValue][number, default: 0] += 0  // so that it goes again if no row comes to use it
    let insert = try connection.statement(
      "INSERT INTO facet_value (facet, id, value, folded, uses) VALUES (?1, ?2, ?3, ?4, 0)")
    try insert.bind(1, Int64(facet.rawValue))
    try insert.bind(2, number)
    try bind(value, 3, insert)
    switch value {
    case .text(let bytes):
      try insert.bind(4, text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
    case .id: try insert.bind(4, text: "")
    }
    try insert.run()
    return number
  }

  private func bind(_ value: FacetValue, _ index: Int32, _ statement: Statement) throws {
    switch value {
    case .text(let bytes): try statement.bind(index, text: String(decoding: bytes, as: UTF8.self))
    case .id(let id): try statement.bind(index, id)
    }
  }

  private func greatest(_ facet: Facet) throws -> Int64 {
    let statement = try connection.statement("SELECT ifnull(max(id), 0) FROM facet_value WHERE facet = ?1")
    try statement.bind(1, Int64(facet.rawValue))
    return try statement.firstInt64() ?? 0
  }

  private mutating func count(_ entry: FacetEntry, _ sign: Int64) {
    for facet in Facet.allCases where entry.values[facet] != 0 {
      uses[facet.rawValue][entry.values[facet], default: 0] += sign
    }
  }

  /// What nothing uses any more goes: a redacted text does not stay behind in a table of texts.
  private mutating func postUses() throws {
    for facet in Facet.allCases {
      for (id, change) in uses[facet.rawValue].sorted(by: { $0.key < $1.key }) {
        let statement = try connection.statement(
          "UPDATE facet_value SET uses = uses + ?1 WHERE facet = ?2 AND id = ?3")
        try statement.bind(1, change)
        try statement.bind(2, Int64(facet.rawValue))
        try statement.bind(3, id)
        if change != 0 { try statement.run() }
        let sweep = try connection.statement(
          "DELETE FROM facet_value WHERE facet = ?1 AND id = ?2 AND uses = 0")
        try sweep.bind(1, Int64(facet.rawValue))
        try sweep.bind(2, id)
        try sweep.run()
      }
    }
    // A number that was swept is known no more.
    numbers = Facet.allCases.map { _ in [:] }
    next = Facet.allCases.map { _ in nil }
    uses = Facet.allCases.map { _ in [:] }
  }

  // MARK: Blocks

  private mutating func flush() throws {
    // The last change of a key stands; those of a block follow each other.
    let changes = pending.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
    var index = 0
    while index < changes.count {
      let number = changes[index].element.key >> FacetEntry.slotBits
      var slots = [FacetEntry?](repeating: nil, count: FacetEntry.slots)
      for entry in try entries(ofBlock: number) { slots[Int(entry.slot)] = entry }
      while index < changes.count, changes[index].element.key >> FacetEntry.slotBits == number {
        let (key, entry) = changes[index].element
        let slot = Int(UInt8(truncatingIfNeeded: key))
        if let old = slots[slot] { count(old, -1) }
        if let entry { count(entry, 1) }
        slots[slot] = entry
        index += 1
      }
      try write(slots.compactMap { $0 }, number)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private func entries(ofBlock number: Int64) throws -> [FacetEntry] {
    let statement = try connection.statement("SELECT columns FROM facet_block WHERE number = ?1")
    defer { statement.reset() }
    try statement.bind(1, number)
    guard try statement.step() else { return [] }
    try statement.withBytes(0) { try block.load($0, FacetColumn.allCases) }
    return (0..<block.count).map { block.entry($0) }
  }

  private func write(_ entries: [FacetEntry], _ number: Int64) throws {
    guard let first = entries.map(\.date).min(), let last = entries.map(\.date).max() else {
      let delete = try connection.statement("DELETE FROM facet_block WHERE number = ?1")
      try delete.bind(1, number)
      return try delete.run()
    }
    let insert = try connection.statement(
      "INSERT OR REPLACE INTO facet_block (number, first, last, columns) VALUES (?1, ?2, ?3, ?4)")
    try insert.bind(1, number)
    try insert.bind(2, first)
    try insert.bind(3, last)
    try insert.bind(4, blob: FacetBlock.bytes(entries))
    try insert.run()
  }
}
