internal import LedgerBytes
internal import LedgerSQLite

/// The numbers of values in the table of values, looked up or given.
struct FacetTable {
  private let connection: Connection
  /// Whether the table was empty when it began. Its rows are then written when all are known.
  private let isFresh: Bool
  private let insertSQL: String
  private var numbers: [[FacetValue: Int64]] = Facet.allCases.map { _ in [:] }
  private var next: [Int64?] = Facet.allCases.map { _ in nil }
  /// The numbers that were given in a table that was not empty, by facet.
  private(set) var given: [Set<Int64>] = Facet.allCases.map { _ in [] }
  /// The rows of an empty table.
  private(set) var newRows = RowBuffer(columns: 4)

  /// The table of the models, where a new value has no uses yet.
  static let ofModels = "INSERT INTO facet_value (facet, id, value, folded, uses) VALUES (?1, ?2, ?3, ?4, 0)"
  /// The table of history.
  static let ofHistory = "INSERT INTO facet_value (facet, id, value, folded) VALUES (?1, ?2, ?3, ?4)"

  init(_ connection: Connection, insertingBy insertSQL: String, isFresh: Bool = false) {
    (self.connection, self.insertSQL, self.isFresh) = (connection, insertSQL, isFresh)
  }

  /// Returns the table's number for each number of some rows, by facet.
  ///
  /// A range of rows has numbered its values by itself.
  mutating func map(_ rows: FacetRows) throws -> [[Int64]] {
    try FacetColumn.facets.map { facet in
      try [0] + rows.values[facet.rawValue].map { try number(of: $0, facet) }
    }
  }

  private mutating func number(of value: FacetValue, _ facet: Facet) throws -> Int64 {
    if let known = numbers[facet.rawValue][value] { return known }
    if !isFresh {
      let find = try connection.statement(FacetValues.number)
      try find.bind(1, Int64(facet.rawValue))
      try value.bind(2, find)
      if let found = try find.firstInt64() {
        numbers[facet.rawValue][value] = found
        return found
      }
    }
    let number =
      try next[facet.rawValue] ?? (isFresh ? 1 : Int64(FacetValues(connection: connection).count(facet)))
    precondition(number > 0, "values are numbered from 1")
    next[facet.rawValue] = number + 1
    numbers[facet.rawValue][value] = number
    if isFresh {
      value.add(to: &newRows, facet, number: number)
      return number
    }
    given[facet.rawValue].insert(number)
    let insert = try connection.statement(insertSQL)
    try insert.bind(1, Int64(facet.rawValue))
    try insert.bind(2, number)
    try value.bind(3, insert)
    try value.bindFolded(4, insert)
    try insert.run()
    return number
  }
}

extension FacetEntry {
  /// Replaces the numbers of its values, by facet.
  mutating func renumber(_ map: [[Int64]]) {
    for facet in FacetColumn.facets { values[facet] = map[facet.rawValue][Int(values[facet])] }
  }
}
