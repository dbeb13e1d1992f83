import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// The balances of accounts that programs of other people find in our exports are ours, at the end of every month.
///
/// `ORACLE_COUNT` and `ORACLE_SEED` choose other random transactions.
@Suite("Oracle: balances")
struct OracleBalanceTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let currencies = ["EUR", "USD", "JPY", "CHF"].map(currency)
  private static let months = (0..<12).map { day("2025-01-01").adding(months: $0).civilMonth }

  /// A balance at the end of a month.
  private struct Key: Hashable, Comparable {
    let account: String
    let month: String

    static func < (left: Key, right: Key) -> Bool {
      (left.account, left.month) < (right.account, right.month)
    }
  }

  @Test(
    "hledger finds our balances at the end of every month",
    .enabled(if: OracleProgram.hledger.isThere, "hledger is not installed"))
  func hledger() throws {
    try compare { file in
      var found: [Key: Int64] = [:]
      let output = try OracleProgram.run([
        "hledger", "-f", file, "balance", "assets", "--flat", "-M", "-H", "-E", "-O", "csv", "--layout=tidy",
        "-b", "2025-01-01", "-e", "2026-01-01",
      ])
      for line in output.split(separator: "\n").dropFirst() {
        let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
        try #require(cells.count == 6, "\(line)")
        try Self.add(cells[0], String(cells[2].prefix(7)), cells[4], cells[5], to: &found)
      }
      return found
    }
  }

  @Test(
    "ledger finds our balances at the end of every month",
    .enabled(if: OracleProgram.ledger.isThere, "ledger is not installed"))
  func ledger() throws {
    try compare { file in
      var found: [Key: Int64] = [:]
      for month in Self.months {
        let output = try OracleProgram.run([
          "ledger", "--args-only", "-f", file, "balance", "assets", "--flat", "--no-total", "--empty",
          "--end", month.last.adding(days: 1).iso, "--balance-format", "%(account)\t%(strip(display_total))\n",
        ])
        for line in output.split(separator: "\n") {
          let cells = line.split(separator: "\t")
          guard cells.count == 2, cells[1] != "0" else { continue }
          let words = cells[1].split(separator: " ")
          try #require(words.count == 2, "\(line)")
          try Self.add(String(cells[0]), month.iso, String(words[1]), String(words[0]), to: &found)
        }
      }
      return found
    }
  }

  private static func add(
    _ account: String, _ month: String, _ code: String, _ decimal: String, to found: inout [Key: Int64]
  ) throws {
    if decimal == "0" { return }
    let currency = try #require(Currency(code))
    let units = try AmountParser.minorUnits(decimal: decimal, currency: currency)
    let key = Key(account: String(account.dropFirst("assets:".count)), month: month)
    if units != 0 { found[key] = units }
  }

  private func compare(_ balances: (String) throws -> [Key: Int64]) throws {
    let ledger = try TestLedger()
    let count = Self.environment["ORACLE_COUNT"].flatMap(Int.init) ?? 4_000
    try Self.fill(ledger, count, seed: Self.environment["ORACLE_SEED"].flatMap(UInt64.init) ?? 1)
    let file = ledger.folder + "/balances.journal"
    try ledger.export(.hledger).text.write(toFile: file, atomically: true, encoding: .utf8)
    let found = try balances(file)
    let expected = try Self.expected(ledger.book)
    #expect(expected.count > 100)
    let different = Set(found.keys).union(expected.keys).sorted().filter { found[$0] != expected[$0] }
    #expect(different.isEmpty, "\(different.count) of \(expected.count) differ, such as \(different.prefix(3))")
    // The balances on the screen are those of the last month.
    let last = try ledger.book.accounts().map { ($0.name, $0.balances[0].balance.minorUnits) }
    for (name, units) in last { #expect(found[Key(account: name, month: "2025-12")] ?? 0 == units, "\(name)") }
  }

  /// Twelve accounts in four currencies, with expenses, income and transfers of one year.
  private static func fill(_ ledger: TestLedger, _ count: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var names: [(name: String, currency: Currency)] = []
    for index in 0..<12 {
      let currency = currencies[index % 4]
      let opening = Money(minorUnits: Int64.random(in: -50_000...900_000, using: &random), currency: currency)
      names.append(("Account \(index)", currency))
      try ledger.book.openAccount(
        name: "Account \(index)", kind: index < 9 ? .budget : .tracking, opening: opening, on: day("2025-01-01")
      )
    }
    var events: [(TransactionEvent, TransactionID)] = []
    for _ in 0..<count {
      let id = TransactionID(UniqueID.random(using: &random))
      let date = day("2025-01-01").adding(days: Int.random(in: 0..<365, using: &random))
      let source = names[Int.random(in: 0..<12, using: &random)]
      let target = names[Int.random(in: 0..<12, using: &random)]
      let money = Money(minorUnits: Int64.random(in: 1...90_000, using: &random), currency: source.currency)
      let kind = Int.random(in: 0..<3, using: &random)
      if kind < 2 || source.name == target.name {
        let isExpense = kind == 0
        let recorded = TransactionRecorded(
          origin: .manual, on: date, kind: isExpense ? .expense : .income, money: money, date: date,
          category: "food", payment: isExpense ? .card : nil, account: source.name)
        events.append((.transactionRecorded(recorded), id))
      } else {
        let differs = source.currency != target.currency
        let received = Money(
          minorUnits: Int64.random(in: 1...90_000, using: &random), currency: target.currency)
        let recorded = TransferRecorded(
          origin: .manual, on: date, money: money, received: differs ? received : nil, date: date,
          account: source.name, toAccount: target.name, category: "food")
        events.append((.transferRecorded(recorded), id))
      }
    }
    try ledger.append(events)
  }

  /// The balances of each account at the end of each month, from its rows.
  private static func expected(_ book: Book) throws -> [Key: Int64] {
    var expected: [Key: Int64] = [:]
    for account in try book.accounts() {
      let names = Set(try book.accountTexts(of: account.key))
      var changes: [String: Int64] = [:]
      try book.journal { listed in
        guard let month = listed.row.date?.civilMonth.iso else { return }
        changes[month, default: 0] += listed.row.effect(in: account.currency, where: names.contains) ?? 0
      }
      var balance = account.row?.terms.opening.minorUnits ?? 0
      for month in months {
        balance += changes[month.iso] ?? 0
        if balance != 0 { expected[Key(account: account.name, month: month.iso)] = balance }
      }
    }
    return expected
  }
}
