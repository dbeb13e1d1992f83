import BankFiles
import LedgerDomain
import Testing

@Suite("Balances in files")
struct StatementBalanceTests {
  private func read(_ text: String) throws -> BankFile {
    var options = BankFileOptions()
    options.currency = .eur
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private func camt(
    opening: String, closing: String, _ entries: [(amount: String, side: String, isReversal: Bool)]
  )
    -> String
  {
    func balance(_ code: String, _ amount: String) -> String {
      """
      <Bal><Tp><CdOrPrtry><Cd>\(code)</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">\(amount)</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd></Bal>
      """
    }
    let rows = entries.map { entry in
      """
      <Ntry><Amt Ccy="EUR">\(entry.amount)</Amt><CdtDbtInd>\(entry.side)</CdtDbtInd>
      \(entry.isReversal ? "<RvslInd>true</RvslInd>" : "")<BookgDt><Dt>2026-06-01</Dt></BookgDt></Ntry>
      """
    }
    return """
      <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
      \(balance("OPBD", opening))\(balance("CLBD", closing))\(rows.joined(separator: "\n"))
      </Stmt></BkToCstmrStmt></Document>
      """
  }

  @Test("The balances show whether a bank prints the direction of a reversal or of what it takes back")
  func reversals() throws {
    let own = [("59.00", "DBIT", false), ("59.00", "CRDT", true)]
    let iso = try read(camt(opening: "100.00", closing: "100.00", own))
    #expect(iso.rows.map(\.money.minorUnits) == [-5_900, 5_900])
    #expect(iso.notes.isEmpty)
    let taken = [("59.00", "DBIT", false), ("59.00", "DBIT", true)]
    let other = try read(camt(opening: "100.00", closing: "100.00", taken))
    #expect(other.rows.map(\.money.minorUnits) == [-5_900, 5_900])
    #expect(other.notes.isEmpty)
    // Neither way leads to this balance, so the rows stay as they are printed.
    let neither = try read(camt(opening: "100.00", closing: "70.00", taken))
    #expect(neither.rows.map(\.money.minorUnits) == [-5_900, -5_900])
    #expect(neither.notes.count == 1)
  }

  @Test("The first row at which a running balance is wrong is named, in either order of the rows")
  func running() throws {
    let rows = [
      "2026-01-05;a;-5,00;95,00", "2026-01-06;b;-5,00;90,00", "2026-01-07;c;-5,00;80,00",
      "2026-01-08;d;10,00;90,00",
      "2026-01-09;e;1,00;91,00",
    ]
    let header = "Datum;Text;Betrag;Saldo\n"
    let forward = try read(header + rows.joined(separator: "\n") + "\n")
    #expect(forward.notes.map(\.line) == [4])
    let backward = try read(header + rows.reversed().joined(separator: "\n") + "\n")
    #expect(backward.notes.map(\.line) == [5])
    let right = rows.filter { !$0.contains(";c;") }
    #expect(try read(header + right.joined(separator: "\n") + "\n").notes.map(\.line) == [4])
  }

  @Test("A balance on the last row of a day follows from all rows of the day, and fees count")
  func daily() throws {
    let table = """
      Date,Text,Amount,Fee,Balance
      2026-01-05,a,-5.00,0.00,95.00
      2026-01-06,b,-5.00,0.00,
      2026-01-06,c,-5.00,1.00,84.00
      2026-01-07,d,10.00,0.00,94.00

      """
    let file = try read(table)
    #expect(file.notes.filter { $0.line != nil } == [])
  }

  @Test("A statement that does not begin where the one before it ends is named")
  func chain() throws {
    func statement(_ opening: String, _ amount: String, _ closing: String) -> String {
      ":20:A\n:25:123\n:60F:C260101EUR\(opening)\n:61:2601020102D\(amount)NMSCNONREF\n:62F:C260103EUR\(closing)\n-\n"
    }
    let whole = try read(statement("100,00", "5,00", "95,00") + statement("95,00", "5,00", "90,00"))
    #expect(whole.notes.isEmpty)
    let gap = try read(statement("100,00", "5,00", "95,00") + statement("90,00", "5,00", "85,00"))
    #expect(gap.notes.map(\.line) == [10])
    let wrong = try read(statement("100,00", "5,00", "96,00"))
    #expect(wrong.notes.map(\.line) == [4])
  }

  @Test(
    "A balance that is named by its day is the closing one, if the rows end on that day",
    arguments: [
      "Kontostand vom 28.02.2026:;1.554,90 EUR\n\n", "Solde au 28/02/2026 1 554,90 €\n\n",
      "Saldo al 28/02/2026;1.554,90\n", "Konto;123\nKontostand;28.02.2026;;1.554,90;EUR\n",
    ])
  func datedBalance(_ above: String) throws {
    let file = try read(above + "Datum;Text;Betrag\n02.02.2026;A;-45,10\n28.02.2026;B;1.500,00\n")
    #expect(file.rows.map(\.money.minorUnits) == [-4_510, 150_000])
    #expect(file.statements.map(\.closing?.minorUnits) == [155_490])
    #expect(file.statements.map(\.closedOn?.iso) == ["2026-02-28"])
    for last in ["27.02.2026", "01.03.2026"] {
      let other = try read(above + "Datum;Text;Betrag\n02.02.2026;A;-45,10\n\(last);B;1.500,00\n")
      #expect(other.statements.map(\.closing) == [nil])
    }
  }
}
