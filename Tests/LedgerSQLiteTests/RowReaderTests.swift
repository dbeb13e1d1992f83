import LedgerSQLite
import Testing

@Suite("Rows read at once") struct RowReaderTests {
  let connection: Connection
  let reader: RowReader

  init() throws {
    connection = try Connection(path: "", mode: .memory)
    reader = try RowReader(connection)
    try connection.execute("CREATE TABLE thing (key INTEGER PRIMARY KEY, name TEXT, content BLOB)")
    let insert = try connection.statement("INSERT INTO thing VALUES (?1, ?2, ?3)")
    for key in 1...5_000 {
      try insert.bind(1, Int64(key))
      try insert.bind(2, text: String(repeating: "ä", count: key % 7))
      if key % 3 == 0 {
        try insert.bind(null: 3)
      } else {
        try insert.bind(3, blob: [UInt8](repeating: 7, count: key % 50))
      }
      try insert.run()
    }
  }

  private func text(_ row: RowCells, _ column: Int) -> String {
    String(decoding: row.bytes(column), as: UTF8.self)
  }

  @Test("are the rows of the query: numbers, texts, bytes and what is NULL, none of them empty by mistake")
  func rows() throws {
    let rows = try reader.read(
      connection.statement("SELECT ledger_take(key, name, content, -key) FROM thing WHERE key <= 4000"),
      columns: 4)
    #expect(rows.count == 4_000)
    for index in 0..<rows.count {
      let (row, key) = (rows[index], index + 1)
      #expect(row.int64(0) == Int64(key) && row.int64(3) == Int64(-key))
      #expect(text(row, 1) == String(repeating: "ä", count: key % 7) && !row.isNull(1))
      #expect(row.isNull(2) == (key % 3 == 0))
      #expect(Array(row.bytes(2)) == (key % 3 == 0 ? [] : [UInt8](repeating: 7, count: key % 50)))
    }
  }

  @Test("are forgotten when the next are read, and an empty result is empty")
  func again() throws {
    func read(_ what: String, columns: Int) throws -> ReadRows {
      try reader.read(connection.statement("SELECT ledger_take(\(what)"), columns: columns)
    }
    #expect(try read("key) FROM thing", columns: 1).count == 5_000)
    let rows = try read("key, key) FROM thing WHERE key < 3", columns: 2)
    #expect(rows.count == 2 && rows[1].int64(0) == 2)
    #expect(try read("key) FROM thing WHERE key > 9000", columns: 1).count == 0)
  }

  @Test("by ranges of keys come range after range, twice where a key is, and not where there is no row")
  func keys() throws {
    let statement = try connection.statement(
      "SELECT ledger_take(key, name) FROM ledger_keys CROSS JOIN thing ON key BETWEEN ledger_keys.c0 AND ledger_keys.c1"
    )
    let rows = try reader.read(
      statement, columns: 2, ranges: [7...9, 3...3, 3...4, 9_999...10_000, 4_999...5_001])
    #expect((0..<rows.count).map { rows[$0].int64(0) } == [7, 8, 9, 3, 3, 4, 4_999, 5_000])
    #expect(try reader.read(statement, columns: 2, ranges: []).count == 0)
  }

  @Test("the writer of a connection keeps its rows while a reader of it reads")
  func beside() throws {
    let writer = try RowWriter(connection)
    var rows = RowBuffer(columns: 3)
    rows.add(6_000)
    rows.add(text: "new")
    rows.addNull()
    let one = try connection.statement("SELECT ledger_take(key) FROM thing WHERE key = 1")
    #expect(try reader.read(one, columns: 1).count == 1)
    try writer.insert(rows, into: "thing", onConflict: .refuse)
    let read = try reader.read(
      connection.statement("SELECT ledger_take(key, name) FROM thing WHERE key = 6000"), columns: 2)
    #expect(read.count == 1 && text(read[0], 1) == "new")
  }

  @Test("a failure is reported, and the next query goes well")
  func failures() throws {
    let bad = try connection.statement("SELECT ledger_take(key, json(name)) FROM thing")
    #expect(throws: SQLiteError.self) { _ = try reader.read(bad, columns: 2) }
    // Also after thousands that succeeded: they are not the whole result.
    let late = try connection.statement(
      "SELECT ledger_take(key, abs(iif(key = 4990, -9223372036854775807 - 1, key))) FROM thing")
    #expect(throws: SQLiteError.self) { _ = try reader.read(late, columns: 2) }
    let good = try connection.statement("SELECT ledger_take(key) FROM thing WHERE key = 1")
    #expect(try reader.read(good, columns: 1).count == 1)
  }
}
