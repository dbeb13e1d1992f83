internal import LedgerSQLite

// Compares the blocks, and the values that are numbered in them.
//
// Numbers are given in the order in which a device received events, so a rebuild gives other numbers. Values are
// therefore compared without numbers, and blocks are compared with the rows that they encode.

extension Comparer {
  /// Whether a table holds numbers of values.
  static func isNumbered(_ table: String) -> Bool { table == "facet_block" || table == "facet_value" }

  func compareFacets(_ comparison: inout ModelsComparison) throws {
    var blocks = TableDifference(table: "facet_block")
    do {
      let check = try FacetCheck(blocksOf: old, rowsOf: new)
      blocks.changed = check.count
      comparison.rows += check.transactions
      if let key = check.differing.first {
        note("facet_block: other than the transaction of stream \(key)", &comparison)
      }
      if let number = check.damaged.first {
        note("facet_block \(number): damaged, or its dates are not its first and last", &comparison)
      }
    } catch is ModelError {
      blocks.changed = 1
      note("facet_block: cannot be read", &comparison)
    }
    if blocks.changed > 0 { comparison.tables.append(blocks) }
    try compareValues(&comparison)
  }

  /// Returns the blocks of a history, against its versions of transactions.
  func compareVersionFacets() throws -> (table: TableDifference, rows: Int64, sample: String?) {
    let check = try VersionCheck(old)
    var blocks = TableDifference(table: "facet_block")
    blocks.changed = check.count
    return (blocks, check.versions, check.words.map { "facet_block: \($0)" })
  }

  private func compareValues(_ comparison: inout ModelsComparison) throws {
    let sql = "SELECT facet, value, folded, uses FROM facet_value ORDER BY facet, value"
    var difference = TableDifference(table: "facet_value")
    var (left, right) = (try FacetValueRows(old.statement(sql)), try FacetValueRows(new.statement(sql)))
    while left.row != nil || right.row != nil {
      comparison.rows += 1
      let (before, after) = (left.row, right.row)
      if let before, let after, before.key == after.key {
        if before != after {
          difference.changed += 1
          note("facet_value \(before.value.words): uses \(before.uses) → \(after.uses)", &comparison)
        }
        try left.advance()
        try right.advance()
      } else if let before, after.map({ before.precedes($0) }) ?? true {
        difference.removed += 1
        note("facet_value \(before.value.words): gone", &comparison)
        try left.advance()
      } else if let after {
        difference.added += 1
        note("facet_value \(after.value.words): new", &comparison)
        try right.advance()
      }
    }
    if difference.added + difference.removed + difference.changed > 0 { comparison.tables.append(difference) }
  }

  private func note(_ words: String, _ comparison: inout ModelsComparison) {
    if comparison.samples.count < Self.samples { comparison.samples.append(words) }
  }
}

/// The numbered values of a file, one after the other, without their numbers.
private struct FacetValueRows {
  private let statement: Statement
  private(set) var row: Row?

  struct Row: Hashable {
    let facet: Int64
    let value: TableCell
    let folded: String
    let uses: Int64

    var key: [TableCell] { [.integer(facet), value] }

    func precedes(_ other: Row) -> Bool {
      facet == other.facet ? value.precedes(other.value) : facet < other.facet
    }
  }

  init(_ statement: Statement) throws {
    self.statement = statement
    try advance()
  }

  mutating func advance() throws {
    guard try statement.step() else {
      statement.reset()
      row = nil
      return
    }
    row = Row(
      facet: statement.int64(0), value: TableCell(statement, 1), folded: statement.string(2),
      uses: statement.int64(3))
  }
}
