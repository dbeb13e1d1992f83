internal import LedgerBytes
internal import LedgerSQLite

/// An index of a few transactions, in memory, which has their texts too.
///
/// A search there takes a step per transaction instead of a step per paper. It has the same matches as the main index,
/// and cuts snippets.
struct SearchScratch {
  let connection: Connection

  /// Indexes some transactions in memory.
  ///
  /// - Complexity: Some twenty microseconds per transaction.
  init(_ found: [(key: StreamKey, texts: SearchTexts.Texts)]) throws {
    connection = try Connection(path: "", mode: .memory)
    try connection.transaction(.immediate) {
      for table in SearchTable.allCases {
        try connection.execute(
          """
          CREATE VIRTUAL TABLE \(table.rawValue) USING fts5 (
            \(table.columns.joined(separator: ", ")), tokenize = 'unicode61 remove_diacritics 2'
          )
          """)
        for (key, texts) in found { try table.put(texts, key: key, into: connection) }
      }
    }
  }

  func close() { try? connection.close() }
}

/// The latest transactions that a search may find.
final class SearchSample {
  /// Their keys, the latest captured first.
  var keys: [StreamKey]
  /// Whether there are no others.
  let isAll: Bool
  private var indexed: (scratch: SearchScratch, query: SearchQuery)?

  init(_ keys: [StreamKey], isAll: Bool = false) {
    self.keys = keys
    self.isAll = isAll
  }

  /// Returns an index of the sample, built at the first call, and the query narrowed to its texts.
  func scratch(
    _ index: SearchIndex.Snapshot, _ query: SearchQuery
  ) throws -> (scratch: SearchScratch, query: SearchQuery) {
    if let indexed { return indexed }
    let texts = try index.texts.of(keys)
    let made = (scratch: try SearchScratch(texts), query: query.narrowed(to: texts.lazy.map(\.texts)))
    indexed = made
    return made
  }

  deinit { indexed?.scratch.close() }
}
