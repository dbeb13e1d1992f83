import BankFiles
import LedgerDomain
import LedgerTestSupport
import Testing

@Suite("Balances among movements")
struct BalanceRowTests {
  private func read(_ text: String) throws -> BankFile {
    var options = BankFileOptions()
    options.currency = .eur
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  private static func decimal(_ units: Int64) -> String {
    String(Money(minorUnits: units, currency: .eur).description.dropLast(4))
  }

  private static let names = [
    ("Anfangsbestand", "Endbestand"), ("Alter Kontostand", "Neuer Kontostand"),
    ("Saldovortrag", "Schlusssaldo"), ("Ancien solde", "Nouveau solde"), ("Solde précédent", "Solde final"),
    ("Previous balance", "New balance"), ("Brought forward", "Carried forward"),
    ("Saldo precedente", "Saldo attuale"), ("Saldo anterior", "S A L D O"), ("Beginsaldo", "Eindsaldo"),
    ("Alkusaldo", "Loppusaldo"), ("Počáteční zůstatek", "Konečný zůstatek"),
    ("Počiatočný zostatok", "Konečný zostatok"), ("Saldo początkowe", "Saldo końcowe"),
    ("Ingående saldo", "Utgående saldo"), ("Inngående saldo", "Utgående saldo"), ("Algsaldo", "Lõppsaldo"),
    ("Sākuma atlikums", "Beigu atlikums"), ("Likutis pradžiai", "Likutis pabaigai"),
    ("Nyitó egyenleg", "Záró egyenleg"), ("Açılış bakiyesi", "Kapanış bakiyesi"),
    ("Входящий остаток", "Исходящий остаток"), ("Вхідний залишок", "Вихідний залишок"),
    ("Početno stanje", "Završno stanje"), ("Sold inițial", "Sold final"),
    ("Αρχικό υπόλοιπο", "Τελικό υπόλοιπο"), ("期初余额", "期末余额"), ("前月残高", "当月残高"), ("이월잔액", "잔액"),
  ]

  /// The ways in which a table can print an amount, with the names of its columns.
  private static let layouts: [(header: String, cells: @Sendable (Int64) -> String)] = [
    ("Amount", { decimal($0) }),
    ("Amount;Debit/Credit", { decimal(abs($0)) + ($0 < 0 ? ";D" : ";C") }),
    ("Debit;Credit", { $0 < 0 ? decimal(-$0) + ";" : ";" + decimal($0) }),
  ]

  @Test(
    "Balances above and below true movements are left out in each language", arguments: names.indices, 0..<6)
  func balances(_ index: Int, _ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(index * 10 + seed))
    let (opening, closing) = Self.names[index]
    let layout = Self.layouts[seed % 3]
    var balance = Int64.random(in: 1...500_000, using: &random)
    var lines = ["2026-01-01;\(opening);" + layout.cells(balance)]
    // A payment and an income show what the sign of a column is.
    var expected: [Int64] = [-1_234, 5_678]
    for _ in 0..<Int.random(in: 0...15, using: &random) {
      expected.append(Int64.random(in: 1...90_000, using: &random) * (Bool.random(using: &random) ? 1 : -1))
    }
    for (day, units) in expected.enumerated() {
      balance += units
      lines.append("2026-01-\(day + 10);Shop \(day);" + layout.cells(units))
    }
    lines.append("2026-01-31;\(closing);" + layout.cells(balance))
    if seed >= 3 {
      lines.reverse()
      expected.reverse()
    }
    let file = try read("Date;Text;\(layout.header)\n" + lines.map { $0 + "\n" }.joined())
    #expect(file.rows.map(\.money.minorUnits) == expected, "seed \(seed), \(opening)")
    #expect(file.refused == [])
    #expect(!file.notes.contains { $0.text.contains("lead") }, "\(file.notes)")
  }

  @Test("A balance of a row without an amount is no refused movement", arguments: names.indices)
  func balanceColumn(_ index: Int) throws {
    let (opening, closing) = Self.names[index]
    let file = try read(
      """
      Date;Text;Amount;Balance
      2026-01-01;\(opening);;100.00
      2026-01-02;A;-4.00;96.00
      2026-01-03;B;10.00;106.00
      2026-01-04;\(closing);;106.00

      """)
    #expect(file.rows.map(\.money.minorUnits) == [-400, 1_000])
    #expect(file.refused == [])
  }

  @Test(
    "A movement whose text is like the name of a balance counts if the rows do not prove it",
    arguments: [
      ["New Balance Store;-50.00", "Shop;-4.00", "Ausgleich Saldo;-54.01"],
      ["Saldo Kreditkarte;-50.00", "Shop;-4.00", "Salary;54.00"],
      ["Shop;-50.00", "Shop;50.00", "New Balance;-50.00"],
      ["New Balance;-50.00", "Shop;4.00", "Shop;-4.00"],
      ["Balance transfer;-50.00", "New Balance;-50.00"],
      ["Shop;-50.00", "Shop;4.00", "Shop;-46.00"],
    ])
  func shops(lines: [String]) throws {
    let file = try read("Date;Text;Amount\n" + lines.map { "2026-01-05;\($0)\n" }.joined())
    #expect(file.rows.count == lines.count)
  }

  @Test("An opening balance above the table proves the closing one in its last row")
  func openingAbove() throws {
    let file = try read(
      "Opening balance;100.00\n\nDate;Text;Amount\n2026-01-05;A;-4.00\n2026-01-06;B;7.00\n2026-01-31;Saldo;103.00\n"
    )
    #expect(file.rows.map(\.money.minorUnits) == [-400, 700])
  }

  @Test("Balances of several accounts in one table are left out for each of them")
  func severalAccounts() throws {
    let file = try read(
      """
      Konto;Datum;Text;Betrag
      A1;2026-02-01;Alter Kontostand;100,00
      A1;2026-02-02;Billa;-10,00
      A1;2026-02-28;Neuer Kontostand;90,00
      A2;2026-02-01;Alter Kontostand;500,00
      A2;2026-02-03;Zinsen;5,00
      A2;2026-02-28;Neuer Kontostand;505,00

      """)
    #expect(file.rows.map(\.money.minorUnits) == [-1_000, 500])
  }

  @Test("Without a header, a last row of a shop with a number for a name is a movement")
  func lastRowOfDigits() throws {
    for last in ["365", "7-11", ""] {
      let file = try read("2026-02-01;Kiosk;-20,00\n2026-02-03;Bakery;-12,50\n2026-02-09;\(last);-45,00\n")
      #expect(file.rows.map(\.money.minorUnits) == [-2_000, -1_250, -4_500])
    }
  }

  @Test("Names of balances and sums are found in a second column of names if the first one is empty")
  func emptyVendor() throws {
    let file = try read(
      """
      Datums;Saņēmējs;Informācija saņēmējam;Summa;Debets/Kredīts
      01.02.2026;;Sākuma atlikums;100,00;K
      02.02.2026;RIMI;pirkums;45,10;D
      28.02.2026;;Apgrozījums;45,10;D
      28.02.2026;;Beigu atlikums;54,90;K

      """)
    #expect(file.rows.map(\.money.minorUnits) == [-4_510])
  }

  @Test("Without a header, a first row with the balances before and after all others is no movement")
  func summary() throws {
    let summary = "2026-02-28,2026-02-01,PL12,\"100,00\",\"1554,90\"\n"
    let rows = [
      "2026-02-02,2026-02-02,A,\"-45,10\",\"54,90\"\n", "2026-02-13,2026-02-13,B,\"1500,00\",\"1554,90\"\n",
    ]
    for rows in [rows, rows.reversed()] {
      let file = try read(summary + rows.joined())
      #expect(file.rows.map(\.money.minorUnits).sorted() == [-4_510, 150_000])
      #expect(file.statements.map(\.opening?.minorUnits) == [10_000])
    }
    let first = "2026-02-01,2026-02-01,A,\"100,00\",\"100,00\"\n2026-02-02,2026-02-02,B,\"-40,00\",\"60,00\"\n"
    #expect(try read(first + "2026-02-03,2026-02-03,C,\"40,00\",\"100,00\"\n").rows.count == 3)
  }

  @Test(
    "A last row with a word for a total, the sum of the others and an empty text is no movement",
    arguments: ["Summe", "Total"])
  func total(word: String) throws {
    let rows = "Datum;Name;Text;Betrag\n26.02.2026;X;A;1.500,00\n02.02.2026;Y;B;-45,10\n"
    #expect(try read(rows + "28.02.2026;\(word);;1.454,90\n").rows.count == 2)
    // A fuel station is called so.
    #expect(try read(rows + "28.02.2026;\(word);;-54,90\n").rows.count == 3)
    #expect(try read(rows + "28.02.2026;\(word);C;1.454,90\n").rows.count == 3)
    let short = "Datum;Text;Betrag\n01.02.2026;A;-20,00\n02.02.2026;B;-30,00\n"
    #expect(try read(short + "28.02.2026;\(word);-50,00\n").rows.count == 3)
  }

  @Test("A row of a shop that is called like a turnover is a movement")
  func turnoverShop() throws {
    let header = "Date;Payee;Details;Amount\n2026-02-01;A;B;-2.00\n"
    for texts in ["Turnover;shoes", ";Turnover shoes", "Shop;Turnover", "Turnover;"] {
      #expect(try read(header + "2026-02-13;\(texts);-3.00\n").rows.count == 2)
    }
    #expect(try read("Date;Text;Amount\n2026-02-01;A;-2.00\n2026-02-13;Turnover;-3.00\n").rows.count == 2)
    #expect(try read(header + "2026-02-13;;Turnover;-3.00\n").rows.count == 1)
  }

  @Test("A turnover is the sum of all money of its direction, also where it fills the only column of texts")
  func turnovers() throws {
    let rows = "2026-02-01;A;2.00;D\n2026-02-02;B;40.00;K\n2026-02-03;C;3.00;D\n"
    func units(_ more: String) throws -> [Int64] {
      try read("Date;Text;Amount;Debit/Credit\n" + rows + more).rows.map(\.money.minorUnits)
    }
    #expect(try units("2026-02-28;Turnover;5.00;D\n") == [-200, 4_000, -300])
    #expect(try units("2026-02-28;Turnover;4.00;D\n") == [-200, 4_000, -300, -400])
    // The only income can be equal to a shop's refund by chance, but not next to a balance.
    #expect(try units("2026-02-28;Turnover;40.00;K\n") == [-200, 4_000, -300, 4_000])
    let balance = "2026-01-31;Opening balance;1.00;K\n"
    #expect(
      try units(balance + "2026-02-28;turnover;5.00;D\n2026-02-28;Turnover;40.00;K\n") == [-200, 4_000, -300])
  }
}
