package import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

/// The differences between two generations of models: row by row, and in the sums.
public struct ModelsComparison: Hashable, Sendable {
  /// The tables that differ, by name.
  package internal(set) var tables: [TableDifference] = []
  /// Transactions whose row differs.
  package internal(set) var transactions = 0
  /// The differences in sums of money: of months, then of accounts, then of budgets.
  package internal(set) var money: [MoneyDifference] = []
  /// The first differences, in words.
  package internal(set) var samples: [String] = []
  /// Tables and columns that only one of the two has: another version's.
  package internal(set) var shapes: [String] = []
  /// Rows that were compared.
  package internal(set) var rows: Int64 = 0
  /// The position that both are the fold of.
  package internal(set) var position: Position = 0

  /// Whether every row is the same.
  public var isSame: Bool { tables.isEmpty }

  /// Adds the differences of a comparison of history, under the tables' names after `history`.
  mutating func addHistory(_ found: (tables: [(table: TableDifference, rows: Int64)], samples: [String])) {
    for (table, rows) in found.tables {
      self.rows += rows
      guard table.count > 0 else { continue }
      var named = TableDifference(table: "history \(table.table)")
      (named.added, named.removed, named.changed) = (table.added, table.removed, table.changed)
      tables.append(named)
    }
    samples += found.samples.prefix(20).map { "history " + $0 }
  }

  /// Notes that history cannot be compared, because it cannot be read or updated.
  mutating func addDamagedHistory() {
    var blocks = TableDifference(table: "history facet_block")
    blocks.changed = 1
    tables.append(blocks)
    samples.append("history: it cannot be read or updated")
  }
}

/// The differences of a table.
package struct TableDifference: Hashable, Sendable {
  /// Its name.
  package let table: String
  /// Rows that are new.
  package internal(set) var added = 0
  /// Rows that go.
  package internal(set) var removed = 0
  /// Rows with other values.
  package internal(set) var changed = 0

  /// How many rows differ.
  var count: Int { added + removed + changed }
}

/// The difference of a sum.
package struct MoneyDifference: Hashable, Sendable {
  /// The figure.
  package let figure: Figure
  /// The difference: positive if the new figure is larger.
  package let money: Money

  /// A figure that people see.
  package enum Figure: Hashable, Sendable {
    /// The money spent, received or moved in a month.
    case month(CivilMonth, TransactionKind)
    /// The balance of an account, by its key.
    case balance(String)
    /// The money that a month adds to a category, by its key, or `nil` for the money to budget.
    case budget(String?, CivilMonth)

    fileprivate var order: (place: Int, name: String) {
      switch self {
      case .month(let month, let kind): (0, "\(month.iso) \(kind.code)")
      case .balance(let account): (1, account)
      case .budget(let category, let month): (2, "\(month.iso) \(category ?? "")")
      }
    }
  }
}

/// Compares the tables of two generations.
struct Comparer {
  /// The generation in service.
  let old: Connection
  /// The generation to compare it with.
  let new: Connection

  private struct Bucket: Hashable {
    let figure: MoneyDifference.Figure
    let currency: CurrencyCode
  }

  static let samples = 20

  /// Compares a history at one position with models that are its fold.
  ///
  /// The result has every table, equal ones too, and the first differences in words. The blocks of history are compared
  /// with all of its versions.
  func compareHistory() throws -> (tables: [(table: TableDifference, rows: Int64)], samples: [String]) {
    var tables: [(table: TableDifference, rows: Int64)] = []
    var samples: [String] = []
    for table in ModelTable.ofHistory.map(\.name) + Total.ofHistory.map(\.table) {
      var own = ModelsComparison()
      var sums: [Bucket: Int64] = [:]
      try compare(table, &own, &sums)
      tables.append((own.tables.first ?? TableDifference(table: table), own.rows))
      samples += own.samples
    }
    let blocks = try compareVersionFacets()
    tables.append((blocks.table, blocks.rows))
    if let sample = blocks.sample { samples.append(sample) }
    return (tables, samples)
  }

  func compare() throws -> ModelsComparison {
    var comparison = ModelsComparison()
    var sums: [Bucket: Int64] = [:]
    let (mine, others) = (try tables(new), try tables(old))
    for table in Set(mine).symmetricDifference(others).sorted() {
      comparison.shapes.append("the table \(table)")
    }
    for table in mine where others.contains(table) && !Self.isNumbered(table) {
      try compare(table, &comparison, &sums)
    }
    if mine.contains(where: Self.isNumbered), others.contains(where: Self.isNumbered) {
      try compareBlocks(&comparison)
      // A value is named in words by its first column.
      let columns = ["value", "facet", "folded", "uses"]
      try compare("facet_value", columns, key: ["facet", "value"], &comparison, &sums)
    }
    comparison.money = sums.filter { $0.value != 0 }
      .sorted { left, right in
        let (one, other) = (left.key.figure.order, right.key.figure.order)
        return one == other ? left.key.currency < right.key.currency : one < other
      }
      .map { MoneyDifference(figure: $0.figure, money: Money(minorUnits: $1, currency: $0.currency)) }
    return comparison
  }

  private func compare(
    _ table: String, _ comparison: inout ModelsComparison, _ sums: inout [Bucket: Int64]
  ) throws {
    let (mine, others) = (
      try TableRows.columns(of: table, new), try TableRows.columns(of: table, old)
    )
    let columns = mine.filter { others.contains($0) }
    for column in Set(mine).symmetricDifference(others).sorted() {
      comparison.shapes.append("the column \(column) of \(table)")
    }
    let key = try TableRows.columns(of: table, new, onlyKey: true)
    try compare(table, columns, key: key, &comparison, &sums)
  }

  private func compare(
    _ table: String, _ columns: [String], key: [String], _ comparison: inout ModelsComparison,
    _ sums: inout [Bucket: Int64]
  ) throws {
    var (left, right) = (
      try TableRows(table, columns: columns, old, key: key),
      try TableRows(table, columns: columns, new, key: key)
    )
    var difference = TableDifference(table: table)
    func note(_ before: [TableCell]?, _ after: [TableCell]?) {
      if before == nil {
        difference.added += 1
      } else if after == nil {
        difference.removed += 1
      } else {
        difference.changed += 1
      }
      if comparison.samples.count < Self.samples {
        comparison.samples.append(Self.words(table, columns, before, after))
      }
      if table == ModelTable.transactions.name { comparison.transactions += 1 }
      for (row, sign) in [(before, -1), (after, 1)] as [([TableCell]?, Int64)] {
        guard let row else { continue }
        let cells = Dictionary(zip(columns, row)) { first, _ in first }
        if let (figure, units) = Self.part(of: table, cells),
          let currency = cells["currency"]?.string.flatMap({ CurrencyCode($0) })
        {
          // Modulo 2^64: the difference is right whenever it fits, whatever the sums are.
          sums[Bucket(figure: figure, currency: currency), default: 0] &+= sign &* units
        }
      }
    }
    while left.row != nil || right.row != nil {
      comparison.rows += 1
      let (key, other) = (left.key, right.key)
      let isLeft = key == other || Self.precedes(key, other)
      let isRight = key == other || !isLeft
      let (before, after) = (isLeft ? left.row : nil, isRight ? right.row : nil)
      if before != after { note(before, after) }
      if isLeft { try left.advance() }
      if isRight { try right.advance() }
    }
    if difference.count > 0 { comparison.tables.append(difference) }
  }

  /// Whether a row comes before another by their keys. A missing row comes last.
  private static func precedes(_ left: [TableCell]?, _ right: [TableCell]?) -> Bool {
    guard let left else { return false }
    guard let right else { return true }
    for (mine, other) in zip(left, right) where mine != other { return mine.precedes(other) }
    return false
  }

  /// Returns the figure of money that a row is part of, and its part in minor units.
  private static func part(
    of table: String, _ cells: [String: TableCell]
  ) -> (figure: MoneyDifference.Figure, units: Int64)? {
    func number(_ column: String) -> Int64? { cells[column]?.integer }
    let kind = number("kind").flatMap(TransactionKind.init(code:))
    let month = number("month").map { CivilMonth(index: Int32(truncatingIfNeeded: $0)) }
    switch table {
    case ModelTable.transactions.name:
      guard number("stage") == Int64(TransactionRow.Stage.saved.code), let kind,
        let day = number("date"), let units = number("minor_units")
      else { return nil }
      let month = CivilDate(dayNumber: Int32(truncatingIfNeeded: day)).civilMonth
      return (.month(month, kind), units)
    case "account_total":
      guard let account = cells["account"]?.string, let kind, let units = number("total") else { return nil }
      return (.balance(AccountState.key(of: account)), kind == .income ? units : 0 &- units)
    case "account_row":
      guard let account = cells["key"]?.string, let units = number("opening") else { return nil }
      return (.balance(account), units)
    case "budget_total":
      guard let line = cells["line"]?.string.flatMap(BudgetLine.init(text:)), let month,
        let units = number("total")
      else { return nil }
      switch line {
      case .income: return (.budget(nil, month), units)
      case .transfer: return (.budget(nil, month), 0 &- units)
      case .category(let key): return (.budget(key, month), 0 &- units)
      }
    case "budget_row":
      guard let category = cells["category"]?.string, let month, let units = number("budgeted") else {
        return nil
      }
      return (.budget(category, month), units)
    default: return nil
    }
  }

  private static func words(
    _ table: String, _ columns: [String], _ before: [TableCell]?, _ after: [TableCell]?
  ) -> String {
    guard let row = before ?? after else { return table }
    let name = "\(table) \(row.first?.words ?? "")"
    guard let before else { return "\(name): new" }
    guard let after else { return "\(name): gone" }
    let changed = columns.indices.filter { before[$0] != after[$0] }
    return "\(name): "
      + changed.map { "\(columns[$0]) \(before[$0].words) → \(after[$0].words)" }.joined(separator: ", ")
  }

  /// Returns the tables that a rebuild fills.
  private func tables(_ connection: Connection) throws -> [String] {
    var tables: [String] = []
    let statement = try connection.statement(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name <> 'model' AND name NOT LIKE 'sqlite_%' ORDER BY name
      """)
    try statement.forEachRow { tables.append($0.string(0)) }
    return tables
  }
}
