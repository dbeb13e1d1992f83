import LedgerSQLite
import Testing

@Suite struct StatementTests {
  let connection: Connection

  init() throws { connection = try Connection(path: "", mode: .memory) }

  @Test(
    "text keeps its bytes, a zero byte and the empty string included", arguments: ["", "a", "é\u{0}b", "日本語 🧾"])
  func text(_ text: String) throws {
    let statement = try connection.statement("SELECT ?1, typeof(?1), length(CAST(?1 AS BLOB))")
    try statement.bind(1, text: text)
    #expect(try statement.step())
    #expect(Array(statement.string(0).utf8) == Array(text.utf8))
    #expect(statement.string(1) == "text")
    #expect(statement.int64(2) == Int64(text.utf8.count))
  }

  @Test(
    "bytes keep their count, also a count of zero",
    arguments: [[], [0], [1, 2, 3], [UInt8](repeating: 255, count: 9_000)])
  func blobs(_ blob: [UInt8]) throws {
    let statement = try connection.statement("SELECT ?1, typeof(?1), ?2")
    try statement.bind(1, blob: blob)
    try blob.withUnsafeBytes { bytes in
      try statement.bind(2, blobInPlace: bytes)
      #expect(try statement.step())
      #expect(statement.bytes(0) == blob)
      #expect(statement.string(1) == "blob")
      #expect(statement.withBytes(2) { $0.count } == blob.count)
      statement.reset()
      statement.clearBindings()
    }
  }

  @Test("integers and NULL", arguments: [Int64.min, -1, 0, 1, Int64.max])
  func integers(_ value: Int64) throws {
    let statement = try connection.statement("SELECT ?1, ?2")
    try statement.bind(1, value)
    try statement.bind(null: 2)
    #expect(try statement.step())
    #expect(statement.int64(0) == value)
    #expect(!statement.isNull(0))
    #expect(statement.isNull(1))
    #expect(statement.int64(1) == 0 && statement.string(1) == "" && statement.bytes(1) == [])
  }

  @Test("the same SQL is prepared once, unless it is being read or has failed")
  func cache() throws {
    try connection.execute("CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1), (2);")
    let first = try connection.statement("SELECT x FROM t")
    #expect(try connection.statement("SELECT x FROM t") === first)
    #expect(try first.step())
    let second = try connection.statement("SELECT x FROM t")
    #expect(second !== first)
    #expect(try second.step() && second.int64(0) == 1)
    first.reset()
    #expect(try connection.statement("SELECT x FROM t") === first)

    let insert = try connection.statement("INSERT INTO t VALUES (1)")
    #expect(throws: SQLiteError.self) { try insert.run() }
    #expect(try connection.statement("INSERT INTO t VALUES (1)") !== insert)
  }

  @Test("an error has code, action and SQL, and no value that was bound")
  func errors() throws {
    try connection.execute("CREATE TABLE t (x UNIQUE)")
    let insert = try connection.statement("INSERT INTO t VALUES (?1)")
    try insert.bind(1, text: "a secret")
    try insert.run()
    let error = try #require(throws: SQLiteError.self) { try insert.run() }
    #expect(error.kind == .constraint && error.extendedCode == 2_067)
    #expect(error.description.contains("INSERT INTO t VALUES (?1)"))
    #expect(error.description.contains("step"))
    #expect(!error.description.contains("secret"))
  }

  @Test(
    "only one whole statement is prepared", arguments: ["", "  ", "SELECT 1; SELECT 2", "SELECT", "-- words"])
  func oneStatement(_ sql: String) {
    #expect(throws: SQLiteError.self) { try connection.statement(sql) }
  }

  @Test("a closing semicolon is fine") func semicolon() throws {
    #expect(try connection.statement("SELECT 5; \n").firstInt64() == 5)
  }

  @Test("a parameter that is not there is an error") func parameters() throws {
    let statement = try connection.statement("SELECT ?1")
    #expect(throws: SQLiteError.self) { try statement.bind(2, 1) }
  }

  @Test("rows are visited in order, and a throw leaves the statement reset") func rows() throws {
    struct Stop: Error {}
    let statement = try connection.statement("VALUES (1), (2), (3)")
    var seen: [Int64] = []
    try statement.forEachRow { seen.append($0.int64(0)) }
    #expect(seen == [1, 2, 3])
    #expect(throws: Stop.self) { try statement.forEachRow { _ in throw Stop() } }
    #expect(try statement.firstInt64() == 1)
  }
}
