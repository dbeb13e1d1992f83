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

  @Test(
    "An account that changes, has gaps or is after a bank's code is the other party's",
    arguments: [
      "Tag;BIC / BLZ;IBAN / Kontonummer;Info;Betrag\n1.2.2026;X;OTHER1;A;-1,00\n2.2.2026;Y;OTHER2;B;2,00\n",
      "Datum;IBAN;Text;Betrag;Konto\n1.2.2026;OTHER1;A;-1,00;OWN\n2.2.2026;OTHER2;B;2,00;OWN\n",
      "Datum;IBAN;Text;Betrag\n1.2.2026;OTHER1;A;-1,00\n2.2.2026;;B;2,00\n",
      "Dato;Tekst;Ut;Inn;Til/Fra konto\n1.2.2026;A;1,00;;OTHER1\n2.2.2026;B;;2,00;\n",
      "Date;Texte;Montant;Compte de la contrepartie\n1.2.2026;A;-1,00;OTHER1\n2.2.2026;B;2,00;OTHER2\n",
      "Date;Counterparty;Name;Amount\n1.2.2026;DE02120300000000202051;A;-1.00\n2.2.2026;;B;2.00\n",
    ])
  func otherAccount(text: String) throws {
    let file = try read(text)
    #expect(file.rows.map(\.money.minorUnits) == [-100, 200])
    #expect(file.statements.map(\.account) == [text.contains("OWN") ? "OWN" : nil])
    #expect(["OTHER1", "DE02120300000000202051"].contains(file.rows[0].counterAccount))
  }

  @Test("The account of each row stays the own one if nothing speaks for another party")
  func ownAccounts() throws {
    let text = "Konto;Datum;Text;Betrag\nA1;1.2.2026;A;-1,00\nA2;2.2.2026;B;2,00\n"
    #expect(try read(text).statements.map(\.account) == ["A1", "A2"])
    // Both accounts of a transfer, of which either may be the own one.
    let both = "Dato;Tekst;Beløp;Til konto;Fra konto\n1.2.2026;A;-1,00;;1234\n2.2.2026;B;2,00;1234;5678\n"
    #expect(try read(both).statements.map(\.account) == [nil])
  }

  @Test(
    "A vendor that is an account, a reference or a kind of movement is named better, and its identity stays",
    arguments: [
      ("Carte", "MONOPRIX"), ("Virement", "SAFEWAY"), ("Paiement par carte", "CB 7"), ("RB12345678", "NAIVAS"),
      ("DE02 1203 0000 0000 2020 51", "Rewe"), ("EUR", "Rewe"), ("T", "SPAR"), ("0000123", "ACME LTD"),
    ])
  func vendors(printed: String, name: String) throws {
    let row = try read("Date;Details;Text;Amount\n2026-02-01;\(printed);\(name);-1.00\n").rows[0]
    #expect(row.vendor == name)
    #expect((row.payee, row.text) == (printed, "\(printed) \(name)"))
  }

  @Test("A vendor stays as it is if it has a name, or if no other text has one")
  func namedVendors() throws {
    for name in ["SHELL 1234", "7-ELEVEN", "H&M", "1&1", "Lastschrift Strom", "MCDONALDS1234"] {
      #expect(try read("Date;Details;Text;Amount\n2026-02-01;\(name);Einkauf;-1.00\n").rows[0].vendor == nil)
    }
    #expect(try read("Date;Details;Text;Amount\n2026-02-01;Carte;0000123;-1.00\n").rows[0].vendor == nil)
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
