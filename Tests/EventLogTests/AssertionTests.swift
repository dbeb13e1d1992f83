import LedgerBytes
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import EventLog

/// Code that breaks what must hold in the log ends the program, and names what it broke.
///
/// Each test ends a process of its own. Before that, the same calls with right values leave it alive.
@Suite("What must hold in the log") struct AssertionTests {
  @Test("A folder retires only its own device")
  func retire() async {
    await #expect(processExitsWith: .success) { try TestLog.retire(own: true) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try TestLog.retire(own: false)
    }
    #expect(broken?.standardErrorContent.nameAssertion("a folder retires only its own device") == true)
  }

  @Test("A log is closed after its write")
  func close() async {
    await #expect(processExitsWith: .success) {
      let log = try TestLog()
      try log.log.write { _ in }
      try log.log.close()
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let log = try TestLog()
      try log.log.write { _ in try log.log.close() }
    }
    #expect(broken?.standardErrorContent.nameAssertion("a log is closed after its write has ended") == true)
  }

  @Test("The leaves of a subtree come one after the other")
  func leaves() async {
    await #expect(processExitsWith: .success) {
      var subtrees = SubtreeRoots([0..<4])
      for index in 0..<2 { subtrees.append(SHA256.hash([]), at: UInt64(index)) }
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var subtrees = SubtreeRoots([0..<4])
      for index in [0, 2] { subtrees.append(SHA256.hash([]), at: UInt64(index)) }
    }
    #expect(broken?.standardErrorContent.nameAssertion("the leaves of a range follow each other") == true)
  }

  @Test("The numbers of a device's events ascend")
  func numbers() async {
    await #expect(processExitsWith: .success) { _ = EventRange.all(of: deviceA, [1, 2, 5]) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EventRange.all(of: deviceA, [1, 5, 2])
    }
    #expect(broken?.standardErrorContent.nameAssertion("the numbers of a device's events ascend") == true)
  }

  @Test("Marks of one ledger are not written among those of another")
  func marks() async {
    await #expect(processExitsWith: .success) { try DeviceMark.write(of: ledgerA, amongThoseOf: ledgerA) }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try DeviceMark.write(of: deviceA, amongThoseOf: ledgerA)
    }
    #expect(broken?.standardErrorContent.nameAssertion("a folder of marks belongs to one ledger") == true)
  }

  @Test("A lock is given back by its holder")
  func lock() async {
    await #expect(processExitsWith: .success) {
      let file = try OpenFile(TemporaryFolder().path + ".lock", .readWriteOrCreate)
      if file.tryLock() { file.unlock() }
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try OpenFile(TemporaryFolder().path + ".lock", .readWriteOrCreate).unlock()
    }
    #expect(broken?.standardErrorContent.nameAssertion("a lock is given back by its holder") == true)
  }

  @Test("Guards are turned off inside a transaction alone")
  func guards() async {
    await #expect(processExitsWith: .success) {
      let connection = try Connection(path: "", mode: .memory)
      try connection.transaction(.immediate) { try connection.withoutTriggers {} }
    }
    let broken = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Connection(path: "", mode: .memory).withoutTriggers {}
    }
    #expect(broken?.standardErrorContent.nameAssertion("guards are off inside one transaction alone") == true)
  }
}

extension TestLog {
  fileprivate static func retire(own: Bool) throws {
    let log = try TestLog()
    try log.append(draft())
    try log.log.write { $0.retire(own ? log.device : deviceB) }
  }
}

extension DeviceMark {
  fileprivate static func write(of ledger: UniqueID, amongThoseOf other: UniqueID) throws {
    let folder = TemporaryFolder()
    StateFolder(folder.path, ledger: other).write(
      DeviceMark(ledger: ledger, device: deviceA, size: 1, leaf: SHA256.hash([])))
  }
}
