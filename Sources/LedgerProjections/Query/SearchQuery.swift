/// What a person typed, as queries of FTS5: each word as a string, so that no sign in it means anything.
struct SearchQuery {
  /// The words, all whole.
  let whole: String
  /// The words, the last as a beginning: what has the whole words has these too.
  let beginnings: String
  let isOfSeveralWords: Bool

  /// Nil where there is no word.
  init?(_ words: String) {
    // By scalars, as SQLite reads it: a quote with an accent on it is a quote, a zero is an end.
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

  /// What is asked for in each place, in this order.
  var rounds: [String] { [whole, beginnings] }

  /// Where it is looked for. One word is in one place or another; several may be spread over them.
  var places: [SearchPlace] { SearchPlace.allCases.filter { isOfSeveralWords || $0 != .several } }
}

/// Where words are looked for, best first.
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

  /// The column that a snippet is cut from; -1: the one with the best match.
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
