import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import Testing

@testable import events

/// Five bugs made on purpose, as they happen: for each the commands that find it, and in how many steps.
@Suite("The bug hunt")
struct BugHuntTests {
  /// What verify finds: its exit code, and the first position for each invariant that does not hold.
  private func verify(_ ledger: Ledger) throws -> (code: ExitCode, found: [String: Int], notes: [String]) {
    let outcome = ledger.run("verify", "--json")
    let health = try #require(try object(outcome.output)["health"] as? [String: Any])
    var found: [String: Int] = [:]
    for invariant in try #require(health["invariants"] as? [[String: Any]])
    where invariant["ok"] as? Bool == false {
      let first = (invariant["findings"] as? [[String: Any]])?.compactMap { $0["position"] as? Int }.first
      found[try #require(invariant["name"] as? String)] = first
    }
    return (outcome.code, found, health["notes"] as? [String] ?? [])
  }

  /// What a hunt finds, and in how many steps.
  private func bisect(_ ledger: Ledger, _ arguments: String...) throws -> (position: Int?, steps: Int?) {
    let outcome = ledger.run(["bisect", "--json"] + arguments)
    let json = try object(outcome.output)
    return (json["position"] as? Int, json["steps"] as? Int)
  }

  private func changeModels(of ledger: Ledger, _ sql: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
    let file = try #require(names.filter { $0.hasSuffix(".sqlite") && !$0.hasPrefix("history") }.first)
    let connection = try Connection(path: "\(ledger.path)/models/\(file)", mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }

  private func last(_ ledger: Ledger) throws -> Int {
    try #require(try ledger.json("status")["events"] as? Int)
  }

  @Test("A wrong projector, which forgets a deletion: verify, why, and bisect totals-match in one step")
  func wrongProjector() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let lost = try ledger.add("5.00")
    _ = try ledger.add("7.00")
    ledger.run("delete", lost)
    let deletion = try last(ledger)
    #expect(try verify(ledger).code == .ok)
    // As a projector leaves it that passes over TransactionDeleted.
    for table in ["group_total", "day_total"] {
      try changeModels(of: ledger, "UPDATE \(table) SET total = total + 500, count = count + 1")
    }
    let verdict = try verify(ledger)
    #expect(verdict.code == .unhealthy && verdict.found == ["totals-match": deletion])
    let why = ledger.run("why", "group Unfiled EUR")
    #expect(why.code == .no && why.output.contains("the transactions make €45.00, the screen shows €50.00"))
    let found = try bisect(ledger, "totals-match")
    #expect(found == (deletion, 1))
    // The log is whole, so the course of the figure is right.
    #expect(try bisect(ledger, "expense 2026 EUR = 45.00").position == nil)
    #expect(ledger.run("rebuild").code == .ok)
    #expect(try verify(ledger).code == .ok)
    #expect(ledger.run("bisect", "totals-match").code == .no)
  }

  @Test("A double-applied event: verify finds that it counted twice, bisect totals-match names it in one step")
  func doubleApplied() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    _ = try ledger.add("5.00")
    let twice = try last(ledger)
    _ = try ledger.add("7.00")
    for table in ["group_total", "day_total"] {
      try changeModels(of: ledger, "UPDATE \(table) SET total = total + 500, count = count + 1")
    }
    #expect(try verify(ledger).found == ["totals-match": twice])
    #expect(ledger.run("verify").output.contains("counted twice"))
    let found = try bisect(ledger, "totals-match")
    #expect(found == (twice, 1))
    #expect(ledger.run("why", "expense 2026-06 EUR").code == .no)
    #expect(ledger.run("why", "receipts 2026-06 EUR").code == .ok)
  }

  @Test("A clock set back ten years: verify notes the event, and a figure of that year is found in one step")
  func clock() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let tool = Tool(
      environment: ["EVENTS_LEDGER": ledger.path, "USER": "anna"],
      clock: { WallClock(milliseconds: 1_465_900_000_000, offsetMinutes: 120) })
    // Without a date it is today, ten years ago.
    let outcome = tool.run("add", "--amount", "5.00", "--category", "food", "--payment", "cash")
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let event = try last(ledger)
    _ = try ledger.add("7.00")
    let verdict = try verify(ledger)
    #expect(verdict.code == .ok)
    #expect(verdict.notes == ["the clock of test was set back by 10 years before event \(event)"])
    let found = try bisect(ledger, "expense 2016 EUR = 0")
    #expect(found == (event, 1))
    let text = ledger.run("bisect", "expense 2016 EUR = 0").output
    #expect(text.contains("Recorded by user/anna on test, 2016-06-14"))
    let select = try bisect(
      ledger, "--sql", "SELECT count(*) = 0 FROM transaction_row WHERE date < \(19_000)")
    #expect(select == (event, 3))
  }

  @Test("The same on a phone, whose events come years late: the story that the README tells")
  func story() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Kiosk")
    _ = try ledger.add("12.40", "--vendor", "Lidl")
    let phone = ledger.folder + "/phone"
    #expect(ledger.run("backup", phone).code == .ok)
    let book = try Book.open(
      Book.Settings(
        folder: phone, actor: .person("ben"), deviceName: "phone",
        clock: { WallClock(milliseconds: 1_465_900_000_000, offsetMinutes: 120) }))
    // Without a date it is today, by the phone's clock.
    let request = RecordRequest(
      money: Money(minorUnits: 450, currency: .eur), date: book.today, vendor: "Café Mauve", category: "food",
      payment: .cash)
    _ = try book.record(request)
    var events: [ForeignEvent] = []
    try book.log.forEachEvent { events.append($0.envelope) }
    try book.close()
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let known = try Int(log.lastPosition().rawValue)
    _ = try log.takeIn(Array(events.dropFirst(known)), receivedAtMilliseconds: 1_781_440_000_000)
    try log.close()
    var told = ""
    for arguments in [
      ["analysis", "--kind", "expense", "--all"], ["why", "expense 2016 EUR"],
      ["bisect", "expense 2016 EUR = 0"], ["verify"],
    ] {
      let line = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
      told += "$ events \(line)\n\(ledger.run(arguments).output)\n"
    }
    try Golden.expect(told, "bug-hunt-story")
    #expect(try bisect(ledger, "expense 2016 EUR = 0") == (known + 2, 1))
  }

  @Test("A correction lost by an upcaster: verify, bisect saved-is-whole, and a figure, each in one step")
  func upcaster() throws {
    let ledger = try Ledger()
    let id = try ledger.add("79.50")
    _ = try ledger.add("7.00")
    // An older shape called the new value otherwise, and no step lifts it: the correction reads as one to nothing.
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let old =
      #"{"field":"total","from":{"currency":"EUR","minorUnits":7950},"value":{"currency":"EUR","minorUnits":8450}}"#
    let transaction = try #require(UniqueID(id))
    let draft = EventDraft(
      stream: StreamID(kind: "transaction", id: transaction), type: "FieldCorrected", schema: 1,
      payload: Array(old.utf8), actor: "user/anna")
    let clock = WallClock(milliseconds: 1_781_433_100_000, offsetMinutes: 120)
    _ = try log.write {
      try $0.append([draft], correlation: .random(), clock: clock, salts: LedgerLog.randomSalt)
    }
    try log.close()
    let event = try last(ledger)
    _ = try ledger.add("1.00")
    let verdict = try verify(ledger)
    #expect(verdict.code == .unhealthy && verdict.found == ["saved-is-whole": event])
    #expect(try bisect(ledger, "saved-is-whole") == (event, 1))
    #expect(try bisect(ledger, "expense 2026 EUR >= 86.50") == (event, 1))
    // What became of the field, and what was written all the same.
    let history = ledger.run("blame", id, "total", "--history").output
    #expect(history.contains("replaced by \(event)"), "\(history)")
    #expect(ledger.run("show", "\(event)").output.contains("8450"))
    // What if it had been lifted: the difference, without a change.
    let line = ledger.run("show", "\(event)", "--json").output.replacing("\"value\":", with: "\"to\":")
    let patched = ledger.run(["replay", "--patch", "-"], input: line)
    #expect(patched.output.contains("€84.50"), "\(patched.output)\(patched.errors)")
  }

  @Test(
    "A device that came back from a backup: what it writes next is refused; where it was not, compare finds the fork"
  )
  func backup() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    let common = try last(ledger)
    let files = FileManager.default
    // The disk as it was: everything but the folder's identity comes back.
    var before: [String: Data] = [:]
    for name in ["log.sqlite", "log.head"] {
      before[name] = try Data(contentsOf: URL(fileURLWithPath: "\(ledger.path)/\(name)"))
    }
    _ = try ledger.add("5.00")
    // Meanwhile a phone has taken it in.
    let phone = ledger.folder + "/phone"
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    var events: [ForeignEvent] = []
    try log.forEachEvent { events.append($0.envelope) }
    let copy = try LedgerLog.create(at: phone, ledger: log.ledgerID, device: .random())
    _ = try copy.takeIn(events, receivedAtMilliseconds: 1_781_433_200_000)
    try copy.close()
    try log.close()
    func restore(_ names: String...) throws {
      for name in names {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(ledger.path)/\(name)"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: try #require(before[name]))
        try handle.close()
      }
      for name in ["log.sqlite-wal", "log.sqlite-shm"] {
        try? files.removeItem(atPath: "\(ledger.path)/\(name)")
      }
    }
    // The log came back, its head did not: the next write is refused, in one step.
    try restore("log.sqlite")
    let refused = ledger.run("add", "--amount", "9.00", "--category", "food", "--payment", "cash")
    #expect(refused.code == .no && refused.errors.contains("events recover"), "\(refused.errors)")
    #expect(ledger.run("verify").code == .no)
    // Both came back, and so did the machine's notes: it goes on, and gives a number a second time.
    try restore("log.sqlite", "log.head")
    try files.removeItem(atPath: ledger.folder + "/state")
    _ = try ledger.add("9.00")
    #expect(try last(ledger) == common + 1)
    #expect(ledger.run("verify").code == .ok)
    let comparison = ledger.run("compare", ledger.path, phone, "--json")
    #expect(comparison.code == .no)
    let differences = try #require(try object(comparison.output)["differences"] as? [[String: Any]])
    #expect(differences.count == 1 && "\(differences)".contains("fork"), "\(differences)")
    let text = ledger.run("compare", ledger.path, phone).output
    #expect(text.contains("have number \(common + 1)") && text.contains("The device's id was used twice"))
    // What each tells of the figure since.
    #expect(try bisect(ledger, "expense 2026 EUR = 38.00") == (common + 1, 1))
  }
}
