import LedgerSQLite

/// Every value of every table, with its type, and the schema. `without` leaves columns out, as `table.column`.
func contents(of connection: Connection, without: [String] = []) throws -> [String] {
  var tables: [String] = []
  try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").forEachRow {
    tables.append($0.string(0))
  }
  var rows: [String] = []
  for table in ["sqlite_schema"] + tables {
    var columns: [String] = []
    try connection.statement("SELECT name FROM pragma_table_info('\(table)')").forEachRow {
      let column = $0.string(0)
      if column != "rootpage", !without.contains("\(table).\(column)") { columns.append(column) }
    }
    guard !columns.isEmpty else { continue }
    let quoted = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
    try connection.statement("SELECT \(quoted) FROM \"\(table)\" ORDER BY 1").forEachRow {
      rows.append(table + " " + $0.string(0))
    }
  }
  return rows
}
