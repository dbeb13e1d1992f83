extension RowWriter {
  /// Updates existing rows in the columns whose cells differ.
  ///
  /// Unchanged columns are not written, and neither are the indexes over them.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - columns: Its columns in the order of the cells. The first is the key and must not change.
  ///   - old: The rows as they are.
  ///   - new: The rows as they are to be, in the same order.
  /// - Complexity: A look-up and a statement for each row that differs.
  package func update(
    _ table: String, columns: [String], from old: RowBuffer, to new: RowBuffer
  ) throws(SQLiteError) {
    precondition(
      old.columns == columns.count && new.columns == columns.count && old.count == new.count,
      "each row has its earlier version, with a cell for each column of the table")
    try new.withCells { (cells) throws(SQLiteError) in
      for row in 0..<new.count {
        let changed = new.columns(of: row, otherThanIn: old)
        if changed == 0 { continue }
        precondition(changed & 1 == 0, "a row is updated under the key that it had")
        let statement = try statement(updating: table, columns, changed)
        try cells.bind(row: row, column: 0, statement)
        var parameter: Int32 = 2
        for column in 1..<new.columns where changed >> UInt64(column) & 1 == 1 {
          try cells.bind(row: row, column: column, to: parameter, statement)
          parameter += 1
        }
        defer { statement.clearBindings() }
        try statement.run()
      }
    }
  }

  private func statement(
    updating table: String, _ columns: [String], _ changed: UInt64
  ) throws(SQLiteError) -> Statement {
    if let known = updates[table]?[changed], !known.hasFailed { return known }
    var parameter = 1
    var set: [String] = []
    for (index, column) in columns.enumerated() where changed >> UInt64(index) & 1 == 1 {
      parameter += 1
      set.append("\(column) = ?\(parameter)")
    }
    precondition(parameter == changed.nonzeroBitCount + 1, "every changed column and the key have a parameter")
    let statement = try connection.statement(
      "UPDATE \(table) SET \(set.joined(separator: ", ")) WHERE \(columns[0]) = ?1")
    updates[table, default: [:]][changed] = statement
    return statement
  }
}
