import Foundation
import LedgerTestSupport
import Testing

@testable import LedgerSQLite

/// Rows that are read from pages without SQLite, compared with SQLite's.
@Suite("Pages that are read") struct PageReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }
  var path: String { folder.file("pages.sqlite") }

  private func connect(_ mode: Connection.Mode = .readWrite) throws -> Connection {
    try Connection(path: path, mode: mode)
  }

  /// A file with a table and an index of three integers over it.
  ///
  /// It has short rows, rows that go on in pages of their own, and integers of every size.
  private func make(rows count: Int) throws {
    var random = SystemRandomNumberGenerator()
    let connection = try connect(.create)
    try connection.execute(
      """
      CREATE TABLE thing (key INTEGER PRIMARY KEY, part INTEGER NOT NULL, turn INTEGER NOT NULL, number INTEGER,
        content BLOB, name TEXT NOT NULL) STRICT;
      CREATE UNIQUE INDEX thing_by_part ON thing (part, turn);
      """)
    try connection.transaction(.immediate) {
      let insert = try connection.statement("INSERT INTO thing VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      for row in 0..<count {
        try insert.bind(1, Int64(row) + 1)
        try insert.bind(2, Int64(row / 6 % 2 == 0 ? 1 : row / 12 + 1))
        try insert.bind(3, Int64(row))
        if row % 5 == 0 {
          try insert.bind(null: 4)
        } else {
          try insert.bind(
            4, Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
        }
        let size =
          switch row % 97 {
          case 13: Int.random(in: 8_000...8_200, using: &random)
          case 57: Int.random(in: 8_000...60_000, using: &random)
          default: Int.random(in: 0...300, using: &random)
          }
        if row % 7 == 0 {
          try insert.bind(null: 5)
        } else {
          try insert.bind(5, blob: (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ row) })
        }
        try insert.bind(6, text: String(repeating: "ä", count: row % 40))
        try insert.run()
      }
      // Not every key is there, and not every page is where it was.
      try connection.execute("DELETE FROM thing WHERE key % 500 BETWEEN 100 AND 130")
    }
    try connection.close()
  }

  private func root(_ connection: Connection, _ name: String) throws -> UInt32 {
    UInt32(
      try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'").firstInt64() ?? 0)
  }

  /// Rows as texts: some columns as integers, the others as bytes.
  private func describe(_ rows: ReadRows, integers: [Int], bytes: [Int] = []) -> [String] {
    (0..<rows.count).map { index in
      let row = rows[index]
      return
        (integers.map { row.isNull($0) ? "-" : "\(row.int64($0))" }
        + bytes.map { row.isNull($0) ? "-" : "\(Array(row.bytes($0)))" }).joined(separator: " ")
    }
  }

  @Test("give the rows and the keys that SQLite gives", arguments: [1, 40, 700, 9_000])
  func rows(count: Int) throws {
    try make(rows: count)
    let connection = try connect(.readOnly)
    let (reader, pages) = (try RowReader(connection), try #require(PageReader(connection)))
    try connection.transaction(.deferred) {
      let (table, index) = (try root(connection, "thing"), try root(connection, "thing_by_part"))
      try #require(pages.begin())
      let all = try reader.read(
        connection.statement("SELECT ledger_take(key) FROM thing NOT INDEXED"), columns: 1)
      let keys = (0..<all.count).map { all[$0].int64(0) }
      for chosen in [keys, keys.filter { _ in Int.random(in: 0..<9) == 0 }, keys.suffix(1), []] {
        let read = pages.rows(ofTable: table, at: chosen, columns: [5, 0, 4, 3])
        let found = try #require(read)
        let list = chosen.map(String.init).joined(separator: ",")
        let expected = try reader.read(
          connection.statement(
            "SELECT ledger_take(name, key, content, number) FROM thing NOT INDEXED WHERE key IN (\(list))"),
          columns: 4)
        let isSame =
          describe(found, integers: [1, 3], bytes: [0, 2])
          == describe(expected, integers: [1, 3], bytes: [0, 2])
        #expect(isSame && found.count == chosen.count)
      }
      for range in [1...1, 2...2, 1...Int64(count), 5...40, -3...0, Int64(count)...Int64(count) + 5]
        as [ClosedRange<Int64>]
      {
        let found = try #require(pages.keys(inIndex: index, first: range))
        let expected = try reader.read(
          connection.statement(
            """
            SELECT ledger_take(key) FROM thing INDEXED BY thing_by_part
            WHERE part BETWEEN \(range.lowerBound) AND \(range.upperBound)
            """), columns: 1)
        #expect(found == (0..<expected.count).map { expected[$0].int64(0) })
      }
      #expect(pages.rows(ofTable: table, at: [Int64(count) + 1], columns: [0]) == nil)
      #expect(pages.rows(ofTable: index, at: [1], columns: [0]) == nil)
      #expect(pages.keys(inIndex: table, first: 1...1) == nil)
    }
  }

  @Test(
    "are read only where the file has all that the transaction sees, and stay what they were while it is open"
  )
  func snapshots() throws {
    try make(rows: 700)
    let (connection, other) = (try connect(), try connect())
    let pages = try #require(PageReader(connection))
    let table = try root(connection, "thing")
    #expect(!pages.begin())
    func read() throws -> [String]? {
      try connection.transaction(.deferred) {
        _ = try root(connection, "thing")
        guard pages.begin() else { return nil }
        return pages.rows(ofTable: table, at: [1, 690], columns: [0, 3, 5]).map {
          describe($0, integers: [0, 1], bytes: [2])
        }
      }
    }
    let before = try #require(try read())
    // Changes that are only in the write-ahead log are not in the file.
    try other.execute("UPDATE thing SET number = 77 WHERE key = 690")
    #expect(try read() == nil)
    try other.execute("PRAGMA wal_checkpoint(PASSIVE)")
    let after = try #require(try read())
    #expect(after != before && after[1].contains(" 77 "))
    // Nobody copies into the file what a transaction has not seen.
    try connection.transaction(.deferred) {
      _ = try root(connection, "thing")
      try #require(pages.begin())
      try other.execute("UPDATE thing SET number = 78 WHERE key = 690; PRAGMA wal_checkpoint(PASSIVE)")
      let rows = try #require(pages.rows(ofTable: table, at: [1, 690], columns: [0, 3, 5]))
      #expect(describe(rows, integers: [0, 1], bytes: [2]) == after)
    }
    // A transaction that writes has pages of its own.
    try other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    try connection.transaction(.immediate) {
      try connection.execute("UPDATE thing SET number = 79 WHERE key = 690")
      #expect(!pages.begin())
    }
  }

  @Test(
    "are not read where the file is of another form: without a write-ahead log, or with pages of another size")
  func forms() throws {
    let connection = try Connection(path: path, mode: .createAlone)
    #expect(PageReader(connection) == nil)
    try connection.execute("CREATE TABLE thing (key INTEGER PRIMARY KEY)")
    try connection.close()
    let rollback = try connect(.readOnly)
    let pages = try #require(PageReader(rollback))
    try rollback.transaction(.deferred) {
      _ = try root(rollback, "thing")
      #expect(!pages.begin())
    }
    #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
  }

  @Test("that are damaged give nothing, or what is there, and never more than the file has")
  func damage() throws {
    try make(rows: 700)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var random = SystemRandomNumberGenerator()
    for round in 0..<120 {
      var bytes = whole
      for _ in 0..<(round % 2 == 0 ? 3 : 60) {
        let page = Int.random(in: 1..<whole.count / 8_192, using: &random) * 8_192
        // The front of a page has the offsets of all else.
        let place =
          Bool.random(using: &random)
          ? Int.random(in: 0..<40, using: &random) : Int.random(in: 0..<8_192, using: &random)
        bytes[page + place] = UInt8.random(in: 0...255, using: &random)
      }
      try bytes.write(to: URL(fileURLWithPath: path))
      let connection = try connect(.readOnly)
      defer { try? connection.close() }
      let pages = try #require(PageReader(connection))
      try connection.transaction(.deferred) {
        let (table, index) = (try root(connection, "thing"), try root(connection, "thing_by_part"))
        try #require(pages.begin())
        if let keys = pages.keys(inIndex: index, first: 1...2_000) { #expect(keys.count < 100_000) }
        for key in Int64(1)...700 {
          guard let rows = pages.rows(ofTable: table, at: [key], columns: [0, 1, 2, 3, 4, 5]) else { continue }
          for column in 0..<6 { _ = rows[0].bytes(column).reduce(0) { $0 &+ Int($1) } }
        }
      }
    }
  }
}
