import Foundation
import Testing

@testable import events

@Suite("audit and blame on the command line")
struct TravelCommandTests {
  @Test("IE-29: audit shows every reading with reason, confidence and extractor, and what was done about it")
  func audit() throws {
    let trips = try TwoTrips()
    let text = trips.ledger.run("audit", trips.rewe).output
    for words in ["Read by rules-", "deterministic", "line “SUMME”", "picked", "by user/anna", "34%"] {
      #expect(text.contains(words), "\(words)")
    }
    let audit = try trips.ledger.json("audit", trips.rewe)
    let fields = try #require(audit["fields"] as? [[String: Any]])
    let total = try #require(fields.first { $0["field"] as? String == "total" })
    let steps = try #require(total["steps"] as? [[String: Any]])
    #expect(steps.map { $0["deed"] as? String } == ["read", "read", "picked"])
    #expect(steps.map { $0["value"] as? String } == ["84.50", "79.50", "79.50"])
    #expect(steps[0]["confidence"] as? Int == 69)
    #expect(steps[0]["method"] as? String == "deterministic")
    #expect((steps[2]["event"] as? [String: Any])?["sequence"] as? Int == 27)
    #expect((audit["extractions"] as? [[String: Any]])?.count == 1)
  }

  @Test("audit --all counts corrections per field, vendor and extractor, and takes no receipt")
  func auditAll() throws {
    let trips = try TwoTrips()
    try Golden.expect(trips.ledger.run("audit", "--all").output, "audit-all")
    let all = try trips.ledger.json("audit", "--all")
    let fields = try #require(all["fields"] as? [[String: Any]])
    let total = try #require(fields.first { $0["field"] as? String == "total" })
    #expect(total["corrected"] as? Int == 1)
    #expect(all["weights"] != nil)
    #expect(trips.ledger.run("audit").code == .usage)
    #expect(trips.ledger.run("audit", "--all", trips.rewe).code == .usage)
    #expect(try Ledger().run("audit", "--all").output == "Nothing was read from paper and looked at yet.\n")
  }

  @Test("blame names field, value, event, time, device and actor; --history all earlier values")
  func blame() throws {
    let trips = try TwoTrips()
    try Golden.expect(trips.ledger.run("blame", trips.rewe).output, "blame")
    try Golden.expect(trips.ledger.run("blame", trips.rewe, "total", "--history").output, "blame-history")
    let total = try objects(trips.ledger.run("blame", trips.rewe, "total", "--json").output)
    #expect(total.count == 1)
    #expect(total[0]["position"] as? Int == 27)
    #expect((total[0]["value"] as? [String: Any])?["minorUnits"] as? Int == 7_950)
    #expect(total[0]["deviceName"] as? String == "test")
    let history = try objects(trips.ledger.run("blame", trips.rewe, "total", "--history", "--json").output)
    #expect(history.map { $0["standing"] as? String } == ["replaced", "stands", "repeated"])
    #expect(try objects(trips.ledger.run("blame", "Berlin — June 2026", "--json").output).count == 2)
  }

  @Test("blame as of a position knows nothing of what came later")
  func blameThen() throws {
    let trips = try TwoTrips()
    let then = try objects(trips.ledger.run("blame", trips.rewe, "total", "--at", "26", "--json").output)
    #expect(then.map { $0["position"] as? Int } == [11])
  }

  @Test("blame refuses an unknown field with what was meant, and reports where nothing set one")
  func wrong() throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00")
    let outcome = ledger.run("blame", id, "totl")
    #expect(outcome.code == .usage)
    #expect(outcome.errors.contains("Did you mean “total”?"))
    #expect(ledger.run("blame", id, "note").output == "No event has set note.\n")
    #expect(ledger.run("blame", "ffffffff").code == .noInput)
  }
}
