import BankFiles
import LedgerDomain
import Testing

@Suite("Decisions about tables")
struct CSVDecisionTests {
  private func read(_ text: String, _ change: (inout BankFileOptions) -> Void = { _ in }) throws(BankFileError)
    -> BankFile
  {
    var options = BankFileOptions()
    options.currency = .eur
    change(&options)
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private func units(_ text: String) throws -> [Int64] { try read(text).rows.map(\.money.minorUnits) }

  private func topics(_ text: String, _ change: (inout BankFileOptions) -> Void = { _ in }) -> [BankFileTopic] {
    do {
      _ = try read(text, change)
      return []
    } catch {
      guard case .undecided(let questions) = error else { return [] }
      return questions.map(\.topic)
    }
  }

  @Test("A row keeps its line, date, amount, texts and identifier")
  func row() throws {
    let file = try read(
      """
      Kontonummer:;DE02 1203 0000 0000 2020 51
      Zeitraum:;Januar

      Buchungsdatum;Wertstellung;Empfänger;Verwendungszweck;Betrag (EUR);Transaction ID;IBAN Empfänger
      05.01.2026;06.01.2026;REWE;Einkauf 17;-12,50;T1;DE89370400440532013000
      """)
    let row = try #require(file.rows.first)
    #expect(row.line == 5)
    #expect((row.date.iso, row.otherDate?.iso) == ("2026-01-05", "2026-01-06"))
    #expect(row.money == Money(minorUnits: -1_250, currency: .eur))
    #expect((row.payee, row.text, row.bankID) == ("REWE", "Einkauf 17", "T1"))
    #expect(row.counterAccount == "DE89370400440532013000")
    #expect(file.statements.map(\.account) == ["DE02 1203 0000 0000 2020 51"])
    #expect(
      file.decisions.map(\.topic) == [
        .encoding, .delimiter, .columns, .dateOrder, .currency, .decimalSign, .sign,
      ])
  }

  @Test("Money out and money in of two columns get their signs, however the file prints them")
  func sides() throws {
    #expect(try units("Date,Text,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-06,b,,7.00\n") == [-500, 700])
    #expect(try units("Date,Text,Debit,Credit\n2026-01-05,a,-5.00,\n2026-01-06,b,,7.00\n") == [-500, 700])
    // A negative number among positive ones is money that came back.
    #expect(try units("Date,Text,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-06,b,-7.00,\n") == [-500, 700])
  }

  @Test("A word for the direction gives unsigned amounts their sign")
  func directions() throws {
    let table = "Datum;Naam;Af Bij;Bedrag\n20260105;a;Af;5,00\n20260106;b;Bij;7,00\n"
    #expect(try units(table) == [-500, 700])
    let odd = try read("Date,Type,Amount\n2026-01-05,debit,5.00\n2026-01-06,credit,7.00\n")
    #expect(odd.rows.map(\.money.minorUnits) == [-500, 700])
    // Words for a direction do not change amounts that have signs.
    #expect(try units("Date,D/C,Amount\n2026-01-05,D,-5.00\n2026-01-06,C,7.00\n") == [-500, 700])
  }

  @Test("Without a header, two balances of each row show its amount, and so does one step from row to row")
  func headerless() throws {
    let between = try read(
      """
      123456789\tEUR\t20260105\t1000,00\t954,50\t20260105\t-45,50\tBEA NR:123
      123456789\tEUR\t20260106\t954,50\t2454,50\t20260106\t1500,00\tSEPA
      """)
    #expect(between.rows.map(\.money.minorUnits) == [-4_550, 150_000])
    let step = try units("05/01/2026,\"-12.50\",SHOP,\"+1000.00\"\n13/01/2026,\"+2500.00\",PAY,\"+1012.50\"\n")
    #expect(step == [-1_250, 250_000])
    // A step that does not fit proves nothing.
    #expect(topics("05/01/2026,-12.50,SHOP,1000.00\n13/01/2026,2500.00,PAY,1012.51\n") == [.columns])
  }

  @Test(
    "A currency is named in the header by its code, its code with a sign, or its name",
    arguments: [
      ("Betrag (CHF)", "CHF"), ("CAD$", "CAD"), ("Débit euros", "EUR"), ("Montant(EUROS)", "EUR"),
    ])
  func headerCurrency(_ header: String, _ code: String) throws {
    let file = try read("Date;Libellé;\(header)\n29/01/2026;a;-45,30\n") { $0.currency = nil }
    #expect(file.rows.map(\.money) == [Money(minorUnits: -4_530, currency: try #require(CurrencyCode(code)))])
  }

  @Test("A running balance shows that positive amounts leave the account")
  func balance() throws {
    let table =
      "Date,Text,Amount,Balance\n2026-01-05,a,5.00,95.00\n2026-01-06,b,7.00,88.00\n2026-01-07,c,8.00,80.00\n"
    #expect(try units(table) == [-500, -700, -800])
    let owed =
      "Date,Text,Amount,Balance\n2026-01-05,a,5.00,5.00\n2026-01-06,b,7.00,12.00\n2026-01-07,c,8.00,20.00\n"
    #expect(try units(owed) == [500, 700, 800])
    #expect(try read(owed) { $0.chargesArePositive = true }.rows.map(\.money.minorUnits) == [-500, -700, -800])
  }

  @Test("A decimal sign that no amount proves is asked for, not guessed")
  func decimalSign() throws {
    let table = "Date;Text;Amount\n2026-01-05;a;1.234\n2026-01-06;b;-2.345\n"
    #expect(topics(table) == [.decimalSign])
    #expect(try read(table) { $0.decimalSign = .comma }.rows.map(\.money.minorUnits) == [123_400, -234_500])
    #expect(try read(table) { $0.currency = .jpy }.rows.map(\.money.minorUnits) == [1_234, -2_345])
    // One amount decides for all, wherever it is.
    #expect(try units(table + "2026-01-07;c;0,50\n") == [123_400, -234_500, 50])
  }

  @Test("Everything that a file leaves open is asked at once")
  func questions() {
    let table = "Date,Text,Amount\n01/02/2026,a,5.00\n03/04/2026,b,7.00\n"
    #expect(topics(table) { $0.currency = nil } == [.dateOrder, .currency])
    #expect(topics("2026-01-05,a,5.00,7.00\n2026-01-06,b,8.00,1.00\n") == [.columns])
  }

  @Test("Given columns are used without a look at the header")
  func givenColumns() throws {
    let table = "2026-01-05,a,5.00,7.00\n2026-01-06,b,8.00,1.00\n"
    let file = try read(table) { $0.columns = [.date: 1, .text: 2, .debit: 3, .credit: 4] }
    #expect(file.rows.isEmpty)
    #expect(file.refused.count == 2)
    let signed = try read(table) { $0.columns = [.date: 1, .text: 2, .amount: 4] }
    #expect(signed.rows.map(\.money.minorUnits) == [700, 100])
  }

  @Test("The booking date is the best date column that every row has filled")
  func dateColumn() throws {
    let table =
      "Transaction date,Booking date,Amount\n2026-01-05,2026-01-07,5.00\n2026-01-06,2026-01-08,-7.00\n"
    #expect(try read(table).rows.map(\.date.iso) == ["2026-01-07", "2026-01-08"])
    let open = "Transaction date,Booking date,Amount\n2026-01-05,2026-01-07,5.00\n2026-01-06,,-7.00\n"
    #expect(try read(open).rows.map(\.date.iso) == ["2026-01-05", "2026-01-06"])
  }

  @Test("Pending rows are marked, and rows that never happened are left out with a note")
  func states() throws {
    let table = """
      Started Date,Completed Date,Description,Amount,Currency,State
      2026-01-05 10:00:00,2026-01-05 10:00:01,a,-5.00,EUR,COMPLETED
      2026-01-06 10:00:00,,b,-6.00,EUR,REVERTED
      2026-01-07 10:00:00,2026-01-08 10:00:00,c,-7.00,EUR,PENDING
      """
    let file = try read(table)
    #expect(file.rows.map(\.money.minorUnits) == [-500, -700])
    #expect(file.rows.map(\.isPending) == [false, true])
    #expect(file.notes.map(\.line) == [3])
  }

  @Test("A bad row is refused with its line, and the others are read")
  func refused() throws {
    let file = try read(
      "Date,Text,Amount\n2026-01-05,a,-5.00\n2026-02-30,b,1.00\n2026-01-07,c,1..2\n,d,3.00\n2026-01-09,e,\n2026-01-10,f,-1.00\n"
    )
    #expect(file.rows.map(\.line) == [2, 7])
    #expect(file.refused.map(\.line) == [3, 4, 5, 6])
    #expect(file.refused.map(\.reason).contains("the row has an amount and no date"))
  }

  @Test("Totals, repeated headers and notes below the rows are no movements")
  func footers() throws {
    let file = try read(
      "Date,Text,Amount\n2026-01-05,a,-5.00\nDate,Text,Amount\n2026-01-06,b,7.00\nTotal,,2.00\nAll figures without warranty,,\n"
    )
    #expect(file.rows.count == 2)
    #expect(file.refused == [])
  }

  @Test("A row that is cut off at the end refuses the file")
  func truncated() {
    #expect(
      throws: BankFileError.truncated(line: 3, reason: "the last row has fewer cells than the row before it")
    ) {
      try read("Date,Text,Amount\n2026-01-05,a,-5.00\n2026-01-06,b")
    }
    #expect(throws: BankFileError.truncated(line: 2, reason: "a quote is not closed")) {
      try read("Date,Text,Amount\n2026-01-05,\"a,b,-5.00\n2026-01-06,b,1.00\n")
    }
  }

  @Test(
    "A file of another kind is refused",
    arguments: ["", " \n\n", "hello", "Name,Length\na,3h\n", "{\"a\": 1}\n"])
  func foreign(_ text: String) { #expect(throws: BankFileError.self) { try read(text) } }

  @Test("The encoding is known by the words of the header, in whatever language")
  func encodings() throws {
    let header = "Datum;Empfänger;Währung;Betrag\n05.01.2026;Müller;EUR;-5,00\n"
    #expect(
      try BankFileReader.read(header.unicodeScalars.map { UInt8($0.value) }).rows.map(\.payee) == ["Müller"])
    let japanese: [UInt8] = [0x93, 0xfa, 0x95, 0x74, 0x2c, 0x8b, 0xe0, 0x8a, 0x7a, 0x0a]
    let file = try BankFileReader.read(
      japanese + Array("2026/01/05,500\n".utf8),
      options: {
        var options = BankFileOptions()
        options.currency = .jpy
        return options
      }())
    #expect(file.rows.map(\.money.minorUnits) == [500])
    #expect(file.decisions.first?.value == "shift-jis")
  }

  @Test("A fee of its own column is kept apart and reported")
  func fees() throws {
    let file = try read("Date,Description,Amount,Fee\n2026-01-05,a,-50.25,0.15\n2026-01-06,b,1.00,0.00\n")
    #expect(file.rows.map { $0.fee?.minorUnits } == [15, nil])
    #expect(file.notes.count == 1)
  }

  @Test("Rows of several accounts belong to statements of their own")
  func accounts() throws {
    let file = try read(
      "Date,Account,Description,Amount\n2026-01-05,Giro,a,-5\n2026-01-06,Cash,b,-6\n2026-01-07,Giro,c,-7\n")
    #expect(file.statements.map(\.account) == ["Giro", "Cash"])
    #expect(file.rows.map(\.statement) == [0, 1, 0])
  }

  @Test("A likely currency without fractions decides that a mark divides thousands")
  func likelyCurrency() {
    let text = "Date,Text,Amount\n2026-02-13,A,\"-2,512\"\n"
    #expect(topics(text) { ($0.currency, $0.likelyCurrency) = (nil, .jpy) } == [.currency])
    #expect(topics(text) { ($0.currency, $0.likelyCurrency) = (nil, .eur) } == [.currency, .decimalSign])
  }

  @Test(
    "Dates with points are no amounts, whatever their column is called, and numbers with a mark are",
    arguments: [
      "Dato;Valør;Tekst;Beløb;Saldo\n02.02.2026;02.02.2026;A;-45,10;954,90\n13.02.2026;13.02.2026;B;900,00;1.854,90\n",
      "Date;Details;Amount\n02-FEB-26;A;45.10 Dr.\n13-FEB-26;B;900.00 Cr.\n",
      "交易日期;摘要;提款金額;存款金額;餘額\n2026/02/02;A;45.10;;954.90\n2026/02/13;B;;900.00;1854.90\n",
    ])
  func wellFormed(_ text: String) throws {
    #expect(try units(text) == [-4_510, 90_000])
    #expect(try read(text).refused.isEmpty)
  }

  @Test("The peso of Uruguay has two digits after the sign")
  func uruguay() throws {
    let file = try read("Fecha;Concepto;Importe;Moneda\n02/02/2026;A;-45,10;UYU\n") { $0.dateOrder = .dayFirst }
    #expect(file.rows.map(\.money.description) == ["-45.10 UYU"])
  }
}
