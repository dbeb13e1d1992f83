package import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

/// The differences between two generations of models: row by row, and in the sums.
public struct ModelsComparison: Hashable, Sendable {
  /// The tables that differ, by name.
  package internal(set) var tables: [TableDifference] = []
  /// Transactions whose row differs.
  package internal(set) var transactions = 0
  /// The differences in the sums of saved transactions, by month, kind and currency.
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
  /// The month.
  package let month: CivilMonth
  /// Expense, income or transfer.
  package let kind: TransactionKind
  /// The difference: positive if the new sum is larger.
  package let money: Money
}

/// Compares the tables of two generations.
struct Comparer {
  /// The generation in service.
  let old: Connection
  /// The generation to compare it with.
  let new: Connection

  private struct Bucket: Hashable {
    let month: CivilMonth
    let kind: TransactionKind
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
        if left.key.month != right.key.month { return left.key.month < right.key.month }
        if left.key.kind != right.key.kind { return left.key.kind.code < right.key.kind.code }
        return left.key.currency < right.key.currency
      }
      .map {
        MoneyDifference(month: $0.month, kind: $0.kind, money: Money(minorUnits: $1, currency: $0.currency))
      }
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
      guard table == ModelTable.transactions.name else { return }
      comparison.transactions += 1
      Self.count(before, columns, -1, &sums)
      Self.count(after, columns, 1, &sums)
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

  /// Adds the contribution of a row of transactions to the sums.
  private static func count(
    _ row: [TableCell]?, _ columns: [String], _ sign: Int64, _ sums: inout [Bucket: Int64]
  ) {
    guard let row else { return }
    func cell(_ column: String) -> TableCell? { columns.firstIndex(of: column).map { row[$0] } }
    guard cell("stage")?.integer == Int64(TransactionRow.Stage.saved.code),
      let day = cell("date")?.integer, let units = cell("minor_units")?.integer,
      let kind = cell("kind")?.integer.flatMap(TransactionKind.init(code:)),
      case .text(let code)? = cell("currency"),
      let currency = CurrencyCode(String(decoding: code, as: UTF8.self))
    else { return }
    let month = CivilDate(dayNumber: Int32(truncatingIfNeeded: day)).civilMonth
    // Modulo 2^64: the difference is right whenever it fits, whatever the sums are.
    sums[Bucket(month: month, kind: kind, currency: currency), default: 0] &+= sign &* units
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
