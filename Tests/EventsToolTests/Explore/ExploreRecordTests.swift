import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// What the page sends to the program that serves it, without a browser.
@Suite("events explore --serve records")
struct ExploreRecordTests {
  func receipts(_ ledger: Ledger) throws -> [[String: Any]] {
    try ledger.run("receipts", "--all", "--json").lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  func texts(_ answer: [String: Any], _ list: String, _ member: String) -> [String] {
    (answer[list] as? [[String: Any]] ?? []).compactMap { $0[member] as? String }
  }

  func id() -> String { UUID().uuidString.lowercased() }

  @Test("An entry is understood while it is typed, with the amount first, and nothing is recorded")
  func understood() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let (status, answer) = try server.post(
      "/understand", ["line": "taxi 23.90 cash #berlin", "date": "2026-06-12"])
    #expect(status == 200)
    #expect(texts(answer, "fields", "title") == ["Amount", "Date", "Category", "Payment", "Tags"])
    #expect(texts(answer, "fields", "words").first == "€23.90" && answer["date"] as? String == "2026-06-12")
    let record = try #require((answer["command"] as? [String: Any])?["record"] as? [String: Any])
    #expect(record["minorUnits"] as? Int == 2_390 && record["currency"] as? String == "EUR")
    #expect(try receipts(ledger).isEmpty)
  }

  @Test("Missing fields are asked for, and a problem of the line is told in the ledger's words")
  func missing() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let lacking = try server.post("/understand", ["line": "23.90 corner shop"]).answer
    #expect(lacking["command"] is NSNull)
    #expect(texts(lacking, "missing", "field") == ["category", "payment"])
    #expect(lacking["date"] is NSNull && lacking["vendor"] as? String == "corner shop")
    let chosen = try server.post(
      "/understand", ["line": "23.90 corner shop", "category": "food", "payment": "cash"]
    ).answer
    #expect(texts(chosen, "missing", "field").isEmpty && chosen["command"] is [String: Any])
    #expect(texts(chosen, "fields", "reason") == ["as you chose", "as you chose"])
    let unclear = try server.post("/understand", ["line": "taxi 23.90 24.90 cash"]).answer
    #expect(unclear["command"] is NSNull)
    #expect(texts(unclear, "problems", "message").first?.hasPrefix("The line has two amounts") == true)
    let account = try server.post("/understand", ["line": "taxi 23.90 cash @Nowhere"]).answer
    #expect(account["command"] is NSNull && !texts(account, "problems", "message").isEmpty)
    let split = try server.post("/understand", ["line": "100 EUR cash monthly food 60, taxi rest"]).answer
    #expect(split["command"] is NSNull)
    #expect(texts(split, "problems", "message").first?.hasPrefix("A split is of a single expense") == true)
  }

  @Test("A command is recorded once, however often it is sent, and another one with its id is refused")
  func once() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let command = try server.command("taxi 23.90 cash")
    let split = try server.command("80 EUR cash food 60, taxi rest")
    for command in [command, split] {
      let sent: [String: Any] = ["id": id(), "command": command]
      let first = try server.post("/command", sent)
      let second = try server.post("/command", sent)
      #expect(first.status == 200 && second.status == 200, "\(second.answer)")
      let events = [first, second].map { ($0.answer["answer"] as? [String: Any])?["events"] as? [Int] }
      #expect(events[0] == events[1] && events[0]?.isEmpty == false)
      let other = try server.post(
        "/command", ["id": sent["id"] ?? "", "command": try server.command("taxi 1.00 cash")])
      #expect(other.status == 409 && other.answer["refusal"] != nil)
    }
    #expect(try receipts(ledger).count == 2)
  }

  @Test("An undo names what it undoes, and can be undone")
  func undo() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let recorded = try server.post("/command", ["id": id(), "command": try server.command("taxi 23.90 cash")])
    let undo = try #require(recorded.answer["undo"] as? [String: Any])
    #expect((undo["title"] as? String)?.contains("23.90") == true, "\(undo)")
    let undone = try server.post("/command", ["id": id(), "command": undo["command"] ?? ""])
    #expect(undone.status == 200, "\(undone.answer)")
    #expect(try receipts(ledger).first?["state"] as? String == "deleted")
    let redo = try #require(undone.answer["undo"] as? [String: Any])
    #expect((redo["title"] as? String)?.hasPrefix("Bring back: ") == true)
    #expect(try server.post("/command", ["id": id(), "command": redo["command"] ?? ""]).status == 200)
    #expect(try receipts(ledger).first?["state"] as? String == "saved")
  }

  @Test("A value that was changed meanwhile is not overwritten: both are shown, and the person chooses")
  func conflict() throws {
    let ledger = try Ledger()
    let receipt = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try LiveServer(ledger)
    let form = try server.post("/form", ["transaction": receipt]).answer
    let understood = try server.post(
      "/understand", ["transaction": receipt, "field": "vendor", "text": "Quixote"]
    ).answer
    #expect(understood["words"] as? String == "Quixote")
    ledger.run("correct", receipt, "vendor", "Ulysses")
    var sent: [String: Any] = [
      "id": id(), "command": understood["command"] ?? "", "basedOn": form["version"] ?? 0,
    ]
    let (status, answer) = try server.post("/command", sent)
    let choice = try #require(answer["choice"] as? [String: Any])
    #expect(
      status == 409 && choice["present"] as? String == "Ulysses" && choice["given"] as? String == "Quixote")
    #expect(try receipts(ledger).first?["vendor"] as? String == "Ulysses")
    (sent["id"], sent["basedOn"]) = (id(), choice["version"])
    let done = try server.post("/command", sent)
    #expect(done.status == 200)
    #expect(
      (done.answer["form"] as? [String: Any])?["version"] as? Int == (choice["version"] as? Int).map { $0 + 1 })
    // The same value once more is no conflict with oneself.
    (sent["id"], sent["basedOn"]) = (id(), form["version"])
    #expect(try server.post("/command", sent).status == 200)
    #expect(try receipts(ledger).first?["vendor"] as? String == "Quixote")
  }

  @Test("A deletion has its consequences as a question, and the receipt can be cleared and restored")
  func actions() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let receipt = try ledger.add("38.00", "--group", "Berlin")
    _ = try ledger.add("12.00", "--group", "Berlin")
    let server = try LiveServer(ledger)
    func actions() throws -> [[String: Any]] {
      try server.post("/form", ["transaction": receipt]).answer["actions"] as? [[String: Any]] ?? []
    }
    var offered = try actions()
    #expect(offered.compactMap { $0["title"] as? String } == ["Mark as cleared", "Delete"])
    #expect((offered.last?["question"] as? String)?.contains("which keeps 1 receipt") == true, "\(offered)")
    for action in offered {
      #expect(try server.post("/command", ["id": id(), "command": action["command"] ?? ""]).status == 200)
    }
    offered = try actions()
    #expect(offered.compactMap { $0["title"] as? String } == ["Restore"])
    #expect(try server.post("/command", ["id": id(), "command": offered[0]["command"] ?? ""]).status == 200)
    #expect(try actions().first?["title"] as? String == "Mark as not cleared")
  }

  @Test("With --read-only, and with stand-ins, the page shows the ledger and records nothing")
  func readOnly() throws {
    let ledger = try Ledger()
    for option in ["--read-only", "--stand-ins"] {
      let server = try LiveServer(ledger, option)
      #expect(try server.request("GET", "/state").text.hasSuffix("\"records\":false}"))
      let paper = ["id": id(), "name": "a.png", "bytes": "AAAA"]
      #expect(try server.post("/keep", paper).status == 409)
      let sent = try server.post("/command", ["id": id(), "command": try server.command("taxi 23.90 cash")])
      #expect(sent.status == 409 && sent.answer["refusal"] != nil)
    }
    #expect(try receipts(ledger).isEmpty)
  }

  @Test("Of 1,200 requests of an attacker's page, each is refused, and nothing is recorded")
  func attacker() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    let command = try server.command("taxi 23.90 cash")
    let before = ledger.run("tail", "-n", "1000", "--json").lines
    var generator = SeededGenerator(seed: 54)
    for number in 0..<1_200 {
      let attack = try attack(number % 12, on: server, command, &generator)
      let (status, text) = try server.request(attack.method, attack.path, attack.fields, attack.body)
      #expect((400..<500).contains(status), "\(number % 12): \(text.prefix(400))")
      #expect(!text.contains("Access-Control"))
    }
    #expect(ledger.run("tail", "-n", "1000", "--json").lines == before)
    #expect(try server.post("/command", ["id": id(), "command": command]).status == 200)
    #expect(try receipts(ledger).count == 1)
  }

  private typealias Request = (method: String, path: String, fields: [String: String], body: String)

  /// Returns a valid request with one thing wrong.
  private func attack(
    _ kind: Int, on server: LiveServer, _ command: [String: Any], _ generator: inout SeededGenerator
  ) throws -> Request {
    let content: [String: Any] = ["id": id(), "command": command]
    let body = String(decoding: try JSONSerialization.data(withJSONObject: content), as: UTF8.self)
    let paths = kind == 6 ? ["/command"] : ["/command", "/keep", "/read", "/cancel"]
    let path = paths.randomElement(using: &generator) ?? "/command"
    var request: Request = ("POST", path, server.fields, body)
    let random = String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 16)
    switch kind {
    case 0:
      request.fields["X-Ledger-Token"] =
        [nil, random, String(server.token.dropLast())].randomElement(using: &generator) ?? nil
    case 1:
      request.fields["Host"] = ["evil.example", "localhost:\(server.port)", "127.0.0.1:1"].randomElement(
        using: &generator)
    case 2:
      request.fields["Origin"] = ["null", "http://evil.example", "http://localhost:\(server.port)"]
        .randomElement(using: &generator)
    case 3: request.fields["Origin"] = nil
    case 4:
      request.method =
        ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"].randomElement(using: &generator) ?? "GET"
    case 5:
      request.fields["Content-Type"] =
        [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"].randomElement(
          using: &generator) ?? nil
    case 6:
      request.fields["Content-Length"] = ["70000", "-1", "+5", "0", "99999999999", "1e3"].randomElement(
        using: &generator)
    case 7:
      let cut = Int.random(in: 1..<body.utf8.count, using: &generator)
      request.body = String(body.prefix(cut))
    case 8:
      request.body =
        ["[\(body)]", "null", "\(body)\(body)", "{}", "{\"id\":1,\"command\":{}}"].randomElement(
          using: &generator) ?? ""
    case 9:
      let names = ["record", "delete", "undo", "several", random]
      request.body =
        "{\"id\":\"\(id())\",\"command\":{\"command\":\"\(names.randomElement(using: &generator) ?? "")\"}}"
    case 10: request.fields["Transfer-Encoding"] = "chunked"
    case _: request.fields["Sec-Fetch-Site"] = ["cross-site", "same-site"].randomElement(using: &generator)
    }
    return request
  }

  @Test(
    "A kill -9 during requests loses nothing that was acknowledged, and a resent request records nothing twice")
  func kills() throws {
    let ledger = try Ledger()
    var generator = SeededGenerator(seed: 9)
    var acknowledged: Set<String> = []
    var sent: [(vendor: String, body: String)] = []
    for round in 0..<6 {
      let server = try LiveServer(ledger)
      // What an earlier process may not have answered is sent again, with the same ids.
      for (vendor, body) in sent {
        #expect(try server.request("POST", "/command", nil, body).status == 200)
        acknowledged.insert(vendor)
      }
      var command = try server.command("1.23 food cash")
      var record = try #require(command["record"] as? [String: Any])
      func isAnswered(_ number: Int) throws -> Bool {
        let vendor = "Shop \(round)x\(number)"
        record["vendor"] = vendor
        command["record"] = record
        let content: [String: Any] = ["id": id(), "command": command]
        let body = String(decoding: try JSONSerialization.data(withJSONObject: content), as: UTF8.self)
        sent.append((vendor, body))
        guard let answer = try? server.request("POST", "/command", nil, body), answer.status != 0 else {
          return false
        }
        if answer.status == 200 { acknowledged.insert(vendor) }
        return true
      }
      #expect(try isAnswered(0) && acknowledged.contains("Shop \(round)x0"))
      try server.kill(afterMilliseconds: UInt32.random(in: 1...150, using: &generator)) {
        for number in 1..<2_000 where try !isAnswered(number) { break }
      }
      let vendors = try receipts(ledger).compactMap { $0["vendor"] as? String }
      #expect(Set(vendors).count == vendors.count, "something is recorded twice")
      #expect(acknowledged.isSubset(of: Set(vendors)), "something acknowledged is lost")
    }
    let server = try LiveServer(ledger)
    for (_, body) in sent { #expect(try server.request("POST", "/command", nil, body).status == 200) }
    #expect(try Set(receipts(ledger).compactMap { $0["vendor"] as? String }) == Set(sent.map(\.vendor)))
    #expect(try receipts(ledger).count == sent.count && !sent.isEmpty)
  }
}
