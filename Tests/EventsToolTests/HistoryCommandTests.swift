import Foundation
import Testing

@testable import events

@Suite("The history, from the tool")
struct HistoryCommandTests {
  @Test(
    "rebuild --model history makes --at look things up, with the same bytes; commands keep it, status shows it")
  func built() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try ledger.add("5", "--vendor", "Kiosk", "--group", "Berlin", "--tags", "a")
    ledger.run("correct", id, "total", "7")
    ledger.run("group", "delete", "Berlin", "--yes")
    let looks = [
      ["groups"], ["receipts"], ["receipts", "--all", "--json"], ["receipt", id],
      ["analysis", "--kind", "expense", "--year", "2026"],
      ["search", "kiosk"], ["duplicates"], ["group", "show", "Berlin"], ["category", "list"], ["rule", "list"],
    ]
    let last = try #require(try ledger.json("status")["events"] as? Int)
    let folded = (7...last).map { position in looks.map { ledger.run($0 + ["--at", "\(position)"]) } }
    #expect(
      ledger.run("groups", "--at", "8", "--verbose").errors.contains("Folded from the log: there is no history")
    )
    #expect(ledger.run("groups", "--at", "8", "--verbose").errors.contains("events rebuild --model history"))
    #expect(ledger.run("groups", "--at", "8").errors == "")
    #expect(ledger.run("status").output.contains("not built"))

    let built = ledger.run("rebuild", "--model", "history")
    #expect(
      built.code == .ok && built.output.hasPrefix("Built the history of \(last) events"), "\(built.output)")
    for (position, expected) in zip(7...last, folded) {
      for (look, fold) in zip(looks, expected) {
        let found = ledger.run(look + ["--at", "\(position)"])
        #expect(
          found.code == fold.code && found.output == fold.output, "\(look) at \(position): \(found.errors)")
      }
    }
    let search = ledger.run("search", "rewe", "--at", "8", "--verbose")
    #expect(search.errors == "As of event 8, looked up in the history\n")
    let told = ledger.run("groups", "--at", "8", "--verbose")
    #expect(told.errors == "As of event 8, looked up in the history\n")
    #expect(ledger.run("groups", "--recorded-by", "2100-01-01", "--verbose").errors.contains("authors' clocks"))
    #expect(ledger.run("groups", "--verbose").errors == "")

    _ = try ledger.add("9", "--vendor", "Kiosk")
    let status = try ledger.json("status")
    let history = try #require(status["history"] as? [String: Any])
    #expect(history["state"] as? String == "current" && history["behind"] as? Int == 0)
    #expect(history["position"] as? Int == status["events"] as? Int)
    #expect(ledger.run("status").output.contains("current, "))
    #expect(ledger.run("verify").code == .ok)
    #expect(ledger.run("verify", "--json").output.contains("history transaction_row"))

    // A rebuild of everything builds it again, one of the models alone does not.
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
        .filter { $0.hasPrefix("history-") && $0.hasSuffix(".sqlite") }.sorted()
    }
    let before = try files()
    #expect(ledger.run("rebuild", "--model", "models").code == .ok)
    #expect(try files() == before)
    #expect(ledger.run("rebuild").code == .ok)
    #expect(try files() != before)
    let json = try ledger.json("rebuild", "--model", "history")
    #expect(json["model"] as? String == "history" && json["events"] as? Int == last + 1)
  }

  @Test("A history cannot be built read-only, and the output reports it")
  func readOnly() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5")
    ledger.run("rebuild", "--model", "history")
    let before = ledger.run("groups", "--at", "7").output
    let look = ledger.run("--read-only", "groups", "--at", "7", "--verbose")
    #expect(look.output == before && look.errors.contains("nothing may be written"))
    let refused = ledger.run("--read-only", "rebuild", "--model", "history")
    #expect(refused.code == .cannotCreate && refused.errors.contains("no history can be kept"))
    #expect(
      try (ledger.json("--read-only", "status")["history"] as? [String: Any])?["state"] as? String
        == "unavailable")
  }
}
