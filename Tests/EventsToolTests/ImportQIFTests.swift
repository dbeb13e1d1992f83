import Foundation
import Testing

@testable import events

@Suite("Transfers and splits of QIF files")
struct ImportQIFTests {
  private static let two = """
    !Account
    NChecking
    TBank
    ^
    !Type:Bank
    D01/02/2026
    T500.00
    POpening Balance
    L[Checking]
    ^
    D20/02/2026
    T-1,100.00
    PMove
    L[Savings]
    ^
    D21/02/2026
    T-232.00
    PDoctor and cash
    SHealth
    $-120.00
    S[Purse]
    Ecash
    $-112.00
    ^
    !Account
    NSavings
    TBank
    ^
    !Type:Bank
    D20/02/2026
    T1,100.00
    PMove
    L[Checking]
    ^

    """

  private static func balances(_ ledger: Ledger) throws -> [String: Int] {
    try objects(ledger.run("account", "list", "--json").output).reduce(into: [:]) { result, row in
      let balance = row["balance"] as? [String: Any]
      result[row["name"] as? String ?? ""] = balance?["minorUnits"] as? Int
    }
  }

  @Test("An account in brackets makes a transfer, whether its other half is in the file or not")
  func transfers() throws {
    let ledger = try Ledger()
    let path = try ledger.file("all.qif", Self.two)
    let options = ["import", path, "--currency", "EUR", "--date-order", "dmy", "--json"]
    #expect(ledger.run(options).code == .ok)
    #expect(try Self.balances(ledger) == ["Checking": -83_200, "Savings": 110_000, "Purse": 11_200])
    let rows = try objects(ledger.run("receipts", "--json").output)
    #expect(rows.map { $0["kind"] as? String ?? "" }.sorted() == ["expense", "transfer", "transfer"])
    #expect(try ImportStatementTests.counts(ledger.run(options))[0] == 0)
    // The purse's own file names the checking account in its turn.
    let purse = try ledger.file(
      "purse.qif", "!Type:Cash\nD21/02/2026\nT112.00\nPDoctor and cash\nL[Checking]\n^\n")
    let counts = try ImportStatementTests.counts(
      ledger.run("import", purse, "--account", "Purse", "--currency", "EUR", "--date-order", "dmy", "--json"))
    #expect(counts == [0, 1, 0, 0])
    #expect(try Self.balances(ledger)["Purse"] == 11_200)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test(
    "A transfer whose arriving half is imported first is one, whatever the second file's format",
    arguments: [true, false])
  func arrivingFirst(isQIF: Bool) throws {
    let ledger = try Ledger()
    let saved = try ledger.file("spar.qif", "!Type:Bank\nD05/03/2026\nT200.00\nPFamily\nL[Giro]\n^\n")
    let own =
      isQIF
      ? try ledger.file(
        "giro.qif",
        "!Type:Bank\nD05/03/2026\nT-200.00\nPSavings\nL[Savings]\n^\nD06/03/2026\nT-10.00\nPREWE\n^\n")
      : try ledger.file("giro.csv", "Date,Payee,Amount\n2026-03-05,Savings,-200.00\n2026-03-06,REWE,-10.00\n")
    for (path, account) in [(saved, "Savings"), (own, "Giro"), (own, "Giro"), (saved, "Savings")] {
      let outcome = ledger.run(
        "import", path, "--account", account, "--new-account", "--currency", "EUR", "--date-order", "dmy")
      #expect(outcome.code == .ok, "\(outcome.errors)")
    }
    #expect(try Self.balances(ledger) == ["Giro": -21_000, "Savings": 20_000])
  }

  @Test("Splits that do not add up are one movement, and that is told")
  func wrongSplits() throws {
    let ledger = try Ledger()
    let path = try ledger.file("a.qif", Self.two.replacingOccurrences(of: "$-112.00", with: "$-111.00"))
    let outcome = ledger.run("import", path, "--currency", "EUR", "--date-order", "dmy")
    #expect(outcome.output.contains("the splits do not add up"), "\(outcome.output)")
    #expect(try Self.balances(ledger)["Checking"] == -83_200)
  }
}
