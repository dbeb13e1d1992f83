import LedgerBook
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

/// A table that keeps the texts of its cells.
private struct TextTable: RecordTable {
  var rows: [[String]] = []

  mutating func row(_ cells: [RecordCell]) {
    rows.append(
      cells.map { cell in
        switch cell {
        case .empty: ""
        case .text(let text): text ?? ""
        case .header(let text): text
        case .number(let number): "\(number)"
        case .date(let date): date?.iso ?? ""
        case .money(let money): money?.decimal ?? ""
        }
      })
  }
}

@Suite("Tables of records count the transactions that they list")
struct LaterRecordTests {
  private func tables(_ book: Book, through day: CivilDate?) throws -> [RecordTableName: [[String]]] {
    var filter = TransactionFilter()
    filter.through = day
    let written = try RecordTables(hasNames: false) { _, _ in TextTable() }.write(book, filter)
    return Dictionary(uniqueKeysWithValues: written.map { ($0.name, $0.table.rows) })
  }

  @Test("Accounts, budgets and goals count what is dated up to the last day of the list, or all of it")
  func later() throws {
    let ledger = try TestLedger()
    let book = ledger.book
    try book.openAccount(
      name: "Giro", opening: Money(minorUnits: 10_000, currency: .eur), on: day("2026-01-01"))
    for (date, units) in [("2026-06-16", 1_000), ("2190-02-01", 500), ("2190-06-01", 30)] as [(String, Int64)] {
      try book.record(
        RecordRequest(
          money: Money(minorUnits: units, currency: .eur), date: day(date), vendor: "Taxi", category: "taxi",
          payment: .card, account: "giro"))
    }
    try book.createGoal(name: "Bike", target: Money(minorUnits: 80_000, currency: .eur))
    let goal = try book.resolveGoal("bike").id
    try book.contribute(Money(minorUnits: 2_000, currency: .eur), to: goal, on: day("2026-06-16"))
    try book.contribute(Money(minorUnits: 4_000, currency: .eur), to: goal, on: day("2190-02-01"))
    for (last, count, balance, spent, saved) in [
      (nil, 3, "84.70", ["-10.00", "-5.00", "-0.30"], "60.00"),
      (day("2190-03-31"), 2, "85.00", ["-10.00", "-5.00"], "60.00"),
      (day("2026-06-30"), 1, "90.00", ["-10.00"], "20.00"),
    ] as [(CivilDate?, Int, String, [String], String)] {
      let tables = try tables(book, through: last)
      let comment: Comment = "\(last?.iso ?? "all")"
      #expect(tables[.transactions]?.count == count, comment)
      #expect(tables[.accounts]?.map { $0[4] } == [balance], comment)
      #expect(tables[.budget]?.filter { $0[2] == "taxi" }.map { $0[5] } == spent, comment)
      #expect(tables[.goals]?.map { $0[5] } == [saved], comment)
    }
  }
}
