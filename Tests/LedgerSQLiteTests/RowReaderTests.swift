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
    try reader.read(
      connection.statement("SELECT ledger_take(key, name, content, -key) FROM thing WHERE key <= 4000"),
      columns: 4)
    #expect(reader.count == 4_000)
    for index in 0..<reader.count {
      let (row, key) = (reader[index], index + 1)
      #expect(row.int64(0) == Int64(key) && row.int64(3) == Int64(-key))
      #expect(text(row, 1) == String(repeating: "ä", count: key % 7) && !row.isNull(1))
      #expect(row.isNull(2) == (key % 3 == 0))
      #expect(Array(row.bytes(2)) == (key % 3 == 0 ? [] : [UInt8](repeating: 7, count: key % 50)))
    }
  }

  @Test("are forgotten when the next are read, and none is none")
  func again() throws {
    try reader.read(connection.statement("SELECT ledger_take(key) FROM thing"), columns: 1)
    try reader.read(connection.statement("SELECT ledger_take(key, key) FROM thing WHERE key < 3"), columns: 2)
    #expect(reader.count == 2 && reader[1].int64(0) == 2)
    try reader.read(connection.statement("SELECT ledger_take(key) FROM thing WHERE key > 9000"), columns: 1)
    #expect(reader.count == 0)
  }

  @Test("by their keys come in the order of the keys, twice where a key is, and not where there is no row")
  func keys() throws {
    let statement = try connection.statement(
      "SELECT ledger_take(key, name) FROM ledger_keys CROSS JOIN thing ON thing.key = ledger_keys.c0")
    try reader.read(statement, columns: 2, keys: [7, 3, 3, 9_999, 5_000])
    #expect((0..<reader.count).map { reader[$0].int64(0) } == [7, 3, 3, 5_000])
    try reader.read(statement, columns: 2, keys: [])
    #expect(reader.count == 0)
  }

  @Test("a reader beside a writer of the same connection leaves it its rows")
  func beside() throws {
    let writer = try RowWriter(connection)
    var rows = RowBuffer(columns: 3)
    rows.add(6_000)
    rows.add(text: "new")
    rows.addNull()
    try reader.read(connection.statement("SELECT ledger_take(key) FROM thing WHERE key = 1"), columns: 1)
    try writer.insert(rows, into: "thing", onConflict: .refuse)
    try reader.read(
      connection.statement("SELECT ledger_take(key, name) FROM thing WHERE key = 6000"), columns: 2)
    #expect(reader.count == 1 && text(reader[0], 1) == "new")
  }

  @Test("what fails is said, and the next query goes well")
  func failures() throws {
    let bad = try connection.statement("SELECT ledger_take(key, json(name)) FROM thing")
    #expect(throws: SQLiteError.self) { try reader.read(bad, columns: 2) }
    try reader.read(connection.statement("SELECT ledger_take(key) FROM thing WHERE key = 1"), columns: 1)
    #expect(reader.count == 1)
  }
}
