import Foundation
import LedgerSQLite
import Synchronization

/// A small database file, of which bytes are changed and put back. It is for one thread at a time.
///
/// It has a table of 900 short rows and one long row on pages of its own, and an index of three integers. Both trees
/// therefore have a page above their leaves.
final class FuzzPages: @unchecked Sendable {
  let connection: Connection
  let table: UInt32
  let index: UInt32
  let keys: [Int64]
  /// The bytes after the first page, which SQLite reads itself.
  let count: Int
  private let file: FileHandle
  private let whole: Data
  private let mutex = Mutex(())

  static let pageSize = 8_192
  /// The columns of a row.
  static let columns = 5

  init() {
    let path = NSTemporaryDirectory() + "events-fuzz-pages-\(UUID().uuidString).sqlite"
    do {
      try Self.make(path)
      connection = try Connection(path: path, mode: .readOnly)
      let root = { (name: String, connection: Connection) throws in
        UInt32(
          try connection.statement("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'").firstInt64()
            ?? 0)
      }
      table = try root("thing", connection)
      index = try root("thing_by_part", connection)
      var keys: [Int64] = []
      try connection.statement("SELECT key FROM thing ORDER BY key").forEachRow { keys.append($0.int64(0)) }
      self.keys = keys
      whole = try Data(contentsOf: URL(fileURLWithPath: path))
      count = whole.count - Self.pageSize
      file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      // No file remains, because the open files are all that is needed.
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    } catch {
      fatalError("no file of pages: \(error)")
    }
  }

  private static func make(_ path: String) throws {
    let connection = try Connection(path: path, mode: .create)
    try connection.execute(
      """
      CREATE TABLE thing (key INTEGER PRIMARY KEY, part INTEGER NOT NULL, turn INTEGER NOT NULL, number INTEGER,
        content BLOB) STRICT;
      CREATE UNIQUE INDEX thing_by_part ON thing (part, turn);
      """)
    try connection.transaction(.immediate) {
      let insert = try connection.statement("INSERT INTO thing VALUES (?1, ?2, ?3, ?4, ?5)")
      for row in Int64(0)..<900 {
        try insert.bind(1, row + 1)
        try insert.bind(2, row / 3)
        try insert.bind(3, row)
        try insert.bind(4, (row - 400) * (1 << (row % 50)))
        try insert.bind(
          5, blob: [UInt8](repeating: UInt8(row % 251), count: row == 450 ? 20_000 : Int(row % 9)))
        try insert.run()
      }
    }
    try connection.close()
  }

  /// Runs `body` while some bytes are others, by their places after the first page.
  func with(_ changes: [(place: Int, byte: UInt8)], _ body: (FuzzPages) throws -> Void) rethrows {
    try mutex.withLock { _ in
      for change in changes { put(change.byte, at: change.place) }
      defer { for change in changes { put(whole[Self.pageSize + change.place], at: change.place) } }
      try body(self)
    }
  }

  private func put(_ byte: UInt8, at place: Int) {
    do {
      try file.seek(toOffset: UInt64(Self.pageSize + place))
      try file.write(contentsOf: [byte])
    } catch {
      fatalError("a byte can't be written: \(error)")
    }
  }
}
