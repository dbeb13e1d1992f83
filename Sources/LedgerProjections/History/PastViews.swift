internal import LedgerSQLite

/// What stood at one position, under the names of the models' tables: temporary views of a connection to a file of
/// history, so that whoever reads models reads the past too.
///
/// Views take no parameters, so the position is part of their text; a connection is of one position.
enum PastViews {
  /// The sums among them.
  static let sums = ["group_total", "day_total", "tag_total"]

  /// Makes them. Cost: a tenth of a millisecond; nothing is written.
  static func make(_ connection: Connection, at position: Int64) throws {
    let stood = HistoryTable.stood(at: String(position))
    for table in HistoryTable.all {
      try connection.execute(
        """
        CREATE TEMP VIEW \(table.model.name) AS SELECT \(table.shown) FROM main.\(table.name) WHERE \(stood)
        """)
    }
    try connection.execute(
      sums("group_total", "group_figure", ["group_id", "kind", "currency", "category"], at: position))
    try connection.execute(
      sums("day_total", "day_figure", ["kind", "date", "currency", "category"], at: position))
    try connection.execute(sums("tag_total", "tag_figure", ["tag"], at: position, hasTotal: false))
    try connection.execute(
      """
      CREATE TEMP VIEW transaction_tag AS SELECT tag.value AS tag, version.key AS key
      FROM main.transaction_version AS version, json_each(version.tags) AS tag
      WHERE version.tags <> '[]' AND \(stood)
      """)
  }

  /// A sum that nothing has changed since is in the row of its own; only for the others a step is looked up.
  private static func sums(
    _ name: String, _ table: String, _ keys: [String], at position: Int64, hasTotal: Bool = true
  ) -> String {
    func value(_ column: String) -> String { "iif(sum.last <= \(position), sum.\(column), step.\(column))" }
    var columns = keys.map { "sum.\($0) AS \($0)" } + ["\(value("count")) AS count"]
    if hasTotal { columns += ["total", "beyond"].map { "\(value($0)) AS \($0)" } }
    return """
      CREATE TEMP VIEW \(name) AS SELECT \(columns.joined(separator: ", "))
      FROM main.\(table) AS sum LEFT JOIN main.figure_step AS step
      ON step.figure = iif(sum.last <= \(position), NULL, sum.figure) AND step.position =
        (SELECT max(position) FROM main.figure_step WHERE figure = sum.figure AND position <= \(position))
      WHERE sum.first <= \(position) AND \(value("count")) <> 0
      """
  }
}
