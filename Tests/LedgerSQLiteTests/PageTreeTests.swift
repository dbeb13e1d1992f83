import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerSQLite

/// Trees of pages that are written without SQLite, as SQLite reads them.
@Suite("Pages") struct PageTreeTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }
  var path: String { folder.file("pages.sqlite") }

  static let schema = """
    CREATE TABLE thing (key INTEGER PRIMARY KEY, number INTEGER, name TEXT, content BLOB) STRICT;
    CREATE TABLE pair (name TEXT, number INTEGER, content BLOB, PRIMARY KEY (name, number)) STRICT, WITHOUT ROWID;
    """

  /// Mostly short texts. A few do not fit a page.
  private static func size(_ row: Int, _ random: inout SeededGenerator) -> Int {
    switch row % 97 {
    case 13: Int.random(in: 1_900...2_200, using: &random)
    case 57: Int.random(in: 8_000...30_000, using: &random)
    case 58: [8_141, 8_142, 8_143, 2_013, 2_014, 2_015].randomElement(using: &random) ?? 0
    default: Int.random(in: 0...150, using: &random)
    }
  }

  private static func number(_ row: Int, _ random: inout SeededGenerator) -> Int64 {
    switch row % 7 {
    case 0: Int64(row % 3)
    case 1: [.min, .max, -1, 127, 128, -128, -129, 32_768, 8_388_608, 1 << 31, 1 << 47][row % 11]
    default: Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
    }
  }

  private func root(_ connection: Connection, _ table: String) throws -> UInt32 {
    UInt32(
      try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'").firstInt64() ?? 0)
  }

  private func isSound(_ connection: Connection) throws -> Bool {
    let check = try connection.statement("PRAGMA integrity_check")
    defer { check.reset() }
    return try check.step() && check.string(0) == "ok"
  }

  /// What a table holds, in order, in the form of a buffer of rows.
  private func bytes(_ connection: Connection, _ sql: String) throws -> [String] {
    var rows: [String] = []
    try connection.statement(sql).forEachRow { rows.append($0.string(0)) }
    return rows
  }

  @Test(
    "hold the rows that were given, as SQLite's own inserts would, and take more afterwards",
    arguments: [0, 1, 2, 60, 700, 20_000])
  func rows(count: Int) throws {
    var random = SeededGenerator()
    let told: Comment = "EVENTS_SEED=\(random.seed)"
    var things = RowBuffer(columns: 4)
    var pairs = RowBuffer(columns: 3)
    var key = Int64.random(in: -300...3, using: &random)
    for row in 0..<count {
      key += row % 1_000 == 999 ? 1 << 40 : Int64.random(in: 1...3, using: &random)
      things.add(key)
      if row % 5 == 0 { things.addNull() } else { things.add(Self.number(row, &random)) }
      if row % 11 == 0 { things.addNull() } else { things.add(text: String(repeating: "x", count: row % 60)) }
      [UInt8](repeating: UInt8(row & 0xff), count: Self.size(row, &random)).withUnsafeBytes {
        things.add(blob: $0)
      }
      pairs.add(text: String(repeating: "k", count: row * 40 / max(1, count)))
      pairs.add(Int64(row) - 100)
      [UInt8](repeating: 1, count: Self.size(row, &random)).withUnsafeBytes { pairs.add(blob: $0) }
    }
    let connection = try Connection(path: path, mode: .createAlone)
    try connection.execute(Self.schema)
    let file = try #require(try PageFile(path))
    let table = PageTree(file, root: try root(connection, "thing"), .table)
    let index = PageTree(file, root: try root(connection, "pair"), .index)
    try table.append(things)
    try index.append(pairs)
    try table.finish()
    try index.finish()
    try file.finish()

    let expected = try Connection(path: "", mode: .memory)
    try expected.execute(Self.schema)
    let writer = try RowWriter(expected)
    try writer.insert(things, into: "thing", onConflict: .refuse)
    try writer.insert(pairs, into: "pair", onConflict: .refuse)
    #expect(try isSound(connection), told)
    for sql in [
      "SELECT key || ' ' || ifnull(number, 'NULL') || typeof(name) || ifnull(name, '') || hex(content) FROM thing",
      "SELECT name || number || hex(content) FROM pair ORDER BY name, number",
      "SELECT count(*) || ifnull(min(key), '') || ifnull(max(key), '') FROM thing",
    ] { #expect(try bytes(connection, sql) == bytes(expected, sql), told) }
    for row in stride(from: 0, to: count, by: max(1, count / 40)) {
      let found = try connection.statement("SELECT count(*) FROM pair WHERE name = ?1 AND number = ?2")
      try found.bind(1, text: String(repeating: "k", count: row * 40 / max(1, count)))
      try found.bind(2, Int64(row) - 100)
      #expect(try found.firstInt64() == 1, told)
    }
    // What SQLite does to such pages afterwards is its own affair, and goes well.
    try connection.execute(
      """
      DELETE FROM thing WHERE key % 3 = 0; UPDATE thing SET content = zeroblob(length(content) + 100) WHERE key % 5 = 0;
      INSERT INTO pair SELECT name || 'n', number, zeroblob(300) FROM pair; DELETE FROM pair WHERE number % 2 = 0;
      """)
    #expect(try isSound(connection), told)
  }

  @Test(
    "refuse a key that does not ascend, within a buffer and from one to the next", arguments: [true, false])
  func ascending(_ isOneBuffer: Bool) throws {
    let connection = try Connection(path: path, mode: .createAlone)
    try connection.execute(
      "CREATE TABLE sum (place BLOB, name TEXT, total INTEGER, PRIMARY KEY (place, name)) WITHOUT ROWID")
    let file = try #require(try PageFile(path))
    let tree = PageTree(file, root: try root(connection, "sum"), .index, keyCells: 2)
    var rows = RowBuffer(columns: 3)
    func add(_ name: String, _ total: Int64) throws {
      [UInt8]().withUnsafeBytes { rows.add(blob: $0) }
      rows.add(text: name)
      rows.add(total)
      if isOneBuffer { return }
      try tree.append(rows)
      rows.removeAll()
    }
    try add("", 5)
    try add("food", 1)
    if isOneBuffer { try add("food", 2) } else { #expect(throws: SQLiteError.self) { try add("food", 2) } }
    if isOneBuffer { #expect(throws: SQLiteError.self) { try tree.append(rows) } }
  }

  @Test("hold every entry of an index, with whatever entry the last page ends")
  func lastPages() throws {
    let connection = try Connection(path: path, mode: .createAlone)
    for count in 0..<120 {
      try connection.execute("CREATE TABLE t\(count) (number INTEGER PRIMARY KEY, content BLOB) WITHOUT ROWID")
    }
    let file = try #require(try PageFile(path))
    for count in 0..<120 {
      var rows = RowBuffer(columns: 2)
      for number in 0..<count {
        rows.add(Int64(number))
        [UInt8](repeating: 7, count: 300).withUnsafeBytes { rows.add(blob: $0) }
      }
      let tree = PageTree(file, root: try root(connection, "t\(count)"), .index)
      try tree.append(rows)
      try tree.finish()
    }
    try file.finish()
    #expect(try isSound(connection))
    for count in 0..<120 {
      let found = try connection.statement("SELECT count(*) FROM t\(count)").firstInt64()
      #expect(found == Int64(count))
    }
  }

  @Test("are left alone in a file that is of another form")
  func otherForms() throws {
    let journaled = try Connection(path: path, mode: .create)
    try journaled.execute(Self.schema)
    try journaled.close()
    #expect(try PageFile(path) == nil)
    #expect(throws: SQLiteError.self) { _ = try PageFile(folder.file("missing.sqlite")) }
  }

  @Test("pass over the page at one gibibyte, which is for locks")
  func lockPage() throws {
    let connection = try Connection(path: path, mode: .createAlone)
    try connection.execute(Self.schema)
    try connection.close()
    // A file of that size, nearly all of it a hole, and a header with that size.
    let descriptor = open(path, O_RDWR)
    #expect(ftruncate(descriptor, off_t(PageFile.lockPage - 3) * 8_192) == 0)
    var count = (PageFile.lockPage - 3).bigEndian
    #expect(pwrite(descriptor, &count, 4, 28) == 4)
    close(descriptor)
    let again = try Connection(path: path, mode: .createAlone)
    let file = try #require(try PageFile(path))
    let table = PageTree(file, root: try root(again, "thing"), .table)
    var things = RowBuffer(columns: 4)
    for key in 1...6 {
      things.add(Int64(key))
      things.addNull()
      things.addNull()
      [UInt8](repeating: UInt8(key), count: 40_000).withUnsafeBytes { things.add(blob: $0) }
    }
    try table.append(things)
    try table.finish()
    try file.finish()
    #expect(try again.statement("SELECT sum(length(content)) FROM thing").firstInt64() == 240_000)
    for key in 1...6 {
      let content = try again.statement("SELECT content FROM thing WHERE key = \(key)")
      #expect(try content.step() && content.bytes(0) == [UInt8](repeating: UInt8(key), count: 40_000))
    }
  }
}
