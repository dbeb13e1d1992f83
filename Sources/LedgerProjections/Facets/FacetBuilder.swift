internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Makes the rows of blocks and values from what the threads of a rebuild hand over, in the order of keys.
struct FacetBuilder {
  private let write: (RowBuffer) throws -> Void
  /// By facet the values, numbered from 1, how many transactions use each, and its number.
  private var values: [[FacetValue]] = Facet.allCases.map { _ in [] }
  private var uses: [[Int64]] = Facet.allCases.map { _ in [0] }
  private var numbers: [[FacetValue: Int64]] = Facet.allCases.map { _ in [:] }
  /// By thread and facet, what number a thread's has in the table.
  private var maps: [Int: [[Int64]]] = [:]
  /// The block at hand.
  private let block = FacetBlock()
  private var rows = RowBuffer(columns: 4)

  /// - Parameter write: takes rows of blocks, in the order of their numbers.
  init(_ write: @escaping (RowBuffer) throws -> Void) { self.write = write }

  /// Takes what was made of the next range of keys.
  mutating func take(_ part: FacetPart) throws {
    var map = maps.removeValue(forKey: part.thread) ?? Facet.allCases.map { _ in [0] }
    for facet in Facet.allCases {
      for value in part.values[facet.rawValue] { map[facet.rawValue].append(number(of: value, facet)) }
    }
    maps[part.thread] = map
    for (key, given) in part.entries {
      let number = key >> FacetEntry.slotBits
      if number != block.number { pack() }
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

  /// Writes what is left of the blocks.
  mutating func finish() throws {
    pack()
    try flush()
  }

  /// The rows of the values.
  func valueRows() -> RowBuffer {
    var rows = RowBuffer(columns: 5)
    for facet in Facet.allCases {
      for (index, value) in values[facet.rawValue].enumerated() {
        rows.add(Int64(facet.rawValue))
        rows.add(Int64(index + 1))
        switch value {
        case .text(let bytes):
          bytes.withUnsafeBytes { rows.add(textBytes: $0) }
          rows.add(text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
        case .id(let id):
          rows.add(id: id)
          rows.add(text: "")
        }
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
