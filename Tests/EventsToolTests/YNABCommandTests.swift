import Foundation
import Testing
import YNABTestService

@testable import events

@Suite("YNAB", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "needs curl"))
struct YNABCommandTests {
  @Test("A token comes on standard input, and a receipt is sent once and shown as sent")
  func push() throws {
    let budget = try Budget()
    let connected = budget.ynab("connect", input: TestService.token + "\n", token: nil)
    #expect(connected.code == .ok && connected.output.contains("1 plan"), "\(connected.errors)")
    let plans = budget.ynab("plans", "--json", token: nil)
    #expect(plans.output.contains(TestService.plan), "\(plans.errors)")
    let id = try budget.ledger.add("38.00", "--vendor", "Rewe", "--note", "“fruit” \\ and more")
    let pushed = budget.ynab("push", id, "--account", "checking", token: nil)
    #expect(pushed.code == .ok && pushed.output.contains("sent"), "\(pushed.errors) \(pushed.output)")
    let there = budget.service.transactions
    #expect(there.map(\.amount) == [-38_000] && there[0].date == "2026-06-12")
    #expect(there[0].payee == "Rewe" && there[0].memo == "“fruit” \\ and more")
    #expect(there[0].importID == "YNAB:-38000:2026-06-12:1" && budget.service.violations.isEmpty)
    let status = try budget.json("status", id)
    #expect(
      status.map { $0["state"] as? String } == ["copied"] && status[0]["remote"] as? String == there[0].id)
    #expect(budget.ynab("push", id, "--account", "checking").output.contains("unchanged"))
    #expect(budget.service.transactions.count == 1)
    // The token is in its own file alone.
    let ledgerFiles = try FileManager.default.subpathsOfDirectory(atPath: budget.ledger.path)
    for file in ledgerFiles {
      let bytes = FileManager.default.contents(atPath: budget.ledger.path + "/" + file) ?? Data()
      #expect(bytes.range(of: Data(TestService.token.utf8)) == nil, "\(file)")
    }
    let kept = budget.ledger.folder + "/state/events/ynab"
    for name in try FileManager.default.contentsOfDirectory(atPath: kept) {
      let mode = try FileManager.default.attributesOfItem(atPath: kept + "/" + name)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
    #expect(budget.ledger.run("verify").code == .ok && budget.ledger.run("rebuild", "--check").code == .ok)
  }
}
