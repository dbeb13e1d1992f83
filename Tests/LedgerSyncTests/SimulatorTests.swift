import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerSync

/// Random histories of devices that sync over a faulty folder (sample in an ordinary run, a million steps nightly).
///
/// `EVENTS_SEED` replays one.
struct SimulatorTests {
  private static let stepsPerWorld = 120

  @Test("After any faults of the folder and any crashes all devices have the same ledger, and nothing is lost")
  func histories() throws {
    let steps = Extent.of(20_000, nightly: 1_000_000)
    let seeds = SeededGenerator.chosenSeed.map { [$0] } ?? Array(1...UInt64(steps / Self.stepsPerWorld))
    var (crashes, restores) = (0, 0)
    for seed in seeds {
      do {
        var world = try SyncWorld(seed: seed)
        try world.run(steps: Self.stepsPerWorld)
        try world.settle()
        try world.check()
        crashes += world.crashCount
        restores += world.restoreCount
      } catch {
        Issue.record("EVENTS_SEED=\(seed): \(error)")
      }
    }
    if seeds.count > 10 { #expect(crashes > 0 && restores > 0) }
  }

  @Test(
    "A sync that is stopped at a step is whole at the next try",
    arguments: SyncHooks.Step.allCases.filter { ![.beforeRedacted, .afterRedacted].contains($0) })
  func crash(_ step: SyncHooks.Step) throws {
    let scratch = TemporaryFolder(inMemory: true)
    let shared = try scratch.folder("shared")
    let laptop = try SyncDevice.create("laptop", in: scratch)
    try laptop.sync(shared)
    let phone = try SyncDevice.join("phone", in: scratch, from: shared)
    // As many small segments as it takes to merge them, a page, and news in both directions.
    for number in 0...SegmentPublisher.smallSegmentsMax {
      try phone.add(Int64(number + 1))
      if number < SegmentPublisher.smallSegmentsMax { try phone.sync(shared) }
    }
    _ = try phone.book.capture(.init(files: [.bytes(Array("%PDF-1.4".utf8))]))
    try laptop.add(99_900)
    try laptop.sync(shared)
    var hooks = SyncHooks()
    var isHit = false
    hooks.step = { reached in
      guard reached == step else { return }
      isHit = true
      throw SimulatedCrash()
    }
    #expect(throws: SimulatedCrash.self) { _ = try phone.book.sync(with: shared, hooks: hooks) }
    #expect(isHit)
    try phone.whileClosed {}
    // The folder alone has everything that was in it before the crash, should the phone never return.
    let tablet = try SyncDevice.join("tablet", in: scratch, from: shared)
    let published = try tablet.book.log.devices().first { $0.device == phone.id }?.size ?? 0
    #expect(published >= UInt64(SegmentPublisher.smallSegmentsMax) + 1)
    #expect(try laptop.sync(shared).quarantined.isEmpty)
    #expect(try phone.sync(shared).isComplete)
    #expect(try laptop.sync(shared).isComplete)
    #expect(try laptop.screens() == phone.screens())
    #expect(try laptop.trees() == phone.trees())
    #expect(segments(shared).count < SegmentPublisher.smallSegmentsMax)
  }
}
