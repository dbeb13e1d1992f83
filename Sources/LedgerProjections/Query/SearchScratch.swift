internal import LedgerMigrations
internal import LedgerSQLite

/// An index of a few transactions, in memory, with their texts from the main index.
///
/// A search there takes a step per transaction instead of a step per paper. It has the same matches and snippets.
struct SearchScratch {
  let connection: Connection

  /// - Complexity: some twenty microseconds per transaction.
  init(_ keys: [Int64], from index: Connection) throws {
    connection = try Connection(path: "", mode: .memory)
    for table in SearchTable.allCases {
      try connection.execute(try Self.declaration(of: table, in: index))
      let columns = table.columns.joined(separator: ", ")
      let places = table.columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
      let read = try index.statement("SELECT \(columns) FROM \(table.rawValue) WHERE rowid = ?1")
      let insert = try connection.statement(
        "INSERT INTO \(table.rawValue) (rowid, \(columns)) VALUES (?1, \(places))")
      try connection.transaction(.immediate) {
        for key in keys {
          try read.bind(1, key)
          try insert.bind(1, key)
          guard try read.step() else { throw ModelError.damaged("the index of the search") }
          for column in 0..<Int32(table.columns.count) {
            if read.isNull(column) {
              try insert.bind(null: column + 2)
            } else {
              try insert.bind(column + 2, text: read.string(column))
            }
          }
          read.reset()
          try insert.run()
        }
      }
    }
  }

  /// Creates an index of transactions' texts at another time, split into words like the main index.
  ///
  /// - Complexity: some twenty microseconds per transaction.
  init(_ texts: [(key: Int64, texts: [String?])]) throws {
    connection = try Connection(path: "", mode: .memory)
    try connection.transaction(.immediate) {
      try connection.execute(Migrations.search.sql)
      for table in SearchTable.allCases {
        for (key, texts) in texts { try table.insert(texts, key: key, into: connection) }
      }
    }
  }

  func close() { try? connection.close() }

  /// The table as it is declared there: with the same columns and the same tokenizer.
  private static func declaration(of table: SearchTable, in index: Connection) throws -> String {
    let statement = try index.statement("SELECT sql FROM sqlite_schema WHERE name = ?1")
    defer { statement.reset() }
    try statement.bind(1, text: table.rawValue)
    guard try statement.step() else { throw ModelError.damaged("the index of the search") }
    return statement.string(0)
  }
}
