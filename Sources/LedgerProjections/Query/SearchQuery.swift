/// A person's words as queries of FTS5. Each word is a string, so that no character in it is an operator.
struct SearchQuery {
  /// The words, all whole.
  let whole: String
  /// The words, the last as a beginning. It also matches everything that `whole` matches.
  let beginnings: String
  let isOfSeveralWords: Bool

  /// Creates a query, or `nil` if the text contains no word.
  init?(_ words: String) {
    // SQLite reads scalars, so the words are cut by scalars: a quote with an accent is a quote, a zero ends the text.
    let strings = words.unicodeScalars
      .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
      .map { word in
        let parts = word.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + parts.joined(separator: "\"\"") + "\""
      }
    if strings.isEmpty { return nil }
    whole = strings.joined(separator: " ")
    beginnings = whole + "*"
    isOfSeveralWords = strings.count > 1
  }

  /// The queries for each place, in this order.
  var rounds: [String] { [whole, beginnings] }

  /// The places to search. One word is in one place or another. Several may be spread over places.
  var places: [SearchPlace] { SearchPlace.allCases.filter { isOfSeveralWords || $0 != .several } }
}

/// The places where words are searched, best first.
enum SearchPlace: CaseIterable {
  case vendor, tags, note, paper, several

  var name: String {
    switch self {
    case .vendor: "vendor"
    case .tags: "tags"
    case .note: "note"
    case .paper: "paper"
    case .several: "several"
    }
  }

  var table: SearchTable {
    switch self {
    case .vendor, .tags, .note: .names
    case .paper, .several: .everything
    }
  }

  /// The column that a snippet is cut from, or -1 for the one with the best match.
  var column: Int {
    switch self {
    case .vendor: 0
    case .note: 1
    case .tags: 2
    case .paper: 3
    case .several: -1
    }
  }

  /// The query for this place.
  func query(_ words: String) -> String {
    switch self {
    case .several: words
    case .vendor, .tags, .note, .paper: "\(name) : (\(words))"
    }
  }
}
