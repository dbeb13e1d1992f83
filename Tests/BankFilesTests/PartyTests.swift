import BankFiles
import LedgerDomain
import Testing

@Suite("Accounts and parties of rows")
struct PartyTests {
  private func read(_ text: String) throws -> BankFile {
    var options = BankFileOptions()
    options.currency = .eur
    return try BankFileReader.read(Array(text.utf8), options: options)
  }

  @Test("The first account before the other party is the own one, and one after it the party's")
  func accounts() throws {
    let rows = "Main;Anna;2026-02-01;Kiosk;1;-2,00\nCard;Anna;2026-02-02;Bakery;2;-1,00\n"
    let file = try read("Account;Card;Date;Payee;IBAN;Amount\n" + rows)
    #expect(file.statements.map(\.account) == ["Main", "Card"])
    #expect(file.rows.map(\.counterAccount) == ["1", "2"])
    let danish = "Dato;Tekst;Beløb;Til konto\n1.2.2026;A;-1,00;Main\n2.2.2026;B;2,00;Main\n"
    #expect(try read(danish).statements.map(\.account) == ["Main"])
  }

  @Test("An account that is written as the name of the other party is its account")
  func accountAsName() throws {
    let text = "Date;Counterparty;Name;Amount\n1.2.2026;DE02120300000000202051;A;-1.00\n2.2.2026;;B;2.00\n"
    #expect(try read(text).rows[0].counterAccount == "DE02120300000000202051")
  }

  @Test("The column of a contrepartie is a text of its row", arguments: ["Contrepartie", "Controparte"])
  func contrepartie(_ name: String) throws {
    let row = try read("Date;Libellé;\(name);Montant\n2026-02-13;Achat carte;Kiosk;-3,50\n").rows[0]
    #expect(row.payee == "Achat carte")
  }

  @Test(
    "A vendor that is an account, a reference or a kind of movement is named better, and its identity stays",
    arguments: [
      ("Carte", "MONOPRIX"), ("Virement", "SAFEWAY"), ("Paiement par carte", "CB 7"), ("RB12345678", "NAIVAS"),
      ("DE02 1203 0000 0000 2020 51", "Rewe"), ("T", "SPAR"), ("0000123", "ACME LTD"),
      ("77001", "OAK LTD"), ("Pix recebido", "Oak Ltda"), ("Payroll Deposit", "OAK"),
      ("Contactless Interac purchase - 1122", "MILL 7"), ("Visa Debit 4471", "MILL 7"), ("Lön", "Oak AB"),
    ])
  func vendors(printed: String, name: String) throws {
    let row = try read("Date;Details;Text;Amount\n2026-02-01;\(printed);\(name);-1.00\n").rows[0]
    #expect(row.vendor == name)
    #expect((row.payee, row.text) == (printed, "\(printed) \(name)"))
  }

  @Test("Words for the direction in the first column of texts name nobody")
  func directions() throws {
    let rows = ["DEBIT,Deli,-1.00", "CREDIT,Work,5.00", "CHECK,Check 12,-2.00", "DSLIP,Deposit 4,3.00"]
    let file = try read("Details,Description,Amount,Date\n" + rows.map { $0 + ",2026-02-01\n" }.joined())
    #expect(file.rows.map { $0.vendor ?? $0.payee } == ["Deli", "Work", "Check 12", "Deposit 4"])
  }

  @Test("A vendor stays as it is if it has a name, or if no other text has one")
  func namedVendors() throws {
    for name in [
      "SHELL 1234", "7-ELEVEN", "H&M", "1&1", "Lastschrift Strom", "MCDONALDS1234", "LIDL4567", "7-11",
      "REWE123", "4711", "Visa", "Apple", "Card Factory", "ALL", "TOP", "Out", "EUR", "LIDL123456",
    ] {
      #expect(try read("Date;Details;Text;Amount\n2026-02-01;\(name);Einkauf;-1.00\n").rows[0].vendor == nil)
    }
    #expect(try read("Date;Details;Text;Amount\n2026-02-01;4711;Duft;-1.00\n").rows[0].vendor == nil)
    for other in ["0000123", "Debit card 12", "Card ending 12", "girocard Kauf", "POS 12 X", "Terminal 7"] {
      #expect(try read("Date;Details;Text;Amount\n2026-02-01;Carte;\(other);-1.00\n").rows[0].vendor == nil)
    }
  }

  @Test("A dash next to amounts with signs is no direction")
  func dashes() throws {
    let text = "2/2/2026,-45.10,-,\"POS\",\"LOBLAWS\"\n2/13/2026,1500.00,-,\"Payroll\",\"ACME\"\n"
    #expect(try read(text).rows.map(\.money.minorUnits) == [-4_510, 150_000])
  }

  @Test("An apostrophe before a date is left out")
  func apostrophes() throws {
    let text = "Tanggal,Keterangan,Jumlah,,Saldo\n'13/02/2026,A,\"5,000.00\",DB,\"95,000.00\"\n"
    #expect(try read(text).rows.map(\.date.iso) == ["2026-02-13"])
  }

  @Test("A word that banks of many countries write hints at no currency")
  func narration() throws {
    let bytes = Array("Date,Narration,Amount\n2026-02-13,A,-2.50\n".utf8)
    let euro = try #require(CurrencyCode("AED"))
    #expect(CurrencyHint.against(euro, in: bytes, named: "a.csv", options: BankFileOptions()) == nil)
  }

  @Test(
    "A category or the owner among the names is no vendor, and the identity keeps it",
    arguments: ["Merchant Category", "Name des Karteninhabers", "Owner Name"])
  func otherNames(header: String) throws {
    let row = try read("Date;Description;Amount;\(header)\n2026-02-01;Coop;-1.00;Max\n").rows[0]
    #expect((row.payee, row.vendor) == ("Max", "Coop"))
    // Next to a vendor, such a name is left alone.
    let named = try read("Date;Payee;Amount;\(header)\n2026-02-01;Coop;-1.00;Max\n").rows[0]
    #expect((named.payee, named.vendor) == ("Coop", nil))
  }

  @Test("The name of the account in money in and money out is no vendor, and the identity keeps it")
  func ownName() throws {
    let table = """
      Datum;Naam;Bedrag;Naam tegenpartij
      1.2.2026;MAX MUSTER;-1,00;Bakery
      2.2.2026;MAX MUSTER;-2,00;Deli
      3.2.2026;MAX MUSTER;9,00;Work

      """
    let file = try read(table)
    #expect(file.rows.map(\.vendor) == ["Bakery", "Deli", "Work"])
    #expect(file.rows.allSatisfy { $0.payee == "MAX MUSTER" })
    // A shop in three towns is one shop.
    let shop = "Date;Partner name;Amount;Partner town\n1.2.2026;Coop;-1,00;A\n2.2.2026;Coop;-2,00;B\n"
    #expect(try read(shop + "3.2.2026;Coop;-9,00;C\n").rows.allSatisfy { $0.vendor == nil })
    let bare = "Caisse,E,2026-02-01,Bakery,-1.00\nCaisse,E,2026-02-02,Deli,-2.00\n"
    #expect(
      try read(bare + "Caisse,E,2026-02-03,Work,9.00\n").rows.map(\.vendor) == ["Bakery", "Deli", "Work"])
    // All of these may be purchases in one shop.
    let spent = try read(bare + "Caisse,E,2026-02-03,Pub,-9.00\n")
    #expect(spent.rows.allSatisfy { $0.vendor == nil && $0.payee == "Caisse" })
  }

  @Test("A row without a name takes that of its kind, and a row of digits too")
  func kinds() throws {
    let rows = "2026-02-01;;Cash out;-1.00\n2026-02-02;Deli;Paid;-2.00\n2026-02-03;77001;Pago Mar;-3.00\n"
    let file = try read("Date;Payee;Transaction Type;Amount\n" + rows)
    #expect(file.rows.map(\.vendor) == ["Cash out", nil, "Pago Mar"])
    #expect(file.rows.map(\.payee) == ["", "Deli", "77001"])
  }

  @Test("Short names of vendors are no codes of currencies")
  func shortNames() throws {
    #expect(try read("Date;To;Note;Amount\n2026-02-01;Bob;rent;-1.00\n").rows[0].vendor == nil)
  }

  @Test(
    "Pending rows are known by their words in many languages",
    arguments: [
      "Gerçekleşti Beklemede", "Исполнена В ожидании", "Проведено Очікує", "Provedeno Rezervirano",
      "Zaúčtováno Blokace",
      "Zaksięgowana W toku", "Liquidada En curso", "Efetuado Agendado", "Contabilizzata Prenotata",
      "Comptabilisée En traitement", "Geboekt Gepland", "Könyvelt Feldolgozás alatt", "完了 保留中", "완료 대기",
      "交易成功 待处理", "Ολοκληρώθηκε Εκκρεμεί", "Settled Scheduled", "Bokförd Ej bokförd",
    ])
  func pending(pair: String) throws {
    let words = pair.split(separator: " ", maxSplits: 1)
    let file = try read(
      "Date;Text;Amount;Status\n2026-02-01;A;-1.00;\(words[0])\n2026-02-02;B;-2.00;\(words[1])\n")
    #expect(file.rows.map(\.isPending) == [false, true] && file.notes.isEmpty)
  }
}
