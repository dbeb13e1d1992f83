import EventLog
import Foundation
import LedgerBytes
import LedgerMigrations
import LedgerSQLite
import Testing

/// Events of a device whose id was used twice: the branch that the log does not have.
@Suite("Branches that are kept aside")
struct BranchTests {
  let folder: TemporaryFolder
  let one: LedgerLog
  let theirs: [StoredEvent]
  /// Another folder that writes as the same device, with the first event in common.
  let other: [StoredEvent]

  init() throws {
    folder = TemporaryFolder()
    one = try log(folder, "one")
    let two = try log(folder, "two", device: deviceB)
    let theirs = try two.append([draft(1), draft(2), draft(3)])
    // A folder of the same device.
    let again = try log(folder, "again", device: deviceB)
    _ = try again.write(losses: .takeBack) {
      try $0.takeIn([theirs[0].envelope], receivedAtMilliseconds: 1)
    }
    other = try again.append([draft(4), draft(5), draft(6)])
    _ = try one.takeIn(theirs)
    self.theirs = theirs
  }

  @Test("Each event of the other branch is kept whole, once, and the log has none of them")
  func kept() throws {
    let roots = try one.devices().map(\.root)
    let result = try one.takeIn([theirs[0]] + other)
    #expect(result.known == 1 && result.leftOut == 3 && result.forks == [other[0].reference])
    #expect(try one.takeIn(other).leftOut == 3)
    let branch = try #require(try one.branches().first)
    #expect(try one.branches().count == 1)
    #expect(branch.sequences == 2...4 && branch.firstLeaf == other[0].leaf && branch.isJoined)
    var events = try one.events(of: branch)
    for index in events.indices { events[index].previousLeaf = nil }
    #expect(events == other.map(\.envelope))
    #expect(try one.all().map(\.leaf) == theirs.map(\.leaf) && one.devices().map(\.root) == roots)
    #expect(try one.verify().findings == [])
  }

  @Test("Pieces that arrive out of order become one branch once all are here")
  func pieces() throws {
    var last = other[2].envelope
    last.previousLeaf = other[1].leaf
    let late = try one.takeIn([last], receivedAtMilliseconds: 1)
    #expect(late.leftOut == 1 && late.taken == 0)
    #expect(try one.branches().map(\.isJoined) == [false])
    _ = try one.takeIn(other)
    let whole = try one.branches()
    #expect(whole.map(\.sequences) == [2...4] && whole.map(\.isJoined) == [true])
  }

  @Test("Two further branches of one device are told apart")
  func several() throws {
    let third = try log(folder, "third", device: deviceB).append([draft(7), draft(8)])
    _ = try one.takeIn(other)
    _ = try one.takeIn(third)
    #expect(Set(try one.branches().map(\.firstLeaf)) == [other[0].leaf, third[0].leaf])
    #expect(Set(try one.branches().map(\.adoptedDevice)).count == 2)
  }

  @Test("The branch in the log goes on after a fork was found, in the same write")
  func goesOn() throws {
    let longer = try LedgerLog.open(folder.file("two"), mode: .readWrite)
    var next = try longer.append([draft(9)])[0].envelope
    next.previousLeaf = theirs[2].leaf
    let result = try one.takeIn(other.map(\.envelope) + [next], receivedAtMilliseconds: 1)
    #expect(result.leftOut == 3 && result.taken == 1)
    #expect(try one.all().last?.leaf == next.leaf)
  }

  @Test(
    "Rows of branches are only added",
    arguments: [
      "DELETE FROM branch_event", "UPDATE branch_event SET lag = 1", "UPDATE branch_event SET payload = NULL",
      "UPDATE branch_event SET payload = NULL, salt = zeroblob(32), lag = 1",
    ])
  func guarded(sql: String) throws {
    _ = try one.takeIn(other)
    #expect(throws: SQLiteError.self) { try raw(one).execute(sql) }
  }

  @Test("An event of a branch with other bytes is found by verify")
  func damaged() throws {
    _ = try one.takeIn(other)
    let connection = try raw(one)
    let statement = try connection.statement(
      "SELECT sql FROM sqlite_schema WHERE name = 'branch_event_only_redacted'")
    #expect(try statement.step())
    let sql = statement.string(0)
    statement.reset()
    try connection.execute("DROP TRIGGER branch_event_only_redacted")
    try connection.execute("UPDATE branch_event SET actor = 'user/other' WHERE sequence = 3")
    try connection.execute(sql)
    try connection.close()
    let findings = try one.verify().findings
    #expect(findings.count == 1 && "\(findings)".contains("branch"), "\(findings)")
  }

  @Test("A log of the first version gets the table when it is opened, and nothing else changes")
  func migrated() throws {
    let old = try log(folder, "old")
    let events = try old.append([draft(1), draft(2)])
    try old.close()
    let path = folder.file("old/log.sqlite")
    let connection = try Connection(path: path, mode: .readWrite)
    try connection.execute("DROP TABLE branch_event")
    try connection.execute("PRAGMA user_version = 1")
    try connection.close()
    let reading = try LedgerLog.open(folder.file("old"), mode: .readOnly)
    #expect(try reading.branches() == [] && reading.verify().findings == [])
    try reading.close()
    let opened = try LedgerLog.open(folder.file("old"), mode: .readWrite)
    #expect(try opened.branches() == [] && opened.verify().findings == [])
    #expect(try opened.all() == events)
    _ = try opened.takeIn(theirs)
    _ = try opened.takeIn(other)
    #expect(try opened.branches().count == 1)
  }

  @Test(
    "A redacted event of a branch is erased from the file, under both of its names, and the branch still verifies"
  )
  func redacted() throws {
    let secret = "the cash machine at Alexanderplatz"
    let again = try LedgerLog.open(folder.file("again"), mode: .readWrite)
    let longer = try again.append([1, 2].map { draft($0, payload: "{\"note\":\"\(secret)\"}") })
    _ = try one.takeIn(other + longer)
    let branch = try #require(try one.branches().first)
    let names = [longer[0].reference, branch.adopted(longer[1].reference)]
    #expect(names[1] == EventReference(device: branch.adoptedDevice, sequence: 5))
    _ = try one.append(names.map { redaction(of: $0, ledgerA) })
    let page = SHA256.hash([9])
    let erased = try one.write { writer in try writer.obeyRedactions { _ in [page] } }
    #expect(erased.map(\.leaf) == longer.map(\.leaf) && erased.allSatisfy { $0.payload != nil })
    let events = try one.events(of: branch)
    #expect(events.map { $0.payload == nil } == [false, false, false, true, true])
    #expect(events.map(\.leaf) == (other + longer).map(\.leaf))
    #expect(try one.verify().findings == [])
    #expect(one.redactionMark?.pages == [page])
    #expect(try one.emptyWriteAheadLog(waits: true))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("one/log.sqlite")))
    #expect(bytes.range(of: Data(secret.utf8)) == nil)
    // Nothing is left to erase.
    #expect(try one.write { writer in try writer.obeyRedactions { _ in [] } }.isEmpty)
  }
}
