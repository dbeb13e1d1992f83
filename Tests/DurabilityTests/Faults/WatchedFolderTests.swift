import LedgerSQLite
import Testing

/// The harness itself, whose memory is shared by all threads of the test's process.
@Suite("Folders that are watched")
struct WatchedFolderTests {
  @Test("A database that stays open after the watch has ended is written as any other")
  func ended() throws {
    let scratch = try Scratch("watched")
    defer { scratch.remove() }
    var connections: [Connection] = []
    for number in 0..<20 {
      let folder = WatchedFolder(scratch.path, records: true)
      let connection = try Connection(path: scratch.folder("\(number).sqlite"), mode: .create)
      try connection.execute("create table t (x)")
      #expect(!folder.operations().isEmpty)
      connections.append(connection)
    }
    // Memory of the next watches is where that of the last ones was, if it was given back.
    let next = (0..<20).map { WatchedFolder(scratch.folder("next-\($0)"), records: true) }
    for connection in connections {
      try connection.execute("insert into t values (zeroblob(100000))")
      try connection.close()
    }
    for folder in next { #expect(folder.operations().isEmpty) }
  }
}
