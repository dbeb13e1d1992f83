import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerSync

@Suite("Redactions in a shared folder")
struct RedactionSyncTests {
  private let scratch = TemporaryFolder(inMemory: true)

  private func holds(_ text: String, below folder: String) throws -> Bool {
    try FileManager.default.subpathsOfDirectory(atPath: folder).contains { path in
      FileManager.default.contents(atPath: "\(folder)/\(path)")?.range(of: Data(text.utf8)) != nil
    }
  }

  private func redact(_ text: String, on device: SyncDevice) throws {
    var found: [EventReference] = []
    try device.book.log.forEachEvent { event in
      if let payload = event.payload, Data(payload).range(of: Data(text.utf8)) != nil {
        found.append(event.reference)
      }
    }
    try #require(!found.isEmpty)
    try device.book.redact(found, why: "asked")
  }

  @Test(
    "A device replaces its segments, and one that gets them later imports them with the redaction in one go")
  func replaced() throws {
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    for vendor in ["Alexanderplatz", "Rome", "Paris"] {
      try laptop.add(1_200, vendor: vendor)
      try laptop.sync(shared)
    }
    try redact("Alexanderplatz", on: laptop)
    #expect(try holds("Alexanderplatz", below: shared))
    let report = try laptop.sync(shared)
    #expect(
      try !holds("Alexanderplatz", below: shared) && report.holders.isEmpty && report.missingInFolder.isEmpty)
    // Files end transactions here, and the redaction is in the last one.
    var hooks = SyncHooks()
    hooks.eventsAtOnce = 1
    let arrived = try phone.book.sync(with: shared, hooks: hooks)
    #expect(arrived.isComplete && arrived.quarantined.isEmpty, "\(arrived)")
    #expect(try laptop.trees().allSatisfy { try phone.trees().contains($0) })
    #expect(try phone.book.log.verify().isSound && !holds("Alexanderplatz", below: phone.folder))
    let before = files(below: shared)
    try laptop.sync(shared)
    #expect(files(below: shared).count >= before.count)
  }

  @Test(
    "A device that is killed while it obeys or replaces its files has nothing left after its next sync",
    arguments: [SyncHooks.Step.afterCommit, .beforeErasing, .beforeRedacted, .afterRedacted, .beforeMemory])
  func killed(step: SyncHooks.Step) throws {
    struct Crash: Error {}
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    let taxi = try laptop.add(3_800, vendor: "Taxi")
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    try phone.correct(taxi, .note, "Alexanderplatz")
    try phone.sync(shared)
    try laptop.sync(shared)
    try redact("Alexanderplatz", on: laptop)
    let first = try laptop.sync(shared)
    #expect(first.holders == [try #require(phone.id): 1])
    #expect(laptop.book.syncStatus().folders.map(\.holders) == [first.holders])
    var hooks = SyncHooks()
    hooks.step = { if $0 == step { throw Crash() } }
    #expect(throws: Crash.self) { try phone.book.sync(with: shared, hooks: hooks) }
    try phone.whileClosed {}
    try phone.sync(shared)
    #expect(try !holds("Alexanderplatz", below: shared) && !holds("Alexanderplatz", below: phone.folder))
    #expect(try laptop.sync(shared).holders.isEmpty)
    #expect(laptop.book.syncStatus().folders.map(\.holders) == [[:]])
    #expect(try phone.book.log.verify().isSound && laptop.book.log.verify().isSound)
  }
}
