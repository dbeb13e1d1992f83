import EventLog
import Foundation
import Testing

@testable import events

/// Commands that two devices give without knowing of each other, and that must move or count money once.
@Suite("Two devices, one movement")
struct AgreedRecordsTests {
  @Test("An account that two devices close gives its money away once, also after it was opened again")
  func closing() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-01-01")
    ledger.run("account", "open", "Savings", "--opening", "500", "--date", "2026-01-01")
    try onBoth(ledger, ["account", "close", "Savings", "--to", "Giro", "--yes"])
    #expect(try balances(ledger) == ["Giro": 150_000, "Savings": 0])
    ledger.run("account", "reopen", "Savings")
    ledger.run("transfer", "200", "Giro", "Savings", "--date", "2026-06-14")
    #expect(ledger.run("account", "close", "Savings", "--to", "Giro", "--yes").code == .ok)
    #expect(try balances(ledger) == ["Giro": 150_000, "Savings": 0])
  }

  @Test("A receipt that two devices count towards a goal counts once")
  func contribution() throws {
    let ledger = try Ledger()
    let id = try ledger.add("100")
    ledger.run("goal", "add", "Bike", "500")
    try onBoth(ledger, ["goal", "contribute", "Bike", "--transaction", id])
    #expect(try saved(ledger) == 10_000)
  }

  @Test("An account that two devices adjust to one balance is adjusted once, and again when it differs again")
  func adjusting() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-01-01")
    try onBoth(ledger, ["account", "check", "Giro", "--balance", "1030", "--adjust"])
    #expect(try balances(ledger) == ["Giro": 103_000])
    #expect(ledger.run("account", "check", "Giro", "--balance", "1060", "--adjust").code == .ok)
    #expect(try balances(ledger) == ["Giro": 106_000])
  }

  @Test("An adjustment that was undone is the same one when it comes again")
  func adjustedAgain() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-01-01")
    let adjust = ["account", "check", "Giro", "--balance", "1030", "--adjust"]
    let elsewhere = try ledger.recordedElsewhere(adjust)
    for command in [adjust, ["undo", "--yes"], adjust] { #expect(ledger.run(command).code == .ok) }
    try take(elsewhere, ledger)
    #expect(try balances(ledger) == ["Giro": 103_000])
  }

  private func onBoth(_ ledger: Ledger, _ arguments: [String]) throws {
    let events = try ledger.recordedElsewhere(arguments)
    let outcome = ledger.run(arguments)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    try take(events, ledger)
  }

  private func take(_ events: [ForeignEvent], _ ledger: Ledger) throws {
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    defer { try? log.close() }
    _ = try log.takeIn(events, receivedAtMilliseconds: 1_781_440_500_000)
  }

  private func balances(_ ledger: Ledger) throws -> [String: Int] {
    let outcome = ledger.run("account", "list", "--json")
    return try outcome.lines.reduce(into: [:]) { balances, line in
      let account = try object(line)
      let balance = try #require(account["balance"] as? [String: Any])
      balances[try #require(account["name"] as? String)] = balance["minorUnits"] as? Int
    }
  }

  private func saved(_ ledger: Ledger) throws -> Int? {
    let goal = try object(ledger.run("goal", "list", "--json").lines.first)
    return (goal["saved"] as? [String: Any])?["minorUnits"] as? Int
  }
}
