import LedgerSQLite
import Testing

/// What fails while rows are written is an error, and nothing of them is there.
@Suite("Rows written at once") struct RowWriterTests {
  let connection: Connection
  let writer: RowWriter

  init() throws {
    connection = try Connection(path: "", mode: .memory)
    writer = try RowWriter(connection)
    try connection.execute(
      "CREATE TABLE thing (key INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> 'x'), number INTEGER) STRICT"
    )
  }

  private func rows(_ keys: [Int64], _ names: [String?]) -> RowBuffer {
    var rows = RowBuffer(columns: 3)
    for (key, name) in zip(keys, names) {
      rows.add(key)
      if let name { rows.add(text: name) } else { rows.addNull() }
      rows.add(key * 2)
    }
    return rows
  }

  private func names() throws -> [String] {
    var names: [String] = []
    try connection.statement("SELECT key || name || number FROM thing ORDER BY key").forEachRow {
      names.append($0.string(0))
    }
    return names
  }

  @Test("a row that is refused, the first, the last or one between, takes the others with it", arguments: 0..<3)
  func refused(place: Int) throws {
    try writer.insert(rows([9], ["old"]), into: "thing", onConflict: .refuse)
    for (key, name) in [(9, "new"), (5, "x"), (5, nil)] as [(Int64, String?)] {
      var (keys, names): ([Int64], [String?]) = ([1, 2], ["a", "b"])
      keys.insert(key, at: place)
      names.insert(name, at: place)
      #expect(throws: SQLiteError.self, "\(key) \(name ?? "NULL")") {
        try writer.insert(rows(keys, names), into: "thing", onConflict: .refuse)
      }
      #expect(try self.names() == ["9old18"])
    }
    try writer.insert(rows([1, 2], ["a", "b"]), into: "thing", onConflict: .refuse)
    #expect(try names() == ["1a2", "2b4", "9old18"])
  }

  @Test("a batch that ends its transaction leaves nothing of it")
  func rolledBack() throws {
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try writer.insert(rows([1], ["a"]), into: "thing", onConflict: .refuse)
        try writer.insert(rows([2, 2], ["b", "c"]), into: "thing", onConflict: .rollBack)
      }
    }
    #expect(try names() == [])
    try connection.transaction(.immediate) {
      try writer.insert(rows([2], ["b"]), into: "thing", onConflict: .rollBack)
    }
    #expect(try names() == ["2b4"])
  }

  @Test("rows whose keys are there are replaced, left or changed, as was asked")
  func conflicts() throws {
    try writer.insert(rows([1, 2, 3], ["a", "b", "c"]), into: "thing", onConflict: .refuse)
    try writer.insert(rows([1, 4], ["r", "d"]), into: "thing", onConflict: .replace)
    try writer.insert(rows([2, 5], ["i", "e"]), into: "thing", onConflict: .ignore)
    try writer.insert(
      rows([3, 6], ["u", "f"]), into: "thing", onConflict: .update("number = number + excluded.number"))
    #expect(try names() == ["1r2", "2b4", "3c12", "4d8", "5e10", "6f12"])
    // What none of them is about is refused all the same.
    for conflict in [RowWriter.Conflict.replace, .update("number = 0")] {
      #expect(throws: SQLiteError.self, "\(conflict)") {
        try writer.insert(rows([7, 8], ["g", "x"]), into: "thing", onConflict: conflict)
      }
    }
    #expect(try names().count == 6)
  }

  @Test("a statement for each row, and a change of some columns, stop at the row that fails")
  func statements() throws {
    let insert = "INSERT INTO thing (key, name, number) VALUES (?1, ?2, ?3)"
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try writer.run(insert, forEach: rows([1, 1, 2], ["a", "b", "c"]))
      }
    }
    #expect(try names() == [])
    try writer.run(insert, forEach: rows([1, 2], ["a", "b"]))
    let columns = ["key", "name", "number"]
    let old = rows([1, 2], ["a", "b"])
    #expect(throws: SQLiteError.self) {
      try connection.transaction(.immediate) {
        try writer.update("thing", columns: columns, from: old, to: rows([1, 2], ["c", "x"]))
      }
    }
    #expect(try names() == ["1a2", "2b4"])
    try writer.update("thing", columns: columns, from: old, to: rows([1, 2], ["a", "d"]))
    #expect(try names() == ["1a2", "2d4"])
  }

  @Test("rows of one buffer go after those of another, with their texts")
  func appended() throws {
    var all = rows([1, 2], ["a", "a longer text, with ä"])
    all.append(rows([], []))
    all.append(rows([3, 4, 5], ["", nil, "c"]))
    all.add(6)
    all.add(text: "behind")
    all.add(12)
    var kept = all
    kept.removeAll()
    kept.append(all)
    for rows in [all, kept] {
      #expect(rows.count == 6)
      #expect((0..<6).map { rows.int64($0, 0) } == [1, 2, 3, 4, 5, 6])
      #expect((0..<6).map { rows.isNull($0, 1) } == [false, false, false, true, false, false])
      #expect(
        (0..<6).map { row in rows.withBytes(row, 1) { String(decoding: $0, as: UTF8.self) } } == [
          "a", "a longer text, with ä", "", "", "c", "behind",
        ])
      #expect((0..<6).map { rows.int64($0, 2) } == [2, 4, 6, 8, 10, 12])
    }
  }
}
