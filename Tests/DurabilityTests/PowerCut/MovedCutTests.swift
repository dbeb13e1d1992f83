import EventLog
import Foundation
import LedgerBook
import LedgerTestSupport
import Testing

/// A person moves the ledger's folder while a process has it open, and the power goes between any two operations.
///
/// The disk keeps the old name or the new one. What was acknowledged is in that folder, whole. Nothing is acknowledged
/// after the move, and no command takes the other name for a ledger.
@Suite(
  "Power cuts around a moved folder",
  .enabled(
    if: WatchedFolder.seesAllFiles,
    "files that SQLite knows nothing of are seen on Linux alone, and not under a sanitizer"))
struct MovedCutTests {
  @Test("Acknowledged events are found wherever the folder is, and the other place reports no ledger")
  func nothingIsLost() async throws {
    let scratch = try Scratch("moved cuts")
    defer { scratch.remove() }
    let history = try Self.record(in: scratch)
    let cuts = Extent.of(300, nightly: 20_000)
    let losses = try await PowerCutTests.losses(
      of: history, cuts: cuts, from: Self.beforeTheMove(history), scratch)
    Tally.report(
      "power cuts, the folder moved", tried: cuts, lost: losses.count,
      note: "\(history.operations.count) operations")
    #expect(losses.isEmpty, "seed \(Extent.seed), \(losses.count) of \(cuts): \(losses.prefix(5))")
  }

  @Test("The harness notices a folder that is made again, and commands that are acknowledged too early")
  func mutants() async throws {
    let scratch = try Scratch("moved mutants")
    defer { scratch.remove() }
    var again = try Self.record(in: scratch, makesFolderAgain: true)
    let cuts = Extent.of(200, nightly: 2_000)
    let made = try await PowerCutTests.losses(
      of: again, cuts: cuts, from: Self.beforeTheMove(again), scratch)
    Tally.report(mutant: "a moved folder that is made again", tried: cuts, lost: made.count)
    #expect(made.contains { $0.words.contains("made again") })
    again = try Self.record(in: scratch)
    again.acknowledgesEarly = true
    let early = try await PowerCutTests.losses(
      of: again, cuts: cuts, from: Self.beforeTheMove(again), scratch)
    #expect(early.contains { $0.words.contains("acknowledged events are lost") })
  }

  /// The place after the last command before the move. Earlier cuts are those of `PowerCutTests`.
  private static func beforeTheMove(_ history: CutHistory) -> Int {
    history.operations.firstIndex { if case .mark(6) = $0 { true } else { false } } ?? 0
  }

  /// Records before the move, is refused after it, and goes on in the new place.
  private static func record(in scratch: Scratch, makesFolderAgain: Bool = false) throws -> CutHistory {
    let root = scratch.folder("moving")
    let (old, new) = (root + "/ledger", root + "/moved")
    try? FileManager.default.removeItem(atPath: root)
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let other = try Scenario.otherDevice(scratch.folder("other \(UInt64.random(in: 0 ... .max))"))
    let watched = WatchedFolder(root, records: true)
    var history = CutHistory(operations: [], places: ["ledger", "moved"])
    var folder = old
    func note() throws {
      watched.mark(history.acknowledged.count)
      history.acknowledged.append(try CutHistory.look(at: folder, scratch.folder("looked at"), &history))
    }
    func run(_ steps: [Scenario.Step], _ scenario: Scenario) throws {
      for step in steps {
        try scenario.run(step)
        _ = try scenario.book?.status()
        try note()
      }
    }
    let scenario = Scenario(folder: old, foreign: other)
    try run(
      [.create, .group("Berlin"), .capture(0), .takeIn(2), .correct(0), .save(0), .group("Rome")], scenario)
    try #require(rename(old, new) == 0)
    folder = new
    try note()
    for step in [Scenario.Step.group("Lost"), .correct(0), .takeIn(4), .group("Lost too")] {
      #expect {
        try scenario.run(step)
      } throws: { error in
        guard case EventLogError.displaced(_, isWritten: false) = error else { return false }
        return true
      }
    }
    if makesFolderAgain { try #require(mkdir(old, 0o700) == 0) }
    try? scenario.run(.close)
    try note()
    let next = Scenario(folder: new, foreign: other)
    try run(
      [.open, .group("After the move"), .capture(1), .group("Oslo"), .reopen, .group("Bergen"), .close], next)
    history.operations = watched.operations()
    return history
  }
}
