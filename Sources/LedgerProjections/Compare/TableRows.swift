internal import LedgerBytes
internal import LedgerSQLite

/// A value of a table, in the order that SQLite gives values of different kinds.
enum TableCell: Hashable {
  case null
  case integer(Int64)
  case text([UInt8])
  case blob([UInt8])

  func precedes(_ other: TableCell) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)), (.blob(let left), .blob(let right)):
      left.lexicographicallyPrecedes(right)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer: 1
    case .text: 2
    case .blob: 3
    }
  }

  var string: String? {
    if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The cell as a person reads it.
  var words: String {
    switch self {
    case .null: "nothing"
    case .integer(let value): String(value)
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): UniqueID(bytes: bytes).map(\.description) ?? "\(bytes.count) bytes"
    }
  }
}

/// A table, row after row in the order of its key.
struct TableRows {
  let columns: [String]
  private let keys: [Int]
  private let statement: Statement
  private(set) var row: [TableCell]?

  /// Begins with the first row.
  ///
  /// - Parameter given: The columns of the key, for a view, which does not declare them.
  init(_ table: String, columns: [String], _ connection: Connection, key given: [String]? = nil) throws {
    let primary = try given ?? Self.columns(of: table, connection, onlyKey: true)
    self.columns = columns
    keys = primary.compactMap { columns.firstIndex(of: $0) }
    func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
    statement = try connection.statement("SELECT \(list(columns)) FROM \"\(table)\" ORDER BY \(list(primary))")
    try advance()
  }

  mutating func advance() throws {
    guard try statement.step() else {
      statement.reset()
      row = nil
      return
    }
    row = columns.indices.map { TableCell(statement, Int32($0)) }
  }

  /// The key of the row.
  var key: [TableCell]? { row.map { row in keys.map { row[$0] } } }

  /// Returns the columns of a table, or those of its key in their order.
  static func columns(of table: String, _ connection: Connection, onlyKey: Bool = false) throws -> [String] {
    var names: [String] = []
    let statement = try connection.statement(
      onlyKey
        ? "SELECT name FROM pragma_table_info(?1) WHERE pk > 0 ORDER BY pk"
        : "SELECT name FROM pragma_table_info(?1)")
    try statement.bind(1, text: table)
    try statement.forEachRow { names.append($0.string(0)) }
    return names
  }
}

extension TableCell {
  /// Reads a column of a row.
  init(_ statement: Statement, _ column: Int32) {
    self =
      switch statement.kind(column) {
      case .null: .null
      case .integer: .integer(statement.int64(column))
      case .text: .text(statement.bytes(column))
      case .blob: .blob(statement.bytes(column))
      }
  }
}
