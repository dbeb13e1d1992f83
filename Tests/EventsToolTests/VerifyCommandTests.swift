import Foundation
import LedgerSQLite
import Testing

@testable import events

@Suite("verify: two verdicts")
struct VerifyCommandTests {
  /// Changes a ledger's read models without its knowledge.
  private func tamper(_ ledger: Ledger, _ sql: String) throws {
    let models = ledger.path + "/models"
    let names = try FileManager.default.contentsOfDirectory(atPath: models).filter { $0.hasSuffix(".sqlite") }
    let name = try #require(names.first)
    let connection = try Connection(path: "\(models)/\(name)", mode: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }

  @Test("Whole bytes and a wrong total: exit 2, the event, and what to do; --bytes does not look")
  func unhealthy() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00")
    try tamper(ledger, "UPDATE group_total SET total = total * 2, count = 2")
    let outcome = ledger.run("verify")
    #expect(outcome.code == .unhealthy)
    #expect(outcome.output.contains("All is well: 7 events"))
    #expect(outcome.output.contains("totals-match at event 7"))
    #expect(outcome.output.contains("events rebuild"))
    let json = ledger.run("verify", "--json").output
    #expect(json.contains(#""name":"totals-match","ok":false"#))
    #expect(json.contains(#""ok":false,"pages":0"#))
    #expect(ledger.run("verify", "--bytes").code == .ok)
    ledger.run("rebuild")
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A ledger that is only read is healthy, its models in memory; --verbose lists what holds")
  func readOnly() throws {
    let ledger = try Ledger()
    let outcome = ledger.run("--read-only", "verify", "--verbose")
    #expect(outcome.code == .ok)
    #expect(outcome.output.contains("no-orphan: the group of every transaction is known: holds"))
    #expect(outcome.output.contains("in memory"))
    let health = try #require(try ledger.json("verify")["health"] as? [String: Any])
    #expect((health["models"] as? [[String: Any]])?.isEmpty == false)
    #expect(health["ok"] as? Bool == true)
  }
}
