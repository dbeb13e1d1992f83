import BankFiles
import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Signs of amounts")
struct SignTests {
  private func read(_ text: String, _ change: (inout BankFileOptions) -> Void = { _ in }) throws(BankFileError)
    -> BankFile
  {
    var options = BankFileOptions()
    options.currency = .eur
    change(&options)
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private func units(_ text: String) throws -> [Int64] { try read(text).rows.map(\.money.minorUnits) }

  @Test(
    "A minus next to a word for money out is money that came back, and turns no other row",
    arguments: [
      "Date,Kind,Amount\n2026-01-05,expense,40.00\n2026-01-06,expense,-20.00\n",
      "Datum;S/H;Betrag\n05.01.2026;S;40,00\n06.01.2026;S;-20,00\n",
      "Dátum;Bevétel/kiadás;Összeg\n2026-01-05;kiadás;40,00\n2026-01-06;kiadás;-20,00\n",
      "Date,Description,Money out,Money in\n2026-01-05,a,40.00,\n2026-01-06,b,-20.00,\n",
    ])
  func reversal(_ table: String) throws {
    #expect(try units(table) == [-4_000, 2_000])
  }

  @Test("One money-out cell without its usual minus turns no other row")
  func unusualSign() throws {
    let table = """
      Date,Text,Debit,Credit
      2026-01-05,a,-5.00,
      2026-01-06,b,-6.00,
      2026-01-07,c,-7.00,
      2026-01-08,d,2.00,
      2026-01-09,e,,9.00

      """
    #expect(try units(table) == [-500, -600, -700, 200, 900])
  }

  @Test("Charges that are positive and payments that are negative follow their words")
  func card() throws {
    #expect(
      try units("Date,Type,Amount\n2026-01-05,debit,40.00\n2026-01-06,credit,-90.00\n") == [-4_000, 9_000])
  }

  @Test("Signs in doubt are asked for, and each answer reads them its own way")
  func doubt() throws {
    let table = "Date,Type,Amount\n2026-01-05,debit,-4.00\n2026-01-06,debit,3.00\n2026-01-07,debit,-2.00\n"
    var asked: [BankFileQuestion] = []
    do {
      _ = try read(table)
    } catch {
      if case .undecided(let questions) = error { asked = questions }
    }
    #expect(asked.map(\.topic) == [.sign])
    #expect(asked.first?.choices.map(\.value) == ["printed", "reversals", "words"])
    #expect(try read(table) { $0.signs = .printed }.rows.map(\.money.minorUnits) == [-400, 300, -200])
    #expect(try read(table) { $0.signs = .reversals }.rows.map(\.money.minorUnits) == [400, -300, 200])
    #expect(try read(table) { $0.signs = .words }.rows.map(\.money.minorUnits) == [-400, -300, -200])
  }

  /// The ways in which a bank can write the sign of a movement, and whether it is a reversal.
  private static let styles: [@Sendable (Int64, Bool) -> (word: String, amount: Int64)] = [
    { units, _ in (units < 0 ? "debit" : "credit", units) },
    { units, _ in (units < 0 ? "debit" : "credit", abs(units)) },
    { units, isReversal in
      ((units < 0) != isReversal ? "debit" : "credit", isReversal ? -abs(units) : abs(units))
    },
    { units, _ in (units < 0 ? "debit" : "credit", -units) },
    { units, isReversal in ((units < 0) != isReversal ? "debit" : "credit", units) },
  ]

  @Test("With a running balance, every history is read as it happened", arguments: styles.indices, 0..<40)
  func proof(_ style: Int, _ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed * 10 + style))
    var balance: Int64 = 500_000
    var expected: [Int64] = []
    var lines: [String] = []
    for day in 1...Int.random(in: 3...20, using: &random) {
      let units = Int64.random(in: 1...90_000, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      balance += units
      expected.append(units)
      let (word, amount) = Self.styles[style](units, Int.random(in: 0..<5, using: &random) == 0)
      let row = [amount, balance].map { Money(minorUnits: $0, currency: .eur).description.dropLast(4) }
      lines.append("2026-01-\(day < 10 ? "0" : "")\(day),\(word),\(row[0]),\(row[1])")
    }
    if Bool.random(using: &random) {
      lines.reverse()
      expected.reverse()
    }
    let file = try read("Date,Type,Amount,Balance\n" + lines.map { $0 + "\n" }.joined())
    #expect(file.rows.map(\.money.minorUnits) == expected, "seed \(seed), style \(style)")
    #expect(file.notes.isEmpty)
  }

  @Test(
    "A balance of a card that is owed is less than nothing in its account, whatever sign charges have",
    arguments: [true, false], 0..<40)
  func owed(chargesArePositive: Bool, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let hasPayments = Bool.random(using: &random)
    var owed: Int64 = 30_000
    var expected: [(units: Int64, balance: Int64)] = []
    var lines: [String] = []
    for day in 1...Int.random(in: 4...20, using: &random) {
      let isPayment = hasPayments && day % 4 == 2
      let units = Int64.random(in: 1...9_000, using: &random) * (isPayment ? 1 : -1)
      owed -= units
      expected.append((units, -owed))
      let row = [chargesArePositive ? -units : units, owed].map {
        Money(minorUnits: $0, currency: .eur).description.dropLast(4)
      }
      let text = isPayment ? "PAYMENT THANK YOU" : "Shop \(day)"
      lines.append("2026-01-\(day < 10 ? "0" : "")\(day),\(text),\(row[0]),\(row[1])")
    }
    if Bool.random(using: &random) {
      lines.reverse()
      expected.reverse()
    }
    let names = hasPayments ? "Card Text,Amount,Balance" : "Description,Amount,Outstanding Balance"
    let file = try read("Date,\(names)\n" + lines.map { $0 + "\n" }.joined())
    #expect(file.rows.map(\.money.minorUnits) == expected.map(\.units), "seed \(seed)")
    #expect(file.rows.map(\.balance?.minorUnits) == expected.map(\.balance), "seed \(seed)")
    #expect(file.notes.isEmpty, "seed \(seed): \(file.notes)")
  }

  @Test("A card's balances above and below its rows are owed, too")
  func owedAround() throws {
    let table = """
      Previous balance,100.00

      Date,Card Text,Amount
      2026-01-02,Coffee,4.50
      2026-01-03,Payment received - thank you,-100.00
      2026-01-04,Books,12.00

      New balance,16.50

      """
    let file = try read(table)
    #expect(file.rows.map(\.money.minorUnits) == [-450, 10_000, -1_200])
    #expect(file.statements.map(\.opening?.minorUnits) == [-10_000])
    #expect(file.statements.map(\.closing?.minorUnits) == [-1_650])
  }

  @Test(
    "Each table has the amounts that moved the account",
    arguments: [
      // A dash or N/A stands for an empty cell.
      ("Date,Text,Paid out,Paid in\n2026-02-03,a,640,-\n2026-02-27,b,-,1750\n", [-64_000, 175_000]),
      ("Date,Text,Amount,Credit\n2026-02-03,a,-6.40,N/A\n2026-02-27,b,-1.00,N/A\n", [-640, -100]),
      // Names of balances in a column of another meaning.
      (
        "Datum;Kundenreferenz;Text;Umsatz;S/H\n01.02.2026;Anfangssaldo;;1500,00;H\n"
          + "03.02.2026;NOTPROVIDED;Miete;640,00;S\n28.02.2026;Endsaldo;;860,00;H\n", [-64_000]
      ),
      // The payment arrived, so the amounts of this card are turned round, however many refunds there are.
      (
        "date,title,amount\n2026-02-16,Pao,25.12\n2026-02-10,Estorno,-30.00\n2026-02-06,Uber,18.40\n2026-02-05,Pagamento recebido,-350.00\n",
        [-2_512, 3_000, -1_840, 35_000]
      ),
      (
        "Date,Description,Card Member,Amount\n02/27/2026,AUTOPAY PAYMENT - THANK YOU,J,-350.00\n"
          + "02/16/2026,TRADER JOES,J,25.12\n02/10/2026,REFUND,J,-10.00\n", [35_000, -2_512, 1_000]
      ),
      // A bank account from which a card is paid.
      (
        "Date,Description,Amount\n02/28/2026,INTEREST,0.90\n02/27/2026,PAYROLL,1750.30\n"
          + "02/10/2026,CAPITAL ONE AUTOPAY PYMT,-350.00\n", [90, 175_030, -35_000]
      ),
      // A dash in a column of signs is money out.
      ("Date;Payee;Amount;Plus/Minus\n2026-02-03;A;10.00;-\n2026-02-04;B;20.00;-\n", [-1_000, -2_000]),
      ("Date;Payee;Amount;+/-\n2026-02-03;A;10.00;-\n2026-02-04;B;20.00;+\n", [-1_000, 2_000]),
      // One debit about a payment turns no account round, nor do words overrule a balance.
      (
        "Date,Text,Amount\n2026-02-03,Shop,-10.00\n2026-02-04,Salary,2000.00\n2026-02-05,Shop,-20.00\n"
          + "2026-02-06,Fee for payment received,-0.35\n", [-1_000, 200_000, -2_000, -35]
      ),
      // A column about balances next to real movements, and vendors with such names.
      (
        "Date,Payee,Balance type,Amount\n2026-02-03,A,Closing balance,-5.00\n2026-02-04,Turnover,Closing balance,-6.00\n",
        [-500, -600]
      ),
      // The amount of the shop, and that of the account.
      (
        "Date,Merchant,Amount,Currency,Amount (EUR)\n2026-02-16,A,-30.00,USD,-25.12\n2026-02-03,B,-40.00,EUR,-40.00\n",
        [-2_512, -4_000]
      ),
      (
        "Date,Text,Amount,Currency,Billing Amount,Billing Currency\n2026-02-16,A,-30.00,USD,-25.12,EUR\n"
          + "2026-02-03,B,-40.00,CHF,-41.00,EUR\n", [-2_512, -4_100]
      ),
      (
        "Datum;Omschrijving;Bedrag af;Bedrag bij\n27-02-2026;A;;1750,30\n16-02-2026;B;25,12;\n",
        [175_030, -2_512]
      ),
      // The balances before and after each movement, without a header.
      (
        "123\tEUR\t20260203\t1500,00\t860,00\t20260203\t-640,00\tHuur Mohr\n"
          + "123\tEUR\t20260227\t860,00\t2610,30\t20260227\t1750,30\tLoon Bouw\n", [-64_000, 175_030]
      ),
    ] as [(String, [Int64])])
  func movements(_ table: String, _ expected: [Int64]) throws {
    let file = try read(table)
    #expect(file.rows.map(\.money) == expected.map { Money(minorUnits: $0, currency: .eur) })
    #expect(!file.notes.contains { $0.text.contains("follow") }, "\(file.notes)")
  }

  @Test("A payment that was taken back makes no card of an account whose balance proves its signs")
  func refundedPayment() {
    let table =
      "Date,Text,Amount,Balance\n2026-02-03,Client A,50.00,150.00\n2026-02-04,Client B,10.00,160.00\n"
      + "2026-02-05,Refund of payment received,-100.00,60.00\n"
    #expect(throws: BankFileError.self) { try read(table) }
  }

  @Test(
    "Words for the direction are known in many languages",
    arguments: [
      "Eingang Ausgang", "Einnahme Ausgabe", "Einzahlung Auszahlung", "Incoming Outgoing", "Received Paid",
      "Entrée Sortie", "Ingreso Gasto", "Crédito Débito", "Entrata Spesa", "Wpływ Wydatek",
      "Inn Ut", "Ind Ud", "Pano Otto", "Uplata Isplata", "Odobrenje Zaduženje", "Încasare Cheltuială",
      "Gelen Giden",
      "Приход Расход", "Зачисление Списание", "КТ ДТ", "转入 转出", "預入 引出", "입금 출금", "دائن مدين",
    ])
  func directionWords(pair: String) throws {
    let words = pair.split(separator: " ")
    let table =
      "Date;Description;Type;Amount\n27.02.2026;A;\(words[0]);1.750,30\n16.02.2026;B;\(words[1]);25,12\n"
      + "03.02.2026;C;\(words[1]);640,00\n"
    #expect(try units(table) == [175_030, -2_512, -64_000])
  }

  @Test("A text of words for the direction stays the text of its rows, which older ledgers know by it")
  func textOfDirections() throws {
    let table = "Datum;Buchungstext;Betrag\n2026-02-03;Einzahlung;10,00\n2026-02-04;Auszahlung;-20,00\n"
    let file = try read(table)
    #expect(file.rows.map(\.text) == ["Einzahlung", "Auszahlung"])
    #expect(file.rows.map(\.money.minorUnits) == [1_000, -2_000])
  }

  @Test("Two unknown words next to amounts without signs are asked for, and no others are")
  func unknownDirections() throws {
    func table(_ words: [String], _ amounts: [String]) -> String {
      "Date,Text,Type,Amount\n" + zip(words, amounts).map { "2026-01-05,a,\($0),\($1)\n" }.joined()
    }
    let unsigned = ["1.00", "2.00", "3.00"]
    #expect(throws: BankFileError.self) { try read(table(["foo", "bar", "bar"], unsigned)) }
    #expect(
      try read(table(["foo", "bar", "bar"], unsigned)) { $0.signs = .turned }.rows.map(\.money.minorUnits)
        == [-100, -200, -300])
    #expect(throws: BankFileError.self) { try read(table(["refund", "purchase", "purchase"], unsigned)) }
    #expect(throws: BankFileError.self) { try read(table(["Ausgang", "Ausgang", "Ausgang"], unsigned)) }
    #expect(try units(table(["foo", "foo", "foo"], unsigned)) == [100, 200, 300])
    #expect(try units(table(["foo", "bar", "baz"], unsigned)) == [100, 200, 300])
    #expect(try units(table(["Yes", "No", "No"], unsigned)) == [100, 200, 300])
    #expect(try units(table(["foo", "bar", "bar"], ["1.00", "2.00", "-3.00"])) == [100, 200, -300])
    // The states of bills and kinds of rows are no directions without their opposites.
    #expect(try units(table(["Paid", "Paid", "Paid"], ["-1.00", "2.00", "-3.00"])) == [-100, 200, -300])
  }

  @Test("Dashes in a column of an unknown name are no signs, so the meaning of amounts is asked for or given")
  func dashes() throws {
    let table = "Date;Payee;Amount;Cancelled?\n2026-02-03;A;10.00;-\n2026-02-04;B;20.00;-\n"
    #expect(throws: BankFileError.self) { try read(table) }
    #expect(try read(table) { $0.chargesArePositive = true }.rows.map(\.money.minorUnits) == [-1_000, -2_000])
    #expect(try read(table) { $0.signs = .turned }.rows.map(\.money.minorUnits) == [-1_000, -2_000])
    let signed = "Date;Payee;Amount;Cancelled?\n2026-02-03;A;-10.00;-\n2026-02-04;B;20.00;-\n"
    #expect(try units(signed) == [-1_000, 2_000])
  }

  @Test("A column of amounts in another currency that is always zero is not the amount")
  func unusedCurrency() throws {
    let table =
      "Date,Text,Amount (USD),Amount (EUR)\n2026-02-16,A,0,-25.12\n2026-02-03,B,0.00,-40.00\n2026-02-02,C,0,350.00\n"
    let file = try read(table)
    #expect(file.rows.map(\.money) == [-2_512, -4_000, 35_000].map { Money(minorUnits: $0, currency: .eur) })
    #expect(try units("Date,Text,Amount\n2026-02-16,A,0.00\n2026-02-17,B,0.00\n") == [0, 0])
  }

  @Test("Amounts without a sign next to a balance that goes up and down are asked for")
  func unsigned() {
    let table =
      "Date,Text,Amount,Balance\n2026-02-27,A,17.50,25.85\n2026-02-16,B,25.12,8.35\n2026-02-03,C,6.40,33.47\n"
    #expect(throws: BankFileError.self) { try read(table) }
  }
}

@Suite("Rows with the amounts of both parties")
struct ExchangedAmountTests {
  private static let header =
    "ID,Status,Direction,Created on,Source fee amount,Source fee currency,Source name,"
    + "Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Reference\n"

  @Test("The direction tells which party's amount and currency are the account's")
  func directions() throws {
    let table =
      Self.header + """
        1,COMPLETED,OUT,2026-06-02 09:15:10,0.45,EUR,Me,120.00,EUR,Landlord,140.00,USD,Rent
        2,COMPLETED,IN,2026-06-05 08:00:00,,,Client,900.00,USD,Me,850.00,EUR,Work
        3,COMPLETED,NEUTRAL,2026-06-06 08:00:00,0.10,EUR,Me,199.00,EUR,Me,170.20,GBP,
        4,CANCELLED,OUT,2026-06-07 08:00:00,0.45,EUR,Me,50.00,EUR,Other,50.00,EUR,
        5,REFUNDED,OUT,2026-06-08 08:00:00,0.00,EUR,Me,30.00,EUR,Books,30.00,EUR,

        """
    let file = try BankFileReader.read(Array(table.utf8))
    #expect(file.rows.map(\.money) == [-12_000, 85_000].map { Money(minorUnits: $0, currency: .eur) })
    #expect(file.rows.map(\.payee) == ["Landlord", "Client"])
    #expect(file.rows.map(\.fee?.minorUnits) == [45, nil])
    #expect(file.refused.map(\.code) == [.neitherDirection])
    #expect(file.notes.compactMap(\.line) == [5, 6])
  }

  @Test(
    "The kinds of rows in OFX give the signs if all amounts contradict them",
    arguments: [
      // Signs as the standard has them, with a reversal.
      (false, ["DEBIT -40.00", "DEBIT -20.00", "CREDIT 5.00"], [-4_000, -2_000, 500]),
      (false, ["DEBIT -40.00", "DEBIT 20.00"], [-4_000, 2_000]),
      // No signs.
      (false, ["DEBIT 40.00", "CREDIT 5.00", "POS 3.00"], [-4_000, 500, -300]),
      (false, ["CREDIT 5.00", "DEP 7.00"], [500, 700]),
      // A card whose charges are positive.
      (true, ["DEBIT 40.00", "CREDIT -100.00", "DEBIT 3.00"], [-4_000, 10_000, -300]),
      (true, ["POS 40.00", "PAYMENT -100.00"], [-4_000, 10_000]),
      (true, ["POS 40.00", "PAYMENT 100.00"], [-4_000, 10_000]),
      // Signs that do not contradict: a card's refund among transfers.
      (true, ["DEBIT 40.00", "CREDIT 3.00", "OTHER -7.00"], [4_000, 300, -700]),
    ])
  func kindsOfOFX(isCard: Bool, rows: [String], expected: [Int64]) throws {
    let name = isCard ? "CCSTMTRS" : "STMTRS"
    let lines = rows.enumerated().map { index, row in
      let parts = row.split(separator: " ")
      return
        "<STMTTRN><TRNTYPE>\(parts[0])<DTPOSTED>2026010\(index + 1)<TRNAMT>\(parts[1])<FITID>\(index)</STMTTRN>"
    }
    let text =
      "OFXHEADER:100\n\n<OFX><\(name)><CURDEF>EUR<BANKTRANLIST>\(lines.joined())</BANKTRANLIST></\(name)></OFX>"
    let file = try BankFileReader.read(Array(text.utf8), options: BankFileOptions())
    #expect(file.rows.map(\.money.minorUnits) == expected)
  }
}
