import EventLog
import LedgerBytes
import LedgerDomain
import LedgerSQLite

@testable import LedgerBook
@testable import LedgerProjections

/// The tables of one position, as history shows them and as a fold gives them, row by row as text.
enum HistoryTables {
  /// What screens of the past read. What became of each field is in no table of history.
  static let names =
    ModelTable.ofHistory.map(\.name) + Total.ofHistory.map(\.table) + ["transaction_tag"]

  /// The rows of every table, and what filters see of every transaction, texts resolved.
  static func rows(_ models: ReadModels) throws -> [String: [String]] {
    try models.read { reader in
      var tables: [String: [String]] = [:]
      for name in names {
        // By name, as a view may have the columns in another order than the table.
        let columns = try columns(of: name, reader.connection)
        let list = columns.map { "quote(\"\($0)\")" }.joined(separator: ", ")
        var rows: [String] = []
        try reader.connection.statement("SELECT \(list) FROM \(name)").forEachRow { row in
          rows.append(
            (0..<row.columnCount).map { "\(columns[Int($0)])=\(row.string($0))" }.joined(separator: " "))
        }
        tables[name] = rows.sorted()
      }
      tables["facets"] = try facets(reader)
      return tables
    }
  }

  private static func columns(of name: String, _ connection: Connection) throws
    -> [String]
  {
    var columns: [String] = []
    let info = try connection.statement("SELECT name FROM pragma_table_info(?1) ORDER BY name")
    try info.bind(1, text: name)
    try info.forEachRow { columns.append($0.string(0)) }
    return columns
  }

  private static func facets(_ reader: ModelReader) throws -> [String] {
    let values = FacetValues(connection: reader.connection)
    var texts: [Facet: [String]] = [:]
    for facet in Facet.allCases {
      texts[facet] =
        facet.isOfIdentifiers
        ? try values.identifiers(facet).map { $0?.description ?? "" }
        : try values.texts(facet).map { $0 ?? "" }
    }
    var rows: [String] = []
    try reader.scan(.everything).forEach(.ofModels) { block, last in
      for place in 0..<block.selected {
        let index = block.selection[place]
        if block.value(.date, index) > last { rows.append("a block ends before a date of it") }
        let numbers: [FacetColumn] = [.date, .milliseconds, .counter, .units, .bits]
        var parts = ["\(block.key(index))"] + numbers.map { String(block.value($0, index)) }
        for facet in Facet.allCases {
          parts.append(texts[facet]?[Int(block.value(FacetColumn(facet), index))] ?? "?")
        }
        rows.append(parts.joined(separator: "|"))
      }
      return true
    }
    return rows.sorted()
  }

  /// The first differences between the history of a book and a fold, at a position. Empty if they are equal.
  ///
  /// Texts are compared by their bytes.
  static func differences(_ book: Book, at position: Position) throws -> [String] {
    let past = ReadModels(of: book.log, asOf: .position(position), history: book.settings.folder + "/models")
    let fold = ReadModels(of: book.log, asOf: .position(position))
    defer {
      past.close()
      fold.close()
    }
    try past.catchUp()
    guard case .history? = past.source else { return ["history does not serve position \(position)"] }
    let (left, right) = (try rows(past), try rows(fold))
    var lines: [String] = []
    for name in names + ["facets"] {
      let mine = Set((left[name] ?? []).map { Array($0.utf8) })
      let others = Set((right[name] ?? []).map { Array($0.utf8) })
      if mine == others, left[name]?.count == right[name]?.count { continue }
      for row in mine.subtracting(others).prefix(2) {
        lines.append("\(name), history only: \(String(decoding: row, as: UTF8.self))")
      }
      for row in others.subtracting(mine).prefix(2) {
        lines.append("\(name), fold only: \(String(decoding: row, as: UTF8.self))")
      }
      lines.append("\(name): \(left[name]?.count ?? 0) and \(right[name]?.count ?? 0) rows")
    }
    return lines
  }
}
