internal import LedgerBytes
internal import LedgerDomain

/// A person's words as queries of FTS5. Each word is a string, so that no character in it is an operator.
struct SearchQuery {
  /// The words, all whole.
  let whole: String
  /// The words, the last as a beginning. It also matches everything that `whole` matches.
  let beginnings: String
  let isOfSeveralWords: Bool
  /// The words that consist of a script without blanks, as typed.
  let runs: [String]
  private let words: [Word]

  /// A word with the other forms in which it can be found.
  private struct Word {
    let quoted: String
    let whole: [String]
    let beginning: [String]
    let run: String?

    /// The tokens of category, group and amount that the word means.
    func facts(_ isBeginning: Bool) -> String? {
      let tokens = isBeginning ? beginning : whole
      return tokens.isEmpty ? nil : "(\(tokens.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }
  }

  /// Creates a query, or `nil` if the text contains no word.
  ///
  /// - Parameters:
  ///   - text: The words as typed.
  ///   - names: The names of categories and groups.
  init?(_ text: String, _ names: SearchNames = SearchNames()) {
    // SQLite reads scalars, so the words are cut by scalars: a quote with an accent is a quote, a zero ends the text.
    let typed = text.unicodeScalars
      .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
      .filter { $0.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
    if typed.isEmpty { return nil }
    words = typed.map { word in
      let parts = word.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
      let text = String(word)
      let amounts = PlainDecimal.readings(of: text).map { SearchToken.of($0) }.sorted()
      return Word(
        quoted: "\"" + parts.joined(separator: "\"\"") + "\"", whole: amounts + names.tokens(for: text),
        beginning: amounts + names.tokens(for: text, isBeginning: true), run: SearchRuns.query(text))
    }
    whole = words.map(\.quoted).joined(separator: " ")
    beginnings = whole + "*"
    isOfSeveralWords = words.count > 1
    runs = zip(words, typed).filter { $0.0.run != nil }.map { String($0.1) }
  }

  /// How the last word is understood.
  enum Round: CaseIterable {
    case whole, beginnings
  }

  /// The places to search. One word is in one place or another. Several may be spread over places.
  var places: [SearchPlace] { SearchPlace.allCases.filter { isOfSeveralWords || $0 != .several } }

  /// The query for a place, or `nil` if the words cannot be there.
  func query(_ place: SearchPlace, _ round: Round) -> String? {
    let plain = round == .whole ? whole : beginnings
    let last = words.count - 1
    switch place {
    case .vendor, .tags, .items, .note, .paper: return "\(place.columnName) : (\(plain))"
    case .facts:
      let facts = words.indices.compactMap { words[$0].facts(round == .beginnings && $0 == last) }
      guard facts.count == words.count else { return nil }
      return "facts : (\(facts.joined(separator: " AND ")))"
    case .runs, .paperRuns:
      // The other words may be anywhere: with a word of another script, the place is several.
      let runs = words.compactMap(\.run)
      guard round == .beginnings, runs.count == words.count else { return nil }
      return "\(place.columnName) : (\(runs.joined(separator: " AND ")))"
    case .several:
      // Any column, and the other forms of each word in theirs.
      return words.enumerated().map { index, word in
        let isBeginning = round == .beginnings && index == last
        var forms = [word.quoted + (isBeginning ? "*" : "")]
        if let facts = word.facts(isBeginning) { forms.append("facts : \(facts)") }
        if let run = word.run { forms.append("{runs paper_runs} : \(run)") }
        return forms.count == 1 ? forms[0] : "(\(forms.joined(separator: " OR ")))"
      }.joined(separator: " AND ")
    }
  }
}

/// The names of categories and groups, in which words are searched.
struct SearchNames {
  private var names: [(token: String, words: [String])] = []

  /// Creates no names.
  init() {}

  /// Creates the names that a reader has, of categories and of groups that are not deleted.
  init(_ reader: ModelReader) throws {
    for row in try reader.categories() {
      let token = SearchToken.of(category: row.key)
      names.append((token, Self.words(row.name)))
      if row.key != row.name { names.append((token, Self.words(row.key))) }
    }
    for row in try reader.groupRows() where !row.isDeleted {
      names.append((SearchToken.of(group: row.id), Self.words(row.name)))
    }
  }

  /// The tokens of those whose name has the word.
  ///
  /// - Parameters:
  ///   - word: The word as typed.
  ///   - isBeginning: Whether the beginning of a word is enough.
  func tokens(for word: String, isBeginning: Bool = false) -> [String] {
    let wanted = Self.words(word)
    guard let last = wanted.last else { return [] }
    let isRun = word.unicodeScalars.allSatisfy { SearchRuns.contains($0) }
    let found = names.filter { _, words in
      if isRun { return words.contains { $0.utf8.contains(last.utf8) } }
      guard words.count >= wanted.count else { return false }
      return (0...(words.count - wanted.count)).contains { start in
        zip(words[start...], wanted.dropLast()).allSatisfy { $0 == $1 }
          && (isBeginning
            ? words[start + wanted.count - 1].hasPrefix(last) : words[start + wanted.count - 1] == last)
      }
    }
    return Set(found.map(\.token)).sorted()
  }

  /// The words of a name as FTS5 cuts them, in lower case and without accents.
  private static func words(_ text: String) -> [String] {
    NFC.foldedForComparison(text).unicodeScalars
      .split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }.map { String($0) }
  }
}

/// The places where words are searched, best first.
enum SearchPlace: CaseIterable {
  case vendor, tags, items, runs, note, facts, paper, paperRuns, several

  var table: SearchTable {
    switch self {
    case .vendor, .facts, .tags, .items, .runs, .note: .names
    case .paper, .paperRuns, .several: .everything
    }
  }

  /// The column that is searched.
  var columnName: String {
    switch self {
    case .vendor, .facts, .tags, .items, .runs, .note, .paper: "\(self)"
    case .paperRuns: "paper_runs"
    case .several: ""
    }
  }

  /// The column that a snippet is cut from, or -1 for the one with the best match.
  var column: Int { table.columns.firstIndex(of: columnName) ?? -1 }
}
