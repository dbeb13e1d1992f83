internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The full-text index over the texts of transactions, their categories, groups and amounts.
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
  /// They are in the order of `SearchTable.everything`'s columns, which begin with those of `SearchTable.names`.
  static func texts(of state: TransactionState) -> [String?]? {
    guard let stage = state.stage, stage != .deleted else { return nil }
    let items = state.lineItems.compactMap(\.content)
    let names = [
      state.vendor.value.map(unmarked), state.note.value.map(unmarked),
      unmarked(state.tagsThatAreOn.joined(separator: ", ")),
      items.isEmpty ? nil : unmarked(items.map(\.name).joined(separator: ", ")),
    ]
    let paper = state.text.map(unmarked)
    return names + [
      facts(of: state, items), SearchRuns.pairs(in: names), paper, SearchRuns.pairs(in: [paper]),
    ]
  }

  /// The tokens of category, group and amounts, each once, or `nil` without any of them.
  private static func facts(of state: TransactionState, _ items: [LineItem]) -> String? {
    let categories = [state.category.value] + items.map(\.category)
    let received = state.isWholeTransfer ? state.received.value?.money : nil
    let amounts = [state.amount.value?.money, received] + items.map(\.money)
    var tokens = categories.compactMap { $0 }.map { SearchToken.of(category: $0) }
    if let group = state.group.value { tokens.append(SearchToken.of(group: group)) }
    tokens += amounts.compactMap { $0 }.map { SearchToken.of(PlainDecimal($0)) }
    return tokens.isEmpty ? nil : Set(tokens).sorted().joined(separator: " ")
  }

  /// The text without the characters that mark a match in a snippet.
  private static func unmarked(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 2 || $0 == 3 }) else { return text }
    return String(decoding: text.utf8.map { $0 == 2 || $0 == 3 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
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
    case .names: ["vendor", "note", "tags", "items", "facts", "runs"]
    case .everything: ["vendor", "note", "tags", "items", "facts", "runs", "paper", "paper_runs"]
    }
  }

  /// Adds a transaction.
  ///
  /// - Parameter texts: as `SearchIndex.texts` gives them.
  func insert(_ texts: [String?], key: Int64, into connection: Connection) throws {
    let insert = try connection.statement(
      """
      INSERT INTO \(rawValue) (rowid, \(columns.joined(separator: ", ")))
      VALUES (?1, \(columns.indices.map { "?\($0 + 2)" }.joined(separator: ", ")))
      """)
    try insert.bind(1, key)
    for index in columns.indices { try insert.bind(Int32(index + 2), optional: texts[index]) }
    try insert.run()
  }
}
