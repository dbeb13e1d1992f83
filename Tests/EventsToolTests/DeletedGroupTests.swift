import EventLog
import Foundation
import Testing

@testable import events

/// A receipt in a group that was deleted meanwhile reads as Unfiled, wherever it is shown (Design, section 2).
@Suite("Receipts of deleted groups")
struct DeletedGroupTests {
  /// A ledger whose one receipt of the vendor Kiosk is filed into a group that was deleted here before it arrived.
  private func orphaned() throws -> (ledger: Ledger, receipt: String) {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let late = try ledger.recordedElsewhere([
      "add", "--amount", "5", "--date", "2026-06-14", "--category", "food", "--payment", "card", "--vendor",
      "Kiosk", "--group", "Berlin",
    ])
    ledger.run("group", "delete", "Berlin", "--yes")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(late, receivedAtMilliseconds: 1_781_440_000_000)
    try log.close()
    let line = try object(ledger.run("receipts", "--json").lines.first)
    return (ledger, try #require(line["transaction"] as? String))
  }

  @Test("No command gives the id of a deleted group as that of a receipt, and every one gives the same receipt")
  func json() throws {
    let (ledger, receipt) = try orphaned()
    let exported = ledger.run("export", "--format", "ndjson").lines
    #expect(try exported.count == 1 && object(exported.first)["group"] is NSNull)
    let now = "HEAD"
    for list in [
      ["receipts"], ["receipts", "--all"], ["receipts", "--at", now], ["receipts", "--all", "--at", now],
    ] {
      #expect(ledger.run(list + ["--json"]).lines == exported, "\(list)")
    }
    let commands: [[String]] = [
      ["receipt", receipt], ["receipts", "--ids"], ["search", "Kiosk"], ["why", "receipts 2026-06 EUR"],
      ["why", "group Unfiled EUR"], ["delete", receipt, "--dry-run"],
    ]
    for command in commands {
      let outcome = ledger.run(command + ["--json"])
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
      let first = try object(outcome.lines.first)
      #expect(first["group"] is NSNull && first["transaction"] as? String == receipt, "\(command): \(first)")
    }
    let analysis = try object(
      ledger.run("analysis", "--kind", "expense", "--year", "2026", "--list", "--json").output)
    let june = try #require((analysis["buckets"] as? [[String: Any]])?[5])
    let listed = try #require((june["transactions"] as? [[String: Any]])?.first)
    #expect(NSDictionary(dictionary: listed) == NSDictionary(dictionary: try object(exported.first)))
  }

  @Test("When the group is restored its id is given again, also as what a figure is made of")
  func restored() throws {
    let (ledger, receipt) = try orphaned()
    let berlin =
      try #require(
        try ledger.run("tail", "--json").lines.map(object).first { $0["type"] as? String == "GroupCreated" }
      )["stream"] as? [String: Any]
    let group = try #require(berlin?["id"] as? String)
    #expect(ledger.run("group", "restore", group).code == .ok)
    for command in [["receipts"], ["receipt", receipt], ["why", "receipts 2026-06 EUR"]] {
      #expect(
        try object(ledger.run(command + ["--json"]).lines.first)["group"] as? String == group, "\(command)")
    }
  }
}
