import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

@Suite("An export that is imported into an empty ledger gives the same ledger")
struct RoundTripTests {
  @Test(
    "Accounts, balances, categories, splits, transfers, tags and notes are the same",
    arguments: [Exporter.Format.csv, .hledger, .beancount])
  func same(_ format: Exporter.Format) throws {
    for _ in 0..<4 {
      let seed = SeededGenerator.anySeed()
      let ledger = try TestLedger()
      try ledger.live(
        80, seed: seed, texts: format == .hledger ? plainTexts : nastyTexts, hasOpenings: format != .csv)
      let bytes = Array(try ledger.export(format).text.utf8)
      let copy = try TestLedger()
      try copy.importFile(bytes, named: "export")
      let expected = try ledger.records { format == .beancount ? heldByBeancount($0) : $0 }
      let actual = try copy.records()
      #expect(actual.count == expected.count, "seed \(seed)")
      for (id, record) in expected {
        #expect(actual[id] == record, "seed \(seed)")
        if actual[id] != record { return }
      }
      #expect(try copy.balances() == ledger.balances(), "seed \(seed)")
      // The ledger knows its own export, and the copy's is the same file.
      let before = try ledger.book.log.lastPosition()
      try ledger.importFile(bytes, named: "export")
      #expect(try ledger.book.log.lastPosition() == before, "seed \(seed)")
      #expect(Array(try copy.export(format).text.utf8) == bytes, "seed \(seed)")
    }
  }

  @Test("A table in the numbers of a region is read, too", arguments: ["de_DE", "fr_FR", "en_US"])
  func regional(_ name: String) throws {
    let ledger = try TestLedger()
    try ledger.live(40, seed: 7, texts: plainTexts, hasOpenings: false)
    var table = TableOptions()
    table.region = LedgerLocale(name)
    table.comment = table.region
    table.hasTotals = true
    let copy = try TestLedger()
    try copy.importFile(Array(try ledger.export(.csv, table: table).text.utf8), named: "export.csv")
    #expect(try copy.records() == ledger.records())
  }
}

/// Texts without characters that a journal of hledger has another meaning for.
private let plainTexts = [
  "REWE City", "Café Müller", "Zoë's bar", "a - b", "食品", "🍽️ lunch", "100 EUR", "Total", "Saldo",
]

/// Returns a text as a string of beancount can have it: without control characters, and with one sort of line breaks.
private func heldByBeancount(_ text: String) -> String {
  var held = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x0a, 0x85, 0x2028, 0x2029: held += "\n"
    case 0x09: held += "\t"
    case 0..<0x20, 0x7f..<0xa0: held += " "
    default: held.unicodeScalars.append(scalar)
    }
  }
  return held
}

extension TestLedger {
  /// Records a life with accounts, splits and transfers.
  fileprivate func live(_ count: Int, seed: UInt64, texts: [String], hasOpenings: Bool) throws {
    var random = SeededGenerator(seed: seed)
    func euros(_ max: Int64 = 50_000) -> Money {
      Money(minorUnits: Int64.random(in: 2...max, using: &random), currency: .eur)
    }
    let accounts = ["Giro", "card", "Visa Gold", "depot 2"]
    for name in accounts {
      let opening = hasOpenings ? euros() : Money(minorUnits: 0, currency: .eur)
      try book.openAccount(name: name, opening: opening, on: day("2025-01-01"))
    }
    try book.openAccount(
      name: "Dollars", opening: Money(minorUnits: 0, currency: currency("USD")), on: day("2025-01-01"))
    for name in ["Coffee shop", "食品", "pets"] { try book.addCategory(name: name) }
    let categories = ["food", "hotel", "coffee shop", "食品", "pets"]
    func some(_ percent: Int) -> String? {
      Int.random(in: 0..<100, using: &random) < percent ? texts.randomElement(using: &random) : nil
    }
    func tags() -> [String] {
      ["trip", "a b", "x:y"].filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
    }
    for _ in 0..<count {
      let date = day("2025-01-02").adding(days: Int.random(in: 0..<300, using: &random))
      let vendor = some(90)
      let note = some(30)
      let id: TransactionID
      if Int.random(in: 0..<4, using: &random) == 0 {
        let two = accounts.shuffled(using: &random)
        let isAbroad = Int.random(in: 0..<4, using: &random) == 0
        let arrived = Money(minorUnits: Int64.random(in: 2...9_999, using: &random), currency: currency("USD"))
        id = try #require(
          try book.transfer(
            TransferRequest(
              money: euros(), received: isAbroad ? arrived : nil, date: date, from: two[0],
              to: isAbroad ? "Dollars" : two[1], vendor: vendor, note: note, tags: tags())
          ).transaction)
      } else {
        let kind: TransactionKind = Int.random(in: 0..<5, using: &random) == 0 ? .income : .expense
        let isRefund = Int.random(in: 0..<6, using: &random) == 0
        let money = euros()
        let category = categories.randomElement(using: &random)
        id = try #require(
          try book.record(
            RecordRequest(
              kind: kind,
              money: Money(minorUnits: isRefund ? -money.minorUnits : money.minorUnits, currency: .eur),
              date: date, vendor: vendor, category: category,
              payment: [.card, .cash].randomElement(using: &random), note: note,
              account: Int.random(in: 0..<4, using: &random) == 0
                ? nil : accounts.randomElement(using: &random),
              tags: tags(), flags: Bool.random(using: &random) ? [] : [.paid, .unreimbursed])
          ).transaction)
        if Int.random(in: 0..<3, using: &random) == 0 {
          let other = categories.randomElement(using: &random)
          // The category of a receipt that is split completely is not in a journal.
          let units = Int64.random(in: 1..<money.minorUnits, using: &random) * (isRefund ? -1 : 1)
          try book.addItems(
            [LineItem(name: "part", money: Money(minorUnits: units, currency: .eur), category: other)], to: id)
        }
      }
      if Bool.random(using: &random) { try book.perform(.clear(true), on: id) }
    }
  }

  /// Everything that a format holds of each transaction.
  fileprivate func records(_ held: (String) -> String = { $0 }) throws -> [TransactionID: String] {
    var filter = TransactionFilter()
    filter.stages = [.saved]
    var records: [TransactionID: String] = [:]
    try book.journal(filter) { listed in
      let row = listed.row
      let shares = row.shares.map { "\($0.category ?? "–") \($0.minorUnits)" }
      let parts: [String] = [
        row.kind.rawValue, row.money?.description ?? "", row.date?.iso ?? "", row.category ?? "–",
        row.payment?.rawValue ?? "–", row.account ?? "–", row.toAccount ?? "–", row.arrival?.description ?? "–",
        row.tags.joined(separator: "+"), row.flags.names.joined(separator: "+"),
        row.isCleared ? "cleared" : "open",
        shares.joined(separator: "+"), row.vendor.map(held) ?? "–", row.note.map(held) ?? "–",
      ]
      records[row.id] = parts.joined(separator: " | ")
    }
    return records
  }

  fileprivate func balances() throws -> [String] {
    try book.accounts().flatMap { account in
      account.balances.filter { $0.balance.minorUnits != 0 }.map {
        "\(account.name) \($0.balance) \($0.cleared)"
      }
    }.sorted()
  }
}
