import EventLog
import Foundation
import Testing

@testable import events

@Suite("diff on the command line")
struct DiffCommandTests {
  @Test(
    "What changed between two points: receipts by field, groups, and the effect on totals per currency and month"
  )
  func whole() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    try Golden.expect(ledger.run("diff", "26", "HEAD").output, "diff")
    try Golden.expect(ledger.run("diff", "6", "HEAD", "--stat").output, "diff-stat")
    let lines = ledger.run("diff", "26", "--json").lines
    let last = try object(lines.last)
    #expect(last["from"] as? Int == 26)
    #expect(last["records"] as? Int == lines.count - 1)
    let objects = try lines.map(object)
    let rewe = try #require(objects.first { ($0["stream"] as? [String: Any])?["id"] as? String == trips.rewe })
    let total = try #require((rewe["changes"] as? [[String: Any]])?.first { $0["field"] as? String == "total" })
    #expect((total["from"] as? [String: Any])?["minorUnits"] as? Int == 8_450)
    #expect((total["to"] as? [String: Any])?["minorUnits"] as? Int == 7_950)
    #expect(rewe["what"] as? String == "changed")
    #expect((rewe["events"] as? [Int])?.first == 27)
    // The totals are those of the screens: everything but the drafts is new since position 6.
    let totals = try #require(
      try object(ledger.run("diff", "6", "--json").lines.last)["totals"] as? [[String: Any]])
    var sums: [String: Int] = [:]
    for entry in totals {
      let amount = try #require(entry["amount"] as? [String: Any])
      let currency = try #require(amount["currency"] as? String)
      sums[currency, default: 0] += try #require(amount["minorUnits"] as? Int)
    }
    let analysis = try ledger.json("analysis", "--kind", "expense", "--all")
    for total in try #require(analysis["totals"] as? [[String: Any]]) {
      let currency = try #require(total["currency"] as? String)
      #expect(sums[currency] == total["minorUnits"] as? Int)
    }
    #expect(sums.count == 4)
  }

  @Test("A difference back in time is the same with both sides exchanged, and to itself there is no difference")
  func backwards() throws {
    let trips = try TwoTrips()
    let forth = try object(trips.ledger.run("diff", "26..30", "--json").lines.first)
    let back = try object(trips.ledger.run("diff", "30..26", "--json").lines.first)
    let (there, here) = (forth["changes"] as? [[String: Any]], back["changes"] as? [[String: Any]])
    func values(_ changes: [[String: Any]]?, _ side: String) throws -> [Data]? {
      try changes?.map {
        try JSONSerialization.data(withJSONObject: [$0[side] ?? NSNull()], options: .sortedKeys)
      }
    }
    #expect(try values(there, "from") == values(here, "to"))
    #expect(there?.isEmpty == false)
    let gone = try object(trips.ledger.run("diff", "HEAD", "6", "--json").lines.last)
    let counts = try #require(
      (gone["counts"] as? [[String: Any]])?.first { $0["kind"] as? String == "transaction" })
    #expect(counts["gone"] as? Int == 6)
    #expect(trips.ledger.run("diff", "HEAD").output.hasSuffix("Nothing that a screen shows is different.\n"))
  }

  @Test("Of a group alone: what comes in counts as more, what leaves as less")
  func ofGroup() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try ledger.add("38.00", "--group", "Berlin")
    _ = try ledger.add("5.00")
    let before = try #require(try ledger.json("status")["events"] as? Int)
    ledger.run("file", id, "--unfiled")
    let outcome = try object(ledger.run("diff", "\(before)", "--group", "Berlin", "--json").lines.last)
    let totals = try #require(outcome["totals"] as? [[String: Any]])
    #expect((totals.first?["amount"] as? [String: Any])?["minorUnits"] as? Int == -3_800)
    let all = try object(ledger.run("diff", "\(before)", "--json").lines.last)
    #expect((all["totals"] as? [Any])?.isEmpty == true)
    let unfiled = try object(ledger.run("diff", "0", "--group", "Unfiled", "--json").lines.last)
    #expect((unfiled["totals"] as? [[String: Any]])?.first?["count"] as? Int == 2)
    let stream = ledger.run("diff", "0", "--stream", id, "--json").lines
    #expect(stream.count == 2)
    #expect(ledger.run("diff", "0", "--group", "Potsdam").code == .noInput)
  }

  @Test("Of a group alone, while groups are deleted and come back: what is filed into a deleted one is Unfiled")
  func ofDeletedGroup() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("10.00", "--group", "Berlin")
    let late = try ledger.recordedElsewhere([
      "add", "--amount", "5", "--date", "2026-06-14", "--category", "food", "--payment", "card", "--group",
      "Berlin",
    ])
    func end() throws -> Int { try #require(try ledger.json("status")["events"] as? Int) }
    func units(_ from: Int, _ group: String) throws -> Int {
      let last = try object(ledger.run("diff", "\(from)", "--group", group, "--json").lines.last)
      let totals = try #require(last["totals"] as? [[String: Any]])
      return totals.reduce(0) { $0 + ((($1["amount"] as? [String: Any])?["minorUnits"] as? Int) ?? 0) }
    }
    let berlin = try #require(try object(ledger.run("groups", "--json").lines.first)["group"] as? String)
    ledger.run("group", "delete", "Berlin", "--yes")
    let deleted = try end()
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(late, receivedAtMilliseconds: 1_781_440_000_000)
    try log.close()
    // It was filed into Berlin while that was deleted here.
    #expect(try units(0, "Unfiled") == 1_500)
    #expect(try units(deleted, "Unfiled") == 500)
    #expect(try units(0, berlin) == 0 && units(deleted, berlin) == 0)
    let before = try end()
    ledger.run("group", "restore", berlin)
    // No event touched the receipt from elsewhere, and it is shown in Berlin again.
    let shown = try object(ledger.run("groups", "--json").lines.first)
    let total = try #require((shown["totals"] as? [[String: Any]])?.first?["minorUnits"] as? Int)
    #expect(total >= 500)
    #expect(try units(before, berlin) == total && units(before, "Unfiled") == -total)
    // For either one alone the reason is given.
    for group in [berlin, "Unfiled"] {
      let lines = try ledger.run("diff", "\(before)", "--group", group, "--json").lines.map(object)
      #expect(lines.first?["what"] as? String == "restored", "\(group): \(lines)")
      #expect((lines.first?["stream"] as? [String: Any])?["kind"] as? String == "group")
    }
    #expect(ledger.run("diff", "\(before)", "--group", "Unfiled").output.contains("Berlin"))
    // What became of a group that is deleted at both ends is not Unfiled's concern.
    #expect(ledger.run("diff", "\(deleted)", "\(before)", "--group", "Unfiled", "--json").lines.count == 2)
  }

  @Test("Wrong input: a position past the end, a time before the first event, what is no point")
  func wrong() throws {
    let ledger = try Ledger()
    #expect(ledger.run("diff", "99").code == .noInput)
    #expect(ledger.run("diff", "1999-01-01").code == .noInput)
    #expect(ledger.run("diff", "yesterday").code == .dataError)
    #expect(ledger.run("diff", "1..x").code == .dataError)
    #expect(ledger.run("diff").code == .usage)
    #expect(ledger.run("diff", "0", "HEAD", "1").code == .usage)
  }
}
