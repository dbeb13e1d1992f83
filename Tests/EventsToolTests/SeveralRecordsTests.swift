import Foundation
import Testing

@testable import events

@Suite("Several records are one action")
struct SeveralRecordsTests {
  private func count(_ ledger: Ledger, _ filters: String...) -> Int {
    ledger.run(["receipts", "--json"] + filters).lines.count
  }

  @Test("Ids, ids on standard input and filters name records; one undo takes all back")
  func naming() throws {
    let ledger = try Ledger()
    let ids = try ["5", "6", "7"].map { try ledger.add($0) }
    #expect(ledger.run("delete", ids[0], ids[1]).code == .ok)
    #expect(count(ledger) == 1)
    #expect(ledger.run("undo").code == .ok)
    #expect(count(ledger) == 3)
    #expect(ledger.run(["delete", "-"], input: "\(ids[0]) any words\n\n\(ids[2])\n\(ids[2])\n").code == .ok)
    #expect(count(ledger) == 1)
    #expect(ledger.run("restore", "--where", "--category", "food").code == .ok)
    #expect(count(ledger) == 3)
    #expect(ledger.run("tag", "\(ids[0]),\(ids[1])", "#trip").code == .ok)
    #expect(count(ledger, "--tag", "trip") == 2)
    #expect(ledger.run("clear", "--where", "--tag", "trip").code == .ok)
    #expect(count(ledger, "--cleared", "yes") == 2)
    #expect(ledger.run("flag", ids[0], ids[2], "paid").code == .ok)
    #expect(count(ledger, "--flag", "paid") == 2)
    ledger.run("group", "create", "Berlin")
    #expect(ledger.run("file", ids[0], ids[1], "Berlin").code == .ok)
    #expect(count(ledger, "--group", "Berlin") == 2)
    #expect(ledger.run("file", "--where", "--group", "Berlin", "--unfiled").code == .ok)
    #expect(ledger.run("correct", "--where", "--tag", "trip", "vendor", "Kiosk", "payment", "cash").code == .ok)
    #expect(count(ledger, "--payment", "cash", "--text", "kiosk") == 2)
    #expect(ledger.run("undo").code == .ok)
    #expect(count(ledger, "--payment", "cash") == 0)
    #expect(ledger.run("correct", ids[0], "vendor", "A", "note", "B").code == .ok)
  }

  @Test("A dry run shows the number, and a person is asked once")
  func asking() throws {
    let ledger = try Ledger()
    for amount in ["5", "6"] { _ = try ledger.add(amount) }
    try Golden.expect(
      ledger.run("delete", "--where", "--category", "food", "--dry-run").output, "delete-many-dry-run")
    #expect(count(ledger) == 2)
    let terminal = try #require(PseudoTerminal(columns: 80))
    let shown = terminal.run(["delete", "--where", "--category", "food"], on: ledger, typing: "n\n")
    #expect(shown.contains("Delete 2 receipts") && shown.contains("[y/N]"), "\(shown)")
    #expect(count(ledger) == 2)
    let object = try ledger.json("clear", "--where", "--category", "food")
    #expect((object["events"] as? [Int])?.count == 2 && (object["transactions"] as? [String])?.count == 2)
  }

  @Test("One that is refused stops all of them")
  func refused() throws {
    let ledger = try Ledger()
    let ids = try ["5", "6"].map { try ledger.add($0) }
    #expect(ledger.run("delete", ids[1]).code == .ok)
    let outcome = ledger.run("correct", ids.joined(separator: ","), "note", "x")
    #expect(outcome.code != .ok && outcome.errors.contains(String(ids[1].prefix(8))), "\(outcome.errors)")
    #expect(ledger.run("receipts", "--json").output.contains(#""note":null"#))
  }

  @Test("Wrong usage is refused with what is wrong")
  func usage() throws {
    let ledger = try Ledger()
    let ids = try ["5", "6"].map { try ledger.add($0) }
    for arguments in [
      ["delete"], ["delete", "--where"], ["delete", ids[0], "--where", "--category", "food"],
      ["delete", ids[0], "--category", "food"], ["tag", ids[0], ids[1], "trip"],
      ["flag", ids[0], "paid", "unpaid"],
      ["flag", ids[0]], ["correct", ids[0], "note"], ["correct", ids[0], "note", "a", "note", "b"],
      ["correct", ids[0], "note", "a", "vendor"], ["file", ids[0]], ["save", ids[0], "--ready"],
      ["delete", ids[0], ids[1], "--future"],
    ] {
      #expect(ledger.run(arguments).code == .usage, "\(arguments)")
    }
    #expect(count(ledger) == 2)
  }

  @Test("save --ready saves every draft without an open question")
  func ready() throws {
    let ledger = try Ledger()
    let id = try ledger.capture("REWE\nSUMME EUR 84,50")
    #expect(ledger.run("save", "--ready").code == .no)
    for (field, value) in [
      ("vendor", "REWE"), ("date", "2026-06-14"), ("total", "84.50"), ("category", "food"),
      ("payment", "card"),
    ] {
      ledger.run("correct", id, field, value)
    }
    #expect(ledger.run("save", "--ready", "--dry-run").output.contains("1 receipt"))
    #expect(ledger.run("save", "--ready").code == .ok)
    #expect(count(ledger) == 1)
  }
}
