/// The cells of a file with delimiters, as places in its bytes.
///
/// A cell in quotes may hold delimiters, line ends and doubled quotes (RFC 4180). Lines end in LF, CRLF or CR. White
/// space after a closing quote is left out, other text is kept.
package struct CSVTable: Sendable {
  /// The bytes, with unescaped texts of cells appended.
  private(set) var bytes: [UInt8]
  private var starts: [Int32] = []
  private var ends: [Int32] = []
  private var rowStarts: [Int32] = [0]
  private var rowLines: [Int32] = []
  private let end: Int
  /// The line of a quote that is never closed.
  package private(set) var openQuoteLine: Int?
  /// Whether the last row has no line end.
  package private(set) var endsWithinRow = false

  /// Finds the rows and cells of a table.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - rowsMax: Where to stop, for a look at the beginning.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8], delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\""), rowsMax: Int = .max) {
    self.bytes = bytes
    end = bytes.count
    starts.reserveCapacity(bytes.count / 8)
    ends.reserveCapacity(bytes.count / 8)
    read(delimiter: delimiter, quote: quote, rowsMax: rowsMax)
  }

  /// A table of cells that are found already.
  init(rows: [(line: Int, cells: [ArraySlice<UInt8>])], endsWithinRow: Bool) {
    bytes = []
    for (line, cells) in rows {
      rowLines.append(Int32(clamping: line))
      for cell in cells {
        starts.append(Int32(bytes.count))
        bytes += cell
        ends.append(Int32(bytes.count))
      }
      rowStarts.append(Int32(starts.count))
    }
    end = bytes.count
    self.endsWithinRow = endsWithinRow
  }

  package var count: Int { rowLines.count }

  /// Returns the table of some rows alone.
  func part(_ rows: Range<Int>) -> CSVTable {
    var part = self
    part.rowStarts = Array(rowStarts[rows.lowerBound...rows.upperBound])
    part.rowLines = Array(rowLines[rows])
    part.endsWithinRow = endsWithinRow && rows.upperBound == count
    return part
  }

  /// Returns the line where a row begins, from 1.
  package func line(of row: Int) -> Int { Int(rowLines[row]) }

  package func width(of row: Int) -> Int { Int(rowStarts[row + 1] - rowStarts[row]) }

  /// Returns the bytes of a cell, empty if the row has no such column.
  package func cell(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    let index = Int(rowStarts[row]) + column
    guard column >= 0, index < rowStarts[row + 1] else { return bytes[0..<0] }
    return bytes[Int(starts[index])..<Int(ends[index])]
  }

  package func text(_ row: Int, _ column: Int) -> String { String(decoding: cell(row, column), as: UTF8.self) }

  /// Returns a cell without white space at its edges.
  func trimmed(_ row: Int, _ column: Int) -> ArraySlice<UInt8> { CellText.trimmed(cell(row, column)) }

  /// Returns a cell of numbers or dates. It is empty if the bank prints only a dash or `N/A`.
  func value(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
    let cell = trimmed(row, column)
    return Self.isPlaceholder(cell) ? cell.prefix(0) : cell
  }

  static func isPlaceholder(_ cell: ArraySlice<UInt8>) -> Bool {
    cell.count <= 3 && placeholders.contains(where: cell.elementsEqual)
  }

  private static let placeholders = ["-", "--", "–", "—", "N/A", "n/a"].map { Array($0.utf8) }

  /// Whether every cell of a row is blank.
  func isBlank(_ row: Int) -> Bool { (0..<width(of: row)).allSatisfy { trimmed(row, $0).isEmpty } }

  /// Whether two rows have the same cells.
  func areEqual(_ one: Int, _ other: Int) -> Bool {
    width(of: one) == width(of: other)
      && (0..<width(of: one)).allSatisfy { trimmed(one, $0).elementsEqual(trimmed(other, $0)) }
  }

  /// Returns the row as the file prints it, shortened.
  func excerpt(_ row: Int) -> String {
    let cells = (0..<min(width(of: row), 12)).map { CellText.excerpt(cell(row, $0)) }.filter { !$0.isEmpty }
    return CellText.excerpt(Array(cells.joined(separator: " | ").utf8)[...])
  }

  private mutating func read(delimiter: UInt8, quote: UInt8?, rowsMax: Int) {
    var index = 0
    var line: Int32 = 1
    while index < end, rowLines.count < rowsMax {
      rowLines.append(line)
      var isRowOpen = true
      while isRowOpen {
        if let quote, index < end, bytes[index] == quote {
          index = readQuoted(index, delimiter: delimiter, quote: quote, line: &line)
        } else {
          let start = index
          while index < end, bytes[index] != delimiter, bytes[index] != 0x0a, bytes[index] != 0x0d {
            index += 1
          }
          starts.append(Int32(start))
          ends.append(Int32(index))
        }
        if index < end, bytes[index] == delimiter {
          index += 1
          continue
        }
        isRowOpen = false
        endsWithinRow = index >= end
        if index < end { index += lineEndLength(index) }
        line += 1
      }
      rowStarts.append(Int32(starts.count))
    }
  }

  /// Reads a cell in quotes and returns the offset of the delimiter or line end after it.
  private mutating func readQuoted(_ first: Int, delimiter: UInt8, quote: UInt8, line: inout Int32) -> Int {
    let firstLine = Int(line)
    var index = first + 1
    var isPlain = true
    var unescaped: [UInt8] = []
    var pieceStart = index
    while index < end {
      let byte = bytes[index]
      if byte == quote {
        guard index + 1 < end, bytes[index + 1] == quote else { break }
        unescaped += bytes[pieceStart...index]
        isPlain = false
        index += 2
        pieceStart = index
        continue
      }
      if byte == 0x0a || byte == 0x0d {
        line += 1
        index += lineEndLength(index)
      } else {
        index += 1
      }
    }
    if index >= end, openQuoteLine == nil { openQuoteLine = firstLine }
    let close = min(index, end)
    var next = min(close + 1, end)
    let tail = next
    while next < end, bytes[next] != delimiter, bytes[next] != 0x0a, bytes[next] != 0x0d { next += 1 }
    let rest = bytes[tail..<next].filter { $0 != 0x20 && $0 != 0x09 }
    if isPlain, rest.isEmpty {
      starts.append(Int32(first + 1))
      ends.append(Int32(close))
    } else {
      unescaped += bytes[pieceStart..<close]
      if !rest.isEmpty { unescaped += bytes[tail..<next] }
      starts.append(Int32(bytes.count))
      bytes += unescaped
      ends.append(Int32(bytes.count))
    }
    return next
  }

  private func lineEndLength(_ index: Int) -> Int {
    bytes[index] == 0x0d && index + 1 < end && bytes[index + 1] == 0x0a ? 2 : 1
  }
}
