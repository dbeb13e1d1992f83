internal import LedgerSQLite

/// Makes the rows of blocks and values from the parts of a rebuild's threads, in key order.
struct FacetBuilder {
  private let write: (RowBuffer) throws -> Void
  /// The values of each facet, numbered from 1.
  ///
  /// `uses` has the number of transactions for each number, and `numbers` has the number of each value.
  private var values: [[FacetValue]] = Facet.allCases.map { _ in [] }
  private var uses: [[Int64]] = Facet.allCases.map { _ in [0] }
  private var numbers: [[FacetValue: Int64]] = Facet.allCases.map { _ in [:] }
  /// The table's number for each number of a thread, by thread and facet.
  private var maps: [Int: [[Int64]]] = [:]
  /// The current block.
  private let block = FacetBlock()
  private var rows = RowBuffer(columns: 4)

  /// Creates a builder without transactions.
  ///
  /// - Parameter write: Takes rows of blocks, in the order of their numbers.
  init(_ write: @escaping (RowBuffer) throws -> Void) { self.write = write }

  /// Adds the part of the next range of keys.
  mutating func take(_ part: FacetPart) throws {
    var map = maps.removeValue(forKey: part.thread) ?? Facet.allCases.map { _ in [0] }
    for facet in Facet.allCases {
      for value in part.values[facet.rawValue] { map[facet.rawValue].append(number(of: value, facet)) }
    }
    maps[part.thread] = map
    for (key, given) in part.entries {
      let number = key.facetBlock
      if number != block.number {
        precondition(number > block.number, "blocks come in the order of their numbers")
        pack()
      }
      block.number = number
      var entry = given
      for facet in Facet.allCases where given.values[facet] != 0 {
        let number = map[facet.rawValue][Int(given.values[facet])]
        entry.values[facet] = number
        uses[facet.rawValue][Int(number)] += 1
      }
      block.insert(entry, at: block.count)
    }
    try flush()
  }

  /// Writes the remaining blocks.
  mutating func finish() throws {
    pack()
    try flush()
    precondition(block.count == 0, "every transaction is in a block that was written")
  }

  /// Returns the rows of the values.
  func valueRows() -> RowBuffer {
    var rows = RowBuffer(columns: 5)
    for facet in Facet.allCases {
      precondition(
        numbers[facet.rawValue].count == values[facet.rawValue].count, "no two numbers mean the same value")
      precondition(
        uses[facet.rawValue].count == values[facet.rawValue].count + 1 && uses[facet.rawValue][0] == 0,
        "uses are counted by number from 1")
      for (index, value) in values[facet.rawValue].enumerated() {
        value.add(to: &rows, facet, number: Int64(index + 1))
        rows.add(uses[facet.rawValue][index + 1])
      }
    }
    return rows
  }

  private mutating func number(of value: FacetValue, _ facet: Facet) -> Int64 {
    if let known = numbers[facet.rawValue][value] { return known }
    values[facet.rawValue].append(value)
    uses[facet.rawValue].append(0)
    let number = Int64(values[facet.rawValue].count)
    numbers[facet.rawValue][value] = number
    return number
  }

  private mutating func pack() {
    guard let dates = block.dates else { return }
    precondition(block.hasSlotsInOrder, "a block has its transactions in the order of their keys, each once")
    rows.add(block.number)
    rows.add(dates.lowerBound)
    rows.add(dates.upperBound)
    block.bytes.withUnsafeBytes { rows.add(blob: $0) }
    block.removeAll()
  }

  private mutating func flush() throws {
    try write(rows)
    rows.removeAll()
  }
}
