internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The full-text index over what people call a transaction, and the text on the paper.
///
/// It is built when first asked for, and then kept at the end of the log.
struct SearchIndex {
  let connection: Connection

  /// Streams indexed in one transaction.
  private static let chunk = 5_000

  /// The stages of the transactions in the index.
  static let stages: Set<TransactionState.Stage> = [.draft, .saved]

  /// Brings the index to the position of the models.
  ///
  /// - Complexity: O(events that it has not seen).
  func catchUp(to log: LedgerLog, horizon: Horizon) throws {
    while try step(log, horizon) {}
  }

  /// Forgets all that was indexed.
  func clear() throws {
    try connection.transaction(.immediate) {
      for table in SearchTable.allCases { try connection.execute("DELETE FROM \(table.rawValue)") }
      try connection.execute("UPDATE search_position SET position = 0")
    }
  }

  private func step(_ log: LedgerLog, _ horizon: Horizon) throws -> Bool {
    let end = try int64("SELECT position FROM model")
    guard try int64("SELECT position FROM search_position") < end else { return false }
    return try connection.transaction(.immediate) {
      let end = try int64("SELECT position FROM model")
      let position = try int64("SELECT position FROM search_position")
      guard position < end else { return false }
      let through = min(end, position + Int64(Self.chunk) * 4)
      let changed =
        try log.streams(touchedAfter: position, through: through)
        + log.streamsPassedOver(after: position, through: through)
      for keyed in changed where keyed.stream.kind == StreamKind.transaction.rawValue {
        let events = horizon.admitted(try log.events(ofKey: keyed.key, through: end))
        try index(StreamFold(kind: keyed.stream.kind, events: events).transaction, key: keyed.key)
      }
      let statement = try connection.statement("UPDATE search_position SET position = ?1")
      try statement.bind(1, through)
      try statement.run()
      return through < end
    }
  }

  private func index(_ state: TransactionState, key: Int64) throws {
    for table in SearchTable.allCases {
      let delete = try connection.statement("DELETE FROM \(table.rawValue) WHERE rowid = ?1")
      try delete.bind(1, key)
      try delete.run()
    }
    guard let texts = Self.texts(of: state) else { return }
    for table in SearchTable.allCases { try table.insert(texts, key: key, into: connection) }
  }

  /// The searchable texts of a transaction, or `nil` if it cannot be found.
  ///
  /// They are in the order of `SearchTable.everything.columns`.
  static func texts(of state: TransactionState) -> [String?]? {
    guard let stage = state.stage, stage != .deleted else { return nil }
    let items = state.items.isEmpty ? [] : state.lineItems.compactMap(\.content)
    let categories = [state.category.value].compactMap { $0 } + items.compactMap(\.category)
    let amounts = [state.amount.value?.money].compactMap { $0 } + items.map(\.money)
    return [
      state.vendor.value.map(SearchText.indexed), state.note.value.map(SearchText.indexed),
      SearchText.indexed(state.tagsThatAreOn.joined(separator: ", ")),
      items.isEmpty ? nil : SearchText.indexed(items.map(\.name).joined(separator: ", ")),
      categories.isEmpty ? nil : SearchText.indexed(categories.joined(separator: ", ")),
      amounts.isEmpty ? nil : amounts.map(SearchText.indexed).joined(separator: ", "),
      state.text.map(SearchText.indexed),
    ]
  }

  private func int64(_ sql: String) throws -> Int64 { try connection.statement(sql).firstInt64() ?? 0 }
}

/// The two indexes: one of the names and notes of transactions, and one that also has the paper's text.
///
/// A word that is on every paper and in few names is found in the small one, without a step through all papers.
enum SearchTable: String, CaseIterable {
  case names = "search_names"
  case everything = "search"

  /// The texts that it holds.
  var columns: [String] {
    switch self {
    case .names: ["vendor", "note", "tags", "items", "category", "amount"]
    case .everything: ["vendor", "note", "tags", "items", "category", "amount", "paper"]
    }
  }

  /// Adds a row. The parameters are the key and the texts.
  var insertSQL: String {
    let places = columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")
    return "INSERT INTO \(rawValue) (rowid, \(columns.joined(separator: ", "))) VALUES (?1, \(places))"
  }

  /// Adds a transaction.
  ///
  /// - Parameter texts: as `SearchIndex.texts` gives them.
  func insert(_ texts: [String?], key: Int64, into connection: Connection) throws {
    let insert = try connection.statement(insertSQL)
    try insert.bind(1, key)
    for index in columns.indices { try insert.bind(Int32(index + 2), optional: texts[index]) }
    try insert.run()
  }
}
