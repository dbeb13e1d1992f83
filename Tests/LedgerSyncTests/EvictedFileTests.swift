import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import Testing

@testable import LedgerSync

/// Files that a drive has evicted, truncated or copied.
struct EvictedFileTests {
  private let scratch = TemporaryFolder(inMemory: true)

  private func prepare() throws -> (shared: String, laptop: SyncDevice, phone: SyncDevice) {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    try laptop.sync(shared)
    return (shared, laptop, phone)
  }

  /// Replaces every file by its placeholder.
  private func evict(_ shared: String, _ ending: String) throws {
    for path in files(below: shared) {
      let file = "\(shared)/\(path)" as NSString
      let name = (ending == ".icloud" ? "." : "") + file.lastPathComponent + ending
      try FileManager.default.removeItem(atPath: file as String)
      write([1], "\(file.deletingLastPathComponent)/\(name)")
    }
  }

  @Test(
    "Evicted files are neither awaited nor published again by those who have their events",
    arguments: [".icloud", ".nextcloud", ".owncloud"])
  func evicted(_ ending: String) throws {
    let (shared, laptop, phone) = try prepare()
    try evict(shared, ending)
    let before = files(below: shared)
    for device in [laptop, phone, laptop] {
      let report = try device.sync(shared)
      #expect(report.isComplete && report.sent == 0 && report.missingInFolder.isEmpty, "\(report)")
      #expect(report.strangers.isEmpty, "\(report.strangers)")
    }
    #expect(files(below: shared) == before)
    // What is new is published, and a device that lacks it waits for a placeholder of it.
    try laptop.add(700)
    #expect(try laptop.sync(shared).sent == 1)
    try evictNew(shared, ending)
    let waiting = try phone.sync(shared)
    #expect(waiting.placeholders == 1 && !waiting.isComplete, "\(waiting)")
    #expect(throws: SyncError.self) { try SyncDevice.join("late", in: scratch, from: shared) }
  }

  private func evictNew(_ shared: String, _ ending: String) throws {
    for path in segments(shared) {
      let file = "\(shared)/\(path)" as NSString
      let name = (ending == ".icloud" ? "." : "") + file.lastPathComponent + ending
      try FileManager.default.moveItem(
        atPath: file as String, toPath: "\(file.deletingLastPathComponent)/\(name)")
    }
  }

  @Test("A published file that the drive truncated is noticed by its owner and published again")
  func truncated() throws {
    let (shared, laptop, phone) = try prepare()
    for amount in [100, 200, 300] {
      try laptop.add(Int64(amount))
      try laptop.sync(shared)
    }
    let device = try #require(laptop.id).description
    let own = segments(shared).filter { $0.contains("devices/\(device)/") }
    #expect(own.count == 4)
    let contents = own.map { bytes("\(shared)/\($0)") }
    // One alone, and two that follow each other.
    for torn in [0..<1, 1..<3] {
      for index in torn {
        write(Array(contents[index].prefix(contents[index].count / 2)), "\(shared)/\(own[index])")
      }
      #expect(try laptop.sync(shared).sent > 0)
      #expect(try laptop.sync(shared).sent == 0)
      #expect(try phone.sync(shared).isComplete)
    }
    let late = try SyncDevice.join("late", in: scratch, from: shared)
    #expect(try late.sync(shared).isComplete)
    try phone.sync(shared)
    try laptop.sync(shared)
    #expect(try late.screens() == laptop.screens() && phone.screens() == laptop.screens())
  }

  @Test("A truncated file is noticed also if its size was never noted")
  func truncatedBefore() throws {
    let (shared, laptop, _) = try prepare()
    let device = try #require(laptop.id).description
    let own = try #require(segments(shared).first { $0.contains("devices/\(device)/") })
    let state = laptop.folder + "/sync/state.json"
    let text = String(decoding: bytes(state), as: UTF8.self)
    write(Array(text.replacing(/"published":\{[^}]*\}/, with: #""published":{}"#).utf8), state)
    let whole = bytes("\(shared)/\(own)")
    write([], "\(shared)/\(own)")
    #expect(try laptop.sync(shared).sent > 0)
    #expect(bytes("\(shared)/\(own)") == whole)
  }

  @Test("A truncated scan is published again")
  func truncatedScan() throws {
    let (shared, laptop, phone) = try prepare()
    let scan: [UInt8] = [0xff, 0xd8, 0xff, 1, 2, 3, 4]
    _ = try laptop.book.capture(.init(files: [.bytes(scan)], text: "REWE\nSUMME 12,50 EUR"))
    try laptop.sync(shared)
    let device = try #require(laptop.id).description
    let file = "\(shared)/devices/\(device)/pages/\(SHA256.hash(scan))"
    #expect(bytes(file) == scan)
    write([0xff], file)
    #expect(try !phone.sync(shared).isComplete)
    #expect(try laptop.sync(shared).pagesSent == 1)
    #expect(bytes(file) == scan)
    #expect(try phone.sync(shared).isComplete)
  }

  @Test("A conflict copy with other content is named, and an equal one is not")
  func copies() throws {
    let (shared, laptop, phone) = try prepare()
    let own = try #require(segments(shared).first)
    let base = "\(shared)/\(own.dropLast(".segment".utf8.count))"
    let whole = bytes("\(shared)/\(own)")
    write(whole, base + " (1).segment")
    for device in [laptop, phone] { #expect(try device.sync(shared).differingCopies.isEmpty) }
    var other = whole
    other[other.count / 2] ^= 1
    write(other, base + ".sync-conflict-20260614-103105-ABCDEFG.segment")
    for device in [laptop, phone] {
      let report = try device.sync(shared)
      #expect(report.differingCopies.count == 1 && report.isComplete && report.sent == 0, "\(report)")
    }
  }
}
