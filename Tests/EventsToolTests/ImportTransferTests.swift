import Foundation
import Testing

@testable import events

@Suite("Transfers between own accounts in statements")
struct ImportTransferTests {
  private static let giro = """
    Date;Payee;Counter account;Amount;Currency
    2026-06-12;Me;DE02100500000054540402;-50,00;EUR
    2026-06-13;Kiosk;DE99123456781234567890;-3,00;EUR

    """
  private static let savings = """
    Date;Payee;Counter account;Amount;Currency
    2026-06-13;Me;DE89370400440532013000;50,00;EUR

    """
  private static let giroNumber = "DE89 3704 0044 0532 0130 00"
  private static let savingsNumber = "DE02 1005 0000 0054 5404 02"

  private func files(_ ledger: Ledger) throws -> [String] {
    try [
      ledger.file("giro.csv", "IBAN;\(Self.giroNumber)\n" + Self.giro),
      ledger.file("savings.csv", "IBAN;\(Self.savingsNumber)\n" + Self.savings),
    ]
  }

  private func rows(_ ledger: Ledger) throws -> [String] {
    try objects(ledger.run("receipts", "--json").output).map { row in
      "\(row["kind"] as? String ?? "") \(row["account"] as? String ?? "") \(row["cleared"] as? Bool ?? false)"
    }.sorted()
  }

  private let joined = [
    "expense DE89 3704 0044 0532 0130 00 true", "transfer DE89 3704 0044 0532 0130 00 true",
  ]

  @Test("Both halves of one import are one transfer, in any order of the files", arguments: [false, true])
  func together(isReversed: Bool) throws {
    let ledger = try Ledger()
    var files = try files(ledger)
    if isReversed { files.reverse() }
    let shown = ledger.run(["import", "--dry-run"] + files).output
    #expect(shown.contains("transfer to DE02") && shown.contains("transfer from DE89"), "\(shown)")
    #expect(ledger.run(["import"] + files).code == .ok)
    #expect(try rows(ledger) == joined)
    let again = ledger.run(["import", "--json"] + files)
    #expect(try again.lines.map { try object($0)["new"] as? Int } == [0, 0])
    ledger.run("undo")
    #expect(try rows(ledger).isEmpty)
    #expect(ledger.run(["import"] + files).code == .ok)
    #expect(try rows(ledger) == joined)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("The half of a later file joins the half of an earlier one, and undo takes them apart")
  func later() throws {
    for isReversed in [false, true] {
      let ledger = try Ledger()
      var files = try files(ledger)
      if isReversed { files.reverse() }
      ledger.run("import", files[0])
      #expect(try !rows(ledger).contains { $0.hasPrefix("transfer") })
      ledger.run("import", files[1])
      #expect(try rows(ledger) == joined)
      for file in files {
        #expect(try ImportStatementTests.counts(ledger.run("import", file, "--json"))[0] == 0)
      }
      ledger.run("undo")
      #expect(try !rows(ledger).contains { $0.hasPrefix("transfer") })
      #expect(ledger.run("verify").code == .ok)
    }
  }

  @Test("A half that a person gave a category stays as it is")
  func categorised() throws {
    let ledger = try Ledger()
    let files = try files(ledger)
    ledger.run("import", files[1])
    let id = try #require(try objects(ledger.run("receipts", "--json").output).first?["transaction"] as? String)
    ledger.run("correct", id, "category", "other")
    ledger.run("import", files[0])
    #expect(try !rows(ledger).contains { $0.hasPrefix("transfer") })
  }

  @Test("A typed transfer is linked with the rows of both accounts")
  func typed() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro")
    ledger.run("account", "open", "Savings")
    #expect(
      ledger.run("transfer", "50", "Giro", "Savings", "--date", "2026-06-12").code == .ok)
    let files = try files(ledger)
    #expect(
      try ImportStatementTests.counts(ledger.run("import", files[1], "--account", "Savings", "--json")) == [
        0, 1, 0, 0,
      ])
    #expect(
      try ImportStatementTests.counts(ledger.run("import", files[0], "--account", "Giro", "--json")) == [
        1, 1, 0, 0,
      ])
    #expect(try rows(ledger).count == 2)
    for (file, account, known) in [(files[0], "Giro", 2), (files[1], "Savings", 1)] {
      #expect(
        try ImportStatementTests.counts(ledger.run("import", file, "--account", account, "--json"))
          == [0, 0, known, 0])
    }
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Opposite amounts alone are no transfer")
  func refund() throws {
    let ledger = try Ledger()
    let shop = "Date;Payee;Counter account;Amount;Currency\n2026-06-13;Shop;DE99123456781234567890;50,00;EUR\n"
    let file = try ledger.file("other.csv", "IBAN;\(Self.savingsNumber)\n" + shop)
    let others = Self.giro.replacing("5454", with: "9999")
    let giro = try ledger.file("giro.csv", "IBAN;\(Self.giroNumber)\n" + others)
    ledger.run("import", giro, file)
    #expect(try rows(ledger).count == 3 && !rows(ledger).contains { $0.hasPrefix("transfer") })
  }
}
