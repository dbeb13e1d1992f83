import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@Suite("An app imports a bank's file, and asks what the file leaves open")
struct ImportSessionTests {
  private static let march = Array(
    "Date,Payee,Amount ($)\n04/02/2026,Kiosk,-1.50\n04/03/2026,Kiosk,-2.00\n04/04/2026,Kiosk,never\n".utf8)
  private static let april = Array("Date,Payee,Amount ($)\n05/02/2026,Kiosk,-3.00\n".utf8)

  @Test("Questions are answered in their order, and the next file of the shape asks nothing")
  func questions() throws {
    let ledger = try ScreenLedger()
    var session = try ledger.book.importSession([(name: "folder/march.csv", bytes: Self.march)])
    #expect(session.questions.map(\.topic) == [.dateOrder, .currency])
    #expect(session.files[0].refusal != nil)
    #expect(throws: Refusal.self) { try ledger.book.plan(session) }
    let (order, currency) = (session.questions[0], session.questions[1])
    #expect(order.choices.map(\.value) == ["dmy", "mdy"] && order.file == "march.csv")
    // A text that is no answer leaves the question open.
    #expect(throws: Refusal.self) { try session.answer(currency, "no") }
    #expect(session.questions == [order, currency])
    try session.answer(currency, "USD")
    #expect(session.questions == [order])
    try session.answer(order, "mdy")
    // The account is asked when the file can be read, and needs no answer.
    #expect(session.questions.map(\.topic) == [.account] && session.questions.allSatisfy(\.isOptional))
    try session.answer(session.questions[0], "Visa")
    #expect(session.questions.isEmpty && session.files[0].refusal == nil)
    let plan = try #require(try ledger.book.plan(session).first)
    #expect(plan.newCount == 2 && plan.rows.map(\.line) == [2, 3] && plan.refusals.map(\.line) == [4])
    #expect(
      plan.rows.map(\.date.iso) == ["2026-04-02", "2026-04-03"] && plan.rows.allSatisfy { $0.account == "Visa" }
    )
    #expect(try ledger.book.count(TransactionFilter()) == 0)
    let (done, plans) = try ledger.book.carryOut(session)
    #expect(!done.events.isEmpty && plans.map(\.newCount) == [2])
    #expect(try ledger.book.count(TransactionFilter()) == 2)
    let next = try ledger.book.importSession([
      (name: "march.csv", bytes: Self.march), (name: "april.csv", bytes: Self.april),
    ])
    #expect(
      next.questions.isEmpty
        && next.files[1].answers == [.account: "Visa", .currency: "USD", .dateOrder: "mdy"])
    #expect(try ledger.book.plan(next).map(\.knownCount) == [2, 0])
  }

  @Test("The name of a card that is answered late opens the question of signs, for that account alone")
  func cards() throws {
    let ledger = try ScreenLedger()
    let rows = "Date,Text,Amount (€)\n2026-04-02,Kiosk,1.50\n2026-04-03,Pub,2.00\n2026-04-04,Pub,-2.00\n"
    var session = try ledger.book.importSession([(name: "a.csv", bytes: Array(rows.utf8))])
    #expect(session.questions.map(\.topic) == [.account])
    try session.answer(session.questions[0], "Discover")
    #expect(session.questions.map(\.topic) == [.signs])
    try session.answer(try #require(session.questions.first), "turned")
    try ledger.book.carryOut(session)
    // The next file of the card needs no answer, and a file of another account is not turned.
    let next = Array(rows.replacing("-04-", with: "-05-").utf8)
    let again = try ledger.book.importSession([(name: "b.csv", bytes: next)], answers: [.account: "Discover"])
    #expect(again.questions.isEmpty)
    #expect(try ledger.book.plan(again).flatMap(\.rows).map(\.money.minorUnits) == [-150, -200, 200])
    let giro = try ledger.book.importSession(
      [(name: "b.csv", bytes: next)], answers: [.account: "Giro"],
      opensAccounts: true)
    #expect(try ledger.book.plan(giro).flatMap(\.rows).map(\.money.minorUnits) == [150, 200, -200])
  }

  @Test("An answer for all files is checked at once, and an account that is open gives the currency")
  func answers() throws {
    let ledger = try ScreenLedger()
    let dollars = try #require(CurrencyCode("USD"))
    try ledger.book.openAccount(name: "Visa", opening: Money(minorUnits: 0, currency: dollars))
    #expect(throws: Refusal.self) { try ledger.book.importSession(answers: [.dateOrder: "backwards"]) }
    var session = try ledger.book.importSession(
      [(name: "a.csv", bytes: Self.march)], answers: [.account: "Visa"])
    #expect(session.questions.map(\.topic) == [.dateOrder])
    try session.answer(session.questions[0], "mdy")
    #expect(session.questions.isEmpty)
    #expect(try ledger.book.plan(session).flatMap(\.rows).allSatisfy { $0.money.currency == dollars })
    // The currency of this account is no answer for the next file of the shape.
    try ledger.book.carryOut(session)
    #expect(
      try ledger.book.importProfiles().values.flatMap(\.answers).map(\.option) == ["account", "date-order"])
  }

  @Test("A file without a currency takes that of the account that is named later, else that of the ledger")
  func currencyOfTheAccount() throws {
    let ledger = try ScreenLedger()
    let dollars = try #require(CurrencyCode("USD"))
    try ledger.book.openAccount(name: "Visa", opening: Money(minorUnits: 0, currency: dollars))
    let bytes = Array("Date,Payee,Amount\n2026-05-02,Kiosk,-3.00\n".utf8)
    func currency(_ name: String?) throws -> CurrencyCode? {
      var session = try ledger.book.importSession([(name: "a.csv", bytes: bytes)])
      #expect(session.questions.map(\.topic) == [.account])
      if let name {
        if name == "Purse" {
          // A name that no account has is a typo, unless a new account is wanted.
          #expect(throws: Refusal.self) { try session.answer(session.questions[0], name) }
          #expect(throws: BookError.self) { try ledger.book.importSession(answers: [.account: "Vissa"]) }
          session.opensAccounts = true
        }
        try session.answer(session.questions[0], name)
      }
      return try ledger.book.plan(session).first?.rows.first?.money.currency
    }
    #expect(try currency(nil)?.code == "EUR")
    #expect(try currency("Visa") == dollars)
    #expect(try currency("Purse")?.code == "EUR")
  }

  @Test(
    "A sign of another currency in a file or its name has the currency asked",
    arguments: [
      ("a.csv", "Date,Payee,Amount\n2026-05-02,Kiosk,-3.00\n", false),
      ("a.csv", "Date,Payee,Amount\n2026-05-02,Kiosk USD 4,-3.00\n", true),
      ("a.csv", "Date,Payee,Amount,Fee in £\n2026-05-02,Kiosk,-3.00,\n", true),
      ("a.csv", "Date,Payee,Amount,Sort Code\n2026-05-02,Kiosk,-3.00,\n", true),
      ("a.csv", "Datum,Text,Belopp\n2026-05-02,Kiosk,-3.00\n", true),
      ("usd-a.csv", "Date,Payee,Amount\n2026-05-02,Kiosk,-3.00\n", true),
      ("Chase 2026.csv", "Date,Payee,Amount\n2026-05-02,Kiosk,-3.00\n", true),
      ("all.csv", "Date,Payee,Amount\n2026-05-02,TRY 2 ALL EUR 4,-3.00\n", false),
      ("a.csv", "IBAN,Date,Payee,Amount\nDE8480808005978123456,2026-05-02,Kiosk,-3.00\n", false),
      ("a.csv", "IBAN,Date,Payee,Amount\nCH8480808005978123456,2026-05-02,Kiosk,-3.00\n", true),
      ("a.qif", "!Type:Bank\nD2026-05-02\nT-3.00\nPKiosk\nSfood\n$-3.00\n^\n", false),
      ("a.qif", "!Type:Bank\nD2026-05-02\nT-3.00\nPKiosk $4\n^\n", true),
    ])
  func currencyHints(_ name: String, _ text: String, _ isAsked: Bool) throws {
    let ledger = try ScreenLedger()
    let session = try ledger.book.importSession([(name: name, bytes: Array(text.utf8))])
    #expect(session.questions.contains { $0.topic == .currency } == isAsked, "\(session.questions)")
  }

  @Test("A file that is no statement is refused by name, and nothing of the others is imported")
  func foreign() throws {
    let ledger = try ScreenLedger()
    let session = try ledger.book.importSession(
      [(name: "march.csv", bytes: Self.march), (name: "letter.txt", bytes: Array("Dear Sir,\n".utf8))],
      answers: [.currency: "USD", .dateOrder: "mdy"])
    #expect(session.files.map { $0.refusal == nil } == [true, false])
    do {
      try ledger.book.carryOut(session)
      Issue.record("it was imported")
    } catch let refusal as Refusal {
      #expect(refusal.sentence.hasPrefix("letter.txt: "), "\(refusal)")
    }
    #expect(try ledger.book.count(TransactionFilter()) == 0)
  }

  @Test(
    "A sign of several currencies means the account's if it can, and one that no country uses most is asked",
    arguments: [
      ("$", "EUR", "USD"), ("$", "CAD", "CAD"), ("kr", "DKK", "DKK"), ("kr", "EUR", nil), ("¥", "CNY", "CNY"),
      ("Rs", "EUR", nil), ("Ft", "EUR", "HUF"),
    ])
  func sharedSign(sign: String, own: String, expected: String?) throws {
    let ledger = try ScreenLedger()
    let currency = try #require(CurrencyCode(own))
    try ledger.book.openAccount(name: "Card", opening: Money(minorUnits: 0, currency: currency))
    let bytes = Array("Date;Payee;Amount\n2026-05-02;Kiosk;-3 \(sign)\n2026-05-03;Kiosk;-4 \(sign)\n".utf8)
    let session = try ledger.book.importSession([(name: "a.csv", bytes: bytes)], answers: [.account: "Card"])
    #expect(session.questions.map(\.topic) == (expected == nil ? [.currency] : []))
    guard let expected else { return }
    let rows = try ledger.book.plan(session).flatMap(\.rows)
    #expect(rows.map(\.money.currency.code) == [expected, expected])
  }
}
