import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Names in commands")
struct NameTests {
  private let ledger: ScreenLedger
  private var book: Book { ledger.book }

  init() throws {
    ledger = try ScreenLedger()
    try book.openAccount(name: "Giro", opening: Money(minorUnits: 0, currency: .eur))
    try book.renameAccount(key: "giro", to: "Main")
  }

  private func request(account: String?, category: String = "food") -> RecordRequest {
    RecordRequest(
      money: Money(minorUnits: 1_000, currency: .eur), date: screenDay("2026-06-14"), category: category,
      payment: .card, account: account)
  }

  /// The keys of all accounts, opened or only mentioned.
  private var keys: [String] { get throws { try book.accounts().map(\.key) } }

  @Test("The present name, the first name and the key of a renamed account mean one account")
  func renamedAccount() throws {
    for name in ["Main", "MAIN", " main ", "Giro", "giro"] { try book.record(request(account: name)) }
    #expect(try keys == ["giro"])
    #expect(try book.resolveAccount("Main").balances[0].balance.minorUnits == -5_000)
    try book.openAccount(name: "Box", opening: Money(minorUnits: 0, currency: .eur))
    let transfer = TransferRequest(
      money: Money(minorUnits: 100, currency: .eur), date: screenDay("2026-06-14"), from: "main", to: "box")
    try book.transfer(transfer)
    #expect(try keys.sorted() == ["box", "giro"])
    let receipt = try #require(try book.record(request(account: nil)).transaction)
    try book.perform(.correct(.account, .text("main")), on: receipt)
    try book.batch { batch in _ = try batch.record(request(account: "Main")) }
    try book.changeDefaults(account: .set("Main"))
    #expect(try keys.sorted() == ["box", "giro"])
    #expect(try book.resolveAccount(try #require(try book.ledgerRow().account)).key == "giro")
  }

  @Test("An unknown account is refused by every command that can name one, with the known names")
  func unknownAccount() throws {
    let receipt = try ledger.record("Kiosk")
    let before = try book.log.lastPosition()
    let money = Money(minorUnits: 100, currency: .eur)
    let day = screenDay("2026-06-14")
    let monthly = Cadence(frequency: .monthly, start: day)
    var terms = RuleTerms(
      frequency: .monthly, interval: 1, start: day, kind: .expense, money: money, category: "food",
      payment: .card)
    terms.account = "Mian"
    let commands: [(String, () throws -> Void)] = [
      ("record", { _ = try book.record(request(account: "Mian")) }),
      ("check", { try book.checkRecord(request(account: "Mian")) }),
      ("batch", { _ = try book.batch { batch in _ = try batch.record(request(account: "Mian")) } }),
      ("record every", { _ = try book.record(request(account: "Mian"), every: monthly) }),
      ("rule", { _ = try book.createRule(RuleRequest(terms: terms)) }),
      ("from", { _ = try book.transfer(TransferRequest(money: money, date: day, from: "Mian", to: "Main")) }),
      ("to", { _ = try book.transfer(TransferRequest(money: money, date: day, from: "Main", to: "Mian")) }),
      ("correct", { _ = try book.perform(.correct(.account, .text("Mian")), on: receipt) }),
      (
        "set",
        {
          _ = try book.perform(book.plan(.correct(.account, .text("Mian")), on: try book.selection([receipt])))
        }
      ),
      ("defaults", { _ = try book.changeDefaults(account: .set("Mian")) }),
      ("close", { _ = try book.closeAccount(key: "Mian") }),
      ("close to", { _ = try book.closeAccount(key: "Main", movingMoneyTo: AccountClosing(account: "Mian")) }),
      ("rename", { _ = try book.renameAccount(key: "Mian", to: "X") }),
      ("move", { _ = try book.moveAccount(key: "Main", before: "Mian") }),
    ]
    for (word, command) in commands {
      do {
        try command()
        Issue.record("\(word) was accepted")
      } catch {
        let refusal = Refusal(error)
        #expect(refusal.sort == .notFound, "\(word): \(refusal.message)")
        #expect(refusal.remedies.contains(.use(name: "Main")), "\(word): \(refusal.remedies)")
      }
    }
    #expect(try book.log.lastPosition() == before && keys == ["giro"])
  }

  @Test("An unknown account is opened only if the caller wants that, in the same action")
  func opening() throws {
    let first = try book.record(request(account: "Purse"), opensAccounts: true)
    let second = try book.record(request(account: "purse"), opensAccounts: true)
    #expect(try keys == ["giro", "purse"] && first.transaction != nil && second.transaction != nil)
    try book.undo(second)
    try book.undo(first)
    #expect(try keys == ["giro"])
  }

  @Test("A correction of an amount leaves the accounts as they are, whatever they are called since")
  func keptAccounts() throws {
    let money = Money(minorUnits: 20_000, currency: .eur)
    let day = screenDay("2026-06-14")
    try book.openAccount(name: "Spar", opening: Money(minorUnits: 0, currency: .eur))
    let done = try book.transfer(TransferRequest(money: money, date: day, from: "Spar", to: "Main"))
    let transfer = try #require(done.transaction)
    let monthly = Cadence(frequency: .monthly, start: day)
    let rule = try #require(try book.record(request(account: "Spar"), every: monthly).rule)
    try book.renameAccount(key: "spar", to: "Reserve")
    // Another account has the old name now.
    try book.openAccount(name: "Other", opening: Money(minorUnits: 0, currency: .eur))
    let edit = TransferEdit(money: Money(minorUnits: 25_000, currency: .eur))
    #expect(try book.perform(.correctTransfer(edit), on: transfer).positions.count == 1)
    #expect(try book.transaction(transfer).row.account == "Spar")
    try book.perform(.change([.money(money)]), on: rule)
    let state = try #require(try book.ruleRow(rule))
    #expect(state.terms.account == "Spar" && state.terms.money == money)
    let copy = try #require(
      try book.createRule(from: transfer, Cadence(frequency: .yearly, start: day)).rule)
    #expect(try book.ruleRow(copy)?.terms.account == "Spar")
  }

  @Test("A key comes before a name, and two names are not guessed")
  func keyBeforeName() throws {
    let zero = Money(minorUnits: 0, currency: .eur)
    let terms = AccountTerms(kind: .budget, opening: zero, on: screenDay("2026-06-14"))
    func row(_ key: String, _ name: String) -> AccountRow {
      AccountRow(key: key, name: name, terms: terms, rank: 0, isClosed: false)
    }
    let crossed = AccountDirectory(
      [row("a", "B"), row("b", "A"), row("c", "D"), row("e", "D")], mentioned: ["F"])
    #expect(try crossed.text(named: "A") == "a" && crossed.text(named: "b") == "b")
    #expect(try crossed.text(named: "f") == "F" && AccountDirectory([row("x", "F")]).text(named: "F") == "x")
    #expect(throws: Rejection.ambiguousName(what: "account", "d", keys: ["c", "e"])) {
      try crossed.text(named: "d")
    }
    #expect(throws: Rejection.unknownAccount("G", known: ["A", "B", "D", "D", "F"])) {
      try crossed.text(named: "G")
    }
  }

  @Test("A retry finds its command again after a category was renamed by it")
  func retriedRename() throws {
    let id = UniqueID.random()
    try book.changeCategory(key: "food", name: "Essen")
    let first = try book.changeCategory(key: "Essen", name: "Lebensmittel", id: id)
    let again = try book.changeCategory(key: "Essen", name: "Lebensmittel", id: id)
    #expect(again.repeated && again.positions == first.positions)
  }

  @Test("A rule of an account that nobody opened can be changed in its other values")
  func ruleOnMentionedAccount() throws {
    let day = screenDay("2029-02-01")
    let text = TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text("Old"))
    let receipt = try ledger.record("Rent")
    try ledger.append([(.fieldCorrected(text), receipt)])
    // It generates nothing this year, so that nothing mentions the account any more.
    let rule = try #require(try book.createRule(from: receipt, Cadence(frequency: .monthly, start: day)).rule)
    try book.perform(.delete, on: receipt)
    #expect(try !keys.contains("old"))
    let more = Money(minorUnits: 2_000, currency: .eur)
    try book.perform(.change([.money(more)]), on: rule)
    let terms = try #require(try book.ruleRow(rule)?.terms)
    #expect(terms.money == more && terms.account == "Old")
  }

  @Test("A category is named by its key, its name or its emoji, and two of one name are not guessed")
  func categories() throws {
    try book.changeCategory(key: "food", name: "Lebensmittel", emoji: "🍞")
    let receipts = try ["food", "lebensmittel", "🍞"].map {
      try #require(try book.record(request(account: nil, category: $0)).transaction)
    }
    for receipt in receipts { #expect(try book.transaction(receipt).row.category == "food") }
    let june = BudgetScope(try #require(CivilMonth(iso: "2026-06")), .eur)
    try book.budget("10", for: "Lebensmittel", in: june, locale: .default)
    #expect(try book.budgetSheet(.eur).month(june.month)["food"].budgeted == 1_000)
    try book.addCategory(name: "Bread", key: "a")
    #expect(throws: Rejection.alreadyExists("the category “Bread”")) {
      try book.addCategory(name: "bread", key: "b")
    }
    // Another device may have done it.
    let added = CategoryEvent.Added(key: "b", name: "Bread", emoji: nil, kinds: [])
    try ledger.append([(.category(.categoryAdded(added)), CategoryStream.of(key: "b"))])
    #expect(throws: Rejection.ambiguousName(what: "category", "bread", keys: ["a", "b"])) {
      try book.record(request(account: nil, category: "bread"))
    }
    do {
      try book.changeCategory(key: "Lebensmitel", name: "X")
      Issue.record("it was accepted")
    } catch {
      #expect(Refusal(error).remedies.contains(.use(name: "Lebensmittel")))
    }
  }

  @Test("What is unusual is told before it is recorded")
  func doubts() throws {
    var far = request(account: nil)
    #expect(try book.doubts(about: far) == [])
    far.date = screenDay("2062-06-14")
    #expect(try book.doubts(about: far) == [.farAhead(far.date)])
    far.date = screenDay("1962-06-14")
    #expect(try book.doubts(about: far) == [.longAgo(far.date)])
    try book.changeCategory(key: "food", kinds: [.income])
    let food = try book.resolveCategory("food")
    #expect(try book.doubts(about: request(account: nil)) == [.categoryOfOtherKind(food, .expense)])
    let group = try #require(try book.createGroup(name: "Trip").group)
    #expect(try book.doubt(aboutGroupNamed: "TRIP") == book.groupRow(group).map { .groupOfSameName($0) })
    #expect(try book.doubt(aboutGroupNamed: "TRIP", of: group) == nil)
  }

  @Test("Filters name what exists or what records have")
  func filters() throws {
    try ledger.record("Kiosk") { $0.tags = ["trip"] }
    #expect(try book.resolveUsedTags(["#Trip"]) == ["trip"])
    #expect(throws: BookError.unknown(what: "tag", text: "tirp", known: ["trip"])) {
      try book.resolveUsedTags(["tirp"])
    }
    #expect(throws: BookError.unknown(what: "account", text: "Mian", known: ["Main"])) {
      try book.resolveUsedAccount("Mian")
    }
    try book.record(request(account: "main"))
    #expect(try book.resolveUsedAccount("Main") == ["giro"])
    #expect(throws: Rejection.self) { try book.resolveUsedCategory("foot") }
  }

  @Test("A person's correction is a person's, whatever the name")
  func actors() throws {
    #expect(EventActor.person("anna").text == "user/anna" && EventActor.isPerson(EventActor.person("").text))
    let others: [EventActor] = [.program("anna"), .extractor("rules", version: 1), .importer("csv"), .rule]
    for actor in others { #expect(!EventActor.isPerson(actor.text)) }
    #expect(others.map(\.text) == ["program/anna", "extractor/rules-1", "import/csv", "rule"])
  }
}
