import Foundation
import Testing

@testable import events

@Suite("replay on the command line")
struct ReplayCommandTests {
  @Test("Without an event, with another, in another order: shown, and nothing written")
  func replay() throws {
    let trips = try TwoTrips()
    let ledger = trips.ledger
    try Golden.expect(ledger.run("replay", "--without", "27,30").output, "replay-without")
    let json = try ledger.json("replay", "--without", "27,30")
    let totals = try #require(json["totals"] as? [[String: Any]])
    #expect((totals.first?["amount"] as? [String: Any])?["minorUnits"] as? Int == 500)
    #expect(ledger.run("replay", "--order", "arrival").output == "Nothing would be different.\n")
    // The confirmation of the currency repeats the amount: without the pick alone no total would be different.
    #expect(ledger.run("replay", "--without", "27").output.contains("Every month's total stays as it is.\n"))
    let line = ledger.run("show", "45", "--json").output
    let other = line.replacingOccurrences(of: "night", with: "evening")
    #expect(other != line)
    let log = ledger.run("tail", "-n", "1000", "--json").output
    let patched = ledger.run(["replay", "--patch", "-"], input: other)
    #expect(patched.output.contains("evening"), "\(patched.output)\(patched.errors)")
    #expect(ledger.run("tail", "-n", "1000", "--json").output == log)
  }

  @Test("Another ledger's file is refused as import refuses it, wherever in it that shows")
  func anotherLedger() throws {
    let ledger = try Ledger()
    let other = try Ledger()
    _ = try other.add("5")
    let lines = other.run("tail", "-n", "100", "--json").output
    let outcome = ledger.run(["replay", "--patch", "-"], input: lines)
    #expect(outcome.code == .dataError && outcome.output.isEmpty, "\(outcome.output)")
    #expect(outcome.errors.contains("another ledger"), "\(outcome.errors)")
    // After an event that could be of this one.
    let turned = lines.split(separator: "\n").reversed().joined(separator: "\n")
    #expect(ledger.run(["replay", "--patch", "-"], input: turned).code == .dataError)
    #expect(other.run(["replay", "--patch", "-"], input: lines).output == "Nothing would be different.\n")
  }

  @Test("replay --extractor reads every text again")
  func extractor() throws {
    let trips = try TwoTrips()
    let outcome = trips.ledger.run("replay", "--extractor")
    #expect(outcome.output.contains("texts read again by rules-"))
    #expect(outcome.output.contains("Nothing was written."))
    let json = try trips.ledger.json("replay", "--extractor")
    #expect((json["fields"] as? [[String: Any]])?.count == 6)
    #expect(try Ledger().run("replay", "--extractor").output.contains("no text on record"))
  }

  @Test("Wrong input: no way or two, an invalid event, an invalid patch")
  func wrong() throws {
    let ledger = try Ledger()
    #expect(ledger.run("replay").code == .usage)
    #expect(ledger.run("replay", "--extractor", "--without", "1").code == .usage)
    // Only events are named here: eight digits are a position, too.
    for name in ["9999999", "10000000", "12345678901"] {
      for command in [["replay", "--without", name], ["undo", name]] {
        let result = ledger.run(command)
        #expect(result.code == .noInput && result.errors.contains("no event at position \(name)"), "\(command)")
      }
    }
    #expect(ledger.run("replay", "--without", "99").code == .noInput)
    #expect(ledger.run("replay", "--without", "x").code == .dataError)
    #expect(ledger.run("replay", "--order", "random").code == .usage)
    for text in ["", "{", "[]", "{}", #"{"position":1,"payload":[]}"#, #"{"position":1,"payload":{}}"#] {
      let outcome = ledger.run(["replay", "--patch", "-"], input: text)
      #expect(outcome.code == .dataError, "\(text)")
      if !text.isEmpty { #expect(outcome.errors.contains("standard input:1: "), "\(outcome.errors)") }
    }
  }
}
