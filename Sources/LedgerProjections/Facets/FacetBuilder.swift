internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Writes the blocks that the threads of a rebuild packed, and the values they numbered, into empty tables.
struct FacetBuilder {
  private let writer: ModelWriter
  /// A block of which ranges that follow each other have a part each.
  private var open: (number: Int64, entries: [FacetEntry]) = (-1, [])

  init(_ writer: ModelWriter) { self.writer = writer }

  /// Takes what was made of the next range of keys.
  mutating func take(_ blocks: FacetBlocks) throws {
    for (key, entry) in blocks.edges {
      let number = key >> FacetEntry.slotBits
      if number != open.number { try flush() }
      open.number = number
      open.entries.append(entry)
    }
    try writer.write(facetBlocks: blocks.rows)
  }

  /// Writes what is left, and the values with how many transactions use each.
  mutating func finish(_ values: [[FacetValue]], uses: [[[Int64]]]) throws {
    try flush()
    var rows = RowBuffer(columns: 5)
    for facet in Facet.allCases {
      for (index, value) in values[facet.rawValue].enumerated() {
        let number = index + 1
        rows.add(Int64(facet.rawValue))
        rows.add(Int64(number))
        switch value {
        case .text(let bytes):
          bytes.withUnsafeBytes { rows.add(textBytes: $0) }
          rows.add(text: NFC.foldedForComparison(String(decoding: bytes, as: UTF8.self)))
        case .id(let id):
          rows.add(id: id)
          rows.add(text: "")
        }
        rows.add(
          uses.reduce(0) { sum, uses in
            let counts = uses[facet.rawValue]
            return sum + (number < counts.count ? counts[number] : 0)
          })
      }
    }
    try writer.write(facetValues: rows)
  }

  private mutating func flush() throws {
    guard !open.entries.isEmpty else { return }
    var blocks = FacetBlocks()
    blocks.add(open.entries, number: open.number)
    try writer.write(facetBlocks: blocks.rows)
    open.entries.removeAll(keepingCapacity: true)
  }
}
