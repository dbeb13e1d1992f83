internal import LedgerBytes
internal import LedgerSQLite

/// Temporary views that show history's data at one position under the names of the models' tables.
///
/// Code that reads models can so read the past as well. A view takes no parameters, so the position is part of its
/// text, and a connection is of one position.
enum PastViews {
  /// Creates the views. It takes a tenth of a millisecond and writes nothing.
  static func make(_ connection: Connection, at position: Position) throws {
    let stood = "begins <= \(position) AND (ends IS NULL OR ends > \(position))"
    for table in ModelTable.ofHistory.map(\.table) {
      try connection.execute(
        """
        CREATE TEMP VIEW \(table.name) AS SELECT \(table.shownColumns) FROM main.\(table.versions ?? "")
        WHERE \(stood)
        """)
    }
    for total in Total.ofHistory { try connection.execute(sums(total, at: position)) }
    try connection.execute(
      """
      CREATE TEMP VIEW transaction_tag AS SELECT tag.value AS tag, version.key AS key
      FROM main.transaction_version AS version, json_each(version.tags) AS tag
      WHERE version.tags <> '[]' AND \(stood)
      """)
  }

  /// Returns the view of a sum.
  ///
  /// A sum that did not change since is in its own row. Only for the others a step is looked up.
  private static func sums(_ total: Total, at position: Position) -> String {
    func value(_ column: String) -> String { "iif(sum.last <= \(position), sum.\(column), step.\(column))" }
    let columns = total.key.map { "sum.\($0) AS \($0)" } + total.value.map { "\(value($0)) AS \($0)" }
    return """
      CREATE TEMP VIEW \(total.table) AS SELECT \(columns.joined(separator: ", "))
      FROM main.\(total.figures) AS sum LEFT JOIN main.figure_step AS step
      ON step.figure = iif(sum.last <= \(position), NULL, sum.figure) AND step.position =
        (SELECT max(position) FROM main.figure_step WHERE figure = sum.figure AND position <= \(position))
      WHERE sum.first <= \(position) AND \(value("count")) <> 0
      """
  }
}
