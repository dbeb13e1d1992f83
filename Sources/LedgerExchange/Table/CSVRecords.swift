internal import LedgerDomain

/// A table of records as a CSV file, in the form of `export --format csv`.
///
/// The bytes go out while rows come in, so that memory does not grow with the table.
package struct CSVRecords: RecordTable {
  private var line = CSVLine()
  private let write: ([UInt8]) throws -> Void
  private static let pieceBytes = 64 << 10

  /// Begins a file with the names of its columns.
  ///
  /// - Parameters:
  ///   - headers: The names of the columns.
  ///   - write: Called with the next bytes.
  package init(_ headers: [String], write: @escaping ([UInt8]) throws -> Void) throws {
    self.write = write
    try write(TransactionCSV.mark)
    try row(headers.map(RecordCell.header))
  }

  package mutating func row(_ cells: [RecordCell]) throws {
    for cell in cells {
      switch cell {
      case .empty: line.cell("")
      case .text(let text): line.text(text)
      case .header(let text): line.cell(text)
      case .number(let number): line.cell(String(number))
      case .date(let date): line.cell(date?.iso ?? "")
      case .money(let money): line.cell(money?.decimal ?? "")
      }
    }
    line.end()
    if line.bytes.count >= Self.pieceBytes { try flush() }
  }

  /// Writes the rows that are still in memory.
  package mutating func flush() throws {
    try write(line.bytes)
    line.removeAll()
  }
}
