import Foundation
import LedgerSQLite
import Testing

@testable import events

// What is refused, and what is known without being carried out.
extension ExploreRecordTests {
  @Test("A date that is not in the calendar, and a version that is not a number, are refused")
  func malformed() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    for date: Any in ["garbage", "2026-02-31", "", 7] {
      #expect(try server.post("/understand", ["line": "12 food cash", "date": date]).status == 409, "\(date)")
    }
    let command = try server.command("12 food cash")
    for version: Any in ["1", 1.5, true, [1]] {
      let sent = try server.post("/command", ["id": id(), "command": command, "basedOn": version])
      #expect(sent.status == 409, "\(version)")
    }
    #expect(try receipts(ledger).isEmpty)
    let fields = ["Host": "127.0.0.1:\(server.port)", "X-Long": String(repeating: "a", count: 20_000)]
    #expect(try server.request("GET", "/", fields).status == 400)
  }

  @Test("A date far from today is doubted, a field is emptied if it may be, and a needed one is not")
  func fields() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let receipt = try ledger.add("38.00", "--group", "Berlin")
    let server = try LiveServer(ledger)
    func understood(_ field: String, _ text: String) throws -> [String: Any] {
      try server.post("/understand", ["transaction": receipt, "field": field, "text": text]).answer
    }
    let longAgo = try understood("date", "2010-01-01")
    #expect((longAgo["doubt"] as? String)?.contains("more than 10 years back") == true, "\(longAgo)")
    #expect(try understood("vendor", "Quixote")["doubt"] is NSNull)
    let refusal = try understood("category", "")["refusal"] as? [String: Any]
    #expect(refusal?["message"] as? String == "Category cannot be empty.")
    let unfiled = try server.post(
      "/command", ["id": id(), "command": try understood("group", "")["command"] ?? ""])
    #expect(unfiled.status == 200, "\(unfiled.answer)")
    #expect(try receipts(ledger).first?["group"] is NSNull)
  }

  @Test("A command that was carried out is known while another program writes, and no other is carried out")
  func busy() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let sent: [String: Any] = ["id": id(), "command": try server.command("taxi 23.90 cash")]
    #expect(try server.post("/command", sent).status == 200)
    let other = try server.command("taxi 1.00 cash")
    let log = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite)
    try log.execute("BEGIN IMMEDIATE")
    let again = try server.post("/command", sent)
    #expect(again.status == 200, "\(again.answer)")
    #expect((again.answer["lines"] as? [String])?.last == "This was recorded before, and not a second time.")
    let refused =
      try server.post("/command", ["id": id(), "command": other]).answer["refusal"] as? [String: Any]
    #expect(refused?["code"] as? String == "busy")
    try log.execute("ROLLBACK")
    #expect(try receipts(ledger).count == 1)
  }

  @Test("An undo tells what stays as it is")
  func partialUndo() throws {
    let ledger = try Ledger()
    let both = [try ledger.add("38.00"), try ledger.add("12.00")]
    let server = try LiveServer(ledger)
    let changes = both.map {
      ["command": "correct", "field": "vendor", "transaction": $0, "value": "Zanzibar"]
    }
    let changed = try server.post(
      "/command", ["id": id(), "command": ["command": "several", "commands": changes]])
    let undo = try #require(changed.answer["undo"] as? [String: Any], "\(changed.answer)")
    ledger.run("correct", both[1], "vendor", "Ulysses")
    let undone = try server.post("/command", ["id": id(), "command": undo["command"] ?? ""]).answer
    let lines = undone["lines"] as? [String] ?? []
    #expect(lines.count == 2 && lines.first?.contains("more change") == false, "\(lines)")
    #expect(lines.last?.contains("stays as it is") == true, "\(lines)")
  }
}
