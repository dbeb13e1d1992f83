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

  @Test(
    "beancount finds our balances at the end of every month",
    .enabled(if: OracleProgram.beancount.isThere, "beancount is not installed"))
  func beancount() throws {
    let script = """
      import sys
      from beancount import loader
      from beancount.core import data, inventory
      entries, errors, options = loader.load_file(sys.argv[1])
      if errors:
          sys.exit("\\n".join(f"{e.source.get('lineno')}: {e.message}" for e in errors[:10]))
      balances, last = {}, {}
      for entry in data.filter_txns(entries):
          for posting in entry.postings:
              if posting.account.startswith("Assets:"):
                  balance = balances.setdefault(posting.account, {})
                  code = posting.units.currency
                  balance[code] = balance.get(code, 0) + posting.units.number
                  last[posting.account, entry.date.isoformat()[:7]] = dict(balance)
      for account in balances:
          balance = {}
          for month in (f"2025-{m:02}" for m in range(1, 13)):
              balance = last.get((account, month), balance)
              for code, number in balance.items():
                  print(account, month, code, number, sep="\\t")
      """
    try compare(.beancount) { file in
      var found: [Key: Int64] = [:]
      for line in try OracleProgram.run([OracleProgram.python, "-c", script, file]).split(separator: "\n") {
        let cells = line.split(separator: "\t").map(String.init)
        try #require(cells.count == 4, "\(line)")
        // Our names are spelled with a hyphen there.
        let name = "assets:" + cells[0].dropFirst("Assets:".count).replacingOccurrences(of: "-", with: " ")
        try Self.add(name, cells[1], cells[2], cells[3], to: &found)
      }
      return found
    }
  }

  @Test(
    "hledger finds what we budgeted and what we spent of it, month by month",
    .enabled(if: OracleProgram.hledger.isThere, "hledger is not installed"))
  func budget() throws {
    let ledger = try TestLedger()
    let keys = ["food", "hotel", "taxi", "other"]
    try Self.fill(ledger, Self.count, seed: Self.seed, keys: keys)
    var random = SeededGenerator(seed: Self.seed &+ 1)
    for month in Self.months {
      for (currency, key) in Self.currencies.flatMap({ currency in keys.map { (currency, $0) } }) {
        let text = "\(Int.random(in: -40...900, using: &random))"
        try ledger.book.budget(text, for: key, in: BudgetScope(month, currency), locale: .default)
      }
    }
    let file = ledger.folder + "/budgets.journal"
    try ledger.export(.hledger).text.write(toFile: file, atomically: true, encoding: .utf8)
    _ = try OracleProgram.run(["hledger", "-f", file, "check", "--strict"])
    let output = try OracleProgram.run([
      "hledger", "-f", file, "balance", "--budget", "-M", "-E", "--flat", "-O", "csv", "-b", "2025-01-01", "-e",
      "2026-01-01", "expenses",
    ])
    var found: [String: [Int64]] = [:]
    for line in output.split(separator: "\n").dropFirst() {
      let cells = line.dropFirst().dropLast().components(separatedBy: "\",\"")
      guard cells[0].hasPrefix("expenses:") else { continue }
      try #require(cells.count == 25, "\(line)")
      for (place, month) in Self.months.enumerated() {
        for (column, cell) in [cells[1 + 2 * place], cells[2 + 2 * place]].enumerated() {
          for amount in cell.components(separatedBy: ", ") where amount.contains(" ") {
            let words = amount.split(separator: " ")
            let currency = try #require(CurrencyCode(String(words[1])))
            let units = try AmountParser.minorUnits(decimal: String(words[0]), currency: currency)
            let name = "\(cells[0].dropFirst(9)) \(month.iso) \(currency.code)"
            found[name, default: [0, 0]][column] = units
          }
        }
      }
    }
    var compared = 0
    for currency in Self.currencies {
      let sheet = try ledger.book.budgetSheet(currency)
      for month in Self.months {
        let figures = try sheet.month(month)
        for key in keys {
          compared += 1
          let ours = [0 - figures[key].activity, figures[key].budgeted]
          let theirs = found["\(key) \(month.iso) \(currency.code)"] ?? [0, 0]
          #expect(ours == theirs, "\(key) \(month.iso) \(currency.code)")
        }
      }
    }
    #expect(compared == 192)
  }

  private static func add(
    _ account: String, _ month: String, _ code: String, _ decimal: String, to found: inout [Key: Int64]
  ) throws {
    if decimal == "0" { return }
    let currency = try #require(CurrencyCode(code))
    let units = try AmountParser.minorUnits(decimal: decimal, currency: currency)
    let key = Key(account: String(account.dropFirst("assets:".count)), month: month)
    if units != 0 { found[key] = units }
  }

  private static var count: Int { environment["ORACLE_COUNT"].flatMap(Int.init) ?? 4_000 }
  private static var seed: UInt64 { environment["ORACLE_SEED"].flatMap(UInt64.init) ?? 1 }

  private func compare(
    _ program: OracleProgram = .hledger, _ balances: (String) throws -> [Key: Int64]
  ) throws {
    let ledger = try TestLedger()
    try Self.fill(ledger, Self.count, seed: Self.seed)
    let file = ledger.folder + "/balances.journal"
    try ledger.export(program == .beancount ? .beancount : .hledger).text.write(
      toFile: file, atomically: true, encoding: .utf8)
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
  ///
  /// - keys: The categories of expenses, for a ledger in which only transfers leave the budget. `nil` for any.
  private static func fill(
    _ ledger: TestLedger, _ count: Int, seed: UInt64, keys: [String]? = nil
  ) throws {
    var random = SeededGenerator(seed: seed)
    var names: [(name: String, currency: CurrencyCode)] = []
    for index in 0..<12 {
      let currency = currencies[index % 4]
      let opening = Money(minorUnits: Int64.random(in: -50_000...900_000, using: &random), currency: currency)
      names.append(("Account \(index)", currency))
      try ledger.book.openAccount(
        name: "Account \(index)", kind: index < 9 || keys != nil ? .budget : .tracking, opening: opening,
        on: day("2025-01-01")
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
        let recorded = TransactionEvent.Recorded(
          origin: .manual, on: date, kind: isExpense ? .expense : .income, money: money, date: date,
          category: keys?.randomElement(using: &random) ?? "food", payment: isExpense ? .card : nil,
          account: source.name)
        events.append((.transactionRecorded(recorded), id))
      } else {
        let differs = source.currency != target.currency
        let received = Money(
          minorUnits: Int64.random(in: 1...90_000, using: &random), currency: target.currency)
        let recorded = TransactionEvent.TransferRecorded(
          origin: .manual, on: date, money: money, received: differs ? received : nil, date: date,
          account: source.name, toAccount: target.name, category: keys == nil ? "food" : nil)
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
