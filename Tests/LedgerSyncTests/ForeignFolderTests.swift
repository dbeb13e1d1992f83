import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import Testing

@testable import LedgerSync

/// A shared folder of which a drive has brought only a part, in any order: no ledger takes over another one's folder.
struct ForeignFolderTests {
  private let scratch = TemporaryFolder(inMemory: true)

  /// A folder that anna's ledger was synced with, and carl's ledger, which was never synced.
  private func prepare() throws -> (shared: String, anna: SyncDevice, carl: SyncDevice) {
    let shared = try scratch.folder("shared")
    let anna = try SyncDevice.create("anna", in: scratch)
    try anna.add(500)
    var options = SyncOptions()
    options.writesReadableCopy = true
    try anna.sync(shared, options)
    return (shared, anna, try SyncDevice.create("carl", in: scratch))
  }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: from, toPath: to)
  }

  private func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }

  /// Expects that a ledger is refused, and that no file in the folder changes.
  private func expectRefused(
    _ device: SyncDevice, _ shared: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    let before = files(below: shared).map { [$0: bytes("\(shared)/\($0)")] }
    var readable = SyncOptions()
    readable.writesReadableCopy = true
    var repairs = SyncOptions()
    repairs.repairs = true
    for options in [SyncOptions(), readable, repairs] {
      #expect(throws: SyncError.self, sourceLocation: place) { try device.sync(shared, options) }
    }
    #expect(throws: SyncError.self, sourceLocation: place) {
      _ = try SharedErasure(device.book, folder: shared)
    }
    let after = files(below: shared).map { [$0: bytes("\(shared)/\($0)")] }
    #expect(before == after, sourceLocation: place)
  }

  /// The states in which a drive leaves `dataset.json` before it has arrived.
  enum Arrival: String, CaseIterable {
    case absent, iCloud, nextcloud, ownCloud, downloading, empty, torn

    func apply(to shared: String) throws {
      let file = "\(shared)/dataset.json"
      let whole = bytes(file)
      try FileManager.default.removeItem(atPath: file)
      switch self {
      case .absent: break
      case .iCloud: write([1], "\(shared)/.dataset.json.icloud")
      case .nextcloud: write([1], "\(file).nextcloud")
      case .ownCloud: write([1], "\(file).owncloud")
      case .downloading: write([1], "\(shared)/.syncthing.dataset.json.tmp")
      case .empty: write([], file)
      case .torn: write(Array(whole.prefix(20)), file)
      }
    }
  }

  @Test("A ledger does not take over a folder whose dataset.json has not arrived", arguments: Arrival.allCases)
  func datasetMissing(_ arrival: Arrival) throws {
    let (shared, anna, carl) = try prepare()
    try arrival.apply(to: shared)
    try expectRefused(carl, shared)
    #expect(throws: SyncError.self) { try SyncDevice.join("late", in: scratch, from: shared) }
    // The owner's own events in the folder prove whose it is.
    switch arrival {
    case .empty, .torn: try expectRefused(anna, shared)
    case .absent, .iCloud, .nextcloud, .ownCloud, .downloading:
      #expect(try anna.sync(shared).isComplete)
      #expect(FileManager.default.fileExists(atPath: "\(shared)/dataset.json") == (arrival == .absent))
    }
  }

  @Test("A folder of which only a part has come may be another ledger's", arguments: Arrival.allCases)
  func eventsMissing(_ arrival: Arrival) throws {
    let (shared, anna, carl) = try prepare()
    let device = try #require(anna.id).description
    let elsewhere = scratch.path + "/elsewhere"
    let folders = ["devices", "devices/\(device)"]
    for folder in folders where arrival != .absent || folder != "devices" {
      try move("\(shared)/\(folder)", elsewhere)
      if folder != "devices" { _ = try scratch.folder("shared/devices/\(device)") }
      let whole = bytes("\(shared)/dataset.json")
      try arrival.apply(to: shared)
      try expectRefused(carl, shared)
      for file in files(below: shared) where file.contains("dataset") { try remove("\(shared)/\(file)") }
      write(whole, "\(shared)/dataset.json")
      try? remove("\(shared)/\(folder)")
      try move(elsewhere, "\(shared)/\(folder)")
    }
    // Tables that people read are a sign of a ledger, too.
    try remove("\(shared)/devices")
    try arrival.apply(to: shared)
    try expectRefused(carl, shared)
  }

  @Test("Placeholders of another ledger's events are no empty folder")
  func eventsPlaceholders() throws {
    let (shared, _, carl) = try prepare()
    try remove("\(shared)/dataset.json")
    for segment in segments(shared) {
      let path = "\(shared)/\(segment)" as NSString
      try move(path as String, "\(path.deletingLastPathComponent)/.\(path.lastPathComponent).icloud")
    }
    try expectRefused(carl, shared)
    #expect(throws: SyncError.datasetMissing(folder: shared)) {
      try SyncDevice.join("late", in: scratch, from: shared)
    }
  }

  @Test("Both ledgers stop where their files have met in one folder, until one of them is gone")
  func met() throws {
    let (shared, anna, carl) = try prepare()
    let others = try scratch.folder("others")
    try carl.sync(others)
    let device = try #require(carl.id).description
    try move("\(others)/devices/\(device)", "\(shared)/devices/\(device)")
    try anna.add(700)
    try expectRefused(anna, shared)
    #expect(throws: SyncError.self) { try SyncDevice.join("late", in: scratch, from: shared) }
    // The drive keeps a copy of carl's dataset.json where both wrote one.
    try move("\(shared)/devices/\(device)", "\(others)/devices/\(device)")
    try move("\(others)/dataset.json", "\(shared)/dataset (Carl's conflicted copy).json")
    try expectRefused(anna, shared)
    try remove("\(shared)/dataset (Carl's conflicted copy).json")
    #expect(try anna.sync(shared).sent == 1)
  }

  @Test("A folder of other people's files is as good as an empty one")
  func ordinary() throws {
    let shared = try scratch.folder("ordinary")
    _ = try scratch.folder("ordinary/Data")
    write([1], shared + "/Data/measured.csv")
    write([1], shared + "/.dataset.json.2f3a.tmp")
    let anna = try SyncDevice.create("anna", in: scratch)
    #expect(try anna.sync(shared).isComplete)
    // The whole folder was emptied: what is here goes there again.
    for name in ["dataset.json", "devices"] { try remove("\(shared)/\(name)") }
    _ = try scratch.folder("ordinary/devices")
    #expect(try anna.sync(shared).sent > 0)
  }
}
