internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

extension ModelWriter {
  /// Deletes the rows of a stream from a table.
  ///
  /// - Complexity: A look-up. For a category, a step through all of them.
  func forget(_ table: ModelTable, of stream: StreamID, key: StreamKey) throws {
    guard let deletion = table.deletion else {
      if table.table.owner == .category { try forgetCategory(stream) }
      if table.table.owner == .ledger { try connection.execute("DELETE FROM \(table.name)") }
      return
    }
    let statement = try connection.statement(deletion)
    if table.table.owner == .record { try statement.bind(1, stream.id) } else { try statement.bind(1, key) }
    try statement.run()
  }

  /// The row has the category's key, and its stream an identifier that only the key gives.
  private func forgetCategory(_ stream: StreamID) throws {
    var keys: [String] = []
    try connection.statement("SELECT key FROM category_row").forEachRow { keys.append($0.string(0)) }
    for key in keys where CategoryStream.of(key: key) == stream {
      let statement = try connection.statement("DELETE FROM category_row WHERE key = ?1")
      try statement.bind(1, text: key)
      try statement.run()
    }
  }
}
