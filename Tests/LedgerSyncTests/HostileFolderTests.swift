import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerSync

/// A shared folder in which anybody may write anything: the log stays as it is, and the rest is synced.
struct HostileFolderTests {
  private let scratch = TemporaryFolder(inMemory: true)

  /// A laptop that has written two segments, and a phone that has imported the first.
  private func prepare() throws -> (shared: String, laptop: SyncDevice, phone: SyncDevice, second: String) {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    let before = Set(segments(shared))
    try laptop.add(700)
    try laptop.sync(shared)
    let second = try #require(segments(shared).first { !before.contains($0) })
    return (shared, laptop, phone, second)
  }

  private func expectRefused(
    _ world: (shared: String, laptop: SyncDevice, phone: SyncDevice, second: String), _ words: String,
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    let before = try world.phone.trees()
    let report = try world.phone.sync(world.shared)
    #expect(
      report.quarantined.contains { $0.reason.contains(words) }, "\(report.quarantined)", sourceLocation: place)
    #expect(try world.phone.trees() == before, sourceLocation: place)
  }

  @Test("A partial file waits, and comes in when it is whole")
  func partial() throws {
    let world = try prepare()
    let path = "\(world.shared)/\(world.second)"
    let whole = bytes(path)
    write(Array(whole.prefix(whole.count / 2)), path)
    try expectRefused(world, "incomplete")
    write([], path)
    try expectRefused(world, "incomplete")
    write(whole, path)
    #expect(try world.phone.sync(world.shared).receivedCount == 1)
    #expect(try world.phone.screens().contains("700"))
  }

  @Test("A changed byte anywhere in a segment is noticed, whatever its name tells")
  func changed() throws {
    let world = try prepare()
    let path = "\(world.shared)/\(world.second)"
    let whole = bytes(path)
    try FileManager.default.removeItem(atPath: path)
    let device = try #require(world.laptop.id)
    let first = try world.phone.trees()
    for index in stride(from: 0, to: whole.count, by: 7) {
      var forged = whole
      forged[index] ^= 0x01
      let name = SegmentName(device: device, sequences: 7...7, digest: SHA256.hash(forged))
      let place = "\(world.shared)/devices/\(device)/\(name.text)"
      write(forged, place)
      let report = try world.phone.sync(world.shared)
      #expect(report.receivedCount == 0 && report.quarantined.count == 1, "byte \(index)")
      try FileManager.default.removeItem(atPath: place)
    }
    #expect(try world.phone.trees() == first)
  }

  @Test("Links, folders, pipes and files of 4 GiB are refused by name")
  func kinds() throws {
    let world = try prepare()
    let path = "\(world.shared)/\(world.second)"
    let whole = bytes(path)
    try FileManager.default.removeItem(atPath: path)
    write(whole, "\(scratch.path)/outside.segment")
    #expect(symlink("\(scratch.path)/outside.segment", path) == 0)
    try expectRefused(world, "not a file")
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    try expectRefused(world, "not a file")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try expectRefused(world, "not a file")
    try FileManager.default.removeItem(atPath: path)
    write([], path)
    #expect(truncate(path, 4 << 30) == 0)
    try expectRefused(world, "more than any segment")
    try FileManager.default.removeItem(atPath: path)
    write(whole, path)
    #expect(try world.phone.sync(world.shared).receivedCount == 1)
  }

  @Test("A device's folder that is a link is not followed")
  func linkedFolder() throws {
    let world = try prepare()
    let device = try #require(world.laptop.id)
    let folder = "\(world.shared)/devices/\(device)"
    try FileManager.default.moveItem(atPath: folder, toPath: "\(scratch.path)/elsewhere")
    #expect(symlink("\(scratch.path)/elsewhere", folder) == 0)
    let report = try world.phone.sync(world.shared)
    #expect(report.receivedCount == 0)
    #expect(report.strangers == [device.description])
  }

  @Test("A segment that hides in another device's folder is refused")
  func hidden() throws {
    let world = try prepare()
    try world.phone.sync(world.shared)
    let folder = try scratch.folder("shared/devices/\(UniqueID.random())")
    let laptop = try #require(world.laptop.id?.description)
    let first = try #require(segments(world.shared).first { $0.contains("\(laptop)/1-") })
    write(bytes("\(world.shared)/\(first)"), "\(folder)/\(first.split(separator: "/").last ?? "")")
    #expect(
      try world.phone.sync(world.shared).quarantined.contains {
        $0.reason.contains("not of the one its name tells")
      })
  }

  @Test("Events that follow another history of their device are a fork, not an addition")
  func splicedTree() throws {
    let world = try prepare()
    let device = try #require(world.laptop.id)
    let path = "\(world.shared)/\(world.second)"
    let lines = bytes(path).split(separator: UInt8(ascii: "\n"))
    try FileManager.default.removeItem(atPath: path)
    // The same event after a tree whose root before it is another one.
    var edge = RightEdge()
    for number in 0..<6 { edge.append(SHA256.hash([UInt8(number)])) }
    let (event, _) = try lines[1].withUnsafeBytes { try EventLine.read($0) }
    var after = edge
    after.append(event.leaf)
    let header = SegmentHeader(
      ledger: world.laptop.book.log.ledgerID, device: device, before: edge, after: (7, after.root))
    let forged = header.bytes + [10] + lines[1] + [10]
    let name = SegmentName(device: device, sequences: 7...7, digest: SHA256.hash(forged))
    write(forged, "\(world.shared)/devices/\(device)/\(name.text)")
    try expectRefused(world, "two different events")
  }

  @Test("A gap waits, and the missing events are named")
  func gap() throws {
    let world = try prepare()
    let path = "\(world.shared)/\(world.second)"
    let whole = bytes(path)
    try world.laptop.add(800)
    try world.laptop.sync(world.shared)
    try FileManager.default.removeItem(atPath: path)
    let report = try world.phone.sync(world.shared)
    #expect(report.receivedCount == 0)
    #expect(report.waiting.map(\.missing.sequences) == [7...7])
    #expect(report.waiting.map(\.held) == [1])
    write(whole, path)
    let next = try world.phone.sync(world.shared)
    #expect(next.receivedCount == 2 && next.waiting.isEmpty)
  }

  @Test("Forged names with the largest numbers stop neither a sync nor an erasing")
  func largestNumbers() throws {
    let world = try prepare()
    let digest = String(repeating: "ab", count: 32)
    for device in [UniqueID.random(), UniqueID.random(), UniqueID.random()] {
      let folder = try scratch.folder("shared/devices/\(device)")
      for first in [1, 2, Int64.max] { write([1], "\(folder)/\(first)-\(Int64.max)-\(digest).segment") }
    }
    for device in [world.phone, world.laptop] {
      #expect(try !device.sync(world.shared).isComplete)
      #expect(!device.book.syncStatus().isComplete)
    }
    let erasure = try SharedErasure(world.laptop.book, folder: world.shared)
    #expect(erasure.loss.count == Int.max)
  }

  @Test("Duplicates, other letters, temporary files and placeholders do no harm")
  func drives() throws {
    let world = try prepare()
    let path = "\(world.shared)/\(world.second)"
    let base = String(path.dropLast(".segment".utf8.count))
    let whole = bytes(path)
    write(whole, base + " (1).segment")
    write(Array(whole.prefix(9)), base + ".segment.tmp")
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    write([], "/\(folder)/.\(world.second.split(separator: "/").last ?? "").icloud")
    write(Array("x".utf8), "/\(folder)/notes.txt")
    try FileManager.default.removeItem(atPath: path)
    let report = try world.phone.sync(world.shared)
    #expect(report.receivedCount == 1 && report.quarantined.isEmpty)
    // The placeholder is that of a file which has come by another name.
    #expect(report.placeholders == 0)
    #expect(report.strangers.map { $0.hasSuffix("notes.txt") } == [true])
  }

  @Test("A copy of dataset.json that a drive made is named if its content is another one, torn or not")
  func datasetCopies() throws {
    let world = try prepare()
    let dataset = bytes("\(world.shared)/dataset.json")
    write(dataset, "\(world.shared)/dataset (1).json")
    #expect(try world.phone.sync(world.shared).differingCopies.isEmpty)
    write(Array(dataset.prefix(dataset.count / 2)), "\(world.shared)/dataset.sync-conflict-20261127-1.json")
    #expect(try world.phone.sync(world.shared).differingCopies == ["dataset.sync-conflict-20261127-1.json"])
  }

  @Test("A dataset that is not whole yet stops the sync before anything is written")
  func unreadableDataset() throws {
    let world = try prepare()
    write(Array("{\"datasetId\":".utf8), "\(world.shared)/dataset.json")
    try world.phone.add(100)
    let before = files(below: world.shared)
    #expect(throws: SyncError.self) { try world.phone.sync(world.shared) }
    #expect(files(below: world.shared) == before)
  }
}
