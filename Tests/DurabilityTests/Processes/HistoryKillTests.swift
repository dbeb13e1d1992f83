import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// kill -9 at random moments while the built tool builds the history, or posts to it. Later views of the past are the
/// same as a fold.
@Suite("History whose keeper is killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct HistoryKillTests {
  @Test("History that was built or posted to by programs killed at any moment equals a fold")
  func killed() throws {
    let kills = Extent.of(48, nightly: 2_000)
    let scratch = try Scratch("history")
    defer { scratch.remove() }
    let ledger = scratch.folder("ledger")
    try Self.fill(ledger)
    let book = try Book.open(Scenario.settings(ledger, wait: 5_000))
    var settings = Scenario.settings(ledger, wait: 5_000)
    settings.isReadOnly = true
    let reader = try Book.open(settings)
    defer {
      try? book.close()
      try? reader.close()
    }
    try book.rebuildHistory()
    var generator = SeededGenerator(seed: Extent.seed)
    var (wrong, served): ([String], Int) = ([], 0)
    var random = [RandomKills(longest: 200_000), RandomKills(longest: 60_000)]
    for round in 0..<kills {
      let builds = round % 3 == 0
      let arguments =
        builds
        ? ["rebuild", "--model", "history", "--jobs", "\(1 + round % 3)"]
        : ["add", "--amount", "\(1 + round)", "--currency", "EUR", "--category", "food", "--payment", "cash"]
      let process = try ToolProcess(["--ledger", ledger] + arguments)
      let kind = builds ? 0 : 1
      let outcome = random[kind].kill(process, using: &generator)
      if outcome.code != 0, outcome.code != -SIGKILL {
        wrong.append("round \(round): ended with \(outcome.code): \(outcome.errors)")
      }
      let last = try book.log.lastPosition()
      for position in [last, Position(Int64.random(in: 1...last.rawValue, using: &generator))] {
        let (past, fold) = (book.asOf(.position(position)), reader.asOf(.position(position)))
        if try Self.screens(past) != Self.screens(fold) { wrong.append("round \(round): other screens") }
        if past.pastSource == .history(position) { served += 1 }
      }
    }
    let killed = random.reduce(0) { $0 + $1.killed }
    Tally.report(
      "kill -9 of who keeps the history", tried: kills, lost: wrong.count, note: "\(killed) killed midway")
    #expect(killed > kills / 5)
    #expect(served == kills * 2)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
    try book.rebuildHistory()
    _ = try book.rebuild()
    #expect(try ModelsFolder.strays(ledger) == [])
  }

  private static func screens(_ book: Book) throws -> [String] {
    var rows: [String] = []
    try book.forEachTransaction(.everything) { rows.append("\($0)") }
    return rows + ["\(try book.groups())", "\(try book.analysis(kind: .expense, period: .all))"]
  }

  /// Transactions, every third of them with a correction.
  private static func fill(_ folder: String) throws {
    let book = try Book.create(Scenario.settings(folder), Scenario.new)
    let codec = EventCodec.current
    func draft(_ event: TransactionEvent, _ id: UniqueID) -> EventDraft {
      EventDraft(
        stream: StreamID(kind: "transaction", id: id), type: LedgerEvent.transaction(event).type.rawValue,
        schema: codec.schema(of: LedgerEvent.transaction(event).type),
        payload: codec.encode(.transaction(event)),
        actor: "user/test")
    }
    var drafts: [EventDraft] = []
    for number in 0..<1_200 {
      let id = UniqueID.random()
      drafts.append(
        draft(
          .transactionRecorded(
            TransactionEvent.Recorded(
              origin: .imported, on: .first, kind: .expense,
              money: Money(minorUnits: Int64(number), currency: .eur),
              date: CivilDate(dayNumber: Int32(20_000 + number % 90)), vendor: "Shop \(number % 50)",
              category: "food", payment: .cash, tags: number % 7 == 0 ? ["a"] : [])), id))
      if number % 3 == 0 { drafts.append(draft(.transactionCleared, id)) }
    }
    _ = try book.log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(),
        clock: WallClock(milliseconds: 1_781_438_300_000, offsetMinutes: 0), salts: LedgerLog.randomSalt)
    }
    try book.close()
  }
}
