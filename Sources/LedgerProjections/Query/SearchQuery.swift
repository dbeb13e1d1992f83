internal import LedgerDomain

/// A person's words as queries of FTS5. Each word is a string, so that no character in it is an operator.
struct SearchQuery {
  /// The words, all whole.
  let whole: String
  /// The words, the last as a beginning. It also matches everything that `whole` matches.
  let beginnings: String
  let isOfSeveralWords: Bool
  /// The words in the form in which names are compared.
  private let folded: [String]

  /// Creates a query, or `nil` if the text contains no word.
  init?(_ words: String) {
    // SQLite reads scalars, so the words are cut by scalars: a quote with an accent is a quote, a zero ends the text.
    let words = words.unicodeScalars
      .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
      .map { String($0) }
    folded = words.map { NFC.foldedForComparison($0) }
    let strings = words.map { SearchText.forms(of: $0).map(Self.string) }
    guard let last = strings.last else { return nil }
    let others = strings.dropLast().map { Self.either($0) }
    whole = (others + [Self.either(last)]).joined(separator: " AND ")
    beginnings = (others + [Self.either(last.map { $0 + "*" })]).joined(separator: " AND ")
    isOfSeveralWords = strings.count > 1
  }

  /// Whether a name has all the words, or what they are a part of.
  func isIn(_ name: String) -> Bool {
    let name = NFC.foldedForComparison(name)
    return folded.allSatisfy { name.contains($0) }
  }

  private static func string(_ word: String) -> String {
    let parts = word.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  private static func either(_ forms: [String]) -> String {
    forms.count == 1 ? forms[0] : "(" + forms.joined(separator: " OR ") + ")"
  }

  /// The queries for each place, in this order.
  var rounds: [String] { [whole, beginnings] }

  /// The places to search. One word is in one place or another. Several may be spread over places.
  var places: [SearchPlace] { SearchPlace.allCases.filter { isOfSeveralWords || $0 != .several } }
}

/// The places where words are searched, best first.
enum SearchPlace: CaseIterable {
  case vendor, tags, note, items, category, amount, paper, several

  var name: String {
    switch self {
    case .vendor: "vendor"
    case .tags: "tags"
    case .note: "note"
    case .items: "items"
    case .category: "category"
    case .amount: "amount"
    case .paper: "paper"
    case .several: "several"
    }
  }

  var table: SearchTable {
    switch self {
    case .vendor, .tags, .note, .items, .category, .amount: .names
    case .paper, .several: .everything
    }
  }

  /// The column that a snippet is cut from, or -1 for the one with the best match.
  var column: Int {
    table.columns.firstIndex(of: name) ?? -1
  }

  /// The query for this place.
  func query(_ words: String) -> String {
    switch self {
    case .several: words
    case .vendor, .tags, .note, .items, .category, .amount, .paper: "\(name) : (\(words))"
    }
  }
}
