import Foundation
import Testing

/// The power goes between any two operations on the disk, and what was not synced arrives or does not.
@Suite("Power cuts")
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

  @Test("Whenever the power goes, what was acknowledged is there, whole, and the ledger goes on")
  func nothingIsLost() async throws {
    let scratch = try Scratch("cuts")
    let history = try CutHistory.record(Scenario.life, in: scratch)
    let kinds = Set(history.operations.map(\.name))
    #expect(kinds.isSuperset(of: ["link", "unlink", "write", "truncate", "sync", "syncFolder"]))
    if WatchedFolder.seesAllFiles { #expect(kinds.isSuperset(of: ["rename", "makeFolder"])) }
    let cuts = Extent.of(2_400, nightly: 120_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch)
    Tally.report("power cuts", tried: cuts, lost: losses.count, note: "\(history.operations.count) operations")
    #expect(losses.isEmpty, "seed \(Extent.seed), \(losses.count) of \(cuts): \(losses.prefix(5))")
  }

  @Test("The harness notices a log that does not wait for the disk (synchronous = NORMAL)")
  func normalLoses() async throws {
    let scratch = try Scratch("normal")
    let history = try CutHistory.record(Scenario.life, in: scratch, mutant: .normalSynchronous)
    let cuts = Extent.of(300, nightly: 5_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch)
    Tally.report("mutant: synchronous = NORMAL (must lose)", tried: cuts, lost: losses.count)
    #expect(losses.contains { $0.words.contains("acknowledged events are lost") })
  }

  @Test("The harness notices a disk that says it has synced and has not")
  func lyingSyncLoses() async throws {
    let scratch = try Scratch("lying")
    let history = try CutHistory.record(Scenario.life, in: scratch)
    let cuts = Extent.of(300, nightly: 5_000)
    let losses = try await Self.losses(of: history, cuts: cuts, scratch, liesAboutSync: true)
    Tally.report("mutant: a sync that lies (must lose)", tried: cuts, lost: losses.count)
    #expect(!losses.isEmpty)
  }

  /// Cuts at every place of the record, again and again, each policy in turn, on four threads.
  static func losses(
    of history: CutHistory, cuts: Int, _ scratch: Scratch, liesAboutSync: Bool = false
  ) async throws -> [Loss] {
    let shards = 4
    return try await withThrowingTaskGroup(of: [Loss].self) { group in
      for shard in 0..<shards {
        group.addTask {
          var generator = SeededGenerator(seed: Extent.seed &+ UInt64(shard))
          let places = history.operations.count
          let planned = stride(from: shard, to: cuts, by: shards).map { number in
            // Every place in turn; each time round with the next policy.
            Cut(
              index: number % places + 1,
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
    for (number, cut) in cuts.enumerated() {
      while done < cut.index {
        disk.apply(history.operations[done])
        done += 1
      }
      var generator = SeededGenerator(seed: cut.seed)
      try disk.cut(cut.policy, using: &generator).write(to: folder)
      let required = history.required(before: cut.index)
      if let words = history.problem(with: folder, required: required, rebuilds: number % 8 == 0) {
        losses.append(Loss(cut: cut, words: words))
      }
    }
    return losses
  }
}

extension DiskOperation {
  /// What was done, as a word.
  var name: String {
    switch self {
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
