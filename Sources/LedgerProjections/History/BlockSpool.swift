internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// Blocks of facets in the order of their filling, until all are known and can be sorted by number.
///
/// Their bytes wait in a file without a name.
final class BlockSpool {
  private let path: String
  private var file: ScratchFile?
  private var end = 0
  private var blocks: [Block] = []

  private struct Block {
    /// The cells before the last one.
    let cells: RowBuffer
    let offset: Int
    let byteCount: Int

    var number: Int64 { cells.int64(0, 0) }
  }

  /// Creates an empty one.
  ///
  /// - Parameter path: The path of the generation that is made. The file is in its folder.
  init(nextTo path: String) { self.path = path }

  /// Adds a block: a row of its table, whose last cell contains its bytes.
  func add(_ row: RowBuffer) throws {
    precondition(row.count == 1 && row.columns > 1, "a block is one row, and its bytes are the last cell")
    let file = try file ?? ScratchFile(nextTo: path, name: "aside-\(UniqueID.random()).part")
    self.file = file
    var cells = RowBuffer(columns: row.columns - 1)
    cells.add(cellsOf: 0, of: row, columns: 0..<row.columns - 1)
    let written = row.withBytes(0, row.columns - 1) { bytes in
      Result { () throws(FileError) in
        try file.write(bytes, at: end)
        return bytes.count
      }
    }
    let byteCount = try written.get()
    blocks.append(Block(cells: cells, offset: end, byteCount: byteCount))
    end += byteCount
  }

  /// Hands over all rows in the order of their numbers, one at a time, and forgets them.
  func drain(_ body: (RowBuffer) throws -> Void) throws {
    guard let file else { return }
    precondition(blocks.reduce(0) { $0 + $1.byteCount } == end, "the blocks fill their file without a gap")
    blocks.sort { $0.number < $1.number }
    for block in blocks {
      let bytes = try [UInt8](unsafeUninitializedCapacity: block.byteCount) { buffer, filled in
        try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: block.offset)
        filled = block.byteCount
      }
      var row = RowBuffer(columns: block.cells.columns + 1)
      row.add(cellsOf: 0, of: block.cells)
      bytes.withUnsafeBytes { row.add(blob: $0) }
      try body(row)
    }
    blocks = []
    self.file = nil
    end = 0
  }
}
