/// A table of a mirror with rows of read models.
struct MirrorTable: Sendable {
  /// The name in the schema `mirror`.
  let name: String
  /// The columns that make the key within a ledger.
  let key: [String]

  static let receipts = MirrorTable(name: "receipt", key: ["id"])
  static let groups = MirrorTable(name: "receipt_group", key: ["id"])
  static let groupTotals = MirrorTable(name: "group_total", key: ["id", "currency"])
  static let months = MirrorTable(name: "month_total", key: ["month", "currency"])
  static let corrections = MirrorTable(name: "correction", key: ["extractor", "version", "method", "field"])
  static let conflicts = MirrorTable(name: "conflict", key: ["receipt", "field", "number"])

  static let all = [receipts, groups, groupTotals, months, corrections, conflicts]

  /// Makes the place where new rows wait to be compared with those that are there.
  var stagingSQL: String {
    "CREATE TEMP TABLE staged_\(name) (LIKE mirror.\(name)) ON COMMIT DELETE ROWS;"
  }

  /// Replaces only the rows that differ from the staged ones, which keeps dead rows few.
  func replacementSQL(ledger: String) -> String {
    let keys = key.map { "old.\($0) = gone.\($0)" }.joined(separator: " AND ")
    let present = "SELECT * FROM mirror.\(name) WHERE ledger = '\(ledger)'"
    return """
      DELETE FROM mirror.\(name) AS old
        USING (\(present) EXCEPT SELECT * FROM pg_temp.staged_\(name)) AS gone
        WHERE old.ledger = '\(ledger)' AND \(keys);
      INSERT INTO mirror.\(name) SELECT * FROM pg_temp.staged_\(name) EXCEPT \(present);
      """
  }
}
