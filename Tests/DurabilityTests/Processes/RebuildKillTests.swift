import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// kill -9 at random moments while the built tool rebuilds the read models.
///
/// Afterwards the screens are the same, and the next rebuild succeeds.
@Suite("Rebuilds that are killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct RebuildKillTests {
  @Test("A rebuild killed at any moment leaves the models as they were, and the next makes the same")
  func killed() async throws {
    let kills = Extent.of(100, nightly: 5_000)
    let lanes = 4
    let results = try await withThrowingTaskGroup(of: (killed: Int, wrong: [String]).self) { group in
      for lane in 0..<lanes {
        group.addTask { try Self.lane(lane, kills: kills / lanes) }
      }
      return try await group.reduce(into: (killed: 0, wrong: [String]())) {
        $0.killed += $1.killed
        $0.wrong += $1.wrong
      }
    }
    Tally.report(
      "kill -9 of a rebuild", tried: kills, lost: results.wrong.count, note: "\(results.killed) killed midway")
    #expect(results.killed > kills / 4)
    #expect(results.wrong.isEmpty, "seed \(Extent.seed), \(results.wrong.count): \(results.wrong.prefix(5))")
  }

  private static func lane(_ lane: Int, kills: Int) throws -> (killed: Int, wrong: [String]) {
    let scratch = try Scratch("rebuild")
    defer { scratch.remove() }
    let ledger = scratch.folder("ledger")
    try fill(ledger)
    let book = try Book.open(Scenario.settings(ledger, wait: 5_000))
    defer { try? book.close() }
    let expected = try Soundness.models(book)
    var generator = SeededGenerator(seed: Extent.seed &+ UInt64(lane))
    var (random, wrong): (RandomKills, [String]) = (RandomKills(longest: 400_000), [])
    for round in 0..<kills {
      // Now and then there is nothing in service, and the first look has to build.
      if round % 10 == 9 { try FileManager.default.removeItem(atPath: ledger + "/models") }
      let arguments = round % 10 == 9 ? ["groups"] : ["rebuild", "--jobs", "\(1 + round % 3)"]
      let process = try ToolProcess(["--ledger", ledger] + arguments)
      let outcome = random.kill(process, using: &generator)
      if outcome.code != 0, outcome.code != -SIGKILL {
        wrong.append("round \(round): ended with \(outcome.code): \(outcome.errors)")
      }
      // As one that had it open, and as one that opens it now.
      if round % 5 == 4, try Soundness.models(book) != expected { wrong.append("round \(round): other models") }
      let other = try Book.open(Scenario.settings(ledger, wait: 5_000))
      if try other.through(.last).groups().map(\.count) != [streams] {
        wrong.append("round \(round): other screens")
      }
      try other.close()
    }
    _ = try book.rebuild()
    if try Soundness.models(book) != expected { wrong.append("the last rebuild made other models") }
    let left = try ModelsFolder.strays(ledger)
    if !left.isEmpty { wrong.append("files are left: \(left)") }
    return (random.killed, wrong)
  }

  private static let streams = 5_500

  /// Enough for several ranges, and for threads.
  private static func fill(_ folder: String) throws {
    let book = try Book.create(Scenario.settings(folder), Scenario.new)
    let codec = EventCodec.current
    let drafts = (0..<streams).map { number in
      let event = TransactionEvent.transactionRecorded(
        TransactionEvent.Recorded(
          origin: .imported, on: .first, kind: .expense,
          money: Money(minorUnits: Int64(number), currency: .eur),
          date: CivilDate(dayNumber: Int32(20_000 + number % 900)), vendor: "Shop \(number % 50)",
          category: "food", payment: .cash, tags: number % 7 == 0 ? ["a"] : []))
      return EventDraft(
        stream: StreamID(kind: "transaction", id: UniqueID.random()), type: "TransactionRecorded",
        schema: codec.schema(of: .transactionRecorded), payload: codec.encode(.transaction(event)),
        actor: "user/test")
    }
    _ = try book.log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(),
        clock: WallClock(milliseconds: 1_781_438_300_000, offsetMinutes: 0),
        salts: LedgerLog.randomSalt)
    }
    try book.close()
  }
}
