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
  private var words: [Word]

  /// The greatest number of groups that a word may mean as tokens of the query.
  ///
  /// FTS5 goes through all terms of an OR at each row, so more groups than that are read from the models.
  private var groupTokensMax: Int

  /// A word with the other forms in which it can be found.
  private struct Word {
    var quoted: String
    var whole: Facts
    var beginning: Facts
    let run: String?

    func facts(_ isBeginning: Bool) -> Facts { isBeginning ? beginning : whole }
  }

  /// The categories, groups and amounts that a word means.
  private struct Facts {
    /// The tokens of amounts and categories.
    var tokens: [String]
    var groups: [GroupID]

    init(_ amounts: [String], _ names: SearchNames.Found) {
      tokens = amounts + names.categories
      groups = names.groups
    }

    /// Returns the tokens as a query, or `nil` without any.
    func query(_ groupTokensMax: Int) -> String? {
      let all = groups.count > groupTokensMax ? tokens : tokens + groups.map { SearchToken.of(group: $0) }
      return all.isEmpty ? nil : "(\(all.map { "\"\($0)\"" }.joined(separator: " OR ")))"
    }
  }

  /// Creates a query, or `nil` if the text contains no word.
  ///
  /// - Parameters:
  ///   - text: The words as typed.
  ///   - names: The names of categories and groups.
  ///   - groupTokensMax: The greatest number of groups that a word may mean as tokens.
  init?(_ text: String, _ names: SearchNames = SearchNames(), groupTokensMax: Int = .max) {
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
        quoted: "\"" + parts.joined(separator: "\"\"") + "\"", whole: Facts(amounts, names.found(for: text)),
        beginning: Facts(amounts, names.found(for: text, isBeginning: true)), run: SearchRuns.query(text))
    }
    let ofMany = words.count { max($0.whole.groups.count, $0.beginning.groups.count) > groupTokensMax }
    self.groupTokensMax = ofMany > Self.wordsOfManyGroupsMax ? .max : groupTokensMax
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

  /// Whether the words can be in a place.
  func canBe(in place: SearchPlace, _ round: Round) -> Bool { !alternatives(place, round).isEmpty }

  /// Returns the query for a place, or `nil` if the words cannot be there.
  ///
  /// Groups of a word that has more than the greatest number are left out. `alternatives` has them.
  func query(_ place: SearchPlace, _ round: Round) -> String? { query(place, round, without: []) }

  private func query(_ place: SearchPlace, _ round: Round, without left: Set<Int>) -> String? {
    let places = words.indices.filter { !left.contains($0) }
    switch place {
    case .vendor, .tags, .items, .note, .paper:
      return "\(place.columnName) : (\(round == .whole ? whole : beginnings))"
    case .facts:
      let facts = places.compactMap { words[$0].facts(isBeginning($0, round)).query(groupTokensMax) }
      guard facts.count == places.count, !facts.isEmpty else { return nil }
      return "facts : (\(facts.joined(separator: " AND ")))"
    case .runs, .paperRuns:
      // The other words may be anywhere: with a word of another script, the place is several.
      let runs = words.compactMap(\.run)
      guard round == .beginnings, runs.count == words.count else { return nil }
      return "\(place.columnName) : (\(runs.joined(separator: " AND ")))"
    case .several:
      // Any column, and the other forms of each word in theirs.
      let forms = places.map { index in
        let (word, isBeginning) = (words[index], isBeginning(index, round))
        var forms = [word.quoted + (isBeginning ? "*" : "")]
        if let facts = word.facts(isBeginning).query(groupTokensMax) { forms.append("facts : \(facts)") }
        if let run = word.run { forms.append("{runs paper_runs} : \(run)") }
        return forms.count == 1 ? forms[0] : "(\(forms.joined(separator: " OR ")))"
      }
      return forms.isEmpty ? nil : forms.joined(separator: " AND ")
    }
  }

  /// The query for all that begin with the last word's first letter, or `nil` if that is the word.
  var withFirstLetter: SearchQuery? {
    let last = words.count - 1
    let letters = words[last].quoted.dropFirst().dropLast()
    guard letters.count > 1, letters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    var query = self
    query.words[last].quoted = "\"\(letters.prefix(1))\""
    return query
  }

  private func isBeginning(_ index: Int, _ round: Round) -> Bool {
    round == .beginnings && index == words.count - 1
  }
}

// MARK: - Words that mean many groups

extension SearchQuery {
  /// One way to find the words: those of a query together with being in one of each list of groups.
  struct Alternative {
    /// The words, or `nil` if the groups are all.
    let query: String?
    let groups: [[GroupID]]
  }

  /// Returns the queries that find the words in a place between them. Empty if the words cannot be there.
  func alternatives(_ place: SearchPlace, _ round: Round) -> [Alternative] {
    let many: [Int] =
      switch place {
      case .facts, .several:
        words.indices.filter { words[$0].facts(isBeginning($0, round)).groups.count > groupTokensMax }
      case .vendor, .tags, .items, .runs, .note, .paper, .paperRuns: []
      }
    // Each of these words is in the query, or the transaction is in one of its groups.
    return (0..<1 << many.count).compactMap { choice in
      let left: [Int] = many.indices.filter { choice >> $0 & 1 == 1 }.map { many[$0] }
      let query = query(place, round, without: Set(left))
      guard query != nil || left.count == words.count else { return nil }
      return Alternative(query: query, groups: left.map { words[$0].facts(isBeginning($0, round)).groups })
    }
  }

  /// Returns the query for transactions with these texts, in which each of their groups is a token.
  func narrowed(to texts: some Sequence<SearchTexts.Texts>) -> SearchQuery {
    guard words.contains(where: { max($0.whole.groups.count, $0.beginning.groups.count) > groupTokensMax })
    else { return self }
    let column = SearchTable.everything.columns.firstIndex(of: "facts") ?? 0
    var present: Set<GroupID> = []
    for case let facts? in texts.lazy.map({ $0[column] }) {
      for token in facts.split(separator: " ") {
        if token.first == "\u{e003}", case .group(let group)? = SearchToken.meaning(token) {
          present.insert(group)
        }
      }
    }
    var query = self
    query.groupTokensMax = .max
    for index in query.words.indices {
      query.words[index].whole.groups.removeAll { !present.contains($0) }
      query.words[index].beginning.groups.removeAll { !present.contains($0) }
    }
    return query
  }

  /// So many words can mean many groups. Each doubles the number of queries.
  private static let wordsOfManyGroupsMax = 5
}

/// The names of categories and groups, in which words are searched.
struct SearchNames {
  private var categories: [(token: String, name: String)] = []
  private var groups: [(id: GroupID, name: String)] = []

  /// Creates no names.
  init() {}

  /// Creates the names that a reader has, of categories and of groups that are not deleted.
  init(_ reader: ModelReader) throws {
    for row in try reader.categories() {
      let token = SearchToken.of(category: row.key)
      categories.append((token, row.name))
      if row.key != row.name { categories.append((token, row.key)) }
    }
    for row in try reader.groupRows() where !row.isDeleted {
      groups.append((row.id, row.name))
    }
  }

  /// The categories and groups whose name has a word.
  struct Found {
    /// The tokens of the categories, sorted.
    let categories: [String]
    /// The groups, sorted.
    let groups: [GroupID]
  }

  /// Finds a word.
  ///
  /// - Parameters:
  ///   - word: The word as typed.
  ///   - isBeginning: Whether the beginning of a word is enough.
  func found(for word: String, isBeginning: Bool = false) -> Found {
    let wanted = Self.words(word)
    guard let last = wanted.last else { return Found(categories: [], groups: []) }
    let isRun = word.unicodeScalars.allSatisfy { SearchRuns.contains($0) }
    func has(_ name: String) -> Bool {
      guard NFC.contains(name, folded: last) else { return false }
      if isRun { return true }
      let words = Self.words(name)
      guard words.count >= wanted.count else { return false }
      return (0...(words.count - wanted.count)).contains { start in
        zip(words[start...], wanted.dropLast()).allSatisfy { $0 == $1 }
          && (isBeginning
            ? words[start + wanted.count - 1].hasPrefix(last) : words[start + wanted.count - 1] == last)
      }
    }
    return Found(
      categories: Set(categories.filter { has($0.name) }.map(\.token)).sorted(),
      groups: groups.filter { has($0.name) }.map(\.id).sorted())
  }

  /// Returns the words of a name as FTS5 cuts them, in lower case and without accents.
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
