internal import EventLog
internal import LedgerBytes
internal import LedgerProjections
internal import LedgerSQLite

// The read models in service against models folded from the log into a folder beside them, table by table and column
// by column. Only the tables' own description of themselves is relied on, so that a new model is compared too.
extension Health {
  mutating func compareModels(_ log: LedgerLog, served: String, scratch: String) throws {
    try DurableFile.createFolder(scratch)
    // One at a time: the folder is the ledger's, and what a killed run left in it goes.
    let lock = try FileLock(scratch + ".lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    for name in try DurableFile.list(scratch) { try? DurableFile.remove("\(scratch)/\(name)") }
    let folded = ReadModels(of: log, folder: scratch)
    defer {
      folded.close()
      Self.remove(scratch)
    }
    try folded.catchUp()
    guard let path = folded.path else { return }
    folded.close()
    let connection = try Connection(path: path, mode: .readWrite, synchronous: .normal)
    defer { try? connection.close() }
    let attach = try connection.statement("ATTACH DATABASE ?1 AS served")
    try attach.bind(1, text: served)
    try attach.run()
    try connection.transaction(.deferred) {
      // Another process may have brought either further meanwhile; then the figures are of two moments.
      let positions = try connection.statement(
        "SELECT (SELECT position FROM main.model) = (SELECT position FROM served.model)")
      guard try positions.firstInt64() == 1 else {
        note("the ledger is being written: the read models were not compared")
        return
      }
      for table in try ModelTable.all(connection) {
        let comparison = try table.compare(connection)
        models.append(Model(name: table.name, rows: comparison.rows, differences: comparison.differences))
        guard comparison.differences > 0 else { continue }
        let origin = try DifferenceOrigin(log, table, comparison.first)
        add(table.isTotal ? .totalsMatch : .modelsMatch, at: origin.position, origin.words)
        counts[table.isTotal ? .totalsMatch : .modelsMatch, default: 1] += Int(comparison.differences) - 1
      }
      try compareHistory(log, served, with: path)
      // Where the rows are wrong, what is held against them says nothing.
      if models.allSatisfy({ $0.name != "transaction_row" || $0.differences == 0 }) {
        try compareBlocks(log, served)
      }
      try compareSearch(log, served)
    }
  }

  /// The blocks that filters read, against the rows beside them: how texts are numbered depends on the order in which
  /// a device learned of events.
  private mutating func compareBlocks(_ log: LedgerLog, _ served: String) throws {
    let check = try FacetCheck(path: served)
    models.append(Model(name: "facet_block", rows: check.transactions, differences: Int64(check.count)))
    if let number = check.damaged.first {
      add(
        .modelsMatch, at: nil,
        "facet_block \(number): it is damaged, or its dates are not the first and last of its transactions")
      counts[.modelsMatch, default: 1] += check.damaged.count - 1
    }
    guard let key = check.differing.first else { return }
    // A block may speak of a transaction that the log knows nothing of.
    let position = (try? log.stream(key: key)).flatMap { try? log.events(of: $0).last?.position }
    add(.modelsMatch, at: position, "facet_block, key \(key): it says something else than the row does")
    counts[.modelsMatch, default: 1] += check.differing.count - 1
  }

  /// The history beside the read models, where there is one, against the fold: what it shows of this very position.
  private mutating func compareHistory(_ log: LedgerLog, _ served: String, with folded: String) throws {
    guard let slash = served.lastIndex(of: "/") else { return }
    let folder = String(served[..<slash])
    let compared: HistoryComparison?
    do {
      compared = try HistoryComparison(log, folder: folder, with: folded)
    } catch let error as ModelError {
      return add(.modelsMatch, at: nil, "the history: \(error.message)")
    }
    guard let comparison = compared else { return }
    for table in comparison.tables {
      models.append(
        Model(name: "history \(table.name)", rows: table.rows, differences: table.differences))
      guard table.differences > 0 else { continue }
      let invariant: Invariant = table.name.hasSuffix("_total") ? .totalsMatch : .modelsMatch
      let other = table.name == "facet_block" ? "its versions" : "the fold"
      add(invariant, at: nil, "the history of \(table.name): \(table.differences) rows differ from \(other)")
    }
  }

  /// The full-text index, where it was asked for, against the texts of the log, and its words against its texts.
  private mutating func compareSearch(_ log: LedgerLog, _ served: String) throws {
    guard let check = try SearchCheck(path: served, log: log) else { return }
    let differences = check.differing.count + check.damaged.count
    models.append(Model(name: "search", rows: check.transactions, differences: Int64(differences)))
    for table in check.damaged {
      add(
        .modelsMatch, at: nil, "\(table): its words are not those of its texts; a new generation has right ones"
      )
    }
    guard let key = check.differing.first else { return }
    let position = (try? log.stream(key: key)).flatMap { try? log.events(of: $0).last?.position }
    add(.modelsMatch, at: position, "search, key \(key): it finds something else than the log says")
    counts[.modelsMatch, default: 1] += check.differing.count - 1
  }

  private static func remove(_ folder: String) {
    for name in (try? DurableFile.list(folder)) ?? [] { try? DurableFile.remove("\(folder)/\(name)") }
    DurableFile.removeEmptyFolder(folder)
  }
}

/// A table of the read models.
struct ModelTable {
  let name: String
  let keys: [String]
  let columns: [String]

  /// Sums, not records.
  var isTotal: Bool { name.hasSuffix("_total") }

  /// A row that differs.
  struct Difference {
    /// The key's columns, as text; a blob as its digits.
    let key: [String: String]
    /// The first column that differs; nil: the whole row is missing or too many.
    let column: String?
    /// What the fold says; nil: nothing.
    let folded: String?
    /// What is served; nil: nothing.
    let served: String?
    let isMissing: Bool
    let isSurplus: Bool
    /// For sums: both, folded and served.
    let values: [String: (folded: Int64, served: Int64)]
  }

  struct Comparison {
    var rows: Int64 = 0
    var differences: Int64 = 0
    var first: Difference?
  }

  /// Tables of rows: what SQLite keeps for itself, the search index, the blocks and the models' own
  /// position are left out.
  static func all(_ connection: Connection) throws -> [ModelTable] {
    var names: [String] = []
    try connection.statement(
      """
      SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
      AND name NOT LIKE 'search%' AND name NOT LIKE 'facet%' AND name <> 'model' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
      """
    ).forEachRow { names.append($0.string(0)) }
    return try names.compactMap { name in
      var keys: [(place: Int64, name: String)] = []
      var columns: [String] = []
      let info = try connection.statement("SELECT name, pk FROM pragma_table_info(?1, 'main')")
      try info.bind(1, text: name)
      try info.forEachRow { row in
        if row.int64(1) > 0 {
          keys.append((row.int64(1), row.string(0)))
        } else {
          columns.append(row.string(0))
        }
      }
      guard !keys.isEmpty else { return nil }
      return ModelTable(name: name, keys: keys.sorted { $0.place < $1.place }.map(\.name), columns: columns)
    }
  }

  func compare(_ connection: Connection) throws -> Comparison {
    var comparison = Comparison()
    comparison.rows = try connection.statement("SELECT count(*) FROM main.\"\(name)\"").firstInt64() ?? 0
    let join = keys.map { "s.\"\($0)\" = f.\"\($0)\"" }.joined(separator: " AND ")
    let shown =
      keys.map { Self.text("f", $0) } + ["s.\"\(keys[0])\" IS NULL"]
      + columns.flatMap { ["f.\"\($0)\" IS NOT s.\"\($0)\"", Self.text("f", $0), Self.text("s", $0)] }
    let differs = columns.map { " OR f.\"\($0)\" IS NOT s.\"\($0)\"" }.joined()
    let rows = try connection.statement(
      """
      SELECT \(shown.joined(separator: ", ")) FROM main."\(name)" f LEFT JOIN served."\(name)" s ON \(join)
      WHERE s."\(keys[0])" IS NULL\(differs)
      """)
    try rows.forEachRow { row in
      comparison.differences += 1
      if comparison.first == nil { comparison.first = difference(row) }
    }
    let surplus = try connection.statement(
      """
      SELECT \(keys.map { Self.text("s", $0) }.joined(separator: ", ")) FROM served."\(name)" s
      LEFT JOIN main."\(name)" f ON \(join) WHERE f."\(keys[0])" IS NULL
      """)
    try surplus.forEachRow { row in
      comparison.differences += 1
      if comparison.first == nil {
        comparison.first = Difference(
          key: key(row), column: nil, folded: nil, served: nil, isMissing: false, isSurplus: true, values: [:])
      }
    }
    return comparison
  }

  private func key(_ row: Statement) -> [String: String] {
    Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($0.element, row.string(Int32($0.offset))) })
  }

  private func difference(_ row: Statement) -> Difference {
    let isMissing = row.int64(Int32(keys.count)) == 1
    var first: (column: String, folded: String?, served: String?)?
    var values: [String: (folded: Int64, served: Int64)] = [:]
    for (index, column) in columns.enumerated() {
      let place = Int32(keys.count + 1 + index * 3)
      values[column] = (row.int64(place + 1), row.int64(place + 2))
      guard row.int64(place) == 1, first == nil else { continue }
      first = (
        column, row.isNull(place + 1) ? nil : row.string(place + 1),
        row.isNull(place + 2) ? nil : row.string(place + 2)
      )
    }
    return Difference(
      key: key(row), column: isMissing ? nil : first?.column, folded: first?.folded, served: first?.served,
      isMissing: isMissing, isSurplus: false, values: values)
  }

  /// A column as text: a blob as its digits.
  private static func text(_ table: String, _ column: String) -> String {
    let name = "\(table).\"\(column)\""
    return "CASE typeof(\(name)) WHEN 'blob' THEN lower(hex(\(name))) ELSE \(name) END"
  }
}
