package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the rules that are not deleted, or all, by category and vendor, then by their first date.
  ///
  /// - Complexity: A scan of the rules.
  package func rules(withDeleted: Bool = false) throws -> [RuleRow] {
    let statement = try connection.statement(
      """
      SELECT \(RuleTable.columns) FROM rule_row WHERE deleted = 0 OR ?1
      ORDER BY deleted, ifnull(category, ''), ifnull(vendor, ''), starts, ifnull(since, starts), id
      """)
    try statement.bind(1, withDeleted ? 1 : 0)
    var rows: [RuleRow] = []
    try statement.forEachRow { rows.append(try RuleTable.row($0)) }
    return rows
  }

  /// One rule, deleted or not, or `nil` if there is no such rule.
  package func rule(_ id: RuleID) throws -> RuleRow? {
    let statement = try connection.statement("SELECT \(RuleTable.columns) FROM rule_row WHERE id = ?1")
    defer { statement.reset() }
    try statement.bind(1, id.id)
    return try statement.step() ? try RuleTable.row(statement) : nil
  }
}
