import EventLog
import Foundation
import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerSync
@testable import events

@Suite("Events that come into a ledger that is there")
struct ImportEventsTests {
  /// A ledger with eight transactions, its events as lines, and a folder that has the first of them.
  private struct Two {
    let ledger: Ledger
    let lines: [String]
    /// The first transaction.
    let first: String

    init(_ transactions: Int = 8, shared: Int = 6) throws {
      ledger = try Ledger()
      first = try ledger.add("9")
      for number in 1..<transactions { _ = try ledger.add("\(number)") }
      lines = ledger.run("tail", "-n", "1000", "--json").lines
      #expect(there("import", "--format", "ndjson", "-", lines: Array(lines.prefix(shared))).code == .ok)
    }

    func there(_ arguments: String..., lines: [String] = []) -> Tool.Outcome {
      Tool(
        environment: ["EVENTS_LEDGER": ledger.folder + "/there", "USER": "ben"],
        input: lines.map { $0 + "\n" }.joined(),
        clock: { WallClock(milliseconds: 1_781_440_000_000, offsetMinutes: 120) }
      ).run(arguments)
    }

    static func leaf(_ line: String) -> Substring { line.split(separator: "\"leaf\":")[1].prefix(66) }

    /// The hashes of the events that are there, in their order.
    func leaves() -> [Substring] { there("tail", "-n", "1000", "--json").lines.map(Self.leaf) }

    func count() -> Int { there("tail", "-n", "1000", "--json").lines.count }
  }

  @Test("What came before a refused line stays, and the rest comes with the next try")
  func prefix() throws {
    let two = try Two()
    var lines = two.lines
    lines.insert("{", at: 9)
    let broken = two.there("import", "--format", "ndjson", "-", lines: lines)
    #expect(broken.code == .dataError && broken.errors.contains("standard input:10: "), "\(broken)")
    #expect(broken.output.hasPrefix("3 events imported; 6 events known already."), "\(broken.output)")
    #expect(broken.errors.contains("the rest of standard input was not read"))
    #expect(two.count() == 9)
    lines[9] = two.lines[9].replacingOccurrences(of: "\"minorUnits\":", with: "\"minorUnits\":1")
    #expect(two.there("import", "--format", "ndjson", "-", lines: lines).errors.contains("leaf hash"))
    #expect(two.count() == 9)
    #expect(two.there("import", "--format", "ndjson", "-", lines: two.lines).code == .ok)
    #expect(two.leaves() == two.lines.map(Two.leaf))
    #expect(two.there("verify").code == .ok)
  }

  @Test(
    "Events that come too early are held, in any order, and those that still wait are named with their range")
  func early() throws {
    let two = try Two()
    let rest = Array(two.lines.dropFirst(6))
    let without = Array(rest.dropFirst(2).reversed())
    let waits = two.there("import", "--format", "ndjson", "-", lines: without)
    #expect(waits.code == .dataError && two.count() == 6, "\(waits)")
    #expect(
      waits.errors.contains("\(without.count) events from test not imported: events 7 to 8 must come first"))
    let json = try #require(
      try JSONSerialization.jsonObject(
        with: Data(two.there("import", "--format", "ndjson", "-", "--json", lines: without).output.utf8))
        as? [String: Any])
    let waiting = try #require((json["waiting"] as? [[String: Any]])?.first)
    #expect(waiting["first"] as? Int == 7 && waiting["last"] as? Int == 8)
    #expect(waiting["held"] as? Int == without.count)
    let whole = two.there("import", "--format", "ndjson", "-", lines: rest.reversed())
    #expect(whole.code == .ok && whole.output.hasPrefix("\(rest.count) events imported."), "\(whole)")
    #expect(two.leaves() == two.lines.map(Two.leaf))
  }

  @Test("The report tells what came, what it conflicts with, and whose clock is ahead")
  func report() throws {
    let two = try Two(1, shared: 7)
    #expect(two.ledger.run("correct", two.first, "vendor", "Aldi").code == .ok)
    #expect(two.there("correct", two.first, "vendor", "Lidl").code == .ok)
    let outcome = two.there(
      "import", "--format", "ndjson", "-", lines: two.ledger.run("tail", "-n", "1000", "--json").lines)
    #expect(outcome.output.contains("1 event from test: 1 correction"), "\(outcome)")
    #expect(outcome.output.contains("1 conflict: see them with events conflicts"))
    #expect(outcome.output.contains("What changed: events diff "))
    let early = Tool(
      environment: ["EVENTS_LEDGER": two.ledger.folder + "/there", "USER": "ben"],
      input: two.ledger.run("group", "create", "Trip").output.isEmpty
        ? "" : two.ledger.run("tail", "-n", "1", "--json").output,
      clock: { WallClock(milliseconds: 1_581_440_000_000, offsetMinutes: 120) }
    ).run(["import", "--format", "ndjson", "-"])
    #expect(early.output.contains("The clock of test was "), "\(early)")
  }

  @Test("Writes of any size give the same log, also where an event waits for the one that redacts it")
  func writes() throws {
    let two = try Two(2)
    var forger = try two.ledger.forger()
    let secret = forger.record(ForgedEvent.id(1), #""vendor":"Secret""#)
    var lines = two.lines.map { $0 + "\n" } + [secret.strippedLine]
    let position = lines.count
    for number in 2...5 { lines.append(forger.record(ForgedEvent.id(number)).line) }
    lines.append(
      forger.add(
        "EventRedacted", on: "ledger", forger.ledger,
        #"{"event":{"device":"\#(secret.device)","sequence":1},"why":"because"}"#
      ).line)
    lines.append(forger.record(ForgedEvent.id(9)).line)
    var logs: Set<[String]> = []
    for size in [1, 2, 5, 1_000] {
      let whole = try intake(lines, writing: size, in: "\(two.ledger.folder)/new-\(size)")
      #expect(whole.intake.refusal == nil && whole.intake.result.taken == lines.count, "\(whole.intake)")
      logs.insert(whole.devices)
      // Without the event that redacts, those before the one without content stay.
      let cut = Array(lines.dropLast(2))
      let part = try intake(cut, writing: size, in: "\(two.ledger.folder)/part-\(size)")
      #expect(part.intake.refusal?.number == position, "\(part.intake)")
      #expect(part.intake.refusal?.words.contains("redact") == true)
      #expect(part.intake.result.taken == position - 1, "\(size): \(part.intake.result)")
    }
    #expect(logs.count == 1)
  }

  private func intake(
    _ lines: [String], writing size: Int, in folder: String
  ) throws -> (intake: EventIntake, devices: [String]) {
    var rest: ArraySlice<EventIntake.Line> = []
    for (number, line) in lines.enumerated() {
      let (event, ledger) = try PrintedEvent.read(Array(line.dropLast().utf8))
      rest.append(EventIntake.Line(number: number + 1, event: event, ledger: ledger))
    }
    let ledger = try #require(rest.first?.origin)
    let log = try LedgerLog.create(at: folder, ledger: ledger, device: .random())
    defer { try? log.close() }
    var intake = EventIntake(of: ledger, isNamed: true, at: 1_781_440_000_000, isDry: false, linesMax: size)
    try intake.run(log) { rest.popFirst() }
    #expect(try log.lastPosition() == Position(intake.result.taken))
    return (intake, try log.devices().map { "\($0.device) \($0.size) \($0.root)" })
  }
}
