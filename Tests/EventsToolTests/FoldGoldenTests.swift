import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerSync
import Testing

@testable import events

/// Whole small ledgers, kept as lines of events, and what they fold to: rows, values and status.
///
/// Together they hold every type of event and every older shape of a payload. `Fixtures/folds/ledger-N.ndjson` never
/// changes. `EVENTS_UPDATE_GOLDEN=1` writes `ledger-N.txt` again: only if an output is meant to change.
@Suite("Ledgers of every event type and shape fold to what they folded to")
struct FoldGoldenTests {
  private static let folder = "\(Repository.path)/Fixtures/folds"

  private static func lines(_ number: Int) throws -> [String] {
    try String(contentsOfFile: "\(folder)/ledger-\(number).ndjson", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test("Every type and every older shape is in one of them")
  func complete() throws {
    var found: Set<String> = []
    for number in 1...13 {
      for line in try Self.lines(number) {
        let event = try PrintedEvent.event(Array(line.utf8))
        found.insert("\(event.type) \(event.schema)")
      }
    }
    // Files and accounts came after these ledgers were written.
    let later: Set<EventType> = [
      .groupExported, .rangeExported, .bankRowLinked, .bankRowUnlinked, .transactionMerged, .statementImported,
      .importProfileChanged, .vendorRenamed, .accountOpened, .accountRenamed, .accountMoved, .accountClosed,
      .accountReopened,
      .accountWithdrawn, .categoryBudgeted, .categoryCarriesOver, .transferRecorded, .transferChanged,
      .goalCreated, .goalChanged, .goalContributed, .goalContributionRemoved, .goalCompleted, .goalReopened,
      .goalDeleted, .goalRestored, .copyRequested, .copyAttempted, .copyAcknowledged, .copyRefused,
      .copyDeferred,
      .remoteChangeObserved, .copyMerged, .copyDetached,
    ]
    for type in EventType.allCases where !later.contains(type) {
      for schema in 1...type.schema { #expect(found.contains("\(type.rawValue) \(schema)")) }
    }
  }

  @Test("No event of a shape without computations has one")
  func expressions() throws {
    let since: [EventType: UInt32] = [
      .transactionRecorded: 4, .fieldCorrected: 2, .lineItemAdded: 2, .lineItemChanged: 2, .transferRecorded: 2,
      .transferChanged: 2, .ruleCreated: 3, .ruleChanged: 4,
    ]
    var computed = 0
    // Ledger 8 is of a program that wrote expressions before it raised the schemas.
    for number in 1...13 where number != 8 {
      for line in try Self.lines(number) {
        let event = try PrintedEvent.event(Array(line.utf8))
        guard line.contains(#"xpression":"#), let type = EventType(rawValue: event.type) else { continue }
        computed += since[type] == nil ? 0 : 1
        if let first = since[type] { #expect(event.schema >= first, "ledger \(number): \(event.type)") }
      }
    }
    #expect(computed == 13)
  }

  @Test("They are shown as before", arguments: 1...13)
  func rows(number: Int) throws {
    let folder = NSTemporaryDirectory() + "events-folds-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var text = ""
    func run(_ arguments: [String], input: String = "") -> Tool.Outcome {
      Tool(
        environment: ["EVENTS_LEDGER": folder, "USER": "anna"], input: input,
        clock: { WallClock(milliseconds: 2_524_608_000_000, offsetMinutes: 0) }
      ).run(arguments)
    }
    func show(_ arguments: String...) {
      let outcome = run(arguments + ["--read-only"])
      text += "$ \(arguments.joined(separator: " "))\n\(outcome.output)\(outcome.errors)"
    }
    let lines = try Self.lines(number)
    let taken = run(
      ["import", "--format", "ndjson", "-"], input: lines.joined(separator: "\n"))
    try #require(taken.code == .ok, "\(taken.errors)")

    show("groups", "--json")
    show("category", "list", "--json")
    show("rule", "list", "--json")
    show("receipts", "--all", "--json")
    show("duplicates", "--json")
    show("search", "Caf\u{e9}", "--json")
    for kind in ["expense", "income", "transfer"] { show("analysis", "--kind", kind, "--json") }
    var streams: [String: [String]] = [:]
    for line in lines {
      let stream = try PrintedEvent.event(Array(line.utf8)).stream
      let id = stream.id.description
      if streams[stream.kind]?.contains(id) != true { streams[stream.kind, default: []].append(id) }
    }
    for transaction in streams["transaction"] ?? [] {
      show("receipt", transaction, "--json")
      show("blame", transaction, "--json")
    }
    for rule in streams["rule"] ?? [] { show("rule", "show", rule, "--json") }
    show("diff", "1", "\(lines.count)", "--json")

    let expected = URL(fileURLWithPath: "\(Self.folder)/ledger-\(number).txt")
    if ProcessInfo.processInfo.environment["EVENTS_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: expected)
    }
    let before = String(decoding: try Data(contentsOf: expected), as: UTF8.self)
    // Only the first line that differs is printed: the texts are long.
    let difference = zip(before.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
    #expect(before == text, "\(difference.map { "was: \($0)\nis:  \($1)" } ?? "one is longer")")
  }
}
