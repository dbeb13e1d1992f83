// Compares the blocks with the rows that they encode.
//
// Numbers are given in the order in which a device received events, so a rebuild gives other numbers. Values are
// therefore compared without numbers, and blocks are compared with the rows that they encode.

extension Comparer {
  /// Whether a table holds numbers of values.
  static func isNumbered(_ table: String) -> Bool { table == "facet_block" || table == "facet_value" }

  func compareBlocks(_ comparison: inout ModelsComparison) throws {
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
  }

  /// Returns the blocks of a history, against its versions of transactions.
  func compareVersionFacets() throws -> (table: TableDifference, rows: Int64, sample: String?) {
    let check = try VersionCheck(old)
    var blocks = TableDifference(table: "facet_block")
    blocks.changed = check.count
    return (blocks, check.versions, check.words.map { "facet_block: \($0)" })
  }

  private func note(_ words: String, _ comparison: inout ModelsComparison) {
    if comparison.samples.count < Self.samples { comparison.samples.append(words) }
  }
}
