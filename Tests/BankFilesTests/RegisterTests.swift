import BankFiles
import LedgerDomain
import Testing

@Suite("Exports of other programs")
struct RegisterTests {
  private func read(_ text: String, currency: CurrencyCode? = nil) throws(BankFileError) -> BankFile {
    var options = BankFileOptions()
    options.currency = currency
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  @Test("A register of YNAB is known by its header, with a row for each part of a split")
  func ynab() throws {
    let file = try read(
      """
      "Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
      "Giro","","28/02/2026","Shop","A: B","A","B","Split (1/2) x",€4.00,€0.00,"Cleared"
      "Giro","","28/02/2026","Shop","A: C","A","C","Split (2/2) ",€1.50,€0.00,"Cleared"
      """)
    #expect(file.format == .ynab)
    #expect(
      file.rows.map(\.money) == [
        Money(minorUnits: -400, currency: .eur), Money(minorUnits: -150, currency: .eur),
      ])
    #expect(file.rows.map(\.category) == ["A: B", "A: C"])
  }

  @Test("An export of Actual counts the parts of a split and not the whole again")
  func actual() throws {
    let file = try read(
      """
      Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared
      Giro,2026-01-05,Shop,(SPLIT INTO 2) ,,0,-30.00,Cleared
      Giro,2026-01-05,Shop,(SPLIT 1 OF 2) ,Food,-10.00,0,Cleared
      Giro,2026-01-05,Shop,(SPLIT 2 OF 2) ,Home,-20.00,0,Not cleared
      Giro,2026-01-06,Bank,nothing,,0,0,Not cleared
      """, currency: .eur)
    #expect(file.format == .actual)
    #expect(file.rows.map(\.money.minorUnits) == [-1_000, -2_000, 0])
  }

  @Test("An export of Firefly III names the other party by the direction")
  func firefly() throws {
    let file = try read(
      """
      user_id,journal_id,type,amount,currency_code,description,date,source_name,destination_name,category
      1,7,Withdrawal,-12.50,EUR,Food,2026-01-05T00:00:00+01:00,Giro,Shop,Food
      1,8,Deposit,100.00,EUR,Pay,2026-01-06T00:00:00+01:00,Employer,Giro,
      """)
    #expect(file.format == .firefly)
    #expect(file.rows.map(\.payee) == ["Shop", "Employer"])
    #expect(file.rows.map(\.bankID) == ["7", "8"])
    #expect(file.statements.map(\.account) == ["Giro"])
  }

  @Test("A journal of hledger gives a row for each movement of an account of money, and one for a transfer")
  func hledger() throws {
    let file = try read(
      """
      ; a comment
      account Assets:Giro
      2026-01-05 * (17) Shop | weekly  ; tag:x
          Expenses:Food         12.50 EUR
          Assets:Giro
      2026/01/06 ! Transfer
          assets:cash:purse     EUR 20.00
          assets:giro          -20.00 EUR = 100.00 EUR
      ~ monthly
          Expenses:Rent  500 EUR
          Assets:Giro
      """)
    #expect(file.format == .hledger)
    #expect(file.rows.map(\.money.minorUnits) == [-1_250, -2_000])
    #expect(file.rows.map(\.payee) == ["Shop", "Transfer"])
    #expect(file.rows.map(\.category) == ["Expenses:Food", nil])
    #expect(file.rows.map(\.transferAccount) == [nil, "assets:cash:purse"])
    #expect(file.rows.map(\.entry?.kind) == [.expense, .transfer])
    #expect(file.rows.map(\.bankID) == ["17", nil])
    #expect(file.rows.map(\.isPending) == [false, true])
    #expect(file.statements.map(\.account) == ["Assets:Giro", "assets:cash:purse", "assets:giro"])
  }

  @Test("A file of beancount is read without its directives")
  func beancount() throws {
    let file = try read(
      """
      option "title" "x"
      2026-01-01 open Assets:Giro EUR
      2026-01-05 * "Shop \\"A\\"" "weekly" #tag ^link
        id: "7"
        Expenses:Food  12.50 EUR
        Assets:Giro -12.50 EUR
      2026-01-31 balance Assets:Giro -12.50 EUR
      """)
    #expect(file.format == .beancount)
    #expect(file.rows.map(\.money.minorUnits) == [-1_250])
    #expect(file.rows.map(\.payee) == ["Shop \"A\""])
    #expect(file.rows.map(\.text) == ["weekly"])
  }

  @Test("Prices, costs and amounts that are left out give the amounts that hledger and beancount compute")
  func prices() throws {
    let file = try read(
      """
      2026-01-05 * Bureau
          assets:dollars   100.00 USD @@ 90.00 EUR
          assets:giro
      2026-01-06 * Diner
          expenses:food     30.00 USD @ 0.9017 EUR
          assets:giro
      2026-01-07 * Diner
          expenses:food     20.00 USD
          assets:giro      -18.05 EUR
      2026-01-08 * Broken
          expenses:food     20.00 EUR
          assets:giro      -18.05 EUR
      2026-01-09 * Cost
          assets:giro   -10.00 USD {0.95 EUR}
          assets:wallet   9.50 EUR
      2026-01-10 * Kept in a gift
          expenses:gifts   5.00 EUR
          income:gifts    -5.00 EUR
      """)
    #expect(
      file.rows.map(\.money.description) == ["-90.00 EUR", "-27.05 EUR", "-18.05 EUR", "-10.00 USD"])
    #expect(
      file.rows.map { $0.entry?.received?.description } == ["100.00 USD", nil, nil, "9.50 EUR"])
    #expect(file.refused.map(\.code) == [.unbalanced])
    #expect(file.notes.map(\.line) == [16])
  }

  @Test("A posting that is no amount is refused, and its entry with it")
  func badPosting() throws {
    let file = try read(
      "2026-01-05 a\n  Expenses:A  12.. EUR\n  Assets:B\n\n2026-01-06 b\n  Expenses:A  1 EUR\n  Assets:B\n")
    #expect(file.refused.map(\.line) == [2])
    #expect(file.rows.map(\.money.minorUnits) == [-100])
  }
}
