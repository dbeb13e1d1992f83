import Testing

@testable import events

/// Receipts that add up to more than 64 bits: every command goes on, and reports a total that is too large to show.
@Suite("Totals that are too large to be shown")
struct SumOverflowCommandTests {
  @Test(
    "A rule with the largest amount: screens, verdicts, exports and commands go on, and undo mends the totals")
  func everyCommand() throws {
    let ledger = try Ledger()
    let added = ledger.run(
      "add", "--amount", "90071992547409.91", "--category", "food", "--payment", "cash", "--every", "day")
    #expect(added.code == .ok)
    #expect(ledger.run("rule", "generate", "--through", "2029").code == .ok)
    for command in [
      ["groups"], ["receipts"], ["status"], ["verify"], ["rebuild"],
      ["analysis", "--kind", "expense", "--all"],
      ["group", "show", "Unfiled"],
      ["export", "--format", "hledger"], ["export", "--format", "csv", "--dry-run"], [], ["groups", "--ids"],
      ["analysis", "--kind", "expense", "--all", "--json"], ["diff", "HEAD~1", "HEAD"],
    ] {
      let outcome = ledger.run(command)
      #expect(outcome.code == .ok, "\(command): \(outcome.errors)")
    }
    #expect(ledger.run("groups", "--through", "9999-12-31").output.contains("EUR too large"))
    #expect(ledger.run("analysis", "--kind", "expense", "--all").output.contains("EUR too large"))
    #expect(ledger.run("receipts").output.contains("€90,071,992,547,409.91"))
    #expect(ledger.run("groups", "--through", "9999-12-31", "--json").output.contains(#""tooLarge":["EUR"]"#))
    #expect(ledger.run("verify").output.contains("too large to be shown"))
    // The figure itself is refused in words, and nothing false is printed.
    let why = ledger.run("why", "group Unfiled EUR", "--through", "9999-12-31")
    #expect(why.code == .dataError && why.errors.contains("too large to be shown"))
    let other = try ledger.add("5.00")
    #expect(ledger.run("delete", other).code == .ok)
    #expect(ledger.run("undo", "HEAD").code == .ok)
    #expect(ledger.run("verify").code == .ok)
  }
}
