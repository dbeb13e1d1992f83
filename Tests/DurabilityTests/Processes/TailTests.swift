import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// A process that follows the log while another writes it.
@Suite("Following from another process", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct TailTests {
  @Test("tail -f neither drops nor repeats an event where history ends and what comes in begins")
  func handOver() async throws {
    let rounds = Extent.of(8, nightly: 200)
    var wrong: [String] = []
    for round in 0..<rounds {
      let scratch = try Scratch("tail")
      defer { scratch.remove() }
      let ledger = scratch.folder("ledger")
      let book = try Book.create(Scenario.settings(ledger), Scenario.new)
      let events: Position = 120
      // Written all the while the follower starts, reads history and goes over to following.
      let follower = try ToolProcess([
        "--ledger", ledger, "--json", "tail", "-f", "-n", round % 2 == 0 ? "1000" : "3",
      ])
      while try book.log.lastPosition() < events {
        _ = try book.createGroup(name: "Group \(try book.log.lastPosition())")
        // Slow and fast writers: pauses let the follower come to the end in between.
        if round % 3 == 0 { usleep(3_000) }
      }
      let last = try book.log.lastPosition()
      let positions = try Self.positions(follower, until: last)
      if let first = positions.first, positions != Array(first...last) {
        wrong.append("round \(round): \(positions)")
      }
      if positions.isEmpty { wrong.append("round \(round): nothing") }
      follower.kill()
      _ = follower.finish()
      try book.close()
    }
    Tally.report("tail -f over the hand-over", tried: rounds, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.prefix(2))")
  }

  @Test("tail -f --group shows a receipt that joins the group later from its first event on, and no other")
  func group() throws {
    let scratch = try Scratch("tail-group")
    defer { scratch.remove() }
    let ledger = scratch.folder("ledger")
    let book = try Book.create(Scenario.settings(ledger), Scenario.new)
    defer { try? book.close() }
    let berlin = try #require(try book.createGroup(name: "Berlin").group)
    func record(_ vendor: String, in group: GroupID?) throws -> TransactionID {
      let outcome = try book.record(
        RecordRequest(
          money: Money(minorUnits: 700, currency: .eur), date: book.today, vendor: vendor, category: "taxi",
          payment: .cash, group: group))
      return try #require(outcome.transaction)
    }
    var expected: [Position] = []
    let first = try record("Inside", in: berlin)
    expected.append(try book.log.lastPosition())
    let later = try record("Later", in: nil)
    let joins = try book.log.lastPosition()
    let follower = try ToolProcess(
      ["--ledger", ledger, "--json", "tail", "-f", "-n", "1000", "--group", "Berlin"])
    let before = try Self.positions(follower, until: expected[0])
    // It follows now, and the receipt joins.
    _ = try record("Other", in: nil)
    try book.perform(.file(berlin), on: later)
    expected += [joins, try book.log.lastPosition()]
    try book.perform(.correct(.note, .text("n")), on: later)
    expected.append(try book.log.lastPosition())
    try book.perform(.correct(.note, .text("n")), on: first)
    expected.append(try book.log.lastPosition())
    let positions = try Self.positions(follower, until: expected[expected.count - 1])
    follower.kill()
    _ = follower.finish()
    let shown = positions.filter { !before.contains($0) || $0 == expected[0] }
    #expect(shown == expected, "\(before), \(positions)")
  }

  @Test("tail -f goes on in an older copy that replaces its ledger, after the last event that both have")
  func replaced() throws {
    let scratch = try Scratch("tail-moved")
    defer { scratch.remove() }
    let (ledger, copy) = (scratch.folder("ledger"), scratch.folder("copy"))
    func create(_ name: String) throws {
      let outcome = try BuiltTool.run(["--ledger", ledger, "group", "create", name])
      try #require(outcome.code == 0, "\(outcome.errors)")
    }
    try #require(try BuiltTool.run(["--ledger", ledger, "init", "--currency", "EUR"]).code == 0)
    try create("Both")
    try #require(try BuiltTool.run(["--ledger", ledger, "backup", copy]).code == 0)
    try create("Lost")
    let follower = try ToolProcess(["--ledger", ledger, "--json", "tail", "-f", "-n", "1"])
    follower.read(lines: 1)
    try FileManager.default.moveItem(atPath: ledger, toPath: scratch.folder("away"))
    try FileManager.default.moveItem(atPath: copy, toPath: ledger)
    try create("New")
    var lines: [String] = []
    while !lines.contains(where: { $0.contains(#""New""#) }) {
      let known = lines.count
      follower.read(lines: known + 1)
      lines = ToolProcess.Outcome.lines(follower.text)
      try #require(lines.count > known, "it has ended")
    }
    follower.kill()
    let outcome = follower.finish()
    #expect(outcome.errors.contains("was moved or replaced"), "\(outcome.errors)")
    #expect(lines.filter { $0.contains(#""GroupCreated""#) }.count == 2, "\(lines)")
    #expect(lines[0].contains(#""Lost""#) && !lines.contains { $0.contains(#""Both""#) }, "\(lines)")
  }

  /// The positions that were printed, up to the last.
  private static func positions(_ follower: ToolProcess, until last: Position) throws -> [Position] {
    var lines = 1
    while true {
      follower.read(lines: lines)
      let positions = try ToolProcess.Outcome.lines(follower.text).map { line -> Position in
        guard case .integer(let position)? = try JSONValue(parsing: Array(line.utf8), as: .exchange)["position"]
        else { throw CocoaError(.formatting) }
        return Position(position)
      }
      if let end = positions.last, end >= last { return positions }
      guard positions.count >= lines else { return positions }
      lines = positions.count + 1
    }
  }
}
