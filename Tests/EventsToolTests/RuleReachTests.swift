import Foundation
import Testing

@testable import events

/// How far the commands on one receipt of a rule reach, and what they leave alone.
@Suite("Receipts of a rule")
struct RuleReachTests {
  /// A ledger with rent through 2026, the rule, and per date its receipt.
  private static func rent() throws -> (Ledger, String, [String: String]) {
    let ledger = try RuleCommandTests.ledger()
    let rule = try RuleCommandTests.rent(ledger)
    return (ledger, rule, try receipts(ledger, rule))
  }

  private static func receipts(_ ledger: Ledger, _ rule: String) throws -> [String: String] {
    let rows = try #require(try ledger.json("rule", "show", rule)["instances"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: try rows.map {
        (try #require($0["date"] as? String), try #require($0["transaction"] as? String))
      })
  }

  private static func words(_ outcome: Tool.Outcome) -> String {
    (outcome.output + outcome.errors).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func total(_ ledger: Ledger, _ id: String) throws -> Int? {
    (try ledger.json("receipt", id)["amount"] as? [String: Any])?["minorUnits"] as? Int
  }

  @Test("FF-14 Correcting the whole rule corrects the receipt that was named, too, also one that was edited")
  func namedOne() throws {
    let (ledger, _, receipts) = try Self.rent()
    let first = try #require(receipts["2026-01-01"])
    let edited = try #require(receipts["2026-03-01"])
    let other = try #require(receipts["2026-04-01"])
    for id in [edited, other] { ledger.run("correct", id, "total", "1", "--this") }
    #expect(ledger.run("correct", first, "total", "2600", "--rule", "--dry-run").code == .ok)
    #expect(try Self.total(ledger, first) == 250_000)
    #expect(ledger.run("correct", first, "total", "2600", "--rule").code == .ok)
    #expect(try Self.total(ledger, first) == 260_000)
    #expect(try Self.total(ledger, edited) == 100)
    #expect(ledger.run("correct", edited, "total", "2700", "--rule").code == .ok)
    #expect(try Self.total(ledger, edited) == 270_000)
    // This and the future ones: the one that was named, edited or not.
    #expect(ledger.run("correct", other, "total", "2800", "--future").code == .ok)
    #expect(try Self.total(ledger, other) == 280_000)
    #expect(try Self.total(ledger, try #require(receipts["2026-05-01"])) == 280_000)
    #expect(try Self.total(ledger, edited) == 270_000)
  }

  @Test(
    "FF-14 A correction of the rule that its receipt refuses records nothing",
    arguments: ["--rule", "--future"])
  func refused(reach: String) throws {
    let (ledger, rule, receipts) = try Self.rent()
    let march = try #require(receipts["2026-03-01"])
    ledger.run("delete", march)
    let before = try #require(try ledger.json("status")["events"] as? Int)
    for options in [[], ["--dry-run"], ["--json"]] {
      let outcome = ledger.run(["correct", march, "total", "2600", reach] + options)
      #expect(outcome.code == .no, "\(options): \(outcome.output)")
      #expect(outcome.errors.contains("events restore \(march.prefix(8))"), "\(options): \(outcome.errors)")
    }
    for wrong in ["0", "99999999999999999"] {
      #expect(ledger.run("correct", try #require(receipts["2026-05-01"]), "total", wrong, reach).code != .ok)
    }
    #expect(try ledger.json("status")["events"] as? Int == before)
    let terms = try #require(try ledger.json("rule", "show", rule)["amount"] as? [String: Any])
    #expect(terms["minorUnits"] as? Int == 250_000)
  }

  @Test(
    "FF-14 A correction of the rule and of its receipt is one action: all of it is printed, and undone at once")
  func oneAction() throws {
    let (ledger, rule, receipts) = try Self.rent()
    let first = try #require(receipts["2026-01-01"])
    let edited = try #require(receipts["2026-03-01"])
    ledger.run("correct", edited, "total", "1", "--this")
    for (id, reach, changed) in [(first, "--rule", 11), (edited, "--rule", 11), (edited, "--future", 10)] {
      let dry = try ledger.json("correct", id, "total", "2600", reach, "--dry-run")
      #expect(dry["changed"] as? Int == changed && dry["transaction"] as? String == id, "\(dry)")
      let before = try #require(try ledger.json("status")["events"] as? Int)
      let done = try ledger.json("correct", id, "total", "2600", reach)
      let after = try #require(try ledger.json("status")["events"] as? Int)
      #expect(done["events"] as? [Int] == Array(before + 1...after), "\(reach): \(done)")
      #expect(done["transaction"] as? String == id && done["rule"] is String)
      #expect(try Self.total(ledger, id) == 260_000)
      let undone = try ledger.json("undo", "\(before + 1)")
      let end = try #require(try ledger.json("status")["events"] as? Int)
      #expect(undone["events"] as? [Int] == Array(after + 1...end), "\(undone)")
      #expect(try Self.total(ledger, first) == 250_000)
      #expect(try Self.total(ledger, edited) == 100)
      #expect(try Self.total(ledger, try #require(receipts["2026-12-01"])) == 250_000)
    }
    // The rule has the amount already, except for a receipt that a person edited: only that one is left to correct.
    ledger.run("rule", "change", rule, "--amount", "2600")
    let dry = ledger.run("correct", edited, "total", "2600", "--rule", "--dry-run")
    #expect(Self.words(dry).contains("The rule has this value already. Would correct only this receipt."))
    let alone = try ledger.json("correct", edited, "total", "2600", "--rule")
    #expect((alone["events"] as? [Int])?.count == 1)
    let again = ledger.run("correct", edited, "total", "2600", "--rule")
    #expect(again.code == .ok && again.output.contains("It is so already"), "\(again.output)")
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("FF-14 What corrected a rule's receipt with its rule shows both, and one line undoes it")
  func bothAreShown() throws {
    let (ledger, _, receipts) = try Self.rent()
    let first = try #require(receipts["2026-01-01"])
    let done = ledger.run("correct", first, "total", "2600", "--rule")
    #expect(done.output.contains("\(first.prefix(8))  "), "\(done.output)")
    #expect(Self.words(done).contains("11 transactions changed"), "\(done.output)")
    let undo = try #require(done.output.firstMatch(of: /Undo: events (undo \d+)/)?.output.1)
    let undone = ledger.run(undo.split(separator: " ").map { String($0) })
    #expect(undone.code == .ok && undone.output.contains("Done: 14 events recorded"), "\(undone.output)")
    #expect(try Self.total(ledger, first) == 250_000)
  }

  @Test("ET-18 Of two rules either one's receipts are listed, and no others")
  func twoRules() throws {
    let (ledger, rule, _) = try Self.rent()
    let other = try ledger.json(
      "add", "--amount", "9", "--date", "2026-12-01", "--category", "food", "--payment", "card", "--every",
      "2 weeks")
    let second = try #require(other["rule"] as? String)
    _ = try ledger.add("3")
    #expect(ledger.run("receipts", "--rule", rule, "--json").lines.count == 12)
    #expect(ledger.run("receipts", "--rule", rule, "--rule", second, "--json").lines.count == 15)
    #expect(ledger.run("receipts", "--rule", second, "--category", "rent", "--json").lines.isEmpty)
  }

  @Test("ET-13 After a split the old rule's title ends before it; of an end and a split the earlier")
  func titles() throws {
    let (ledger, rule, _) = try Self.rent()
    func title() throws -> String? { try ledger.json("rule", "show", rule)["title"] as? String }
    #expect(try title() == "Monthly (1st) • Starts 2026-01-01")
    ledger.run("rule", "change", rule, "--end", "2026-11-15")
    #expect(try title() == "Monthly (1st) • Starts 2026-01-01 • Ends 2026-11-15")
    let split = try ledger.json("rule", "split", rule, "--from", "2026-09-01", "--amount", "2600")
    #expect(try title() == "Monthly (1st) • Starts 2026-01-01 • Ends 2026-08-31")
    let new = try ledger.json("rule", "show", try #require(split["rule"] as? String))
    #expect(new["title"] as? String == "Monthly (1st) • Starts 2026-09-01 • Ends 2026-11-15")
  }
}

// MARK: - Deleting this and the future ones

extension RuleReachTests {
  @Test("FF-14 Deleting this and the future ones ends the rule before it, reports it, is one action to undo")
  func deleteFuture() throws {
    let (ledger, rule, receipts) = try Self.rent()
    let september = try #require(receipts["2026-09-01"])
    ledger.run("correct", try #require(receipts["2026-10-01"]), "note", "mine", "--this")
    let dry = ledger.run("delete", september, "--future", "--dry-run")
    #expect(
      Self.words(dry).contains("Would end the rule 🏠 rent • Landlord • $2500 • monthly before Sep 1, 2026"))
    #expect(Self.words(dry).contains("delete 4 transactions from then on"), "\(dry.output)")
    let json = try ledger.json("delete", september, "--future", "--dry-run")
    #expect(json["transactions"] as? Int == 4 && json["end"] as? String == "2026-08-31")
    #expect(ledger.run("receipts", "--json").lines.count == 12)

    let done = ledger.run("delete", september, "--future")
    #expect(done.code == .ok && Self.words(done).contains("Ended before Sep 1, 2026"), "\(done.errors)")
    #expect(ledger.run("receipts", "--json").lines.count == 8)
    #expect(ledger.run("rule", "list").output.contains("Ends 2026-08-31"))
    #expect(ledger.run("rule", "generate", "--through", "2027").output.contains("nothing new"))
    let undo = try #require(done.output.firstMatch(of: /Undo: events (undo \d+)/)?.output.1)
    #expect(ledger.run(undo.split(separator: " ").map { String($0) }).code == .ok)
    #expect(ledger.run("receipts", "--json").lines.count == 12)
    #expect(!ledger.run("rule", "show", rule).output.contains("Ends"))
  }

  @Test("FF-14 What cannot be deleted with the future ones is refused with what can be done")
  func deleteFutureRefused() throws {
    let (ledger, rule, receipts) = try Self.rent()
    let first = try #require(receipts["2026-01-01"])
    let refused = ledger.run("delete", first, "--future")
    #expect(refused.code == .no && Self.words(refused).contains("events rule delete"), "\(refused.errors)")
    #expect(ledger.run("delete", try ledger.add("3"), "--future").code == .no)
    #expect(ledger.run("delete", first, "--future", "--this").code == .usage)
    let march = try #require(receipts["2026-03-01"])
    ledger.run("delete", march)
    #expect(ledger.run("delete", march, "--future").code == .no)
    #expect(ledger.run("receipts", "--rule", rule, "--json").lines.count == 11)
  }

  @Test("FF-14 A rule that begins later stays, which is reported")
  func deleteFutureBeforeSplit() throws {
    let (ledger, rule, receipts) = try Self.rent()
    ledger.run("rule", "split", rule, "--from", "2026-11-01", "--amount", "2600")
    let done = ledger.run("delete", try #require(receipts["2026-09-01"]), "--future")
    #expect(Self.words(done).contains("which follows on Nov 1, 2026, stays"), "\(done.output)")
    #expect(ledger.run("receipts", "--json").lines.count == 10)
  }

  @Test("FF-14 On a terminal a rule's receipt asks how far the deletion goes, and then whether")
  func asks() throws {
    let (ledger, _, receipts) = try Self.rent()
    let terminal = try #require(PseudoTerminal(columns: 80))
    let august = try #require(receipts["2026-08-01"])
    let one = terminal.run(["delete", august], on: ledger, typing: "t\ny\n")
    #expect(one.contains("Only [t]his one, or this and [f]uture ones?"), "\(one)")
    #expect(ledger.run("receipts", "--json").lines.count == 11)
    let november = try #require(receipts["2026-11-01"])
    _ = terminal.run(["delete", november], on: ledger, typing: "f\nn\n")
    #expect(ledger.run("receipts", "--json").lines.count == 11)
    _ = terminal.run(["delete", november], on: ledger, typing: "f\ny\n")
    #expect(ledger.run("receipts", "--json").lines.count == 9)
    #expect(!terminal.run(["delete", try ledger.add("3"), "--yes"], on: ledger).contains("[t]his"))
  }
}

extension RuleReachTests {
  @Test("ET-14 A change prints how to undo it; undoing what it generated prints that the change stays")
  func undoHints() throws {
    let (ledger, rule, _) = try Self.rent()
    let paused = ledger.run("rule", "pause", rule, "--from", "2026-11-01")
    let position = try #require(paused.output.firstMatch(of: /Undo: events undo (\d+)/)?.output.1)
    let dry = Self.words(ledger.run("undo", "HEAD", "--dry-run"))
    #expect(
      dry.contains("the change of the rule stays. Undo event \(position) instead: events undo \(position)"),
      "\(dry)")
    #expect(ledger.run("undo", String(position)).code == .ok)
    #expect(ledger.run("receipts", "--json").lines.count == 12)
    ledger.run("rule", "generate", "--through", "2027")
    let later = Self.words(ledger.run("undo", "HEAD", "--dry-run"))
    #expect(later.contains("generating again") && !later.contains("the change of the rule stays"), "\(later)")
  }

  @Test("ET-17 Without a rule there is nothing to generate, also when that is tried")
  func nothing() throws {
    let ledger = try Ledger()
    for arguments in [["rule", "generate"], ["rule", "generate", "--dry-run"]] {
      let output = ledger.run(arguments).output
      #expect(output == "There are no rules yet; make one with events rule add --from T --every month.\n")
    }
    let alone = try ledger.json(
      "add", "--amount", "5", "--date", "2026-01-01", "--category", "food", "--payment", "card", "--every",
      "year", "--end", "2026-02-01")
    let rule = try #require(alone["rule"] as? String)
    let gone = Self.words(ledger.run("rule", "delete", rule, "--with-future"))
    #expect(gone.contains("Deleted Yearly"), "\(gone)")
  }
}
