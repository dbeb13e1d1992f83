import LedgerBytes
import LedgerDomain
import Testing

@testable import BankFiles

/// Rows for tests, made through the reader of tables.
enum SampleRows {
  static func rows(
    _ lines: [String], header: String = "Date,Value date,Payee,Memo,Amount,Transaction ID,Counter account"
  )
    throws(BankFileError) -> [BankRow]
  {
    var options = BankFileOptions()
    options.currency = .eur
    let text = ([header] + lines).joined(separator: "\n") + "\n"
    return try BankFileReader.read(Array(text.utf8), options: options).rows
  }

  static func known(_ rows: [BankRow], account: String = "giro") -> [KnownRow] {
    var identity = RowIdentity(account: account)
    return rows.map { KnownRow(id: identity.next($0), $0) }
  }
}

@Suite("Never twice, never dropped")
struct ImportPlanTests {
  private func news(_ rows: [BankRow], known: [KnownRow]) -> [Bool] {
    ImportPlan(rows, ids: RowIdentity.all(rows, account: "giro"), known: known).verdicts.map {
      if case .new = $0 { true } else { false }
    }
  }

  private static let january = [
    "2026-01-05,,Cafe,coffee,-3.00,,", "2026-01-05,,Cafe,coffee,-3.00,,", "2026-01-06,,Shop,food,-9.00,,",
    "2026-01-07,,Work,pay,2000.00,,",
  ]

  @Test("Two equal coffees of one day are two")
  func equals() throws {
    let rows = try SampleRows.rows(Self.january)
    var identity = RowIdentity(account: "giro")
    #expect(Set(rows.map { identity.next($0) }).count == 4)
    #expect(news(rows, known: []) == [true, true, true, true])
  }

  @Test("The same file again adds nothing, and a file with one more equal row adds that row")
  func again() throws {
    let rows = try SampleRows.rows(Self.january)
    #expect(news(rows, known: SampleRows.known(rows)) == [false, false, false, false])
    let more = try SampleRows.rows(["2026-01-05,,Cafe,coffee,-3.00,,"] + Self.january)
    #expect(news(more, known: SampleRows.known(rows)) == [false, false, true, false, false])
  }

  @Test("An overlapping file in another order adds only what is new")
  func overlap() throws {
    let known = SampleRows.known(try SampleRows.rows(Self.january))
    let later = try SampleRows.rows(["2026-01-09,,Rent,flat,-800.00,,"] + Self.january.reversed())
    #expect(news(later, known: known) == [true, false, false, false, false])
  }

  @Test("Identities are the same on every device, and others in another account")
  func derived() throws {
    let row = try #require(try SampleRows.rows(["2026-01-05,,Café,x,-3.00,,"]).first)
    var (one, other, cash) = (
      RowIdentity(account: "giro"), RowIdentity(account: "giro"), RowIdentity(account: "cash")
    )
    let id = one.next(row)
    #expect(id == other.next(row))
    #expect(id != cash.next(row))
    #expect(
      id.description
        == UniqueID.derived(
          kind: "bank-row", parts: ["giro", "text", "cafex", "2026-01-05", "-300", "EUR"]
        ).description)
  }

  @Test("Two movements that share the bank's identifier are two")
  func sharedIdentifier() throws {
    let rows = try SampleRows.rows([
      "2026-01-05,,A,x,-3.00,R1,", "2026-01-05,,A,x,-4.00,R1,", "2026-01-05,,A,x,-4.00,R1,",
    ])
    #expect(Set(ImportPlan(rows, ids: RowIdentity.all(rows, account: "giro"), known: []).verdicts).count == 3)
  }

  @Test("Another format of the same statement adds nothing, although its texts differ")
  func otherFormat() throws {
    let table = try SampleRows.rows(Self.january)
    let camt = try SampleRows.rows([
      "2026-01-05,,CAFE GMBH,CARD 1,-3.00,B1,", "2026-01-05,,CAFE GMBH,CARD 1,-3.00,B2,",
      "2026-01-06,,SHOP 4411,SEPA,-9.00,B3,",
      "2026-01-07,,WORK AG,SALARY,2000.00,B4,",
    ])
    let known = SampleRows.known([try SampleRows.rows(["2026-01-04,,Start,s,1.00,,"])[0]] + table)
    let whole =
      [try SampleRows.rows(["2026-01-04,,Start,s,1.00,,"])[0]] + camt + [
        try SampleRows.rows(["2026-01-31,,End,e,-1.00,,"])[0]
      ]
    #expect(news(whole, known: known) == [false, false, false, false, false, true])
  }

  @Test("A booking day of one format is the value day of the other")
  func otherDay() throws {
    let known = SampleRows.known(try SampleRows.rows(["2026-01-06,2026-01-05,Shop,food,-9.00,,"]))
    let rows = try SampleRows.rows([
      "2026-01-01,,A,a,1.00,,", "2026-01-05,,SHOP,X,-9.00,,", "2026-01-31,,B,b,1.00,,",
    ])
    #expect(news(rows, known: known) == [true, false, true])
  }

  @Test("A row of the same day and amount is new if the file has the known one too")
  func notAbsorbed() throws {
    let known = SampleRows.known(try SampleRows.rows(["2026-01-05,,Cafe,coffee,-3.00,,"]))
    let rows = try SampleRows.rows([
      "2026-01-04,,A,a,1.00,,", "2026-01-05,,Cafe,coffee,-3.00,,", "2026-01-05,,Bakery,bread,-3.00,,",
      "2026-01-06,,B,b,1.00,,",
    ])
    #expect(news(rows, known: known) == [true, false, true, true])
  }

  @Test("On the first and the last day of a file only a row with a similar text is absorbed")
  func edges() throws {
    let known = SampleRows.known(try SampleRows.rows(["2026-01-05,,Cafe Mauve,coffee,-3.00,,"]))
    let other = try SampleRows.rows(["2026-01-05,,Bakery,bread,-3.00,,"])
    #expect(news(other, known: known) == [true])
    let similar = try SampleRows.rows(["2026-01-05,,CAFE MAUVE BERLIN,card,-3.00,X1,"])
    #expect(news(similar, known: known) == [false])
  }
}

@Suite("Rows that are transactions of the ledger")
struct RowMatchingTests {
  private func candidate(_ id: Int, _ date: String, _ units: Int64, _ vendor: String) throws -> MatchCandidate<
    Int
  > {
    MatchCandidate(
      id: id, date: try #require(CivilDate(iso: date)), money: Money(minorUnits: units, currency: .eur),
      vendor: vendor)
  }

  @Test("The nearest day within ten days is taken, and the vendor decides between equal days")
  func nearest() throws {
    let rows = try SampleRows.rows(["2026-01-10,,REWE SAGT DANKE 123,x,-12.50,,"])
    let matches = RowMatching.matches(
      rows,
      [
        try candidate(1, "2026-01-08", -1_250, "Aldi"), try candidate(2, "2026-01-12", -1_250, "Rewe"),
        try candidate(3, "2026-01-10", -1_251, "Rewe"), try candidate(4, "2026-01-15", -1_250, "Rewe"),
      ])
    #expect(matches.map(\.id) == [2])
    #expect(matches.map(\.days) == [2])
    #expect(matches.map(\.isDoubtful) == [false])
    // A purchase of the vendor that is later, or ten days away, does not take the row of the day's own purchase.
    for day in ["2026-01-01", "2026-01-12", "2026-01-20"] {
      let pair = [try candidate(1, day, -1_250, "Rewe"), try candidate(2, "2026-01-10", -1_250, "Lunch")]
      #expect(RowMatching.matches(rows, pair).map(\.id) == [2], "\(day)")
    }
    // Nor does one that is too late for its row.
    let late = [
      try candidate(1, "2026-01-13", -1_250, "Rewe"), try candidate(2, "2026-01-06", -1_250, "Kiosk"),
    ]
    #expect(RowMatching.matches(rows, late).map(\.id) == [1])
    #expect(RowMatching.matches(rows, late, laterMax: 2).map(\.id) == [2])
  }

  @Test("Eleven days, another sign, another currency and another amount are no match")
  func noMatch() throws {
    let rows = try SampleRows.rows(["2026-01-10,,Rewe,x,-12.50,,"])
    let usd = MatchCandidate(
      id: 9, date: rows[0].date, money: Money(minorUnits: -1_250, currency: .usd), vendor: "Rewe")
    #expect(
      RowMatching.matches(
        rows,
        [try candidate(1, "2026-01-21", -1_250, "Rewe"), try candidate(2, "2026-01-10", 1_250, "Rewe"), usd]
      ).isEmpty)
    #expect(RowMatching.matches(rows, [try candidate(1, "2026-01-20", -1_250, "Rewe")]).map(\.id) == [1])
  }

  @Test("One transaction absorbs one row")
  func oneToOne() throws {
    let rows = try SampleRows.rows([
      "2026-01-10,,Cafe,x,-3.00,,", "2026-01-10,,Cafe,x,-3.00,,", "2026-01-11,,Cafe,x,-3.00,,",
    ])
    let matches = RowMatching.matches(
      rows, [try candidate(1, "2026-01-10", -300, "Cafe"), try candidate(2, "2026-01-11", -300, "Cafe")])
    #expect(matches.map(\.row) == [0, 2])
    #expect(matches.map(\.id) == [1, 2])
  }

  @Test("A pair is doubtful if days and vendors differ, or if two transactions fit equally well")
  func doubtful() throws {
    let rows = try SampleRows.rows(["2026-01-10,,Rewe,x,-12.50,,"])
    #expect(
      RowMatching.matches(rows, [try candidate(1, "2026-01-16", -1_250, "Aldi")]).map(\.isDoubtful) == [true])
    #expect(
      RowMatching.matches(rows, [try candidate(1, "2026-01-16", -1_250, "Rewe")]).map(\.isDoubtful) == [false])
    let twins = [
      try candidate(1, "2026-01-09", -1_250, "Rewe"), try candidate(2, "2026-01-11", -1_250, "Rewe"),
    ]
    #expect(RowMatching.matches(rows, twins).map(\.isDoubtful) == [true])
  }

  @Test("The result does not depend on the order of the candidates")
  func order() throws {
    let rows = try SampleRows.rows((1...9).map { "2026-01-0\($0),,Cafe,x,-3.00,," })
    let candidates = try (1...9).map {
      try candidate($0, "2026-01-1\($0)", -300, $0.isMultiple(of: 2) ? "Cafe" : "Bar")
    }
    #expect(RowMatching.matches(rows, candidates) == RowMatching.matches(rows, candidates.reversed()))
  }

  @Test("Both halves of a transfer are one if one names the other's account")
  func transfers() throws {
    let out = try SampleRows.rows(["2026-01-10,,Me,save,-500.00,,DE11 2222", "2026-01-10,,Shop,x,-20.00,,"])
    let arrived = try SampleRows.rows(["2026-01-12,,Me,save,500.00,,", "2026-01-10,,Shop,refund,20.00,,"])
    let rows =
      out.map { TransferHalf(account: "DE99", row: $0) }
      + arrived.map { TransferHalf(account: "de112222", row: $0) }
    #expect(TransferPair.pairs(rows) == [TransferPair.pairs(rows)[0]])
    #expect(TransferPair.pairs(rows).map { [$0.out, $0.in] } == [[0, 2]])
  }

  @Test("A number of the other account makes a transfer, and words about a payment do not")
  func toldTransfers() throws {
    let giro = try SampleRows.rows([
      "2026-07-02,,Bank,CREDIT CARD BILL,-300.00,,", "2026-07-02,,Shop,x,-20.00,,",
    ])
    let visa = try SampleRows.rows([
      "2026-06-29,,Payment - thank you,,300.00,,", "2026-07-02,,Shop,back,20.00,,",
    ])
    func pairs(_ rows: [TransferHalf]) -> [[Int]] { TransferPair.pairs(rows).map { [$0.out, $0.in] } }
    let rows =
      giro.map { TransferHalf(account: "Giro", row: $0) } + visa.map { TransferHalf(account: "V", row: $0) }
    #expect(pairs(rows) == [])
    #expect(rows[0].evidence(rows[2]) == .hinted)
    // A row with the number of another account is no half.
    var named = giro[0]
    named.counterAccount = "DE02120300000000202051"
    let known = TransferHalf(account: "V", numbers: ["DE78500105170000004417"], row: visa[0])
    #expect(TransferHalf(account: "Giro", row: named).evidence(known) == .none)
    let numbered = TransferHalf(account: "V", numbers: ["DE785001 0517 0000 0044 17"], row: visa[1])
    let naming = try SampleRows.rows(["2026-07-02,,Me,to DE78500105170000004417,-20.00,,"])
    #expect(pairs([TransferHalf(account: "Giro", row: naming[0]), numbered]) == [[0, 1]])
    #expect(pairs([TransferHalf(account: "Giro", row: naming[0]), rows[3]]) == [])
  }
}

@Suite("Short names of vendors")
struct VendorNameTests {
  @Test(
    "Services, numbers, towns and countries are left out",
    arguments: [
      ("SumUp *CAFE MAUVE 4411 BERLIN DE", "Cafe Mauve"), ("SQ *BLUE BOTTLE #12 OAKLAND CA", "Blue Bottle"),
      ("PAYPAL *SPOTIFY", "Spotify"), ("REWE SAGT DANKE 41234567", "Rewe"),
      ("TRADER JOE'S #552 SEATTLE", "Trader Joe's"),
      ("AMZN Mktp US*2K4AB12", "AMZN Mktp"), ("DM", "DM"), ("H&M 0123", "H&M"), ("Netflix.com", "Netflix.com"),
      ("Stadtwerke Berlin GmbH", "Stadtwerke Berlin"), ("ALDI SUED//BERLIN/DE", "Aldi Sued"),
      ("CARD PAYMENT TO TESCO STORES 2345", "Tesco Stores"), ("PAIEMENT CB LECLERC", "Leclerc"),
      ("DIRECT DEBIT", "Direct Debit"), ("Carte d'Or", "Carte d'Or"), ("BANK OF IRELAND", "Bank of Ireland"),
      ("Kartenzahlung REWE", "Rewe"),
      ("4411", "4411"), ("", ""), ("  Café  Zur Post ", "Café Zur Post"), ("CARREFOUR FR", "Carrefour"),
    ])
  func short(_ text: String, _ expected: String) { #expect(VendorName.short(text) == expected) }

  @Test(
    "The way of paying goes with the number or the day after it",
    arguments: [
      ("VISA DEBIT PURCHASE CARD 4471 BAKER BROS 1221 HOBART", "Baker Bros"),
      ("EFTPOS DEBIT 0112255 GREENGROCER 3321 SYDNEY 11/05", "Greengrocer"),
      ("Direct Credit 301511 OAKS SOFTWARE SALARY", "Oaks Software Salary"),
      ("PURCHASE AUTHORIZED ON 06/11 MILL DELI 512 PORTLAND OR CARD 1234", "Mill Deli"),
      ("KAUF/DIENSTLEISTUNG VOM 12.06.2026 KARTEN NR. XXXX4471 KIOSK SEEFELD", "Kiosk Seefeld"),
      ("Einkauf Visa Debit Card Nr. xxxx 4471, Kiosk Thun", "Kiosk Thun"),
      ("FACTURE CARTE DU 110626 LIBRAIRIE DU PORT CARTE 4974XXXX", "Librairie du Port Carte"),
      ("CARTE X4471 12/06 LIBRAIRIE DU PORT", "Librairie du Port"), ("Kortköp 260612 BAGERIET", "Bageriet"),
      ("PRELEVEMENT EUROPEEN 551 DE: EDEN", "DE Eden"),
      ("PAGAMENTO Apple Pay del 12/06/2026 CARTA *4471 DI EUR 24,80 FORNO ROSSI", "Forno Rossi"),
      ("VISA DDA PUR AP, *****3001 MILL DELI 512 PORTLAND * OR", "Mill Deli"),
      ("Compra no débito - Livraria Azul", "Livraria Azul"), ("VIS INT'L 0098112 OAKBOOKS.COM", "Oakbooks.com"),
    ])
  func paying(_ text: String, _ expected: String) { #expect(VendorName.short(text) == expected) }

  @Test(
    "A number after a name, and a way of paying without a name, take nothing away",
    arguments: [
      ("Apple 1234 Cupertino", "Apple"), ("On 1234 Zürich", "On"), ("Google 4411 Dublin", "Google"),
      ("Card Factory 1234 Leeds", "Card Factory"), ("Credit Agricole 1234 Paris", "Credit Agricole"),
      ("VISA 1234 ON 4411 ZÜRICH", "ON"),
      ("COMPRA SUPER SOL TARJETA 4321 COMISION 0,00", "Super SOL Tarjeta"),
      ("PAYMENT 12345 THANK YOU", "Payment"), ("Visa 1234", "Visa"),
      ("Carte 1234 12/06", "Carte"), ("XXXL 1234 Wien", "Xxxl"), ("77001", "77001"), ("Kauf Park", "Kauf Park"),
      ("CARREFOUR*1234 LYON", "Carrefour"),
    ])
  func names(_ text: String, _ expected: String) { #expect(VendorName.short(text) == expected) }

  @Test("Two prints of one vendor are the same")
  func same() {
    #expect(VendorName.areSame("REWE SAGT DANKE 123", "Rewe"))
    #expect(VendorName.areSame("SumUp *CAFE MAUVE 4411 BERLIN DE", "Café Mauve"))
    #expect(!VendorName.areSame("Aldi", "Rewe"))
    #expect(!VendorName.areSame("", "Rewe"))
  }
}
