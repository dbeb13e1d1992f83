import EventLog
import LedgerBytes
import LedgerDomain
import LedgerSQLite

@testable import LedgerProjections

/// The rows of every table of a ledger's read models, in a form that can be compared between devices.
///
/// Surrogates are replaced by their values, rows are sorted, and every value is a literal as SQLite would write it.
struct PropertyTables: Equatable {
  /// By table its rows, each as `column=value` in the order of the columns' names.
  private(set) var rows: [String: [String]] = [:]

  init() {}

  /// Reads every table but `model`, which has the models' position.
  init(_ connection: Connection, _ log: LedgerLog) throws {
    for table in try Self.tables(connection) { rows[table] = try Self.rows(of: table, connection, log) }
    rows["facet_block"] = try Self.blockDifferences(connection)
  }

  /// Adds a row of a table, by column.
  mutating func add(_ columns: [String: String], to table: String) {
    rows[table, default: []].append(Self.text(columns))
  }

  /// Adds a table without a row.
  mutating func addTable(_ table: String) { rows[table] = rows[table] ?? [] }

  /// Sorts what was added.
  mutating func sort() { for table in rows.keys { rows[table]?.sort() } }

  /// The rows of one table, by column name.
  static func rows(of table: String, _ connection: Connection, _ log: LedgerLog) throws -> [String] {
    var columns: [(name: String, isSurrogate: Bool)] = []
    let names = try connection.statement("SELECT name, type FROM pragma_table_info(?1)")
    try names.bind(1, text: table)
    try names.forEachRow { row in
      let name = row.string(0)
      columns.append((name, (name == "key" || name == "stream") && row.string(1) == "INTEGER"))
    }
    let list = columns.map { $0.isSurrogate ? "\"\($0.name)\"" : "quote(\"\($0.name)\")" }.joined(
      separator: ", ")
    var rows: [String] = []
    try connection.statement("SELECT \(list) FROM \"\(table)\"").forEachRow { row in
      var values: [String: String] = [:]
      for (index, column) in columns.enumerated() {
        let place = Int32(index)
        values[column.name] =
          column.isSurrogate
          ? (try? log.stream(key: row.number(place)).description) ?? "no stream \(row.int64(place))"
          : row.string(place)
      }
      rows.append(text(values))
    }
    return rows.sorted()
  }

  /// The differences between blocks and rows, and between numbered values and blocks. There should be no difference.
  ///
  /// Their numbers depend on the order of arrival, so they are compared with the rows of their own ledger.
  private static func blockDifferences(_ connection: Connection) throws -> [String] {
    var wanted: [String] = []
    try connection.statement(
      """
      SELECT key, ifnull(date, \(FacetEntry.noDate)), created, minor_units, currency, category, hex(group_id), vendor,
        account, iif(tags = '[]', NULL, tags), hex(rule), to_account, parts,
        stage, kind, payment, paid, reimbursed, cleared, attachments <> '[]'
      FROM transaction_row
      """
    ).forEachRow { row in wanted.append((0..<row.columnCount).map { row.string($0) }.joined(separator: "|")) }
    var uses: [String: Int] = [:]
    let names = try connection.statement(
      "SELECT facet, id, iif(typeof(value) = 'blob', hex(value), value), uses FROM facet_value")
    var texts: [String: String] = [:]
    try names.forEachRow { row in
      texts["\(row.int64(0)) \(row.int64(1))"] = row.string(2)
      uses["\(row.int64(0)) \(row.int64(1))"] = -Int(row.int64(3))
    }
    var found: [String] = []
    try FacetScan(connection, .everything).forEach(.ofModels) { block, last in
      for place in 0..<block.selected {
        let index = block.selection[place]
        let entry = block.entry(index)
        if entry.date > last { found.append("a block ends before \(entry)") }
        for facet in Facet.allCases where entry.values[facet] != 0 {
          uses["\(facet.rawValue) \(entry.values[facet])", default: 0] += 1
        }
        func text(_ facet: Facet) -> String { texts["\(facet.rawValue) \(entry.values[facet])"] ?? "" }
        func flag(_ value: Bool?) -> String { value.map { $0 ? "1" : "0" } ?? "" }
        let bits = entry.bits
        let values: [String] = [
          "\(block.key(index))", "\(entry.date)", "\(Int64(bitPattern: entry.created))",
          bits.hasUnits ? "\(entry.units)" : "", text(.currency), text(.category), text(.group), text(.vendor),
          text(.account), text(.tags), text(.rule), text(.toAccount), text(.parts), "\(bits.stage)",
          "\(bits.kind)",
          bits.payment?.rawValue ?? "",
          flag(bits.paid), flag(bits.reimbursed), flag(bits.isCleared), flag(bits.hasPhoto),
        ]
        found.append(values.joined(separator: "|"))
      }
      return true
    }
    let blocks = try FacetCheck(blocksOf: connection, rowsOf: connection).damaged
    let left = Set(wanted.map { Array($0.utf8) })
    let right = Set(found.map { Array($0.utf8) })
    return left.symmetricDifference(right).map { String(decoding: $0, as: UTF8.self) }.sorted()
      + uses.filter { $0.value != 0 }.map { "value \($0.key): used \($0.value) times more" }.sorted()
      + blocks.map { "block \($0): damaged, or of other dates" }
  }

  private static func tables(_ connection: Connection) throws -> [String] {
    var tables: [String] = []
    let statement = try connection.statement(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'model'
      AND name NOT LIKE 'facet%' AND name NOT LIKE 'sqlite_%'
      """)
    try statement.forEachRow { tables.append($0.string(0)) }
    return tables
  }

  private static func text(_ columns: [String: String]) -> String {
    columns.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }

  /// The first differences to another, a few lines, or `nil` if they are equal.
  ///
  /// Texts are compared by their bytes: what is equal to the eye is not equal.
  func difference(to other: PropertyTables, _ mine: String, _ others: String) -> String? {
    var lines: [String] = []
    for table in Set(rows.keys).union(other.rows.keys).sorted() {
      let left = Set((rows[table] ?? []).map { Array($0.utf8) })
      let right = Set((other.rows[table] ?? []).map { Array($0.utf8) })
      let isSameCount = rows[table]?.count ?? 0 == other.rows[table]?.count ?? 0
      if left == right, isSameCount { continue }
      func show(_ rows: Set<[UInt8]>, _ name: String) {
        for row in rows.map({ String(decoding: $0, as: UTF8.self) }).sorted().prefix(2) {
          lines.append("    \(table), \(name) only: \(row)")
        }
      }
      show(left.subtracting(right), mine)
      show(right.subtracting(left), others)
      if !isSameCount {
        lines.append("    \(table): \(rows[table]?.count ?? 0) and \(other.rows[table]?.count ?? 0) rows")
      }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
