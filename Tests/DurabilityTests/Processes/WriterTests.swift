import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// Several processes at once.
@Suite("Processes that write and read at once", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct WriterTests {
  @Test("Any number of writers append without a gap, a duplicate or a word about waiting")
  func writers() throws {
    // Processes, and lines of each.
    let plan =
      Extent.isNightly ? [(1, 667), (2, 667), (4, 667), (8, 667), (16, 667), (32, 667)] : [(4, 10), (16, 6)]
    for (processes, lines) in plan {
      let scratch = try Scratch("writers")
      defer { scratch.remove() }
      let ledger = scratch.folder("ledger")
      try BuiltTool.run(["--ledger", ledger, "init"])
      let batches = try (0..<processes).map { writer in
        try BatchFile("w\(writer)", lines: lines, in: scratch.folder("batch"), pageBytes: 100)
      }
      let running = try batches.map { batch in
        try ToolProcess(
          ["--ledger", ledger, "--json", "capture", "--batch", "-"], input: batch.path, folder: batch.folder)
      }
      var transactions: Set<UniqueID> = []
      var wrong: [String] = []
      for process in running {
        let outcome = process.finish()
        if outcome.code != 0 || !outcome.errors.isEmpty { wrong.append("\(outcome.code): \(outcome.errors)") }
        for line in try Acknowledged.all(in: outcome.lines) {
          if !transactions.insert(line.transaction).inserted { wrong.append("\(line.id) twice") }
        }
      }
      let book = try Book.open(Scenario.settings(ledger))
      defer { try? book.close() }
      if let problem = try Soundness.problem(book) { wrong.append(problem) }
      let events = processes * lines * BatchFile.eventsPerLine
      #expect(try book.log.lastPosition() == Position(6 + events))
      #expect(transactions.count == processes * lines)
      Tally.report("events of writing processes: \(processes)", tried: events, lost: wrong.count)
      #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    }
  }

  @Test("Sixteen processes that make a ledger at once make one, and all of them can use it")
  func firstOpens() throws {
    let rounds = Extent.of(5, nightly: 60)
    var wrong: [String] = []
    for round in 0..<rounds {
      let scratch = try Scratch("first")
      defer { scratch.remove() }
      let ledger = scratch.folder("ledger")
      let running = try (0..<16).map { number in
        let batch = try BatchFile("f\(number)", lines: 1, in: scratch.folder("batch"), pageBytes: 100)
        let script =
          #""$0" --ledger "$1" init >/dev/null; echo " $?"; exec "$0" --ledger "$1" --json capture --batch -"#
        return try ToolProcess(
          ["-c", script, BuiltTool.path, ledger], program: "/bin/sh", input: batch.path, folder: batch.folder)
      }
      var made = 0
      for process in running {
        let outcome = process.finish()
        if outcome.code != 0 {
          wrong.append("round \(round): capture ended with \(outcome.code): \(outcome.errors)")
        }
        // One process made it. The others report that it exists (73), never that it is locked or broken.
        let code = outcome.lines.first { $0.hasPrefix(" ") }
        if code == " 0" {
          made += 1
        } else if code != " 73" {
          wrong.append("init: \(code ?? "?") \(outcome.errors)")
        }
      }
      if made != 1 { wrong.append("round \(round): \(made) ledgers were made") }
      let book = try Book.open(Scenario.settings(ledger))
      defer { try? book.close() }
      if let problem = try Soundness.problem(book) { wrong.append(problem) }
      let events = try book.log.lastPosition()
      if events != 6 + 16 * Int64(BatchFile.eventsPerLine) { wrong.append("round \(round): \(events) events") }
    }
    Tally.report("16 processes making a ledger at once", tried: rounds, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }
}
