import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerSync

@Suite("Events of others that take away much, and events that nobody has seen")
struct SyncLossesTests {
  private let scratch = TemporaryFolder(inMemory: true)

  /// A laptop with receipts, and a phone that has them, too.
  private func prepare(_ count: Int) throws -> (
    shared: String, laptop: SyncDevice, phone: SyncDevice, receipts: [TransactionID]
  ) {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let receipts = try (1...count).map { try laptop.add(Int64($0)) }
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.sync(shared)
    try laptop.sync(shared)
    return (shared, laptop, phone, receipts)
  }

  private func delete(_ receipts: some Sequence<TransactionID>, on device: SyncDevice) throws {
    for receipt in receipts {
      device.clock.move(by: 1_000)
      try device.book.perform(.delete, on: receipt)
    }
  }

  @Test("Nothing is imported if records that are here would be deleted, more than 20, until that is allowed")
  func deletions() throws {
    let (shared, laptop, phone, receipts) = try prepare(30)
    try delete(receipts.prefix(20), on: phone)
    // Those that the laptop does not have yet are not counted.
    try delete(try (0..<5).map { try phone.add(7 + Int64($0)) }, on: phone)
    try phone.sync(shared)
    #expect(try laptop.sync(shared).receivedCount > 0)
    try delete(receipts.dropFirst(20), on: phone)
    try phone.sync(shared)
    #expect(try laptop.sync(shared).receivedCount > 0)
    let again = try (0..<21).map { try laptop.add(900 + Int64($0)) }
    try laptop.sync(shared)
    try phone.sync(shared)
    try delete(again, on: phone)
    try phone.sync(shared)
    let before = try laptop.trees()
    #expect(throws: SyncError.losesMuch(erased: 0, deleted: 21)) { try laptop.sync(shared) }
    #expect(try laptop.trees() == before)
    var options = SyncOptions()
    options.lossesMax = 21
    #expect(try laptop.sync(shared, options).receivedCount == 21)
    // A device that joins loses nothing.
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    try tablet.sync(shared)
    #expect(try tablet.screens() == laptop.screens())
  }

  @Test(
    "The losses by several devices count together, and a repeated or interrupted sync takes nothing")
  func severalDevices() throws {
    let (shared, laptop, phone, receipts) = try prepare(45)
    var all = SyncOptions()
    all.lossesMax = .max
    let others = [phone] + (try ["tablet", "watch"].map { try SyncDevice.join($0, in: scratch, from: shared) })
    for device in others { try device.sync(shared) }
    try laptop.sync(shared)
    for (index, device) in others.enumerated() {
      try delete(receipts[index * 15..<index * 15 + 15], on: device)
      try device.sync(shared, all)
    }
    let before = try laptop.trees()
    let position = try laptop.book.lastPosition()
    for _ in 0..<3 {
      #expect(throws: SyncError.losesMuch(erased: 0, deleted: 45)) { try laptop.sync(shared) }
      #expect(try laptop.trees() == before)
      #expect(try laptop.book.lastPosition() == position)
      #expect(
        laptop.book.syncStatus().waits.map { [$0.reason.rawValue, "\($0.count)"] } == [["manyLosses", "45"]])
    }
    // All of them were agreed to, and the sync was killed after the first.
    struct Killed: Error {}
    var (hooks, commits) = (SyncHooks(), 0)
    hooks.step = { step in
      if step == .afterCommit { commits += 1 }
      if commits == 1 { throw Killed() }
    }
    #expect(throws: Killed.self) { try laptop.book.sync(with: shared, options: all, hooks: hooks) }
    let partly = try laptop.trees()
    #expect(partly != before)
    for _ in 0..<2 {
      #expect(throws: SyncError.losesMuch(erased: 0, deleted: 30)) { try laptop.sync(shared) }
      #expect(try laptop.trees() == partly)
    }
    #expect(try laptop.sync(shared, all).receivedCount == 30)
    #expect(laptop.book.syncStatus().isComplete)
    #expect(try laptop.sync(shared).receivedCount == 0)
  }

  @Test("Losses are counted in files of any number, and those beyond a gap when they come")
  func manyFiles() throws {
    let (shared, laptop, phone, receipts) = try prepare(22)
    var files: [String] = []
    for receipt in receipts {
      let before = Set(segments(shared))
      try delete([receipt], on: phone)
      try phone.sync(shared)
      files += segments(shared).filter { !before.contains($0) }
    }
    // The first is still on its way, so that the others wait for it.
    let away = try scratch.folder("away") + "/first"
    try FileManager.default.moveItem(atPath: "\(shared)/\(files[0])", toPath: away)
    #expect(try laptop.sync(shared).receivedCount == 0)
    try FileManager.default.moveItem(atPath: away, toPath: "\(shared)/\(files[0])")
    var hooks = SyncHooks()
    hooks.eventsAtOnce = 3
    for _ in 0..<2 {
      #expect(throws: SyncError.losesMuch(erased: 0, deleted: 22)) {
        try laptop.book.sync(with: shared, options: SyncOptions(), hooks: hooks)
      }
    }
    var options = SyncOptions()
    options.lossesMax = 22
    #expect(try laptop.book.sync(with: shared, options: options, hooks: hooks).receivedCount == 22)
    #expect(try laptop.screens() == phone.screens())
  }

  @Test("Nothing is imported if content that is here would be erased, of more than 20 events")
  func redactions() throws {
    let (shared, laptop, phone, _) = try prepare(21)
    var found: [EventReference] = []
    try phone.book.log.forEachEvent { if $0.type == "TransactionRecorded" { found.append($0.reference) } }
    try phone.book.redact(found, why: "asked")
    try phone.sync(shared)
    let before = try laptop.trees()
    for _ in 0..<2 {
      #expect(throws: SyncError.losesMuch(erased: 21, deleted: 0)) { try laptop.sync(shared) }
      #expect(try laptop.trees() == before && laptop.book.log.event(found[0])?.payload != nil)
    }
    var options = SyncOptions()
    options.lossesMax = .max
    #expect(try laptop.sync(shared, options).erased == 21)
    #expect(try laptop.sync(shared).receivedCount == 0)
  }

  @Test("Events that another device published and no third one has seen are named, and only those")
  func unwitnessed() throws {
    let (shared, laptop, phone, receipts) = try prepare(1)
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    try tablet.sync(shared)
    let before = Set(segments(shared))
    try laptop.correct(receipts[0], .note, "new")
    #expect(try laptop.sync(shared).unwitnessed.isEmpty)
    // The new file is moved to where a repair by the phone, or a forger, would write it.
    let new = try #require(segments(shared).first { !before.contains($0) })
    let id = try #require(laptop.id)
    let other = try scratch.folder("shared/devices/\(try #require(phone.id))/\(id)")
    let moved = "\(other)/\(new.split(separator: "/").last ?? "")"
    try FileManager.default.moveItem(atPath: "\(shared)/\(new)", toPath: moved)
    let report = try phone.sync(shared)
    let last = try #require(try laptop.book.log.devices().first { $0.device == id }?.size)
    #expect(report.unwitnessed == [SyncReport.DeviceRange(device: id, sequences: last...last)])
    #expect(try phone.sync(shared).unwitnessed.isEmpty)
    // The phone that published it counts for nothing. A tablet gets it together with what a third device made of it.
    try phone.correct(receipts[0], .note, "newer")
    try phone.sync(shared)
    let watch = try SyncDevice.join("watch", in: scratch, from: shared)
    try watch.sync(shared)
    let pad = try SyncDevice.join("pad", in: scratch, from: shared)
    #expect(try tablet.sync(shared).unwitnessed == report.unwitnessed)
    #expect(try pad.sync(shared).unwitnessed.isEmpty)
  }

  @Test("An event that a third device has seen, or that its own device has published as well, is not named")
  func witnessed() throws {
    let (shared, laptop, phone, receipts) = try prepare(1)
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    try tablet.sync(shared)
    let late = try SyncDevice.join("late", in: scratch, from: shared)
    try late.sync(shared)
    let before = Set(segments(shared))
    try laptop.correct(receipts[0], .note, "new")
    try laptop.sync(shared)
    let new = try #require(segments(shared).first { !before.contains($0) })
    let id = try #require(laptop.id)
    let other = try scratch.folder("shared/devices/\(try #require(phone.id))/\(id)")
    let copy = "\(other)/\(new.split(separator: "/").last ?? "")"
    try FileManager.default.copyItem(atPath: "\(shared)/\(new)", toPath: copy)
    #expect(try phone.sync(shared).unwitnessed.isEmpty)
    try FileManager.default.removeItem(atPath: "\(shared)/\(new)")
    #expect(try tablet.sync(shared).unwitnessed.count == 1)
    try tablet.correct(receipts[0], .note, "seen")
    try tablet.sync(shared)
    #expect(try late.sync(shared).unwitnessed.isEmpty)
  }
}
