import BankFiles
import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Tables of many banks")
struct CSVVarietyTests {
  private func read(_ text: String, currency: CurrencyCode? = .eur) throws(BankFileError) -> BankFile {
    var options = BankFileOptions()
    options.currency = currency
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private func units(_ text: String, currency: CurrencyCode? = .eur) throws -> [Int64] {
    try read(text, currency: currency).rows.map(\.money.minorUnits)
  }

  @Test(
    "A header names the currency by a code, a word or a sign that means one",
    arguments: [
      ("Amount (GBP)", "GBP"), ("Montant(EUROS)", "EUR"), ("Määrä EUROA", "EUR"), ("Importe (R$)", "BRL"),
      ("Kwota (zł)", "PLN"), ("Amount CAD$", "CAD"), ("Betrag (€)", "EUR"),
    ])
  func headerCurrency(header: String, code: String) throws {
    let file = try read("Date;Text;\(header)\n2026-01-31;Kiosk;-5.00\n", currency: nil)
    #expect(file.rows.map(\.money.currency.code) == [code])
  }

  @Test(
    "A column with the currency of each row, or of each side, names it",
    arguments: [
      "Date;Libelle;Montant;DIV\n2026-01-31;Kiosque;-5,00;USD\n2026-02-01;Kiosque;4,00;USD\n",
      "Datum;Text;Betrag;Währung\n2026-01-31;Kiosk;-5,00;USD\n2026-02-01;Kiosk;4,00;USD\n",
      "DATE;DETAILS;DEBIT AMOUNT;DEBIT CURRENCY;CREDIT AMOUNT;CREDIT CURRENCY\n"
        + "2026-01-31;Kiosk;5.00;USD;;\n2026-02-01;Pay;;;4.00;USD\n",
      "交易日期;摘要;币种;借/贷;金额\n2026-01-31;商店;美元;借;5.00\n2026-02-01;工资;美元;贷;4.00\n",
    ])
  func currencyColumns(text: String) throws {
    let file = try read(text, currency: nil)
    #expect(file.rows.map(\.money.description) == ["-5.00 USD", "4.00 USD"])
  }

  @Test(
    "A mark after an amount tells money in from money out",
    arguments: [("D", "C"), ("S", "H"), ("DR", "CR"), ("Dr", "Cr"), ("-", "+")])
  func marks(out: String, paidIn: String) throws {
    for blank in ["", " "] {
      let text =
        "Date;Text;Amount\n2026-01-31;Shop;12,50\(blank)\(out)\n2026-02-01;Pay;1.030,00\(blank)\(paidIn)\n"
      #expect(try units(text) == [-1_250, 103_000])
    }
  }

  @Test(
    "Rows of turnover, balances and a header at the end are no movements",
    arguments: ["Turnover", "Käive", "Apyvarta"])
  func turnover(name: String) throws {
    let header = "Account;Date;Payee;Details;Amount;Currency;Debit/Credit\n"
    let text =
      header + "EE1;01.01.2026;;Opening balance;100,00;EUR;C\nEE1;12.01.2026;Shop;Turnover tax;12,50;EUR;D\n"
      + "EE1;31.01.2026;;\(name);12,50;EUR;D\nEE1;31.01.2026;;Closing balance;87,50;EUR;C\n" + header
    #expect(try units(text) == [-1_250])
  }

  @Test("A sign of several currencies in a header is asked for")
  func ambiguousSign() {
    for header in ["Amount ($)", "Amount (kr)"] {
      #expect(throws: BankFileError.self) {
        try read("Date;Text;\(header)\n2026-01-31;Kiosk;-5.00\n", currency: nil)
      }
    }
  }

  @Test("The name of a currency above the header is the currency of the rows")
  func preambleName() throws {
    let file = try read("Compte tenu en;euros\nDate;Libellé;Montant\n2026-01-31;Kiosque;-5,00\n", currency: nil)
    #expect(file.rows.map(\.money.currency.code) == ["EUR"])
  }

  @Test(
    "Headers in further languages are known",
    arguments: [
      "Tarih;Açıklama;İşlem Tutarı;Bakiye\n31.01.2026;A;-45,10;1.454,90\n30.01.2026;B;1.500,00;1.500,00\n",
      "Datum;Opis;Isplata;Uplata;Stanje\n31.01.2026;A;45,10;;1.454,90\n30.01.2026;B;;1.500,00;1.500,00\n",
      "Datum knjiženja;Namen;Breme;Dobro;Stanje\n31.01.2026;A;45,10;;1.454,90\n30.01.2026;B;;1.500,00;1.500,00\n",
      "Ημερομηνία;Αιτιολογία;Ποσό;Χ/Π\n31/01/2026;A;45,10;Χ\n30/01/2026;B;1.500,00;Π\n",
      "Data;Gavėjas;Suma;D/K;Likutis\n2026-01-31;A;45.10;D;1454.90\n2026-01-30;B;1500.00;K;1500.00\n",
      "תאריך;תיאור;חובה;זכות;יתרה\n31/01/2026;A;45.10;;1454.90\n30/01/2026;B;;1500.00;1500.00\n",
      "Дата операції;Деталі;Сума;Залишок\n31.01.2026;A;-45.10;1454.90\n30.01.2026;B;1500.00;1500.00\n",
      "Tanggal;Keterangan;Debet;Kredit;Saldo\n31/01/2026;A;45.10;;1,454.90\n30/01/2026;B;;1,500.00;1,500.00\n",
      "거래일시;적요;출금액;입금액;잔액\n2026.01.31 10:11:12;A;45.10;0;1454.90\n2026.01.30 09:00:00;B;0;1500.00;1500.00\n",
    ])
  func languages(text: String) throws {
    let file = try read(text)
    #expect(file.rows.map(\.money.minorUnits) == [-4_510, 150_000])
    #expect(file.rows.map(\.date.iso) == ["2026-01-31", "2026-01-30"])
    #expect(file.rows.map(\.payee) == ["A", "B"])
    #expect(file.refused.isEmpty)
  }

  @Test("Rows that the bank refused are left out in any language, and pending ones are marked")
  func states() throws {
    let file = try read(
      """
      Datum;Naam;Bedrag;Status
      2026-01-29;A;-1,00;Geaccepteerd
      2026-01-30;B;-2,00;Geweigerd
      2026-01-31;C;-3,00;Oczekująca
      """)
    #expect(file.rows.map(\.payee) == ["A", "C"])
    #expect(file.rows.map(\.isPending) == [false, true])
  }

  @Test(
    "Rows that failed are left out by the words of many languages",
    arguments: [
      "Success Error", "Cleared Returned", "Booked Blocked", "Complete Request canceled",
      "Completed Canceled by sender", "Réussi Échoué", "Voltooid Mislukt", "Genomförd Avbruten",
      "Onaylandı İptal",
      "Eseguita Rifiutata", "Contabilizzata Annullata", "Исполнен Отклонен", "完成 取消", "完了 キャンセル", "완료 취소",
      "Realizado Fallido", "Gebucht Zurückgewiesen", "Zrealizowano Anulowano", "Teljesítve Elutasítva",
    ])
  func failed(pair: String) throws {
    let words = pair.split(separator: " ", maxSplits: 1)
    let file = try read(
      "Date,Text,Amount,Status\n2026-02-27,A,9.00,\(words[0])\n2026-02-20,B,-99.00,\(words[1])\n"
        + "2026-02-16,C,-2.00,\(words[0])\n")
    #expect(file.rows.map(\.money.minorUnits) == [900, -200])
    #expect(file.notes.map(\.line) == [3])
  }

  @Test("An unknown state among booked rows is told once, and its rows count")
  func unknownState() throws {
    let states = ["Booked", "Booked", "Zork", "Booked", "Zork", "Booked"]
    func table(_ states: [String]) -> String {
      "Date,Text,Amount,Status\n" + states.map { "2026-02-27,A,9.00,\($0)\n" }.joined()
    }
    let file = try read(table(states))
    #expect(file.rows.count == 6)
    #expect(file.notes.map(\.line) == [4])
    #expect(try read(table(["Zork", "Booked", "Zork"])).notes == [])
  }

  @Test("A list with a field in each line is a table of its fields, and its beginning names the account")
  func fieldList() throws {
    let file = try read(
      """
      From: 01/03/2026 to 31/03/2026

      Account: XXXX 1234

      Date: 28/03/2026
      Description: CARD PAYMENT TO CORNER SHOP
      Amount: -23.45\u{20}
      Balance: 1200.10

      Date: 15/03/2026
      Description: SALARY: ACME, LTD
      Amount: 2000.00
      Balance: 1223.55

      """)
    #expect(file.rows.map(\.money.minorUnits) == [-2_345, 200_000])
    #expect(file.rows.map(\.line) == [5, 10] && file.refused.isEmpty)
    #expect(file.rows.map(\.payee) == ["CARD PAYMENT TO CORNER SHOP", "SALARY: ACME, LTD"])
    #expect(file.statements.map(\.account) == ["XXXX 1234"])
    // Fields that a movement does not have, and another sign between name and value.
    let sides = "Datum:\t28.03.2026\nText:\tA\nAusgang:\t23,45\nDatum:\t15.03.2026\nText:\tB\nEingang:\t9,00\n"
    #expect(try units(sides) == [-2_345, 900])
    // A bad movement does not stop the others, and one that is cut off stops the file.
    let bad = try read("Date: 2026-03-28\nAmount: 1..2\n\nDate: 2026-03-29\nAmount: -3.00\n")
    #expect(bad.rows.map(\.line) == [4] && bad.refused.map(\.line) == [1])
    #expect(throws: BankFileError.self) { try read("Date: 2026-03-28\nAmount: -1.00\n\nDate: 2026-03-29") }
  }

  @Test(
    "The state of a row is known by its words, whatever the column is called",
    arguments: [
      ("Info", "Umsatz gebucht", "Umsatz vorgemerkt"),
      ("Contabilizzazione", "CONTABILIZZATO", "NON CONTABILIZZATO"),
      ("X", "Posted", "Pending"),
    ])
  func stateColumn(header: String, booked: String, pending: String) throws {
    let file = try read(
      "Datum;Text;Betrag;\(header)\n2026-01-30;A;-2,00;\(booked)\n2026-01-31;C;-3,00;\(pending)\n")
    #expect(file.rows.map(\.isPending) == [false, true])
    #expect(file.rows.map(\.text) == ["A", "C"])
  }

  @Test("Without a header, a column of words for money in and out gives the sign")
  func directionWithoutHeader() throws {
    #expect(
      try units("28-03-2026,\"23,45\",Debet,Shop,\"76,55\"\n29-03-2026,\"2.000,00\",Credit,ACME,\"2.076,55\"\n")
        == [-2_345, 200_000])
  }

  @Test("Cells in apostrophes are unwrapped")
  func apostrophes() throws {
    #expect(try units("'Date','Text','Amount'\n'2026-03-28','A, B','-5.00'\n") == [-500])
  }

  @Test("Without a header, one step of the balance shows the amount of two rows")
  func twoRows() throws {
    #expect(
      try units("31/01/2026,-45.10,KIOSK,+1454.90\n30/01/2026,+1500.00,ACME,+1500.00\n") == [-4_510, 150_000])
  }

  @Test(
    "Without known headers, the balance proves money in and out, also if cells of the other side are zero or all empty",
    arguments: ["0,00", ""], 0..<20)
  func unknownSides(empty: String, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    // Months without income and without payments, too.
    let signs: [Int64] = seed % 4 == 0 ? [-1] : seed % 4 == 1 ? [1] : [-1, 1]
    var balance: Int64 = 500_000
    var expected: [Int64] = []
    var lines: [String] = []
    for day in 1...Int.random(in: 3...9, using: &random) {
      let units = Int64.random(in: 1...9_000, using: &random) * (signs.randomElement(using: &random) ?? 1)
      balance += units
      expected.append(units)
      let cells = [abs(units), balance].map {
        Money(minorUnits: $0, currency: .eur).description.dropLast(4).replacing(".", with: ",")
      }
      lines.append(
        "0\(day).02.2026;X\(day);" + (units < 0 ? "\(cells[0]);\(empty)" : "\(empty);\(cells[0])")
          + ";\(cells[1])"
      )
    }
    if Bool.random(using: &random) {
      lines.reverse()
      expected.reverse()
    }
    let file = try read("Foo;Bar;Baz;Qux;Quux\n" + lines.map { $0 + "\n" }.joined())
    #expect(file.rows.map(\.money.minorUnits) == expected, "seed \(seed): \(lines)")
  }

  @Test(
    "A column of an unknown name is the other side if the balance proves it, and is asked for otherwise",
    arguments: ["0.00", ""])
  func unknownOtherSide(empty: String) throws {
    let table = """
      Date,Text,Zork,Credit,Balance
      2026-02-27,A,\(empty),1750.30,2585.18
      2026-02-16,B,25.12,\(empty),834.88
      2026-02-03,C,640.00,\(empty),860.00

      """
    #expect(try units(table) == [175_030, -2_512, -64_000])
    #expect(throws: BankFileError.self) { try read(table.replacing("Balance", with: "Number")) }
    // Numbers next to all amounts are no amounts.
    #expect(try units("Date,Text,Zork,Credit\n2026-02-27,A,5,1.00\n2026-02-27,B,0,2.00\n") == [100, 200])
  }

  @Test(
    "Names of columns that only few files need are known if the content shows nothing",
    arguments: [
      "Datum;Opis;Terećenje;Odobrenje", "Datum;Opis;Zaduženje;Odobrenje", "التاريخ;الوصف;مدين;دائن",
      "תאריך;תיאור;בחובה;בזכות",
    ])
  func lateNames(header: String) throws {
    let rows = "27.02.2026.;A;;1.750,30\n16.02.2026.;B;25,12;\n03.02.2026.;C;640,00;\n"
    #expect(try units("\(header)\n\(rows)") == [175_030, -2_512, -64_000])
  }

  @Test("A file with unknown names of columns is not called one without a header")
  func unknownNames() {
    for (header, wanted) in [("Foo;Bar;Baz;Qux\n", "names of the columns"), ("", "no header")] {
      do {
        _ = try read(header + "27.02.2026;A;1,00;2,00\n16.02.2026;B;5,00;9,00\n")
        Issue.record("nothing is asked")
      } catch {
        #expect(error.message.contains(wanted), "\(error.message)")
      }
    }
  }

  @Test("Without a header, the balance may be that before the movement")
  func balanceBefore() throws {
    // The numbers of the rows increase by the constant in the last column, as a balance would.
    let text = """
      29-01-2026,NL01,EUR,0.00,EUR,1500.00,2,SALARIS,1
      30-01-2026,NL01,EUR,1500.00,EUR,-45.10,3,KIOSK,1
      31-01-2026,NL01,EUR,1454.90,EUR,-10.00,4,KIOSK,1
      """
    #expect(try units(text) == [150_000, -4_510, -1_000])
  }

  @Test("Without a header, a row above the movements may name the account, a date and a balance")
  func accountAbove() throws {
    let file = try read(
      "Compte;****1234;31/01/2026;;1 454,90\n30/01/2026;;;CB KIOSQUE;-45,10\n29/01/2026;;;VIR ACME;1 500,00\n")
    #expect(file.rows.map(\.money.minorUnits) == [-4_510, 150_000])
    #expect(file.refused.isEmpty)
  }

  @Test("Money in is positive if a card prints it as negative numbers in a column of its own")
  func negativeCredit() throws {
    #expect(
      try units("Date,Text,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-06,b,,-7.00\n") == [-500, 700])
    // Among positive ones, a negative number is money that went back.
    #expect(
      try units("Date,Text,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-06,b,,-7.00\n2026-01-07,c,,1.00\n")
        == [-500, -700, 100])
  }
}
