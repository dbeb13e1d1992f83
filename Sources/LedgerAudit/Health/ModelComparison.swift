internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

// Compares the read models in service with new ones folded from the log, table by table and column by column. The tables
// are found in the schema, so that a new read model is compared too.
extension Health {
  /// Compares the models in service with new ones of the same position, in one snapshot.
  ///
  /// Other processes may post to the models, replace them or remove them meanwhile. If that spoils a comparison, it
  /// begins again.
  mutating func compareModels(
    _ log: LedgerLog, served: () throws -> String?, scratch: String
  ) throws {
    var failures = 0
    for _ in 0..<Self.comparisonsMax {
      var attempt = self
      do {
        guard let path = try served() else { return }
        guard try attempt.compare(log, served: path, in: scratch) else { continue }
      } catch  where Self.isOfReplacedFile(error) && failures < Self.failuresMax {
        failures += 1
        continue
      }
      self = attempt
      return
    }
    note("the read models were replaced time and again, and were not compared")
  }

  private static let comparisonsMax = 20
  private static let failuresMax = 5

  /// Whether a file that another process replaces or removes can be the reason for an error.
  private static func isOfReplacedFile(_ error: any Error) -> Bool {
    if let error = error as? SQLiteError { return error.kind == .io || error.kind == .cannotOpen }
    return (error as? FileError)?.isMissing == true
  }

  /// Returns `false` if other processes removed or replaced a file meanwhile.
  private mutating func compare(_ log: LedgerLog, served: String, in scratch: String) throws -> Bool {
    let scratch = try ComparisonFolder(scratch)
    defer { scratch.remove() }
    let connection: Connection
    do throws(SQLiteError) {
      connection = try Connection(path: served, mode: .readWrite, synchronous: .normal)
    } catch {
      if !DurableFile.exists(served) { return false }
      throw error
    }
    defer { try? connection.close() }
    do {
      return try connection.transaction(.deferred) {
        try compare(log, connection, served, in: scratch.path)
      }
    } catch {
      guard connection.isInPlace(at: served), scratch.isInPlace else { return false }
      throw error
    }
  }

  private mutating func compare(
    _ log: LedgerLog, _ connection: Connection, _ served: String, in scratch: String
  ) throws -> Bool {
    let head = try connection.statement("SELECT position FROM model WHERE superseded = 0")
    guard let position: Position = try head.firstNumber() else { return false }
    let folded = scratch + "/models.sqlite"
    try ReadModels.build(folded, from: log, at: position)
    let attach = try connection.statement("ATTACH DATABASE ?1 AS folded")
    try attach.bind(1, text: folded)
    try attach.run()
    addStructure(try connection.integrityCheck(), of: "the read models")
    for table in try ComparedTable.all(connection) {
      let comparison = try table.compare(connection)
      models.append(Model(name: table.name, rows: comparison.rows, differences: comparison.differences))
      guard comparison.differences > 0 else { continue }
      let origin = try DifferenceOrigin(log, table, comparison.first)
      add(table.isTotal ? .totalsMatch : .modelsMatch, at: origin.position, origin.words)
      counts[table.isTotal ? .totalsMatch : .modelsMatch, default: 1] += Int(comparison.differences) - 1
    }
    try compareHistory(log, served, with: folded)
    // If the rows are wrong, comparing the blocks with them is meaningless.
    if models.allSatisfy({ $0.name != "transaction_row" || $0.differences == 0 }) {
      try compareBlocks(log, served)
    }
    try compareSearch(log, served, scratch)
    // If an event was redacted meanwhile, the new models lack what the others had at that position.
    return try !log.hasPassing(after: position, through: .max)
  }

  /// Adds what SQLite finds about the structure of a file, much of which was written without it.
  private mutating func addStructure(_ findings: [String], of file: String) {
    guard let first = findings.first else { return }
    add(.modelsMatch, at: nil, "the file of \(file) is damaged: \(first)")
    counts[.modelsMatch, default: 1] += findings.count - 1
  }

  /// Compares the blocks that filters read with the rows of the same models.
  ///
  /// They are not compared with new blocks, because the numbers of texts depend on the order in which events arrived.
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
    // A block may contain a transaction that is not in the log.
    let position = (try? log.stream(key: key)).flatMap { try? log.events(of: $0).last?.position }
    add(.modelsMatch, at: position, "facet_block, key \(key): it differs from the row")
    counts[.modelsMatch, default: 1] += check.differing.count - 1
  }

  /// Compares the history of the read models, if it was built, with the fold at the current position.
  private mutating func compareHistory(_ log: LedgerLog, _ served: String, with folded: String) throws {
    guard let slash = served.lastIndex(of: "/") else { return }
    let folder = String(served[..<slash])
    let compared: HistoryComparison?
    do {
      compared = try HistoryComparison(log, folder: folder, with: folded)
    } catch let error as ModelError {
      return add(.modelsMatch, at: nil, "the history: \(Refusal(error).line)")
    }
    guard let comparison = compared else { return }
    addStructure(comparison.structure, of: "the history")
    for table in comparison.tables {
      models.append(Model(name: "history \(table.name)", rows: table.rows, differences: table.differences))
      guard table.differences > 0 else { continue }
      let invariant: Invariant = table.name.hasSuffix("_total") ? .totalsMatch : .modelsMatch
      let other = table.name == "facet_block" ? "its versions" : "the fold"
      add(invariant, at: nil, "the history of \(table.name): \(table.differences) rows differ from \(other)")
    }
  }

  /// Compares the search index, if anybody has searched, with one made from the log.
  private mutating func compareSearch(_ log: LedgerLog, _ served: String, _ scratch: String) throws {
    guard let slash = served.lastIndex(of: "/"),
      let compared = try SearchComparison(of: log, folder: String(served[..<slash]), scratch: scratch)
    else { return }
    addStructure(compared.structure, of: "the search")
    let differences = compared.differing.count + compared.damaged.count
    models.append(Model(name: "search", rows: compared.transactions, differences: Int64(differences)))
    for table in compared.damaged {
      add(
        .modelsMatch, at: nil,
        "\(table): its words are not those of the log; `events rebuild --model search` makes right ones")
    }
    guard let key = compared.differing.first else { return }
    // The index may contain a transaction that is not in the log.
    let position = (try? log.stream(key: key)).flatMap { try? log.events(of: $0).last?.position }
    add(.modelsMatch, at: position, "search, key \(key): its text differs from the log")
    counts[.modelsMatch, default: 1] += compared.differing.count - 1
  }
}

/// A table of the read models.
struct ComparedTable {
  let name: String
  let keys: [String]
  let columns: [String]

  /// Whether the table stores sums and not records.
  var isTotal: Bool { name.hasSuffix("_total") }

  /// A row that differs.
  struct Difference {
    /// The key's columns as text, with a blob as its digits.
    let key: [String: String]
    /// The first column that differs, or `nil` if the whole row is missing or should not exist.
    let column: String?
    /// The folded value, or `nil` for NULL or a missing row.
    let folded: String?
    /// The served value, or `nil` for NULL or a missing row.
    let served: String?
    let isMissing: Bool
    let isSurplus: Bool
    /// The folded and served values of sums.
    let values: [String: (folded: Int64, served: Int64)]
  }

  struct Comparison {
    var rows: Int64 = 0
    var differences: Int64 = 0
    var first: Difference?
  }

  /// Returns the tables of rows, except those of SQLite, the blocks and the models' position.
  static func all(_ connection: Connection) throws -> [ComparedTable] {
    var names: [String] = []
    try connection.statement(
      """
      SELECT name FROM folded.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
      AND name NOT LIKE 'facet%' AND name <> 'model' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name
      """
    ).forEachRow { names.append($0.string(0)) }
    return try names.compactMap { name in
      var keys: [(place: Int64, name: String)] = []
      var columns: [String] = []
      let info = try connection.statement("SELECT name, pk FROM pragma_table_info(?1, 'folded')")
      try info.bind(1, text: name)
      try info.forEachRow { row in
        if row.int64(1) > 0 {
          keys.append((row.int64(1), row.string(0)))
        } else {
          columns.append(row.string(0))
        }
      }
      guard !keys.isEmpty else { return nil }
      return ComparedTable(name: name, keys: keys.sorted { $0.place < $1.place }.map(\.name), columns: columns)
    }
  }

  func compare(_ connection: Connection) throws -> Comparison {
    var comparison = Comparison()
    comparison.rows = try connection.statement("SELECT count(*) FROM folded.\"\(name)\"").firstInt64() ?? 0
    let join = keys.map { "s.\"\($0)\" = f.\"\($0)\"" }.joined(separator: " AND ")
    let shown =
      keys.map { Self.text("f", $0) } + ["s.\"\(keys[0])\" IS NULL"]
      + columns.flatMap { ["f.\"\($0)\" IS NOT s.\"\($0)\"", Self.text("f", $0), Self.text("s", $0)] }
    let differs = columns.map { " OR f.\"\($0)\" IS NOT s.\"\($0)\"" }.joined()
    let rows = try connection.statement(
      """
      SELECT \(shown.joined(separator: ", ")) FROM folded."\(name)" f LEFT JOIN main."\(name)" s ON \(join)
      WHERE s."\(keys[0])" IS NULL\(differs)
      """)
    try rows.forEachRow { row in
      comparison.differences += 1
      if comparison.first == nil { comparison.first = difference(row) }
    }
    let surplus = try connection.statement(
      """
      SELECT \(keys.map { Self.text("s", $0) }.joined(separator: ", ")) FROM main."\(name)" s
      LEFT JOIN folded."\(name)" f ON \(join) WHERE f."\(keys[0])" IS NULL
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

  /// Returns the SQL for a column as text, with a blob as its digits.
  private static func text(_ table: String, _ column: String) -> String {
    let name = "\(table).\"\(column)\""
    return "CASE typeof(\(name)) WHEN 'blob' THEN lower(hex(\(name))) ELSE \(name) END"
  }
}
