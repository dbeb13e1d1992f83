import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

@Suite("Journals")
struct JournalTests {
  private func ledger() throws -> (TestLedger, [TransactionID]) {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin, June").group)
    try ledger.book.addCategory(name: "Coffee shop")
    func record(_ request: RecordRequest) throws -> TransactionID {
      try #require(try ledger.book.record(request, opensAccounts: true).transaction)
    }
    var ids: [TransactionID] = []
    ids.append(
      try record(
        RecordRequest(
          money: Money(minorUnits: 8450, currency: .eur), date: day("2026-06-14"), vendor: "REWE; City",
          category: "coffee shop", payment: .card, group: group, note: "for us, not: them",
          tags: ["trip 1", "b"],
          flags: [.paid])))
    ids.append(
      try record(
        RecordRequest(
          kind: .income, money: Money(minorUnits: 1500, currency: currency("KWD")), date: day("2026-06-15"),
          category: "other", account: "Giro: 1")))
    // Earlier versions recorded transfers with one account, or without any.
    ids.append(TransactionID(UniqueID.random()))
    let transfer = TransactionEvent.Recorded(
      origin: .manual, on: day("2026-06-16"), kind: .transfer, money: Money(minorUnits: 1284, currency: .jpy),
      date: day("2026-06-16"), vendor: "ATM", payment: .cash)
    try ledger.append([(.transactionRecorded(transfer), ids[2])])
    ids.append(
      try record(
        RecordRequest(
          money: Money(minorUnits: -5, currency: .eur), date: day("2026-06-17"), vendor: "Refund",
          category: "food",
          payment: .card)))
    try ledger.book.perform(.clear(true), on: ids[3])
    return (ledger, ids)
  }

  @Test("A receipt with items in other categories has a posting for each part")
  func parts() throws {
    let ledger = try TestLedger()
    let request = RecordRequest(
      money: Money(minorUnits: 10_000, currency: .eur), date: day("2026-06-14"), category: "food",
      payment: .card)
    let id = try #require(try ledger.book.record(request, opensAccounts: true).transaction)
    let item = LineItem(name: "Part", money: Money(minorUnits: 4_000, currency: .eur), category: "other")
    try ledger.book.addItems([item], to: id)
    let hledger = try ledger.export(.hledger).text
    #expect(
      hledger.hasSuffix(
        """
            expenses:food                              60.00 EUR
            expenses:other                             40.00 EUR
            assets:card                              -100.00 EUR

        """))
    #expect(hledger.contains("account expenses:other\n"))
    let beancount = try ledger.export(.beancount).text
    #expect(
      beancount.hasSuffix(
        """
          Expenses:Food                              60.00 EUR
          Expenses:Other                             40.00 EUR
          Assets:Card                              -100.00 EUR

        """))
    #expect(beancount.contains("2026-06-14 open Expenses:Other\n"))
    var filter = TransactionFilter()
    filter.categories = ["other"]
    let export = try ledger.export(.csv, filter)
    #expect(export.text.hasSuffix(",food 60.00 + other 40.00,40.00\r\n"))
    #expect(export.report.totals.sums.map(\.money) == [Money(minorUnits: 4_000, currency: .eur)])
    let document = try ledger.export(.ndjson).text
    #expect(
      document.contains(
        #""parts":[{"amount":{"currency":"EUR","minorUnits":6000},"category":"food"},"#
          + #"{"amount":{"currency":"EUR","minorUnits":4000},"category":"other"}]"#))
  }

  @Test("The journal for hledger, word for word")
  func hledger() throws {
    let (ledger, ids) = try ledger()
    #expect(
      try ledger.export(.hledger).text == """
        commodity EUR
            format 1000.00 EUR
        commodity JPY
        commodity KWD
            format 1000.000 KWD
        account assets:Giro- 1
        account assets:card
        account assets:cash
        account equity:transfers
        account expenses:coffee shop
        account expenses:food
        account income:other

        2026-06-14 REWE, City
            ; transaction:\(ids[0])
            ; group:Berlin‚ June
            ; tag:b
            ; tag:trip 1
            ; flag:paid
            ; note:for us‚ not: them
            expenses:coffee shop                       84.50 EUR
            assets:card                               -84.50 EUR

        2026-06-15
            ; transaction:\(ids[1])
            assets:Giro- 1                             1.500 KWD
            income:other                              -1.500 KWD

        2026-06-16 ATM
            ; transaction:\(ids[2])
            equity:transfers                            1284 JPY
            assets:cash                                -1284 JPY

        2026-06-17 * Refund
            ; transaction:\(ids[3])
            expenses:food                              -0.05 EUR
            assets:card                                 0.05 EUR

        """)
  }

  @Test("The file for beancount, word for word")
  func beancount() throws {
    let (ledger, ids) = try ledger()
    #expect(
      try ledger.export(.beancount).text == """
        option "operating_currency" "EUR"

        2026-06-14 open Assets:Card
          name: "card"
        2026-06-16 open Assets:Cash
          name: "cash"
        2026-06-15 open Assets:Giro-1
          name: "Giro: 1"
        2026-06-16 open Equity:Transfers
        2026-06-14 open Expenses:Coffee-shop
          name: "coffee shop"
        2026-06-17 open Expenses:Food
        2026-06-15 open Income:Other

        2026-06-14 * "REWE; City" "for us, not: them" #b #trip-1
          transaction: "\(ids[0])"
          group: "Berlin, June"
          tags: "b, trip 1"
          flags: "paid"
          Expenses:Coffee-shop                       84.50 EUR
          Assets:Card                               -84.50 EUR

        2026-06-15 * ""
          transaction: "\(ids[1])"
          Assets:Giro-1                              1.500 KWD
          Income:Other                              -1.500 KWD

        2026-06-16 * "ATM" ""
          transaction: "\(ids[2])"
          Equity:Transfers                            1284 JPY
          Assets:Cash                                -1284 JPY

        2026-06-17 * "Refund" ""
          transaction: "\(ids[3])"
          cleared: TRUE
          Expenses:Food                              -0.05 EUR
          Assets:Card                                 0.05 EUR

        """)
  }

  @Test("Text from outside never leaves its place in a journal", arguments: nastyTexts)
  func lines(text: String) {
    for safe in [HledgerText.description(text), HledgerText.tagValue(text), HledgerText.accountPart(text)] {
      #expect(!safe.contains("  ") && !safe.hasPrefix(" ") && !safe.hasSuffix(" "))
      #expect(!safe.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!safe.unicodeScalars.contains { $0 == ";" || $0 == "|" || $0 == "\u{2028}" })
    }
    #expect(!HledgerText.tagValue(text).contains { ",[]".contains($0) })
    #expect(!HledgerText.accountPart(text).contains(":"))
    #expect(!["*", "!", "(", "[", "="].contains(HledgerText.description(text).first))
  }

  @Test(
    "A beancount component is letters, digits and hyphens after a capital or a digit",
    arguments: [
      ("food", "Food"), ("coffee shop", "Coffee-shop"), ("a:b", "A-b"), ("école", "École"), ("食品", "X食品"),
      ("🍽️", "X"), ("-x-", "X"), ("1st", "1st"), ("ß", "SS"), ("", "X"), ("a  --  b", "A-b"), ("Ünter", "Ünter"),
      ("\"q\"", "Q"), ("ǆ", "Ǆ"),
    ])
  func component(text: String, name: String) { #expect(BeancountText.component(text) == name) }

  @Test("Accounts with the same spelling in a format are made distinct, with a notice")
  func collisions() throws {
    func use(_ category: String?, _ date: String) -> AccountUse {
      AccountUse(
        kind: .expense, category: category, account: nil, payment: .card, currency: .eur, first: day(date))
    }
    let uses = [
      use("coffee-shop", "2026-02-01"), use("coffee shop", "2026-01-01"), use("unknown", "2026-01-02"),
      use(nil, "2026-01-03"), use("food", "2026-01-01"),
    ]
    let accounts = JournalAccounts(uses, spell: BeancountText.spelled)
    #expect(accounts.name(.expenses("coffee shop")) == "Expenses:Coffee-shop")
    let digits = SHA256.hash(Array("coffee-shop".utf8)).description.prefix(4)
    #expect(accounts.name(.expenses("coffee-shop")) == "Expenses:Coffee-shop-\(digits)")
    #expect(accounts.name(.expenses("unknown")) == "Expenses:Unknown")
    #expect(accounts.name(.expenses("")) != "Expenses:Unknown")
    #expect(accounts.renamed.map(\.text).sorted() == ["", "coffee-shop"])
    #expect(Set(accounts.declarations.map(\.name)).count == 6)
    // The same, in whatever order they come.
    for _ in 0..<10 {
      let again = JournalAccounts(uses.shuffled(), spell: BeancountText.spelled)
      #expect(again.declarations.map(\.name) == accounts.declarations.map(\.name))
    }
  }

  @Test("A name that another account has already is not given away")
  func collisionWithSuffix() {
    let digits = SHA256.hash(Array("a b".utf8)).description
    let uses = ["a-b", "a b", "a-b-\(digits.prefix(4))"].map { text in
      AccountUse(
        kind: .expense, category: text, account: nil, payment: .card, currency: .eur,
        first: day(text == "a-b" ? "2026-01-01" : "2026-01-02"))
    }
    let accounts = JournalAccounts(uses, spell: BeancountText.spelled)
    #expect(accounts.name(.expenses("a b")) == "Expenses:A-b-\(digits.prefix(6))")
  }

  @Test("Every 64-bit amount can be written with the other sign")
  func extremes() {
    for units in [Int64.min, -1, 0, 1, .max] {
      let decimal = Money(minorUnits: units, currency: .eur).decimal
      #expect(negated(negated(decimal)) == decimal)
    }
    #expect(negated(Money(minorUnits: .min, currency: .eur).decimal) == "92233720368547758.08")
  }
}
