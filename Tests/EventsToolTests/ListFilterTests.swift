import Foundation
import Testing

@testable import events

@Suite("Filters of lists on the command line")
struct ListFilterTests {
  @Test("Lists take a stretch of time by name, and two of them are refused")
  func periods() throws {
    let ledger = try Ledger()
    for date in ["2025-12-31", "2026-05-31", "2026-06-01"] {
      #expect(ledger.run("add", "food 5 card \(date)").code == .ok)
    }
    func count(_ options: String...) -> Int { ledger.run(["receipts", "--json"] + options).lines.count }
    #expect(count("--this-month") == 1 && count("--last-month") == 1 && count("--month", "2026-05") == 1)
    #expect(count("--this-year") == 2 && count("--last-year") == 1 && count("--from", "1 jun") == 1)
    #expect(count("--this-year", "--through", "31.5.") == 1)
    #expect(ledger.run("receipts", "--this-year", "--last-month").code == .usage)
    #expect(ledger.run("receipts", "--month", "nonsense").code == .dataError)
    #expect(ledger.run("receipts", "--this-month").output.contains("Filters: this-month"))
  }

  @Test("An unknown category, tag or account in a filter is an error with the nearest name")
  func unknownNames() throws {
    let ledger = try Ledger()
    _ = try ledger.add("5", "--tags", "client", "--account", "Giro")
    for (option, wrong, near) in [
      ("--category", "fod", "Food"), ("--tag", "clent", "client"), ("--any-tag", "clent", "client"),
      ("--account", "Gro", "Giro"),
    ] {
      let outcome = ledger.run("receipts", option, wrong)
      #expect(
        outcome.code == .noInput && outcome.errors.contains("Did you mean “\(near)”?"), "\(outcome.errors)")
      #expect(ledger.run("receipts", option, near, "--json").lines.count == 1)
    }
    #expect(ledger.run("receipts", "--category", "Food", "--json").lines.count == 1)
    #expect(ledger.run("receipts", "--tag", "#client", "--json").lines.count == 1)
  }

  @Test("ET-05 tag --suggest lists tags for people, for programs and for completions")
  func suggestions() throws {
    let ledger = try Ledger()
    #expect(ledger.run("tag", "--suggest", "").output.isEmpty)
    _ = try ledger.add("1.00", "--tags", "client,coffee shop")
    _ = try ledger.add("1.00", "--tags", "client,berlin")
    #expect(ledger.run("tag", "--suggest", "").lines == ["2  client", "1  berlin", "1  coffee shop"])
    #expect(
      ledger.run("tag", "--suggest", "C", "--json").lines == [
        #"{"count":2,"tag":"client"}"#, #"{"count":1,"tag":"coffee shop"}"#,
      ])
    #expect(ledger.run("tag", "--suggest", "", "--limit", "1").lines == ["2  client"])
    #expect(ledger.run("tag", "--suggest", "", "--limit", "0").code == .usage)
    #expect(ledger.run("tag").code == .usage)
    let script = ledger.run("completions", "bash").output
    let completed = try BuiltTool.shell(
      """
      events() { $events "$@"; }
      \(script)
      COMP_WORDS=(events tag 3f2a1b9c co); COMP_CWORD=3; _events; printf '%s|' "${COMPREPLY[@]}"
      COMP_WORDS=(events receipts --tag ''); COMP_CWORD=3; _events; printf '%s|' "${COMPREPLY[@]}"
      """, environment: ["EVENTS_LEDGER": ledger.path])
    #expect(
      completed.output == "coffee shop|client|berlin|coffee shop|", "\(completed.output)\(completed.errors)")
  }
}
