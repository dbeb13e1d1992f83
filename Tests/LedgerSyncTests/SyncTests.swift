import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerSync

struct SyncTests {
  private let scratch = TemporaryFolder(inMemory: true)

  @Test("ET-28: Two devices that sync in turn show the same screens")
  func endToEnd() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let taxi = try laptop.add(3_800, vendor: "Taxi")
    #expect(try laptop.sync(shared).sent == 7)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    try phone.add(1_250, vendor: "Kiosk")
    try phone.correct(taxi, .note, "to the station")
    try phone.sync(shared)
    let report = try laptop.sync(shared)
    #expect(report.receivedCount == 3)
    #expect(report.isComplete)
    #expect(try laptop.screens() == phone.screens())
    #expect(try laptop.trees() == phone.trees())
    #expect(try laptop.screens().contains("to the station"))
    let arrivals = try #require(try laptop.book.arrivals(of: report))
    #expect(arrivals.devices.map(\.meanings) == [[.transaction: 1, .correction: 1, .device: 1]])
    #expect(laptop.book.syncArrivals().map(\.sequences.upperBound).max() == 3)
  }

  @Test("ET-19: A sync without news reads and writes no segment")
  func noNews() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let before = files(below: shared)
    let report = try laptop.sync(shared)
    #expect(report.sent == 0 && report.receivedCount == 0 && report.isComplete)
    #expect(files(below: shared) == before)
  }

  @Test("Two changes of one field on two devices are one conflict on both, and settling it travels")
  func conflict() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let taxi = try laptop.add(3_800, vendor: "Taxi")
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    try phone.correct(taxi, .vendor, "Uber")
    try laptop.correct(taxi, .vendor, "Bolt")
    try phone.sync(shared)
    let report = try laptop.sync(shared)
    #expect(try laptop.book.arrivals(of: report)?.conflicts == 1)
    try phone.sync(shared)
    #expect(try laptop.screens() == phone.screens())
    #expect(try laptop.screens().contains("vendor]"))
    try laptop.correct(taxi, .vendor, "Bolt GmbH")
    try laptop.sync(shared)
    try phone.sync(shared)
    #expect(try laptop.screens() == phone.screens())
    #expect(try !phone.screens().contains("vendor]"))
  }

  @Test("ET-26: A device that joins seeds nothing, and joining needs the beginning of the ledger")
  func joining() throws {
    let shared = try scratch.folder("shared")
    #expect(throws: SyncError.noDataset(folder: shared)) {
      _ = try SyncDevice.join("early", in: scratch, from: shared)
    }
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    #expect(try phone.book.log.devices().map(\.size) == [6, 1])
    #expect(try phone.book.categories().count == 5)
    for path in segments(shared) { try FileManager.default.removeItem(atPath: "\(shared)/\(path)") }
    #expect(throws: SyncError.noBeginning(folder: shared, waiting: 0, reason: nil)) {
      _ = try SyncDevice.join("late", in: scratch, from: shared)
    }
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/late/log.sqlite"))
  }

  @Test("ET-27: Another ledger's folder is refused, and both are named")
  func otherLedger() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let stranger = try SyncDevice.create("stranger", in: scratch)
    let before = files(below: shared)
    let error = #expect(throws: SyncError.self) { try stranger.sync(shared) }
    #expect(
      error?.refusal(in: nil).sentence.contains("laptop") == true
        && error?.refusal(in: nil).sentence.contains("stranger") == true)
    #expect(files(below: shared) == before)
    #expect(throws: SyncError.ownFolder(laptop.folder + "/models")) {
      _ = try laptop.book.sync(with: laptop.folder + "/models")
    }
    #expect(throws: SyncError.noFolder("/nowhere")) { _ = try laptop.book.sync(with: "/nowhere") }
  }

  @Test("IE-38: Scans are synced by digest, and a missing one is reported")
  func pages() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let scan = Array("%PDF-1.4 a scan".utf8)
    _ = try laptop.book.capture(.init(files: [.bytes(scan)], text: "REWE\nSUMME 12,50 EUR"))
    #expect(try laptop.sync(shared).pagesSent == 1)
    let page = try #require(files(below: shared).first { $0.contains("/pages/") })
    write(Array(scan.prefix(5)), "\(shared)/\(page)")
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    #expect(try phone.sync(shared).missingPages == [SHA256.hash(scan)])
    #expect(phone.book.syncStatus().missingPages == 1)
    write(scan, "\(shared)/\(page)")
    let report = try phone.sync(shared)
    #expect(report.pagesReceived == 1 && report.missingPages.isEmpty && report.isComplete)
    #expect(try phone.book.attachments.read(SHA256.hash(scan)) == scan)
  }

  @Test("ET-27: An emptied folder is whole again after a repair from any device")
  func repair() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    _ = try laptop.book.capture(.init(files: [.bytes(Array("%PDF-1.4 x".utf8))]))
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.add(500)
    try phone.sync(shared)
    try laptop.sync(shared)
    try FileManager.default.removeItem(atPath: shared)
    _ = try scratch.folder("shared")
    let report = try phone.sync(shared)
    #expect(report.missingInFolder.count == 1)
    var options = SyncOptions()
    options.repairs = true
    #expect(try phone.sync(shared, options).missingInFolder.isEmpty)
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    #expect(try tablet.sync(shared).isComplete)
    try phone.sync(shared)
    #expect(try tablet.screens() == phone.screens())
    #expect(try tablet.book.verify().isSound)
  }

  @Test("Many small segments become one, and readers do not notice")
  func merging() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    for number in 0..<40 {
      try laptop.add(Int64(100 + number))
      try laptop.sync(shared)
      if number == 20 { try phone.sync(shared) }
    }
    #expect(segments(shared).count < 20)
    #expect(try phone.sync(shared).isComplete)
    #expect(try phone.screens() == laptop.screens())
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    #expect(try tablet.screens() == laptop.screens())
  }

  @Test("A restored folder takes back what it had written, and goes on as a new device")
  func restored() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    try laptop.whileClosed {
      try FileManager.default.copyItem(atPath: laptop.folder, toPath: "\(scratch.path)/backup")
    }
    try laptop.add(700)
    try laptop.sync(shared)
    let before = laptop.id
    try laptop.whileClosed {
      // In place, so that the file `device` keeps its inode.
      for name in ["log.sqlite", "log.head"] {
        write(bytes("\(scratch.path)/backup/\(name)"), "\(laptop.folder)/\(name)")
      }
      try FileManager.default.removeItem(atPath: "\(laptop.folder)/models")
    }
    let report = try laptop.sync(shared)
    #expect(report.isRestored && report.receivedCount == 1)
    try laptop.add(900)
    #expect(laptop.id != before)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    #expect(try phone.screens() == laptop.screens())
  }
}

/// Two folders that write as one device, because one is a copy that nobody noticed.
@Suite("Branches in a shared folder")
struct BranchSyncTests {
  let scratch = TemporaryFolder(inMemory: true)

  /// A device, and a copy of it that writes as the same device. Both have recorded.
  private func twins(_ shared: String) throws -> (SyncDevice, SyncDevice) {
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.add(100)
    var twin: SyncDevice?
    try laptop.whileClosed { twin = try laptop.twin("twin") }
    let copy = try #require(twin)
    #expect(copy.id == laptop.id)
    try laptop.add(700, vendor: "Here")
    try copy.add(900, vendor: "There")
    try copy.add(950, vendor: "There too")
    return (laptop, copy)
  }

  @Test("Both branches are kept by every peer, a later segment too, and adopting them ends in the same screens")
  func adopted() throws {
    let shared = try scratch.folder("shared")
    let (laptop, twin) = try twins(shared)
    try twin.sync(shared)
    let report = try laptop.sync(shared)
    #expect(report.forks.count == 1 && report.isRestored)
    #expect(try laptop.book.log.branches().map(\.leaves.count) == [2])
    // Before the twin notices, it records more: a segment that begins past the end of the branch here.
    try twin.add(990, vendor: "There again")
    try FileManager.default.moveItem(atPath: shared, toPath: shared + ".away")
    _ = try scratch.folder("shared")
    try twin.sync(shared)
    for file in segments(shared) where !FileManager.default.fileExists(atPath: "\(shared).away/\(file)") {
      try FileManager.default.copyItem(atPath: "\(shared)/\(file)", toPath: "\(shared).away/\(file)")
    }
    try FileManager.default.removeItem(atPath: shared)
    try FileManager.default.moveItem(atPath: shared + ".away", toPath: shared)
    try laptop.sync(shared)
    let branches = try laptop.book.log.branches()
    #expect(branches.map(\.leaves.count) == [3] && branches.map(\.isJoined) == [true])
    try twin.sync(shared)
    #expect(try twin.book.log.branches().map(\.leaves.count) == [1])
    for device in [laptop, twin] {
      for branch in try device.book.log.branches() {
        let adopted = try device.book.adopt(branch)
        #expect(adopted.taken == branch.leaves.count && adopted.device == branch.adoptedDevice)
        #expect(try device.book.adopt(branch).taken == 0)
      }
    }
    for _ in 0..<2 { for device in [laptop, twin] { try device.sync(shared) } }
    #expect(try laptop.screens() == twin.screens())
    #expect(try laptop.book.count(.everything) == 5)
    #expect(try laptop.book.checkModels().isSame && twin.book.checkModels().isSame)
    #expect(try laptop.book.log.verify().findings == [] && twin.book.log.verify().findings == [])
    // A third device gets all of it from the folder, and needs to adopt nothing.
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    #expect(try phone.screens() == laptop.screens())
  }

  @Test("A repair writes a branch again, and a device that joins later keeps and adopts it")
  func repaired() throws {
    let shared = try scratch.folder("shared")
    let (laptop, twin) = try twins(shared)
    try twin.sync(shared)
    try laptop.sync(shared)
    let branches = try laptop.book.log.branches()
    #expect(branches.map(\.leaves.count) == [2])
    try FileManager.default.removeItem(atPath: shared)
    _ = try scratch.folder("shared")
    var options = SyncOptions()
    options.repairs = true
    try laptop.sync(shared, options)
    let files = segments(shared)
    #expect(try laptop.sync(shared, options).sent == 0, "what is whole is not written again")
    #expect(segments(shared) == files)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    for isFirst in [true, false] {
      let report = try phone.sync(shared)
      #expect(report.quarantined.map(\.isBranch) == [true] && report.isComplete, "\(isFirst) \(report)")
      // Nobody has decided about the branch yet.
      #expect(phone.book.syncStatus().waits.map(\.reason) == [.branch])
    }
    #expect(try phone.book.log.branches() == branches)
    for device in [laptop, phone] { #expect(try device.book.adopt(branches[0]).taken == 2) }
    for _ in 0..<2 { for device in [laptop, phone] { try device.sync(shared) } }
    #expect(try phone.screens() == laptop.screens())
    #expect(try phone.book.count(.everything) == 4)
  }

  @Test("A correction on the adopted branch does not conflict with what its author had seen")
  func seen() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let transaction = try laptop.add(100)
    var twin: SyncDevice?
    try laptop.whileClosed { twin = try laptop.twin("twin") }
    let copy = try #require(twin)
    try laptop.add(200, vendor: "Here")
    try copy.correct(transaction, .vendor, "Kiosk")
    try copy.sync(shared)
    try laptop.sync(shared)
    for branch in try laptop.book.log.branches() { _ = try laptop.book.adopt(branch) }
    #expect(try laptop.screens().contains("Kiosk"))
    #expect(try !laptop.screens().contains("[LedgerDomain.Field.vendor]"), "no conflict")
    #expect(try laptop.book.conflicts().isEmpty)
  }
}
