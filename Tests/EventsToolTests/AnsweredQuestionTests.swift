import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import events

@Suite("Answers about a log that several devices wrote")
struct AnsweredQuestionTests {
  /// Deletes rows of a log, without its guards.
  private func delete(_ folder: String, _ condition: String) throws {
    let connection = try Connection(path: folder + "/log.sqlite", mode: .readWrite)
    var triggers: [String] = []
    try connection.statement("SELECT name FROM sqlite_schema WHERE type = 'trigger'").forEachRow {
      triggers.append($0.string(0))
    }
    for name in triggers { try connection.execute("DROP TRIGGER \"\(name)\"") }
    try connection.execute("DELETE FROM event WHERE \(condition)")
    try connection.close()
  }

  private func take(_ events: [ForeignEvent], into ledger: Ledger, at milliseconds: Int64) throws {
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(events, receivedAtMilliseconds: milliseconds)
    try log.close()
  }

  /// A text with one blank between words.
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: diff and replay

  @Test("diff and replay show the totals of groups, also where no month's total changes")
  func groupTotals() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    #expect(ledger.run("group", "create", "Rome").code == .ok)
    #expect(ledger.run("file", id, "Rome").code == .ok)
    let text = words(ledger.run("diff", "HEAD~1").output)
    #expect(text.contains("Every month's total stays"), "\(text)")
    #expect(text.contains("Rome +€38.00") && text.contains("Unfiled -€38.00"), "\(text)")
    let without = words(ledger.run("replay", "--without", "HEAD").output)
    #expect(without.contains("Unfiled +€38.00") && without.contains("Rome -€38.00"), "\(without)")
    let json = try ledger.json("replay", "--without", "HEAD")
    let groups = try #require(json["groups"] as? [[String: Any]])
    #expect(groups.map { $0["name"] as? String } == ["Rome", "Unfiled"])
    #expect(groups.map { $0["count"] as? Int } == [-1, 1])
  }

  @Test("A receipt is Unfiled without its group's creation, and so is one that came for a deleted group")
  func unfiled() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    #expect(ledger.run("group", "create", "Rome").code == .ok)
    let theirs = try ledger.recordedElsewhere(["file", id, "Rome"])
    let creation = "8"
    #expect(ledger.run("group", "delete", "Rome", "--yes").code == .ok)
    try take(theirs, into: ledger, at: 1_781_440_000_000)
    // Filed by another device into the group that was deleted: Unfiled before and after.
    #expect(!ledger.run("diff", "HEAD~1").output.contains("Rome"))
    #expect(ledger.run("group", "restore", "Rome").code == .ok || ledger.run("undo", "9").code == .ok)
    let restored = words(ledger.run("diff", "HEAD~1").output)
    #expect(restored.contains("group Rome") && restored.contains("Unfiled -€38.00"), "\(restored)")
    let without = words(ledger.run("replay", "--without", creation).output)
    #expect(without.contains("Unfiled +€38.00"), "\(without)")
  }

  // MARK: tail

  @Test("tail --since a time shows what was recorded or arrived from then on, late events or not")
  func since() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let recorded = try #require(try ledger.json("show", "7")["recorded"] as? String)
    var forger = try ledger.forger()
    // Half an hour before the ledger was made, and it comes after everything else.
    let late = forger.add(
      "TransactionCleared", on: "transaction", id, "{}", at: 1_781_431_200_000)
    #expect(ledger.take(late.line).code == .ok)
    #expect(ledger.run("tail", "--since", recorded, "--json").lines.count == 2)
    #expect(ledger.run("correct", id, "vendor", "LIDL").code == .ok)
    #expect(ledger.run("tail", "--since", recorded, "--json").lines.count == 3)
    let first = try #require(try ledger.json("show", "1")["recorded"] as? String)
    #expect(ledger.run("tail", "--since", first, "--json").lines.count == 9)
  }

  @Test("A time that tail and blame print can be typed, and a position of another device everywhere")
  func typedTimes() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    #expect(ledger.run("correct", id, "vendor", "EDEKA").code == .ok)
    let parts = try ledger.json("show", "7")
    let recorded = try #require(parts["recorded"] as? String)
    let second = recorded.prefix(19)
    let local = second.replacing("T", with: " ")
    for text in [String(local), String(second)] {
      #expect(ledger.run("receipt", id, "--at", text).code == .ok, "\(text)")
      #expect(ledger.run("tail", "--since", text, "--json").lines.count == 2, "\(text)")
    }
    #expect(ledger.run("groups", "--at", String(local)).output.contains("38.00"))
    let device = try #require(parts["device"] as? String)
    #expect(ledger.run("groups", "--at", "\(device):7").output.contains("38.00"))
    #expect(ledger.run("tail", "--since", "\(device):7", "--json").lines.count == 1)
    #expect(ledger.run("tail", "--since", "HEAD~1", "--json").lines.count == 1)
    #expect(ledger.run("groups", "--at", "2026-06-14 25:00").code == .dataError)
  }

  @Test("A type that no event has is refused")
  func types() throws {
    let ledger = try Ledger()
    for type in ["Typo", "FieldCorrectd", "fieldcorrected"] {
      let outcome = ledger.run("tail", "--type", type)
      #expect(outcome.code == .usage && outcome.errors.contains("no event type"), "\(outcome)")
    }
    #expect(ledger.run("tail", "--type", "FieldCorrected").code == .ok)
    var forger = try ledger.forger()
    let event = forger.add("BalanceGuessed", on: "transaction", "0c0c0c0c-0000-4000-8000-000000000009", "{}")
    #expect(ledger.take(event.line).code == .ok)
    #expect(ledger.run("tail", "--type", "BalanceGuessed", "--json").lines.count == 1)
  }

  @Test("Cursors are outside of the models, which may be deleted, and work without them")
  func cursors() throws {
    let ledger = try Ledger()
    try? FileManager.default.removeItem(atPath: ledger.path + "/models")
    #expect(ledger.run("tail", "--cursor", "a", "--json").lines.count == 6)
    try? FileManager.default.removeItem(atPath: ledger.path + "/models")
    let again = ledger.run("tail", "--cursor", "a", "--json")
    #expect(again.code == .ok && again.output.isEmpty, "\(again)")
    // A cursor of an earlier version is found in the models' folder.
    try FileManager.default.createDirectory(atPath: ledger.path + "/models", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: ledger.path + "/cursors/a", toPath: ledger.path + "/models/cursor-a")
    #expect(ledger.run("tail", "--cursor", "a", "--json").output.isEmpty)
  }

  // MARK: verify and compare

  @Test("A missing page of paper is the one verdict")
  func missingPages() throws {
    let ledger = try Ledger()
    let page = try ledger.file("scan.txt", "REWE City\nSUMME EUR 4,70\n14.06.2026")
    let id = try ledger.add("38.00")
    #expect(ledger.run("page", "add", id, page).code == .ok)
    try FileManager.default.removeItem(atPath: ledger.path + "/attachments")
    let outcome = ledger.run("verify")
    #expect(outcome.code == .no)
    #expect(
      outcome.output.contains("page: ") && outcome.output.contains("Damaged: 1 finding"), "\(outcome.output)")
  }

  @Test("An event that cannot be read makes a ledger unhealthy until it is skipped")
  func skipped() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    var forger = try ledger.forger()
    let event = forger.add("FieldCorrected", on: "transaction", id, #"{"field":"colour"}"#)
    #expect(ledger.take(event.line).code == .ok)
    #expect(ledger.run("verify").code == .unhealthy)
    let skip = ledger.run("rebuild", "--skip", "8")
    #expect(skip.code == .ok, "\(skip)")
    let outcome = ledger.run("verify")
    #expect(outcome.code == .ok, "\(outcome)")
  }

  @Test("A clock that is ahead is told when its event arrives, and not the clock of the device that saw it")
  func clocks() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let theirs = try ledger.recordedElsewhere(["correct", id, "note", "theirs"])
    // Their clock showed two hours more than this one did.
    try take(theirs, into: ledger, at: 1_781_433_090_000)
    let arrived = ledger.run("verify").output
    #expect(arrived.contains("is ahead of the one here, by 1 h"), "\(arrived)")
    #expect(ledger.run("correct", id, "note", "ours").code == .ok)
    let after = ledger.run("verify").output
    #expect(after.contains("is ahead") && !after.contains("clock of test"), "\(after)")
  }

  @Test("An event that has seen what never existed is found")
  func seen() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let own = try #require(try ledger.json("show", "7")["device"] as? String)
    var forger = try ledger.forger()
    var event = forger.add("TransactionCleared", on: "transaction", id, "{}")
    event.seen = [(own, 7)]
    #expect(ledger.take(event.line).code == .ok)
    #expect(ledger.run("verify").code == .ok)
    let other = try Ledger()
    let receipt = try other.add("38.00")
    let device = try #require(try other.json("show", "7")["device"] as? String)
    var liar = try other.forger()
    var lie = liar.add("TransactionCleared", on: "transaction", receipt, "{}")
    lie.seen = [(device, 99)]
    #expect(other.take(lie.line).code == .ok)
    let outcome = other.run("verify")
    #expect(outcome.code == .unhealthy && outcome.output.contains("seen-first at event 8"), "\(outcome)")
  }

  @Test(
    "compare tells of deleted rows, and nothing is appended to such a log",
    arguments: ["position = 4", "position > 7"])
  func deletedRows(_ condition: String) throws {
    let ledger = try Ledger()
    for _ in 0..<3 { _ = try ledger.add("38.00") }
    let there = ledger.folder + "/there"
    #expect(ledger.run("backup", there).code == .ok)
    try delete(there, condition)
    let outcome = ledger.run("compare", there)
    #expect(outcome.code == .no && outcome.output.contains("Deleted there"), "\(outcome)")
    let writer = Tool(environment: ["EVENTS_LEDGER": there, "USER": "anna"]).run([
      "add", "--amount", "1.00", "--date", "2026-06-12", "--category", "food", "--payment", "card",
    ])
    #expect(writer.code != .ok && writer.errors.contains("rows were deleted"), "\(writer)")
  }

  @Test("Advice with --ledger is about that ledger")
  func advice() throws {
    let ledger = try Ledger()
    let outcome = Tool(environment: ["USER": "anna"]).run(["--ledger", ledger.path, "receipt", "ffffffff"])
    #expect(outcome.code == .noInput)
    for line in outcome.errors.split(separator: "\n") where line.contains(": events ") {
      #expect(line.contains(": events --ledger \(ledger.path) "), "\(line)")
    }
    let show = Tool(environment: ["USER": "anna"]).run(["--ledger", ledger.path, "show", "ffffffff"])
    #expect(show.errors.contains("--ledger \(ledger.path)"), "\(show.errors)")
  }
}
