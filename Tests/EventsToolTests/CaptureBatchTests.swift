import Foundation
import Testing

@testable import events

@Suite("Batches")
struct CaptureBatchTests {
  private static let receipt = "REWE CITY\\nSUMME EUR 84,50\\nGeg. BAR EUR 100,00\\n14.06.2026 18:42\\n"

  private func line(_ id: String, _ more: String = "") -> String {
    "{\"id\":\"\(id)\",\"text\":\"\(Self.receipt)\"\(more)}\n"
  }

  @Test("One transaction a line, in the promised form")
  func form() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(["capture", "--batch", "-", "--json"], input: line("a") + line("b"))
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let rows = try objects(outcome.output)
    #expect(rows.map { $0["id"] as? String } == ["a", "b"])
    let fields = try #require(rows[0]["fields"] as? [String: Any])
    #expect(fields.keys.sorted() == ["currency", "date", "total", "vendor"])
    let total = try #require((fields["total"] as? [String: Any])?["readings"] as? [[String: Any]])
    #expect((total[0]["value"] as? [String: Any])?["minorUnits"] as? Int == 8_450)
    #expect((total[0]["value"] as? [String: Any])?["currency"] as? String == "EUR")
    #expect(total[0]["confidence"] is Int && total[0]["reason"] is String)
    #expect(Set(rows[0].keys) == ["fields", "id", "transaction"])
  }

  @Test("A reading without a result is an empty list with a note")
  func nothingRead() throws {
    let ledger = try Ledger()
    let outcome = ledger.run(["capture", "--batch", "-", "--json"], input: "{\"id\":\"x\",\"text\":\"hello\"}")
    let fields = try #require(try objects(outcome.output)[0]["fields"] as? [String: Any])
    for name in ["currency", "date", "total"] {
      let field = try #require(fields[name] as? [String: Any])
      #expect((field["readings"] as? [Any])?.isEmpty == true)
      #expect((field["note"] as? String)?.isEmpty == false, "\(name)")
    }
  }

  @Test("A second run appends nothing and prints the same")
  func twice() throws {
    let ledger = try Ledger()
    let batch = line("a") + line("b", ",\"name\":\"b.jpg\"")
    let first = ledger.run(["capture", "--batch", "-", "--json"], input: batch)
    let events = try ledger.json("status")["events"] as? Int
    let second = ledger.run(["capture", "--batch", "-", "--json"], input: batch)
    #expect(first.output == second.output && second.code == .ok)
    #expect(try ledger.json("status")["events"] as? Int == events)
    let plain = ledger.run(["capture", "--batch", "-"], input: batch)
    #expect(plain.lines.count == 2 && plain.code == .ok)
  }

  @Test("A bad line is reported with its number, the others go on, 65")
  func badLines() throws {
    let ledger = try Ledger()
    let bad = [
      "not json\n", "[1]\n", "{\"text\":\"x\"}\n", "{\"id\":\"n\"}\n", "{\"id\":7,\"text\":\"x\"}\n",
      "{\"id\":\"g\",\"text\":\"x\",\"group\":\"Atlantis\"}\n",
      "{\"id\":\"i\",\"text\":\"x\",\"image\":\"missing.jpg\"}\n",
      "{\"id\":\"e\",\"text\":\"x\",\"image\":\"../../etc/passwd\"}\n",
      "{\"id\":\"r\",\"text\":\"x\",\"image\":\"/etc/passwd\"}\n",
      "{\"id\":\"d\",\"id\":\"d\",\"text\":\"x\"}\n",
    ]
    let input = line("first") + bad.joined() + "\n" + line("last")
    let outcome = ledger.run(["capture", "--batch", "-", "--json"], input: input)
    #expect(outcome.code == .dataError)
    #expect(try objects(outcome.output).map { $0["id"] as? String } == ["first", "last"])
    for number in 2...11 {
      #expect(outcome.errors.contains("standard input:\(number): "), "line \(number): \(outcome.errors)")
    }
    #expect(outcome.errors.contains("Atlantis") && outcome.errors.contains("“text” is missing"))
    #expect(outcome.errors.contains("10 lines of 13 could not be captured"))
    #expect(ledger.run("drafts", "--json").lines.count == 2)
  }

  @Test("The same id with another text is reported and nothing is appended")
  func reusedID() throws {
    let ledger = try Ledger()
    #expect(ledger.run(["capture", "--batch", "-"], input: line("a")).code == .ok)
    let outcome = ledger.run(["capture", "--batch", "-"], input: "{\"id\":\"a\",\"text\":\"another\"}")
    #expect(outcome.code == .dataError && outcome.errors.contains("standard input:1: "))
    #expect(ledger.run("drafts", "--json").lines.count == 1)
  }

  @Test("Images are found next to the file, wherever the tool is run")
  func images() throws {
    let ledger = try Ledger()
    try FileManager.default.createDirectory(atPath: ledger.folder + "/scans", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Repository.receipt("rewe-city-berlin.png"), toPath: ledger.folder + "/scans/a.png")
    let batch = try ledger.file("batch.ndjson", line("a", ",\"image\":\"scans/a.png\",\"more\":[1.5]"))
    #expect(ledger.run("capture", "--batch", batch).code == .ok)
    let draft = try objects(ledger.run("drafts", "--json").output)[0]
    let pages = try #require(draft["attachments"] as? [[String: Any]])
    #expect(pages.count == 1 && pages[0]["mediaType"] as? String == "image/png")
  }

  @Test("A batch needs no other batch")
  func usage() throws {
    #expect(try Ledger().run("capture", "--batch", "-", "--group", "x").code == .usage)
    #expect(try Ledger().run("capture", "--batch", "-", "scan.jpg").code == .usage)
  }
}
