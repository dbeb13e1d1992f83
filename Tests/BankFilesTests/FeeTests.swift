import BankFiles
import LedgerBytes
import LedgerDomain
import Testing

@Suite("Fees, sums and currencies in columns of their own")
struct FeeTests {
  private func read(_ text: String, signs: SignReading? = nil) throws -> BankFile {
    var options = BankFileOptions()
    (options.currency, options.signs) = (.eur, signs)
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private func units(_ text: String, signs: SignReading? = nil) throws -> [Int64] {
    try read(text, signs: signs).rows.map(\.money.minorUnits)
  }

  @Test("A fee by which the balance changes is part of the amount, in either order and for each currency")
  func balances() throws {
    let header = "Date,Text,Amount,Fee,Currency,Balance\n"
    let rows = [
      "2026-05-03,Top-up,200.00,0.00,GBP,200.00", "2026-05-09,Sold,-100.00,0.50,GBP,99.50",
      "2026-05-09,Bought,116.00,0.00,EUR,116.00", "2026-05-10,Shop,-9.50,0.00,GBP,90.00",
      "2026-05-12,Cash,-40.00,2.00,EUR,74.00",
    ]
    let file = try read(header + rows.joined(separator: "\n") + "\n")
    #expect(file.rows.map(\.money.minorUnits) == [20_000, -10_050, 11_600, -950, -4_200])
    #expect(file.rows.allSatisfy { $0.fee == nil } && file.notes.isEmpty)
    #expect(
      try units(header + rows.reversed().joined(separator: "\n") + "\n") == [
        -4_200, -950, 11_600, -10_050, 20_000,
      ])
  }

  @Test("A fee that some balance or no balance proves is kept apart")
  func apart() throws {
    let header = "Date,Text,Amount,Fee,Balance\n2026-05-01,a,100.00,0.00,100.00\n"
    #expect(try units(header + "2026-05-02,b,-10.00,1.00,90.00\n") == [10_000, -1_000])
    #expect(
      try units(header + "2026-05-02,b,-10.00,1.00,89.00\n2026-05-03,b,-10.00,1.00,79.00\n") == [
        10_000, -1_000, -1_000,
      ])
    let file = try read("Date,Text,Amount,Fee,Balance\n2026-05-01,a,-5.00,1.00,\n")
    #expect(file.rows.map(\.fee?.minorUnits) == [100])
  }

  @Test("A net amount next to a gross one proves that the account paid the fee")
  func net() throws {
    let header = "Date,Name,Amount,Fee,Net Amount\n"
    let rows = "2026-05-29,Jan,$25.00,$0,$25.00\n2026-05-12,Cash,-$40.00,-$0.75,-$40.75\n"
    #expect(try units(header + rows) == [2_500, -4_075])
    // One row against it, and the fee is kept apart.
    #expect(try units(header + rows + "2026-05-30,Pub,-$9.00,-$0.10,-$9.00\n") == [2_500, -4_000, -900])
    let card = "利用日,利用店名,利用金額,支払手数料,支払総額\n2026/05/04,A,480,0,480\n2026/05/12,B,300,6,306\n"
    #expect(try units(card, signs: .turned) == [-48_000, -30_600])
  }

  @Test("A fee that the amount contains already is no fee to report")
  func included() throws {
    let file = try read(
      "Datum;Name;Brutto;Gebühr;Netto\n1.5.2026;A;50,00;-1,60;48,40\n2.5.2026;B;-9,00;0,00;-9,00\n")
    #expect(file.rows.map(\.money.minorUnits) == [4_840, -900])
    #expect(file.notes.isEmpty && file.rows.allSatisfy { $0.fee == nil })
  }

  @Test("A row keeps the identity that it had before its fee or its currency was proven")
  func identities() throws {
    func ids(_ text: String) throws -> [String] {
      RowIdentity.all(try read(text).rows, account: "giro").map(\.description)
    }
    let row = "2026-05-02,b,-10.00,1.00"
    let apart = try ids("Date,Text,Amount,Fee\n\(row)\n")
    let added = try read("Date,Text,Amount,Fee,Balance\n2026-05-01,a,100.00,0.00,100.00\n\(row),89.00\n")
    #expect(added.rows.map(\.money.minorUnits) == [10_000, -1_100])
    #expect(RowIdentity.all(added.rows, account: "giro").map(\.description).suffix(1) == apart[...])
    let shop = "Date;Text;Currency;Total%\n2026-05-02;b;EUR;-5.00\n2026-05-03;c;USD;-10.00\n"
    #expect(
      try ids(shop.replacing("%", with: "")) == ids(shop.replacing("%", with: " (EUR)")))
  }

  @Test("The header's currency is that of the amounts, if the column of currencies has those of shops")
  func shops() throws {
    let rows = "2026-05-02;b;AUD;-25.00\n2026-05-03;c;JPY;-10.30\n"
    let file = try read("Date;Text;Currency;Total (AUD)\n" + rows)
    #expect(file.rows.map(\.money.description) == ["-25.00 AUD", "-10.30 AUD"] && file.refused.isEmpty)
    // Without a row in that currency, the header may be the same for every account.
    let other = try read("Date;Text;Currency;Total (AUD)\n2026-05-03;c;GBP;-10.30\n")
    #expect(other.rows.map(\.money.description) == ["-10.30 GBP"])
  }

  @Test("The number of a check is no amount, and money in and out apart is asked for")
  func checks() throws {
    let first = "77123456,2026/05/01,2026/05/31,150.00,231.40\n"
    let rows = [
      "2026/05/04,36.80,Rent,June,221,DEBIT", "2026/05/12,2.40,Deli,,,DEBIT", "2026/05/29,120.60,Work,,,CREDIT",
    ]
    let text = rows.joined(separator: "\n") + "\n"
    #expect(try units(first + text) == [-3_680, -240, 12_060])
    let sides = "2026-05-28,Deli,24.80,,4500\n2026-05-20,Paid,,400.00,4500\n2026-05-04,Shop,9.99,,4500\n"
    #expect(throws: BankFileError.self) { try units(sides) }
  }
}
