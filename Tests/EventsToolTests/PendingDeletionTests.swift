import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

@Suite("A deletion that waits")
struct PendingDeletionTests {
  private func takeIn(_ events: [ForeignEvent], _ ledger: Ledger) throws {
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(events, receivedAtMilliseconds: 1_781_440_000_000 + 60_000)
    try log.close()
  }

  /// A group that was deleted here and renamed elsewhere, with its receipt.
  private func contested() throws -> (ledger: Ledger, receipt: String) {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let receipt = try ledger.add("38.00", "--group", "Berlin")
    let renamed = try ledger.recordedElsewhere([
      "group", "rename", "Berlin", "Berlin and Potsdam in the first week of June 2026",
    ])
    #expect(ledger.run("group", "delete", "Berlin").code == .ok)
    try takeIn(renamed, ledger)
    return (ledger, receipt)
  }

  @Test("IE-04 A group shows that its deletion waits, in a list and alone, and what a person can do")
  func group() throws {
    let (ledger, _) = try contested()
    let name = "Berlin and Potsdam in the first week of June 2026"
    let shown = ledger.run("group", "show", name)
    let group = try ledger.json("group", "show", name)
    let id = String((try #require(group["group"] as? String)).prefix(8))
    let words = shown.lines.joined(separator: " ")
    #expect(words.contains("A deletion waits: a device deleted this group"), "\(shown.output)")
    #expect(words.contains("events group delete \(id)") && words.contains("events group restore \(id)"))
    #expect(group["pendingDeletion"] as? Bool == true)
    let filtered = ledger.run("group", "show", name, "--category", "hotel").lines.joined(separator: " ")
    #expect(
      filtered.contains("A deletion waits") && filtered.contains("No receipt of it matches"), "\(filtered)")
    let list = ledger.run("groups")
    #expect(list.output.contains("a deletion waits"), "\(list.output)")
    for line in shown.lines + list.lines { #expect(columnWidth(line) <= 80, "\(line)") }
    let listed = ledger.run("groups", "--json").lines
    #expect(listed.count == 2 && listed[0].contains("\"pendingDeletion\":true"), "\(listed)")
    #expect(!listed[1].contains("pendingDeletion"), "\(listed)")
  }

  @Test("IE-04 Restoring a group whose deletion waits brings its receipts back, deleting it again deletes it")
  func answers() throws {
    let (kept, _) = try contested()
    let name = "Berlin and Potsdam in the first week of June 2026"
    #expect(kept.run("group", "restore", name).code == .ok)
    #expect(!kept.run("group", "show", name).output.contains("waits"))
    let group = try kept.json("group", "show", name)
    #expect(group["count"] as? Int == 1 && group["pendingDeletion"] == nil, "\(group)")
    let (gone, _) = try contested()
    #expect(gone.run("group", "delete", name).code == .ok)
    #expect(gone.run("groups", "--json").lines.count == 1)
    #expect(!gone.run("groups").output.contains("waits"))
  }

  @Test("ET-24 A receipt shows that its deletion is waiting")
  func receipt() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00", "--vendor", "Kiosk")
    let corrected = try ledger.recordedElsewhere(["correct", id, "note", "theirs"])
    #expect(ledger.run("delete", id).code == .ok)
    try takeIn(corrected, ledger)
    let shown = ledger.run("receipt", id)
    #expect(shown.output.contains("waits: it was changed meanwhile"), "\(shown.output)")
    for line in shown.lines { #expect(columnWidth(line) <= 80, "\(line)") }
    #expect(try ledger.json("receipt", id)["pendingDeletion"] as? Bool == true)
    #expect(ledger.run("restore", id).code == .ok)
    #expect(try ledger.json("receipt", id)["pendingDeletion"] == nil)
  }
}
