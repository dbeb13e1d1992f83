import Testing

@testable import events

@Suite("Groups by a part of their name")
struct GroupNameTests {
  @Test("A part of one name is enough, and one of several is refused with them")
  func parts() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin — June 2026")
    let id = try ledger.add("5")
    #expect(ledger.run("file", id, "berlin").code == .ok)
    ledger.run("group", "create", "Berlin — July 2026")
    let outcome = ledger.run("file", id, "berlin")
    #expect(outcome.code == .noInput && outcome.errors.contains("July") && outcome.errors.contains("June"))
    #expect(ledger.run("file", id, "jûly").code == .ok)
    ledger.run("group", "create", "Berlin")
    #expect(ledger.run("file", id, "berlin").code == .ok, "a whole name is no part of another")
    #expect(ledger.run("file", id, "Hamburg").code == .noInput)
  }

  @Test("A deleted group answers when it was deleted and how it comes back")
  func deleted() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let id = try ledger.add("5")
    ledger.run("group", "delete", "Berlin")
    let outcome = ledger.run("file", id, "Berlin")
    #expect(
      outcome.code == .no && outcome.errors.contains("was deleted on 14 Jun 2026")
        && outcome.errors.contains("events group restore"), "\(outcome.errors)")
    #expect(ledger.run("group", "restore", "Berlin").code == .ok)
    #expect(ledger.run("file", id, "Berlin").code == .ok)
  }

  @Test("On a terminal a second group of one name asks, and a deletion asks about the receipts")
  func asking() throws {
    let ledger = try Ledger()
    ledger.run("group", "create", "Berlin")
    let terminal = try #require(PseudoTerminal(columns: 80))
    #expect(terminal.run(["group", "create", "berlin"], on: ledger, typing: "n\n").contains("is called"))
    let script = ledger.run("group", "create", "Berlin")
    #expect(script.code == .dataError && script.errors.contains("agree with --yes"), "\(script.errors)")
    #expect(ledger.run("groups", "--json").lines.count == 1)
    #expect(ledger.run("group", "create", "Berlin", "--yes").code == .ok)
    #expect(ledger.run("groups", "--json").lines.count == 2)
    ledger.run("undo")
    ledger.run("group", "create", "Rome")
    #expect(ledger.run("group", "rename", "Rome", "BERLIN").code == .dataError)
    #expect(ledger.run("group", "rename", "Rome", "ROME").code == .ok)
    _ = try ledger.add("5", "--group", "Berlin")
    let shown = terminal.run(["group", "delete", "Berlin"], on: ledger, typing: "d\ny\n")
    #expect(shown.contains("[k]eep its 1 receipt, or [d]elete it?"), "\(shown)")
    #expect(ledger.run("receipts", "--json").lines.isEmpty)
  }

  @Test(
    "Deleting a group takes the words of its question, and asks again for any other",
    arguments: [
      ("keep\ny\n", 1, true), ("\ny\n", 1, true), ("KE\ny\n", 1, true), ("del\ny\n", 0, true),
      ("yes\nmove\nk\ny\n", 1, true), ("d\nno\n", 1, false), ("n\n", 1, false), ("no\n", 1, false),
      ("\u{4}", 1, false),
    ])
  func answers(_ typed: String, _ receipts: Int, _ isDeleted: Bool) throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 80))
    ledger.run("group", "create", "Berlin")
    _ = try ledger.add("5", "--group", "Berlin")
    let shown = terminal.run(["group", "delete", "Berlin"], on: ledger, typing: typed)
    #expect(ledger.run("receipts", "--json").lines.count == receipts, "\(shown)")
    #expect(ledger.run("group", "show", "Berlin").code == (isDeleted ? .no : .ok), "\(shown)")
    let isUnclear = typed.hasPrefix("yes\n")
    #expect(shown.contains("Please answer keep, delete, or no to do nothing.") == isUnclear, "\(shown)")
  }
}
