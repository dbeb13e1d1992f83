import Foundation
import LedgerPlatform
import LedgerSQLite
import LedgerTestSupport
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
    #expect(outcome.output.contains("The log is whole (7 events") && !outcome.output.contains("All is well"))
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

  @Test("A lost page gives one verdict, which no other sentence contradicts")
  func oneVerdict() throws {
    let ledger = try Ledger()
    let scan = try ledger.file("scan.txt", "REWE\nSUMME EUR 5,50\n")
    #expect(ledger.run("capture", scan).code == .ok)
    try FileManager.default.removeItem(atPath: ledger.path + "/attachments")
    let outcome = ledger.run("verify")
    #expect(outcome.code == .no && outcome.output.contains("Damaged: 1 finding"), "\(outcome)")
    for word in ["All is well", "Healthy", "Every byte", "whole"] {
      #expect(!outcome.output.contains(word), "\(outcome.output)")
    }
  }

  @Test("Events of a newer version are a notice, whatever they begin or complete")
  func newerVersion() throws {
    let ledger = try Ledger()
    var forger = try ledger.forger()
    forger.add("GroupCreated", on: "group", ForgedEvent.id(1), #"{"color":"blue"}"#, schema: 99)
    forger.record(ForgedEvent.id(2))
    forger.add(
      "TransactionFiled", on: "transaction", ForgedEvent.id(2), #"{"to":"\#(ForgedEvent.id(1))"}"#)
    forger.add("TransactionRecorded", on: "transaction", ForgedEvent.id(3), #"{"amount":"new"}"#, schema: 99)
    forger.add(
      "TagsChanged", on: "transaction", ForgedEvent.id(3), #"{"added":["a"],"removed":[]}"#)
    forger.add("RuleCreated", on: "rule", ForgedEvent.id(4), "{}", schema: 99)
    forger.add("SomethingNew", on: "something", ForgedEvent.id(5), "{}")
    #expect(ledger.take(forger.lines).code == .ok)
    let outcome = ledger.run("verify")
    #expect(outcome.code == .ok, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("Note: 1 SomethingNew passed over"))
    #expect(outcome.output.contains("Note: 1 TransactionRecorded passed over"))
    #expect(outcome.output.contains("All is well"))
  }

  @Test("Several verifies during rebuilds, searches and commands give no false alarm")
  func parallel() throws {
    let ledger = try Ledger()
    for number in 1...20 { _ = try ledger.add("\(number).00", "--vendor", "REWE \(number)") }
    ledger.run("rebuild", "--model", "history")
    ledger.run("search", "rewe")
    let rounds = Extent.isNightly ? 100 : 6
    let script = """
      repeat() { for i in $(seq 1 \(rounds)); do shown=$($events "$@" 2>&1); code=$?
        [ $code = 0 ] || echo "$*: $code: $shown"; done; }
      repeat verify & repeat verify & repeat verify & repeat rebuild & repeat search rewe &
      repeat rebuild --model search & repeat rebuild --model history &
      repeat add --amount 3.00 --date 2026-06-12 --category food --payment card & wait
      """
    let outcome = try BuiltTool.shell(
      script, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: ledger.path + "/models")
    #expect(left.allSatisfy { !$0.hasPrefix("verify") }, "\(left)")
  }

  @Test("The folder of a verify that was killed is removed by the next one, and that of a living one is not")
  func leftovers() throws {
    let ledger = try Ledger()
    let models = ledger.path + "/models"
    #expect(ledger.run("groups").code == .ok)
    for name in ["verify-dead", "verify-alive"] {
      try FileManager.default.createDirectory(atPath: "\(models)/\(name)", withIntermediateDirectories: true)
      try Data([1]).write(to: URL(fileURLWithPath: "\(models)/\(name)/models.sqlite"))
    }
    let alive = try #require(try FileLock("\(models)/verify-alive.lock", wait: false))
    #expect(ledger.run("verify").code == .ok)
    try withExtendedLifetime(alive) {
      let left = try FileManager.default.contentsOfDirectory(atPath: models).filter { $0.hasPrefix("verify") }
      #expect(left.sorted() == ["verify-alive", "verify-alive.lock"])
    }
  }
}
