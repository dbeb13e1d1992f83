import Foundation
import Testing

@testable import events

@Suite("Looking at the past")
struct HorizonCommandTests {
  /// Every command that looks, on a ledger that has these.
  private func looks(_ id: String) -> [[String]] {
    [
      ["groups"], ["receipts"], ["receipts", "--all"], ["receipt", id], ["drafts"], ["search", "kiosk"],
      ["analysis", "--kind", "expense", "--year", "2026"], ["group", "show", "Berlin"], ["audit", id],
    ].flatMap { [$0, $0 + ["--json"]] }
  }

  @Test("Every screen at P is, byte for byte, what it was when P was last")
  func screens() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try ledger.add("5", "--vendor", "Kiosk", "--group", "Berlin", "--tags", "a")
    _ = try ledger.capture("Kiosk Nord\n12.06.2026\nSumme EUR 12,00\n")
    let position = try #require(try ledger.json("status")["events"] as? Int)
    let before = looks(id).map { ledger.run($0).output }
    ledger.run("correct", id, "total", "7")
    ledger.run("tag", id, "b")
    ledger.run("group", "rename", "Berlin", "Potsdam")
    _ = try ledger.add("9", "--vendor", "Kiosk")
    ledger.run("delete", id, "--yes")
    let last = try #require(try ledger.json("status")["events"] as? Int)
    // The clock goes on by a second at each reading; this is when the last of those events was recorded.
    let event = try ledger.json("show", "\(position)")
    let recorded = try #require(event["recorded"] as? String)
    for moment in [
      ["--at", "\(position)"], ["--at", "HEAD~\(last - position)"], ["--at", recorded],
      ["--recorded-by", recorded],
    ] {
      for (look, expected) in zip(looks(id), before) {
        let outcome = ledger.run(look + moment)
        #expect(outcome.code == .ok, "\(look) \(moment): \(outcome.errors)")
        #expect(outcome.output == expected, "\(look) \(moment)")
      }
    }
    #expect(ledger.run("groups", "--at", "HEAD").output == ledger.run("groups").output)
    #expect(ledger.run("groups", "--at", "2026-06-14").output == ledger.run("groups").output)
    #expect(ledger.run("groups", "--at", "\(position)").output != ledger.run("groups").output)
  }

  @Test("Time travel: what is past the end, before the beginning, or no moment at all is reported")
  func wrong() throws {
    let ledger = try Ledger()
    let id = try ledger.add("5")
    let cases: [([String], ExitCode, String)] = [
      (["--at", "99999"], .noInput, "The log ends at"),
      (["--at", "99999999999999999999"], .noInput, "ends at"),
      (["--at", "2020-01-01"], .noInput, "before the first"),
      (["--recorded-by", "2020-01-01T00:00:00Z"], .noInput, "before the first"),
      (["--at", "yesterday"], .dataError, "HEAD~10"), (["--at", "HEAD~"], .dataError, "HEAD~"),
      (["--at", "2026-06-14T25:00Z"], .dataError, "2026-06-14T25:00Z"), (["--at", "-1"], .dataError, "-1"),
      (["--recorded-by", "12"], .dataError, "not a time"),
      (["--recorded-by", "HEAD"], .dataError, "not a time"),
      (["--at", "1", "--recorded-by", "2026-06-14"], .usage, "give one"),
    ]
    #expect(ledger.run("groups", "--at", "9999-12-31").output == ledger.run("groups").output)
    #expect(ledger.run("groups", "--at", "9999-12-31").code == .ok)
    // 0 is before everything, as for diff.
    for moment in ["0", "HEAD~99"] {
      let nothing = ledger.run("groups", "--at", moment, "--json")
      #expect(nothing.code == .ok && nothing.output.isEmpty, "\(moment): \(nothing)")
    }
    for look in [["groups"], ["receipts"], ["receipt", id]] {
      for (moment, code, words) in cases {
        let outcome = ledger.run(look + moment)
        #expect(outcome.code == code && outcome.errors.contains(words), "\(look + moment): \(outcome.errors)")
      }
    }
    let early = ledger.run("receipt", id, "--at", "6")
    #expect(early.code == .noInput && early.errors.contains("there was no transaction"), "\(early.errors)")
    #expect(ledger.run("save", id, "--at", "3").code == .usage)
  }
}
