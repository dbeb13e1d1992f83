/// One of several tables of a file, with the rows above its header.
struct CSVSection {
  let rows: Range<Int>
  let header: CSVHeader

  /// Returns the tables of a file. A file with one header, or with the same header on each page, is one table.
  ///
  /// - Complexity: O(cells).
  static func all(_ dialect: CSVDialect) -> [CSVSection] {
    guard let best = dialect.header else { return [] }
    let table = dialect.table
    // A table with fewer columns may be above the one with the best header.
    let first =
      (0..<best.row).lazy.compactMap { header(table, $0) }.first { isFollowedByData(table, $0.row) } ?? best
    var starts = [(row: 0, header: first)]
    for row in first.row + 1..<max(table.count, first.row + 1) {
      guard let last = starts.last, let header = header(table, row) else { continue }
      let above = rowsAbove(row, after: last.header.row, table)
      let isSame = header.meanings == last.header.meanings && table.areEqual(row, last.header.row)
      // The header of another page has at most the number of the page above it.
      guard !isSame || namesAccount(table, above) else { continue }
      starts.append((above.lowerBound, header))
    }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].row : table.count
      return CSVSection(rows: starts[index].row..<end, header: starts[index].header)
    }
  }

  /// Returns the number or the title of the account, or `nil` if no text above the header is one.
  func name(in table: CSVTable) -> String? {
    let preamble = CSVPreamble(table, rows: rows.lowerBound..<header.row)
    return preamble.account ?? preamble.title
  }

  private static func header(_ table: CSVTable, _ row: Int) -> CSVHeader? {
    let width = table.width(of: row)
    // A row of data has a digit in its date.
    guard width > 1, !(0..<width).contains(where: { table.cell(row, $0).contains { $0 &- 0x30 <= 9 } }) else {
      return nil
    }
    return CSVHeader(table, row: row)
  }

  private static func isFollowedByData(_ table: CSVTable, _ row: Int) -> Bool {
    (row + 1..<table.count).first { !table.isBlank($0) }.map { CSVColumns.looksLikeData(table, $0) } ?? false
  }

  /// Returns the rows above a header, up to a blank row or a movement.
  private static func rowsAbove(_ header: Int, after last: Int, _ table: CSVTable) -> Range<Int> {
    var end = header
    while end > last + 1, table.isBlank(end - 1) { end -= 1 }
    var start = end
    while start > last + 1, !table.isBlank(start - 1), !CSVColumns.looksLikeData(table, start - 1) {
      start -= 1
    }
    return start..<header
  }

  private static func namesAccount(_ table: CSVTable, _ rows: Range<Int>) -> Bool {
    let preamble = CSVPreamble(table, rows: rows)
    return preamble.account != nil || preamble.title != nil
  }
}

extension BankFile {
  /// Adds the rows of another table of the same file.
  mutating func append(_ other: BankFile) {
    let offset = statements.count
    statements += other.statements
    rows += other.rows.map { row in
      var moved = row
      moved.statement += offset
      return moved
    }
    refused += other.refused
    notes += other.notes
    decisions += other.decisions.filter { !decisions.contains($0) }
  }
}
