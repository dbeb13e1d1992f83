import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// kill -9 while the built tool captures a batch.
///
/// This finds acknowledgements that come too early, and names of missing files. The power cuts test whether a commit
/// reaches the disk.
@Suite("Processes that are killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct KillTests {
  @Test("Lines acknowledged before kill -9 are there, and a second run completes the rest", arguments: [1, 4])
  func killed(writers: Int) async throws {
    let rounds = writers == 1 ? Extent.of(80, nightly: 1_000) : Extent.of(20, nightly: 500)
    let lanes = 4
    let results = try await withThrowingTaskGroup(of: Result.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          try Self.lane(lane, rounds: rounds / lanes, writers: writers)
        }
      }
      return try await group.reduce(into: Result()) { $0 += $1 }
    }
    Tally.report(
      "kill -9, \(writers == 1 ? "one writer" : "four writers")", tried: results.rounds,
      lost: results.wrong.count,
      note: "\(results.killed) killed midway, \(results.acknowledged) lines acknowledged before")
    // Most rounds have to hit the tool while it works.
    #expect(results.killed > results.rounds / 2)
    #expect(results.wrong.isEmpty, "seed \(Extent.seed), \(results.wrong.count): \(results.wrong.prefix(5))")
  }

  @Test("The harness notices a tool that acknowledges what it has written elsewhere, and puts in place later")
  func earlyAcknowledgement() throws {
    let scratch = try Scratch("behind")
    defer { scratch.remove() }
    // A copy is written and acknowledged; the ledger is exchanged in the end.
    let script = #"""
      cp -r "$1" "$1.behind" && "$0" --ledger "$1.behind" --json capture --batch - && rm -rf "$1" && mv "$1.behind" "$1"
      """#
    let rounds = Extent.of(6, nightly: 40)
    var lost = 0
    for round in 0..<rounds {
      let ledger = scratch.folder("ledger \(round)")
      try BuiltTool.run(["--ledger", ledger, "init"])
      let batch = try BatchFile("e\(round)", lines: Self.linesPerBatch, in: scratch.folder("batch"))
      let process = try ToolProcess(
        ["-c", script, BuiltTool.path, ledger], program: "/bin/sh", input: batch.path, folder: batch.folder)
      process.read(lines: 3)
      process.kill()
      let acknowledged = try Acknowledged.all(in: process.finish().lines)
      let book = try Book.open(Scenario.settings(ledger))
      defer { try? book.close() }
      if acknowledged.contains(where: { Self.isLost($0, in: book) }) { lost += 1 }
    }
    Tally.report(mutant: "acknowledging early, kill -9", tried: rounds, lost: lost)
    #expect(lost > 0)
  }

  private static func isLost(_ line: Acknowledged, in book: Book) -> Bool {
    (try? book.transaction(TransactionID(line.transaction)).row)?.attachments.count != 1
  }

  private struct Result: Sendable {
    var rounds = 0
    var killed = 0
    var acknowledged = 0
    var wrong: [String] = []

    static func += (left: inout Result, right: Result) {
      left.rounds += right.rounds
      left.killed += right.killed
      left.acknowledged += right.acknowledged
      left.wrong += right.wrong
    }
  }

  private static let linesPerBatch = 6

  private static func lane(_ lane: Int, rounds: Int, writers: Int) throws -> Result {
    let scratch = try Scratch("kill")
    defer { scratch.remove() }
    var generator = SeededGenerator(seed: Extent.seed &+ UInt64(lane))
    var result = Result()
    var ledger = ""
    for round in 0..<rounds {
      if round % 20 == 0 {
        // A new one now and then, so that checking it stays cheap.
        if !ledger.isEmpty { try FileManager.default.removeItem(atPath: ledger) }
        ledger = scratch.folder("ledger \(round)")
        try BuiltTool.run(["--ledger", ledger, "init"])
      }
      let batches = try (0..<writers).map { writer in
        try BatchFile("b\(lane)-\(round)-\(writer)", lines: linesPerBatch, in: scratch.folder("batch"))
      }
      do {
        try self.round(batches, ledger, &generator, &result)
      } catch {
        result.wrong.append("round \(round): \(error)")
      }
    }
    return result
  }

  private static func round(
    _ batches: [BatchFile], _ ledger: String, _ generator: inout SeededGenerator, _ result: inout Result
  ) throws {
    result.rounds += 1
    let before = try events(in: ledger)
    let arguments = ["--ledger", ledger, "--json", "capture", "--batch", "-"]
    let processes = try batches.map { try ToolProcess(arguments, input: $0.path, folder: $0.folder) }
    processes[0].read(lines: Int.random(in: 0..<linesPerBatch, using: &generator))
    // A random moment is what is tested.
    usleep(UInt32.random(in: 0...(processes[0].text.isEmpty ? 30_000 : 4_000), using: &generator))
    for process in processes { process.kill() }
    let outcomes = processes.map { $0.finish() }
    if outcomes.contains(where: { $0.code == -SIGKILL }) { result.killed += 1 }
    let acknowledged = try outcomes.map { try Acknowledged.all(in: $0.lines) }
    result.acknowledged += acknowledged.reduce(0) { $0 + $1.count }

    let book = try Book.open(Scenario.settings(ledger))
    for line in acknowledged.joined() where isLost(line, in: book) {
      result.wrong.append("line \(line.id) was acknowledged and is lost")
    }
    if let problem = try Soundness.problem(book) { result.wrong.append(problem) }
    let middle = try book.log.lastPosition().rawValue
    if (middle - before) % Int64(BatchFile.eventsPerLine) != 0 { result.wrong.append("half a line is there") }
    try book.close()

    // The same again: what was acknowledged keeps its transaction, the rest is completed.
    let again = try batches.map { try ToolProcess(arguments, input: $0.path, folder: $0.folder) }
    for (index, process) in again.enumerated() {
      let outcome = process.finish()
      let lines = try Acknowledged.all(in: outcome.lines)
      if outcome.code != 0 || lines.count != batches[index].count {
        result.wrong.append(
          "the second run ended with \(outcome.code), \(lines.count) lines: \(outcome.errors)")
      }
      if !Set(acknowledged[index]).isSubset(of: lines) {
        result.wrong.append("the second run made other transactions")
      }
    }
    let expected = before + Int64(batches.count * linesPerBatch * BatchFile.eventsPerLine)
    let after = try events(in: ledger)
    if after != expected { result.wrong.append("\(after) events after the second run, not \(expected)") }
  }

  private static func events(in ledger: String) throws -> Int64 {
    let log = try LedgerLog.open(ledger, mode: .readOnly)
    defer { try? log.close() }
    return try log.lastPosition().rawValue
  }
}
