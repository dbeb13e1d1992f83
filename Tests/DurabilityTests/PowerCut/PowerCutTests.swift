import Foundation
import LedgerTestSupport
import Testing

/// The power goes between any two operations on the disk, and what was not synced arrives or does not.
@Suite(
  "Power cuts",
  .enabled(
    if: WatchedFolder.seesAllFiles,
    "files that SQLite knows nothing of are seen on Linux alone, and not under a sanitizer"))
struct PowerCutTests {
  /// One place to cut, and the way.
  struct Cut: Sendable {
    var index: Int
    var policy: CutPolicy
    var seed: UInt64
  }

  struct Loss: Sendable, CustomStringConvertible {
    var cut: Cut
    var words: String
    var description: String { "before operation \(cut.index), \(cut.policy), seed \(cut.seed): \(words)" }
  }

  @Test(
    "Whenever the power goes, what was acknowledged is there, whole, and the ledger goes on",
    arguments: [false, true])
  func nothingIsLost(checkpointsOften: Bool) async throws {
    let scratch = try Scratch("cuts")
    defer { scratch.remove() }
    let history = try CutHistory.record(Scenario.life, in: scratch, checkpointsOften: checkpointsOften)
    let kinds = Set(history.operations.map(\.name))
    if checkpointsOften { #expect(history.operations.count > 1_000) }
    #expect(
      kinds.isSuperset(of: [
        "link", "unlink", "rename", "write", "truncate", "sync", "makeFolder", "syncFolder",
      ]))
    let cuts = Extent.of(1_200, nightly: 60_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch)
    Tally.report(
      checkpointsOften ? "power cuts, many checkpoints" : "power cuts", tried: cuts, lost: losses.count,
      note: "\(history.operations.count) operations")
    #expect(losses.isEmpty, "seed \(Extent.seed), \(losses.count) of \(cuts): \(losses.prefix(5))")
  }

  @Test("The power goes a second time, while the ledger recovers or right after")
  func secondCuts() async throws {
    let scratch = try Scratch("second")
    defer { scratch.remove() }
    let history = try CutHistory.record(Scenario.life, in: scratch)
    let cuts = Extent.of(240, nightly: 10_000)
    let losses = try await withThrowingTaskGroup(of: [Loss].self) { group in
      for shard in 0..<4 {
        group.addTask { try Self.cutTwice(history, scratch.folder("cut \(shard)"), shard, times: cuts / 4) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    Tally.report("power cuts during recovery", tried: cuts, lost: losses.count)
    #expect(losses.isEmpty, "seed \(Extent.seed), \(losses.count) of \(cuts): \(losses.prefix(5))")
  }

  @Test("The harness notices a log that does not wait for the disk (synchronous = NORMAL)")
  func normalLoses() async throws {
    let scratch = try Scratch("normal")
    defer { scratch.remove() }
    let history = try CutHistory.record(Scenario.life, in: scratch, mutant: .normalSynchronous)
    let cuts = Extent.of(300, nightly: 5_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch)
    Tally.report(mutant: "synchronous = NORMAL", tried: cuts, lost: losses.count)
    #expect(losses.contains { $0.words.contains("acknowledged events are lost") })
  }

  @Test("The harness notices a disk that reports a sync and has not synced")
  func lyingSyncLoses() async throws {
    let scratch = try Scratch("lying")
    defer { scratch.remove() }
    let history = try CutHistory.record(Scenario.life, in: scratch)
    let cuts = Extent.of(300, nightly: 5_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch, liesAboutSync: true)
    Tally.report(mutant: "a sync that lies", tried: cuts, lost: losses.count)
    #expect(!losses.isEmpty)
  }

  @Test("The harness notices a command that is acknowledged before it is on the disk")
  func earlyAcknowledgement() async throws {
    let scratch = try Scratch("early")
    defer { scratch.remove() }
    var history = try CutHistory.record(Scenario.life, in: scratch)
    history.acknowledgesEarly = true
    let cuts = Extent.of(300, nightly: 5_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch)
    Tally.report(mutant: "acknowledging early, power cuts", tried: cuts, lost: losses.count)
    #expect(losses.contains { $0.words.contains("acknowledged events are lost") })
  }

  /// Cuts, goes on in a watched folder, and cuts that. There are four second cuts for each first one.
  private static func cutTwice(
    _ history: CutHistory, _ folder: String, _ shard: Int, times: Int
  ) throws -> [Loss] {
    var generator = SeededGenerator(seed: Extent.seed &+ UInt64(shard))
    var losses: [Loss] = []
    let first = history.operations.firstIndex { $0.name == "mark" } ?? 0
    for _ in 0..<(times / 4) {
      let cut = Cut(
        index: Int.random(in: (first + 1)...history.operations.count, using: &generator),
        policy: CutPolicy.allCases.randomElement(using: &generator) ?? .nothing, seed: generator.next())
      var disk = SimulatedDisk()
      for operation in history.operations[..<cut.index] { disk.apply(operation) }
      let image = disk.cut(cut.policy, using: &generator)
      try image.write(to: folder)
      let recovery = try Recovery.record(in: folder)
      for _ in 0..<4 {
        var again = SimulatedDisk(image)
        let place = Int.random(in: 0...recovery.operations.count, using: &generator)
        for operation in recovery.operations[..<place] { again.apply(operation) }
        let policy = CutPolicy.allCases.randomElement(using: &generator) ?? .nothing
        try again.cut(policy, using: &generator).write(to: folder)
        if let words = recovery.problem(with: folder, cutBefore: place) {
          losses.append(Loss(cut: cut, words: "then before operation \(place), \(policy): \(words)"))
        }
      }
    }
    return losses
  }

  /// Cuts at every place of the record, again and again, each policy in turn, on four threads.
  ///
  /// - Parameter first: no cuts before this place.
  static func losses(
    of history: CutHistory, cuts: Int, from first: Int = 0, _ scratch: Scratch, liesAboutSync: Bool = false
  ) async throws -> [Loss] {
    let shards = 4
    return try await withThrowingTaskGroup(of: [Loss].self) { group in
      for shard in 0..<shards {
        group.addTask {
          var generator = SeededGenerator(seed: Extent.seed &+ UInt64(shard))
          let places = history.operations.count - first
          let planned = stride(from: shard, to: cuts, by: shards).map { number in
            // Every place in turn; each time round with the next policy.
            Cut(
              index: first + number % places + 1,
              policy: CutPolicy.allCases[(number + number / places) % CutPolicy.allCases.count],
              seed: generator.next())
          }.sorted { $0.index < $1.index }
          return try Self.carryOut(planned, history, scratch.folder("cut \(shard)"), liesAboutSync)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func carryOut(
    _ cuts: [Cut], _ history: CutHistory, _ folder: String, _ liesAboutSync: Bool
  ) throws -> [Loss] {
    var disk = SimulatedDisk()
    disk.liesAboutSync = liesAboutSync
    var done = 0
    var losses: [Loss] = []
    // Many cuts leave the same disk: it is looked at once for as much as is asked of it.
    var seen: [DiskImage.Fingerprint: Int64] = [:]
    for (number, cut) in cuts.enumerated() {
      while done < cut.index {
        disk.apply(history.operations[done])
        done += 1
      }
      var generator = SeededGenerator(seed: cut.seed)
      let image = disk.cut(cut.policy, using: &generator)
      let required = history.required(before: cut.index)
      let fingerprint = image.fingerprint
      if let asked = seen[fingerprint], asked >= required { continue }
      try image.write(to: folder)
      if let words = history.problem(with: folder, required: required, rebuilds: number % 8 == 0) {
        losses.append(Loss(cut: cut, words: words))
      } else {
        seen[fingerprint] = required
      }
    }
    return losses
  }
}

extension DiskOperation {
  /// What was done, as a word.
  var name: String {
    switch self {
    case .known: "known"
    case .link: "link"
    case .unlink: "unlink"
    case .rename: "rename"
    case .makeFolder: "makeFolder"
    case .syncFolder: "syncFolder"
    case .write: "write"
    case .truncate: "truncate"
    case .sync: "sync"
    case .mark: "mark"
    }
  }
}
