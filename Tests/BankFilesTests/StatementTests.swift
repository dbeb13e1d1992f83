import BankFiles
import LedgerDomain
import Testing

@Suite("Statements of banks' own formats")
struct StatementTests {
  private func read(_ text: String, currency: CurrencyCode? = nil) throws(BankFileError) -> BankFile {
    var options = BankFileOptions()
    options.currency = currency
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  // MARK: - OFX

  private static let sgml = """
    OFXHEADER:100
    DATA:OFXSGML
    CHARSET:1252

    <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR
    <BANKACCTFROM><BANKID>1<ACCTID>DE1</BANKACCTFROM>
    <BANKTRANLIST>
    <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105235959[-5:EST]<TRNAMT>-1.234,50<FITID>F1<NAME>A &amp; B<MEMO>
    </STMTTRN>
    <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260106<TRNAMT>+7,00<FITID>F2<NAME>Caf\u{e9}</STMTTRN>
    </BANKTRANLIST><LEDGERBAL><BALAMT>10,00<DTASOF>20260106</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
    """

  @Test("OFX of SGML keeps the bank's day, the comma and the identifier")
  func ofx() throws {
    let file = try BankFileReader.read(Self.sgml.unicodeScalars.map { UInt8($0.value) })
    #expect(file.format == .ofx)
    #expect(file.rows.map(\.date.iso) == ["2026-01-05", "2026-01-06"])
    #expect(file.rows.map(\.money.minorUnits) == [-123_450, 700])
    #expect(file.rows.map(\.payee) == ["A & B", "Café"])
    #expect(file.rows.map(\.bankID) == ["F1", "F2"])
    #expect(file.rows.map(\.line) == [8, 10])
    #expect(file.statements.map(\.account) == ["DE1"])
    #expect(file.statements.first?.closing?.minorUnits == 1_000)
  }

  @Test("OFX that is cut off, or has a document type, is refused")
  func ofxRefused() {
    #expect(throws: BankFileError.self) { try read(String(Self.sgml.dropLast(20))) }
    #expect(throws: BankFileError.self) {
      try read("<?OFX OFXHEADER=\"200\"?><!DOCTYPE OFX [<!ENTITY a \"b\">]><OFX></OFX>")
    }
  }

  @Test("A row of OFX without a date or an amount is refused with its line")
  func ofxRows() throws {
    let file = try read(
      """
      <OFX><STMTRS><CURDEF>EUR<STMTTRN><TRNAMT>1.00</STMTTRN>
      <STMTTRN><DTPOSTED>20260231<TRNAMT>1.00</STMTTRN>
      <STMTTRN><DTPOSTED>20260105<TRNAMT>$1.00</STMTTRN>
      <STMTTRN><DTPOSTED>20260105<TRNAMT>1.001</STMTTRN><STMTTRN><DTPOSTED>20260105<TRNAMT>1.00</STMTTRN></STMTRS></OFX>
      """)
    #expect(file.refused.map(\.line) == [1, 2, 3, 4])
    #expect(file.rows.count == 1)
  }

  // MARK: - CAMT

  private func camt(_ entries: String) -> String {
    """
    <?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <CreDtTm>2026-02-01T10:00:00</CreDtTm><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>
    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">5</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
    \(entries)</Stmt></BkToCstmrStmt></Document>
    """
  }

  @Test("CAMT gives one row for each entry, with its party, text and reference")
  func camt() throws {
    let file = try read(
      camt(
        """
        <Ntry><Amt Ccy="EUR">12.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><DtTm>2026-01-05T23:59:00-05:00</DtTm></BookgDt>
        <ValDt><Dt>2026-01-06</Dt></ValDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Shop</Nm></Pty></Cdtr>
        <CdtrAcct><Id><IBAN>DE2</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        """))
    let row = try #require(file.rows.first)
    #expect((row.date.iso, row.otherDate?.iso) == ("2026-01-05", "2026-01-06"))
    #expect((row.money.minorUnits, row.payee, row.text) == (-1_250, "Shop", "one two"))
    #expect((row.bankID, row.counterAccount, row.isPending) == ("R1", "DE2", true))
    #expect(file.statements.first?.opening?.minorUnits == -500)
  }

  @Test("An entry without a sign or with two points is refused, and a foreign document too")
  func camtRefused() throws {
    let file = try read(
      camt(
        "<Ntry><Amt Ccy=\"EUR\">1</Amt><BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>\n<Ntry><Amt Ccy=\"EUR\">1..2</Amt><CdtDbtInd>DBIT</CdtDbtInd></Ntry>"
      ))
    #expect(file.refused.map(\.line) == [4, 5])
    #expect(throws: BankFileError.self) {
      try read("<Document xmlns=\"urn:other\"><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>")
    }
    #expect(throws: BankFileError.self) { try read(String(camt("").dropLast(5))) }
  }

  // MARK: - MT940

  @Test("MT940 reads reversals, entry dates, structured texts and balances")
  func mt940() throws {
    let file = try read(
      """
      :20:A
      :25:10020030/1234567
      :28C:1/1
      :60F:C251230EUR100,00
      :61:2512310102DR12,50NMSCNONREF//BANK1
      :86:105?00Lastschrift?20Rechnung 17?21 vom 30.12.?32Stadtwerke
      ?33 Berlin?31DE89
      :61:2512310102RC2,00NMSCREF1
      :86:/NAME/J. Doe/REMI/Refund a/b/IBAN/NL1
      :61:2512310102RD1,NMSCREF2
      free text
      :62F:C260102EUR86,50
      -
      """)
    #expect(file.rows.map(\.money.minorUnits) == [-1_250, -200, 100])
    #expect(file.rows.map(\.date.iso) == ["2025-12-31", "2025-12-31", "2025-12-31"])
    #expect(file.rows.map { $0.otherDate?.iso } == ["2026-01-02", "2026-01-02", "2026-01-02"])
    #expect(file.rows.map(\.payee) == ["Stadtwerke Berlin", "J. Doe", "free text"])
    #expect(file.rows.map(\.text) == ["Rechnung 17 vom 30.12.", "Refund a/b", "free text"])
    #expect(file.rows.map(\.bankID) == ["BANK1", "REF1", "REF2"])
    #expect(file.rows.map(\.line) == [5, 8, 10])
    #expect(file.notes == [])
    #expect(file.statements.map { $0.closing?.minorUnits } == [8_650])
  }

  @Test("A mark of MT940 that is part of a text is kept", arguments: ["?", "~", ">", "@", "|"])
  func mt940Mark(mark: String) throws {
    let file = try read(
      """
      :20:A
      :25:10020030/1234567
      :60F:C251230EUR100,00
      :61:251231D1,00NMSC
      :86:105\(mark)20Desk A\(mark)B\(mark)32Shop \(mark) Café
      :62F:C251231EUR99,00
      """)
    #expect(file.rows.map(\.text) == ["Desk A\(mark)B"])
    #expect(file.rows.map(\.payee) == ["Shop \(mark) Café"])
  }

  @Test("Balances that the movements do not lead to are noted, and bad movements are refused")
  func mt940Refused() throws {
    let file = try read(
      ":20:A\n:60F:C251230EUR100,00\n:61:251231X12,50NMSC\n:61:251231C1,005NMSC\n:62F:C251231EUR1,00\n")
    #expect(file.refused.map(\.line) == [3, 4])
    #expect(file.notes.count == 1)
    #expect(throws: BankFileError.self) { try read(":20:A\n") }
  }

  // MARK: - QIF

  @Test("QIF reads records of accounts, and leaves lists and investments out")
  func qif() throws {
    let file = try read(
      """
      !Account
      NGiro
      TBank
      ^
      !Type:Bank
      D12/31'25
      T-1,234.50
      PShop
      MMemo
      LFood
      ^
      !Type:Cat
      NFood
      ^
      !Type:Invst
      D12/31'25
      T5.00
      ^
      """, currency: .usd)
    #expect(file.format == .qif)
    let row = try #require(file.rows.first)
    #expect(file.rows.count == 1)
    #expect(
      (row.date.iso, row.money.minorUnits, row.payee, row.text) == ("2025-12-31", -123_450, "Shop", "Memo"))
    #expect((row.line, row.category) == (6, "Food"))
    #expect(file.statements.map(\.account) == ["Giro"])
    #expect(file.notes.count == 1)
  }

  @Test("QIF asks for its currency, and for the order of dates that fit two")
  func qifQuestions() {
    do {
      _ = try read("!Type:Bank\nD1/2/26\nT5.00\n^\n")
      Issue.record("nothing is asked")
    } catch {
      guard case .undecided(let questions) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(questions.map(\.topic) == [.dateOrder, .currency])
      #expect(questions[0].choices.map(\.value).contains("dmy"))
    }
  }
}
