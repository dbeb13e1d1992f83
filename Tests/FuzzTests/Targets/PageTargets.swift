import LedgerSQLite

/// The pages of a log's file, which folding reads without SQLite.
extension FuzzTarget {
  /// The changed bytes of the file: three bytes for the place, one for the new value.
  ///
  /// Reading must result in nothing, or in the requested number of rows, whose texts are in memory that was read.
  static let pages = FuzzTarget(name: "pages") { input in
    let changes = stride(from: 0, to: input.count / 4 * 4, by: 4).prefix(64).map { start in
      (
        place: (Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])) % file.count,
        byte: input[start + 3]
      )
    }
    do {
      try file.with(changes) { file in
        try file.connection.transaction(.deferred) { try read(file, isWhole: changes.isEmpty) }
      }
    } catch {
      fuzzFinding("no transaction: \(error)")
    }
  }

  private static func read(_ file: FuzzPages, isWhole: Bool) throws {
    // The first read makes the transaction take its snapshot.
    _ = try file.connection.statement("SELECT count(*) FROM sqlite_schema").firstInt64()
    guard let pages = PageReader(file.connection), pages.begin() else {
      fuzzFinding("a file that stands whole is not read")
    }
    defer { pages.end() }
    let found = pages.keys(inIndex: file.index, first: 10...250)
    if let found, found.count > file.count { fuzzFinding("\(found.count) keys in \(file.count) bytes") }
    if isWhole, found?.count != 241 * 3 { fuzzFinding("\(found?.count ?? -1) keys of an index that is whole") }
    for keys in [file.keys[...], file.keys[440..<460], file.keys.suffix(1)] {
      guard
        let rows = pages.rows(ofTable: file.table, at: Array(keys), columns: Array(0..<FuzzPages.columns))
      else {
        if isWhole { fuzzFinding("no rows of a table that is whole") }
        continue
      }
      guard rows.count == keys.count else { fuzzFinding("\(rows.count) rows of \(keys.count)") }
      for index in 0..<rows.count {
        let row = rows[index]
        var sum: UInt8 = 0
        for column in 0..<FuzzPages.columns { for byte in row.bytes(column) { sum &+= byte } }
        if row.int64(0) != keys[keys.startIndex + index] { fuzzFinding("row \(row.int64(0)), sum \(sum)") }
      }
    }
  }

  private static let file = FuzzPages()
}
