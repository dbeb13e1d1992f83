import EventLog
import Foundation
import LedgerBytes
import LedgerPlatform
import Testing

@testable import events

/// How often commands that record read the log. A report uses what the command handed over.
struct EventReadsTests {
  /// Commands that record, in order. `R`, `S` and `D` are two receipts and a draft, `M` a receipt of a rule.
  private static let commands = [
    "dismiss S T", "add 5 food cash Kiosk",
    "add --amount 5 --category food --payment cash --account Wallet --new-account",
    "correct R total 84", "correct R total 20 vendor Bakery", "correct R,S category other --yes",
    "correct M note Flat --this", "correct M total 950 --rule", "correct M total 960 --future",
    "tag R fun", "flag R paid", "clear R", "file R Trip", "file R --unfiled",
    "item add R Soup 4", "item change R Soup --amount 5", "item remove R Soup --yes",
    "item restore R Soup", "confirm D", "correct D payment card", "save D", "delete S --yes", "restore S",
    "undo", "redo", "group create Rome", "group rename Rome Roma", "group delete Roma --yes",
    "group restore Roma", "category add Pets", "category change pets --name Animals",
    "category move pets --last",
    "category deactivate pets", "category reactivate pets", "account open Checking", "account open Savings",
    "account rename Savings Reserve", "account move Reserve --before Checking", "transfer 10 Checking Reserve",
    "account close Reserve --to Checking --yes", "account reopen Reserve", "budget set food 1000",
    "budget move 5 food other", "budget carry-over food on", "goal add Bike 500", "goal contribute Bike 5",
    "goal change Bike --target 400", "goal complete Bike", "goal reopen Bike", "goal delete Bike --yes",
    "goal restore Bike", "defaults set --payment cash", "vendor rename KIOSK Kiosk", "device rename desk",
    "page add R PAGE", "page remove R 1 --yes", "page restore R 1",
  ]

  @Test("No command that records reads an event of its own", arguments: [[], ["--json"]])
  func nothingIsReadBack(options: [String]) throws {
    let ledger = try Ledger()
    let names = try Self.names(in: ledger)
    for command in Self.commands {
      let before = try Self.lastPosition(ledger)
      let words = command.split(separator: " ").map { words in
        words.split(separator: ",").map { names[String($0)] ?? String($0) }.joined(separator: ",")
      }
      let reads = EventReads()
      let outcome = reads.counting { ledger.run(words + options) }
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
      #expect(try Self.lastPosition(ledger) > before, "\(command) recorded nothing")
      let own = reads.positions.filter { $0 > before }
      #expect(own.isEmpty, "\(command) read its events \(own)")
    }
  }

  @Test(
    "A correction folds its receipt once, also one that reaches further",
    arguments: [
      "R total 84", "R vendor Bakery", "R category other", "M total 84 --this", "M total 84 --rule",
      "M total 84 --future",
    ])
  func oneFold(correction: String) throws {
    let ledger = try Ledger()
    let names = try Self.names(in: ledger)
    let words = correction.split(separator: " ").map(String.init)
    let receipt = try #require(names[words[0]])
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    let id = try #require(UniqueID(receipt))
    let first = try #require(try log.events(of: StreamID(kind: "transaction", id: id)).first).position
    try log.close()
    for options in [[], ["--json"]] {
      let reads = EventReads()
      let outcome = reads.counting {
        ledger.run(["correct", receipt] + words.dropFirst() + options)
      }
      #expect(outcome.code == .ok, "\(outcome.errors)")
      #expect(reads.positions.count { $0 == first } == 1, "\(reads.positions)")
    }
  }

  private static func names(in ledger: Ledger) throws -> [String: String] {
    let group = ledger.run("group", "create", "Trip")
    try #require(group.code == .ok)
    let rule = ledger.run(
      "rule", "add", "--amount", "900", "--every", "month", "--start", "2026-06-01", "--category", "taxi",
      "--payment", "card")
    try #require(rule.code == .ok, "\(rule.errors)")
    let made = try ledger.json("receipts", "--category", "taxi", "--limit", "1", "--through", "2026-12-31")
    return [
      "R": try ledger.add("10"), "S": try ledger.add("30", "--vendor", "Shop"),
      "T": try ledger.add("30", "--vendor", "Shop"),
      "D": try ledger.capture("REWE City\n14.06.2026\nSUMME EUR 84,50\n"),
      "M": try #require(made["transaction"] as? String),
      "PAGE": try ledger.file("page.txt", "Brot 4,50\n"),
    ]
  }

  private static func lastPosition(_ ledger: Ledger) throws -> Position {
    let log = try LedgerLog.open(ledger.path, mode: .readOnly)
    defer { try? log.close() }
    return try log.lastPosition()
  }
}
