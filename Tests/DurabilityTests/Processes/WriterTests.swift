import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
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
      #expect(try book.log.lastPosition() == Int64(6 + events))
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
        // One made it; the others say that it is there (73), never that it is locked or broken.
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

  @Test("Readers see no error and nothing torn while another rebuilds again and again")
  func readersDuringRebuild() async throws {
    let scratch = try Scratch("readers")
    defer { scratch.remove() }
    let ledger = scratch.folder("ledger")
    try BuiltTool.run(["--ledger", ledger, "init"])
    let batch = try BatchFile("r", lines: 12, in: scratch.folder("batch"), pageBytes: 100)
    try BuiltTool.run(["--ledger", ledger, "capture", "--batch", "-"], input: batch.path, folder: batch.folder)
    let switches = Extent.of(60, nightly: 5_000)
    let readsPerReader = Extent.of(300, nightly: 100_000)
    let expected = try Self.screens(ledger)
    let expectedOutput = try BuiltTool.run(["--ledger", ledger, "--json", "receipts", "--all"]).output
    let wrong = try await withThrowingTaskGroup(of: [String].self) { group in
      group.addTask {
        let book = try Book.open(Scenario.settings(ledger))
        defer { try? book.close() }
        for _ in 0..<switches { _ = try book.rebuild() }
        return []
      }
      for _ in 0..<3 {
        group.addTask {
          var wrong: [String] = []
          let book = try Book.open(Scenario.settings(ledger))
          defer { try? book.close() }
          for read in 0..<readsPerReader {
            do {
              let found = read % 20 == 0 ? try Self.screens(ledger) : try Self.screens(book)
              if found != expected { wrong.append("read \(read) is torn: \(found)") }
            } catch {
              wrong.append("read \(read): \(error)")
            }
          }
          return wrong
        }
      }
      group.addTask {
        var wrong: [String] = []
        for _ in 0..<(switches / 4) {
          let outcome = try BuiltTool.run(["--ledger", ledger, "--json", "receipts", "--all"])
          if outcome.code != 0 { wrong.append("the tool ended with \(outcome.code): \(outcome.errors)") }
          if outcome.output != expectedOutput { wrong.append("the tool's output is torn") }
        }
        return wrong
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    Tally.report(
      "reads during \(switches) rebuilds", tried: 3 * readsPerReader + switches / 4, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(3))")
  }

  private static func screens(_ folder: String) throws -> [String] {
    let book = try Book.open(Scenario.settings(folder))
    defer { try? book.close() }
    return try screens(book)
  }

  private static func screens(_ book: Book) throws -> [String] {
    try book.drafts().map { "\($0.row.id) \($0.row.vendor ?? "-")" }.sorted()
      + book.categories().map(\.key)
      + ["\(try book.drafts().count) drafts"]
  }
}
