import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// Paper that comes to the page: kept, read meanwhile, reviewed with the keyboard.
@Suite("events explore --serve takes paper")
struct ExplorePaperTests {
  let ledger: Ledger
  private let folder = TemporaryFolder()

  init() throws { ledger = try Ledger() }

  /// Makes a program that reads images with a script.
  private func eyes(_ script: String) throws -> String {
    let written = try BuiltTool.shell(
      "printf '%s\\n' '#!/bin/sh' \"$SCRIPT\" > \"$TARGET\"; chmod 755 \"$TARGET\"",
      environment: ["SCRIPT": script, "TARGET": folder.file("eyes")])
    try #require(written.code == 0, "\(written.errors)")
    return folder.file("eyes")
  }

  /// Prints a receipt as a program that reads images does. The confidence of its lines is low.
  private func printing(_ lines: String...) -> String {
    lines.enumerated().map { index, line in
      #"echo '{"text":"\#(line)","box":[0,\#(index * 30),400,\#(index * 30 + 20)],"confidence":70,"size":[800,600]}'"#
    }.joined(separator: "\n")
  }

  private static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

  private func paper(_ name: String, _ content: Data = png, id: UUID = UUID(), to receipt: String? = nil)
    -> [String: Any]
  {
    var paper: [String: Any] = [
      "id": id.uuidString.lowercased(), "name": name, "bytes": content.base64EncodedString(),
    ]
    paper["transaction"] = receipt
    return paper
  }

  /// Keeps a file, and returns its receipt.
  private func keep(_ paper: [String: Any], _ server: LiveServer) throws -> String {
    let (status, answer) = try server.post("/keep", paper)
    try #require(status == 200, "\(answer)")
    return try #require(answer["transaction"] as? String)
  }

  private func papers(_ server: LiveServer) throws -> [[String: Any]] {
    let text = try server.request("GET", "/state").text
    let start = try #require(text.range(of: "\r\n\r\n")?.upperBound)
    let state = try JSONSerialization.jsonObject(with: Data(text[start...].utf8)) as? [String: Any]
    return try #require(state?["papers"] as? [[String: Any]])
  }

  /// Asks for the readings until all of them have a property.
  @discardableResult
  private func wait(_ server: LiveServer, until isThere: ([String: Any]) -> Bool) throws -> [[String: Any]] {
    for _ in 0..<1_200 {
      let papers = try papers(server)
      if papers.allSatisfy(isThere) { return papers }
      usleep(50_000)
    }
    throw Browser.Failed(description: "\(try papers(server))")
  }

  private func isOver(_ paper: [String: Any]) -> Bool { paper["isOver"] as? Bool == true }

  private func events(_ type: String) -> [String] {
    ledger.run("tail", "-n", "1000", "--json").lines.filter { $0.contains("\"type\":\"\(type)\"") }
  }

  private func form(_ receipt: String, _ server: LiveServer) throws -> (
    attention: [String: Any], fields: [String: [String: Any]]
  ) {
    let answer = try server.post("/form", ["transaction": receipt]).answer
    let fields = try #require(answer["fields"] as? [[String: Any]])
    return (
      try #require(answer["attention"] as? [String: Any]),
      Dictionary(uniqueKeysWithValues: fields.map { ($0["field"] as? String ?? "", $0) })
    )
  }

  @Test("A file is on the disk before the answer, is kept once however often it is sent, and is read")
  func keeps() throws {
    let server = try LiveServer(ledger, eyes: try eyes(printing("ALDI", "SUMME 12,50 EUR", "12.06.2026")))
    let sent = paper("Ordner/Bön 1.png")
    let receipt = try keep(sent, server)
    #expect(events("ReceiptCaptured").count == 1)
    #expect(ledger.run("verify").code == .ok)
    #expect(try keep(sent, server) == receipt)
    let read = try wait(server, until: isOver)
    #expect(read.count == 1 && read[0]["transaction"] as? String == receipt)
    #expect((read[0]["words"] as? String)?.contains("€12.50") == true, "\(read)")
    #expect(try keep(sent, server) == receipt)
    #expect(try papers(server).allSatisfy(isOver))
    #expect(events("ReceiptCaptured").count == 1 && events("ExtractionCompleted").count == 1)
    #expect(try form(receipt, server).fields["total"]?["words"] as? String == "€12.50")
    _ = try keep(paper("b.txt", Data("LIDL\nSUMME EUR 3,20\n".utf8)), server)
    let listed = try papers(server)
    #expect(listed.count == 2 && isOver(listed[1]) && (listed[1]["words"] as? String ?? "").contains("€3.20"))
  }

  @Test("An answer to a draft is told in whole sentences, without the names of commands")
  func answers() throws {
    let server = try LiveServer(ledger, eyes: try eyes(printing("Quixote Ltd", "03/04/2026", "TOTAL EUR 7,00")))
    let receipt = try keep(paper("a.png"), server)
    try wait(server, until: isOver)
    let change = ["transaction": receipt, "field": "vendor", "text": "Sancho Ltd"]
    let command = try #require(try server.post("/understand", change).answer["command"] as? [String: Any])
    let done = try server.post("/command", ["id": UUID().uuidString.lowercased(), "command": command])
    let lines = try #require(done.answer["lines"] as? [String])
    let open = try #require(try form(receipt, server).attention["words"] as? String)
    #expect(open.contains("need a look: ") && lines.contains("\(open)."), "\(lines)")
    #expect(lines.allSatisfy { !$0.contains("See ") }, "\(lines)")
  }

  @Test("A reading is stopped at once, and the paper stays and can be read again")
  func stops() throws {
    let slow = try eyes("sleep 600")
    var server = try LiveServer(ledger, eyes: slow)
    let receipts = try ["a.png", "b.png"].map { try keep(paper($0, Data($0.utf8)), server) }
    try wait(server) {
      $0["transaction"] as? String != receipts[0] || $0["words"] as? String == "Reading text…"
    }
    for receipt in receipts.reversed() {
      #expect(try server.post("/cancel", ["transaction": receipt]).status == 200)
    }
    let over = try wait(server, until: isOver)
    #expect(over.count == 2 && events("ExtractionCancelled").count == 1)
    #expect(ledger.run("verify").code == .ok)
    _ = try eyes(printing("ALDI", "SUMME 12,50 EUR"))
    server = try LiveServer(ledger, eyes: slow)
    let again = ["id": UUID().uuidString.lowercased(), "transaction": receipts[1]]
    #expect(try server.post("/read", again).status == 200)
    try wait(server, until: isOver)
    #expect(try form(receipts[1], server).fields["total"]?["words"] as? String == "€12.50")
  }

  @Test("The pages of one receipt are read together, and a page that comes later is added to the text")
  func pages() throws {
    let seen = folder.file("seen")
    let script = "echo seen >> '\(seen)'\necho '{\"text\":\"'$(cat \"$1\")'\",\"box\":[0,0,400,20]}'"
    let server = try LiveServer(ledger, eyes: try eyes(script))
    let receipt = try keep(paper("1.png", Data("ALDI".utf8)), server)
    _ = try keep(paper("2.png", Data("Milch 1,20".utf8), to: receipt), server)
    try wait(server, until: isOver)
    func text() -> String { events("TextRecognized").last ?? "" }
    #expect(text().contains(#"ALDI\nMilch 1,20"#), "\(text())")
    try FileManager.default.removeItem(atPath: seen)
    _ = try keep(paper("3.png", Data("SUMME 1,20 EUR".utf8), to: receipt), server)
    try wait(server, until: isOver)
    #expect(text().contains(#"ALDI\nMilch 1,20\nSUMME 1,20 EUR"#), "\(text())")
    #expect(events("AttachmentAdded").count == 2)
    #expect(try form(receipt, server).fields["total"]?["words"] as? String == "€1.20")
    // The pages before it are not read once more.
    #expect(try String(contentsOfFile: seen, encoding: .utf8) == "seen\n")
  }

  @Test("What is no file is refused, and nothing is recorded")
  func refusals() throws {
    let server = try LiveServer(ledger)
    let before = ledger.run("tail", "-n", "1000", "--json").lines
    var refused = [paper("a.png", Data()), paper("a.png", to: UUID().uuidString.lowercased())]
    for (name, value) in ["bytes": "A", "id": "1", "name": 1, "transaction": 7] as [String: Any] {
      refused.append(paper("a.png").merging([name: value]) { $1 })
    }
    for request in refused {
      let (status, answer) = try server.post("/keep", request)
      #expect(status == 409 && answer["refusal"] != nil, "\(request) \(answer)")
    }
    for path in ["/read", "/cancel"] {
      #expect(try server.post(path, ["id": UUID().uuidString, "transaction": "x"]).status == 409)
    }
    var fields = server.fields
    fields["Content-Length"] = "45000001"
    #expect(try server.request("POST", "/keep", fields).status == 413)
    #expect(ledger.run("tail", "-n", "1000", "--json").lines == before)
  }

  @Test("A file that arrives slowly is taken, as long as it arrives")
  func slowly() throws {
    let server = try LiveServer(ledger, eyes: try eyes("exit 1"))
    let body = try JSONSerialization.data(withJSONObject: paper("a.png"))
    let bytes = server.bytes("POST", "/keep", server.fields, String(decoding: body, as: UTF8.self))
    let descriptor = try LoopbackClient.connection(to: server.port)
    defer { close(descriptor) }
    let head = bytes.count - body.count
    let parts = [0..<head] + (0..<4).map { head + body.count * $0 / 4..<head + body.count * ($0 + 1) / 4 }
    for part in parts {
      #expect(Foundation.send(descriptor, Array(bytes[part]), part.count, Int32(MSG_NOSIGNAL)) == part.count)
      // Together they take longer than a request without a body may.
      usleep(900_000)
    }
    var answer = [UInt8](repeating: 0, count: 12)
    #expect(read(descriptor, &answer, 12) == 12 && answer == Array("HTTP/1.1 200".utf8))
  }

  @Test("After a kill -9 the paper of every answer is there, is kept once, and is read when it is sent again")
  func kills() throws {
    // What it starts outlives the server.
    let program = try eyes("sleep 2")
    var kept: [(paper: [String: Any], receipt: String)] = []
    for round in 0..<3 {
      let server = try LiveServer(ledger, eyes: program)
      for each in kept { #expect(try keep(each.paper, server) == each.receipt) }
      server.kill(afterMilliseconds: 40 + UInt32(round) * 30) {
        for number in 0..<200 {
          let sent = paper("\(round)-\(number).png", Data("\(round) \(number)".utf8))
          guard let answer = try? server.post("/keep", sent), answer.status == 200,
            let receipt = answer.answer["transaction"] as? String
          else { break }
          kept.append((sent, receipt))
        }
      }
    }
    #expect(ledger.run("verify").code == .ok)
    _ = try eyes(printing("ALDI", "SUMME 12,50 EUR"))
    let server = try LiveServer(ledger, eyes: program)
    for each in kept.prefix(5) { #expect(try keep(each.paper, server) == each.receipt) }
    try wait(server, until: isOver)
    #expect(Set(kept.map(\.receipt)).count == kept.count)
    #expect(events("ReceiptCaptured").count - kept.count <= 3)
  }
}

extension ExplorePaperTests {
  private static let isThere: ConditionTrait = .enabled(if: Browser.program != nil, "\(Browser.need)")

  @Test("Two photos are dropped, read, reviewed and saved with the keyboard alone", isThere)
  func review() throws {
    let script = """
      case "$(cat "$1")" in
        one) \(printing("ALDI SUED", "12.06.2026", "SUMME EUR 12,50")) ;;
        *) \(printing("Quixote Ltd", "03/04/2026", "TOTAL EUR 7,00", "VISA")) ;;
      esac
      """
    let server = try LiveServer(ledger, eyes: try eyes(script))
    let browser = try Browser()
    try browser.open(server.link)
    try browser.drop([("one.png", Data("one".utf8)), ("two.png", Data("two".utf8))])
    try browser.wait(until: "document.querySelectorAll('.papers a').length === 2")
    try browser.wait(until: "document.querySelector('.papers').innerText.split('Review').length === 3")
    try browser.evaluate("document.querySelector('.papers li:last-child a').click()")
    for vendor in ["ALDI SUED", "Quixote Ltd"] {
      let open = "document.querySelectorAll('.editor .open').length"
      try browser.wait(until: "document.querySelector('h1').innerText === '\(vendor)'")
      try browser.wait(until: "document.querySelector('.editor h2')?.innerText === 'Review'")
      // The fields that need a look come one after the other.
      while let before = try browser.evaluate(open) as? Int, before > 0 {
        try browser.wait(until: "document.activeElement.closest('.open')")
        if try browser.evaluate("document.activeElement.matches('input')") as? Bool == true {
          let field = try browser.evaluate("document.activeElement.id") as? String
          try browser.type(field == "edit-payment" ? "cash" : "food")
          try browser.press("Enter")
        } else {
          try browser.press(vendor == "ALDI SUED" ? "Enter" : "1")
        }
        try browser.wait(until: "\(open) < \(before)")
      }
      try browser.wait(until: "document.activeElement.id === 'edit-Save'")
      try browser.press("s")
      if vendor == "ALDI SUED" {
        try browser.wait(until: "document.activeElement.id === 'paper-next'")
        try browser.press("Enter")
      }
    }
    try browser.wait(until: "document.querySelector('.papers').innerText.split('Saved').length === 3")
    let receipts = try ledger.run("receipts", "--json").lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(receipts.count == 2 && receipts.allSatisfy { $0["state"] as? String == "saved" })
    #expect(browser.complaints == [])
  }

  @Test("The same photo a second time has a banner with the first one, and is dismissed or discarded", isThere)
  func duplicates() throws {
    let server = try LiveServer(ledger, eyes: try eyes(printing("ALDI SUED", "12.06.2026", "SUMME EUR 12,50")))
    let first = try keep(paper("a.png"), server)
    let second = try keep(paper("b.png"), server)
    try wait(server, until: isOver)
    let browser = try Browser()
    try browser.open(server.link, "view=transaction&id=\(second)")
    try browser.wait(
      until: "document.querySelector('.editor .notice')?.innerText.includes('Certainly a duplicate')")
    let link = "document.querySelector('.editor .notice a').href.includes('\(first)')"
    #expect(try browser.evaluate(link) as? Bool == true)
    // A draft that nobody has edited is discarded without a question, with a way back.
    try browser.evaluate("document.getElementById('edit-Discard').click()")
    try browser.wait(until: "document.querySelector('.editor .undo')")
    #expect(events("ReceiptDiscarded").count == 1)
    #expect(browser.complaints == [])
  }
}
