import BankFiles
import LedgerDomain
import Testing

@Suite("Several tables of one file")
struct SeveralTableTests {
  private func read(_ text: String) throws(BankFileError) -> BankFile {
    var options = BankFileOptions()
    options.currency = .eur
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  /// The sums of a file by account.
  private func sums(_ file: BankFile) -> [String: Int64] {
    file.rows.reduce(into: [:]) { sums, row in
      let statement = file.statements[row.statement]
      sums[statement.account ?? statement.name ?? "", default: 0] += row.money.minorUnits
    }
  }

  @Test("A second title and header begin another account, with its own balances")
  func accounts() throws {
    let file = try read(
      """
      "Umsätze Girokonto";"Zeitraum: 30 Tage";
      "Neuer Kontostand";"1.061,50 EUR";

      "Buchungstag";"Buchungstext";"Umsatz in EUR";
      "11.06.2026";"Sparen";"-200,00";
      "10.06.2026";"Abo";"-38,50";

      "Alter Kontostand";"1.300,00 EUR";

      "Umsätze Tagesgeld PLUS-Konto";"Zeitraum: 30 Tage";
      "Neuer Kontostand";"5.200,00 EUR";

      "Buchungstag";"Buchungstext";"Umsatz in EUR";
      "11.06.2026";"Sparen";"200,00";

      "Alter Kontostand";"5.000,00 EUR";

      """)
    #expect(sums(file) == ["Umsätze Girokonto": -23_850, "Umsätze Tagesgeld PLUS-Konto": 20_000])
    #expect(file.statements.map(\.closing?.minorUnits) == [106_150, 520_000])
    #expect(file.rows.map(\.line) == [5, 6, 14])
    #expect(file.notes.isEmpty && file.refused.isEmpty)
  }

  @Test("Tables of different columns are told apart by the numbers above them")
  func numbers() throws {
    let file = try read(
      """
      Account number,12345678
      Date,Description,Amount
      2026-06-01,Rent,-700.00
      Account number,87654321
      Date,Type,Description,Paid out,Paid in
      2026-06-02,FPO,Shop,5.00,
      2026-06-03,FPI,Wage,,90.00

      """)
    #expect(sums(file) == ["12345678": -70_000, "87654321": 8_500])
  }

  @Test("A header that comes again on each page is the same table")
  func pages() throws {
    let file = try read(
      """
      Date,Description,Amount
      2026-06-01,Rent,-700.00

      Page 2
      Date,Description,Amount
      2026-06-02,Shop,-5.00

      """)
    #expect(file.statements.count == 1)
    #expect(file.rows.count == 2)
  }

  @Test("A table without a name of its account is refused with the line where it begins")
  func nameless() {
    #expect {
      try read(
        "Date,Description,Amount\n2026-06-01,a,-7.00\nDate,Payee,Amount,Balance\n2026-06-02,b,-5.00,1.00\n")
    } throws: { error in
      if case .malformed(let line, _)? = error as? BankFileError { line == 1 || line == 3 } else { false }
    }
  }

  @Test("The balances above and below the rows prove the signs, and a difference is told")
  func stated() throws {
    func table(_ closing: String) -> String {
      """
      Opening balance,,100.00
      Date,Type,Amount
      2026-06-01,debit,4.00
      2026-06-02,debit,-3.00
      2026-06-03,debit,-2.00
      2026-06-04,debit,-1.00
      Closing balance,,\(closing)

      """
    }
    #expect(try read(table("102.00")).rows.map(\.money.minorUnits) == [-400, 300, 200, 100])
    #expect(try read(table("98.00")).rows.map(\.money.minorUnits) == [400, -300, -200, -100])
    #expect(try read(table("90.00")).rows.map(\.money.minorUnits) == [-400, -300, -200, -100])
    #expect(try read(table("97.00")).notes.map(\.line) == [3])
  }

  @Test("A table that is twice in a file is refused with its line, and equal rows of another page are not")
  func copies() throws {
    func read(_ text: String) throws -> BankFile {
      var options = BankFileOptions()
      options.currency = .eur
      return try BankFileReader.read(Array(text.utf8), options: options)
    }
    let header = "Date,Text,Amount,Balance\n"
    let rows = ["2026-02-27,A,10.00,25.00\n", "2026-02-16,B,-5.00,15.00\n", "2026-02-03,C,20.00,20.00\n"]
    for copy in [rows, Array(rows.prefix(2)), Array(rows.suffix(2))] {
      #expect(
        throws: BankFileError.malformed(
          line: 5, reason: "the same rows begin again; remove all lines from here on")
      ) {
        try read(header + rows.joined() + header + copy.joined())
      }
    }
    #expect(try read(header + rows[0] + header + rows[1] + rows[2]).rows.count == 3)
    #expect(try read(header + rows.joined() + header).rows.count == 3)
  }
}
