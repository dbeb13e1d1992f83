internal import LedgerDomain
internal import LedgerSQLite

/// The piece of a transaction in which words were found.
struct SearchExcerpt: Hashable, Sendable {
  /// The field, or `several`.
  let place: String
  /// The piece of its text. For a category, a group or an amount it is the key, the identifier or the decimal.
  let snippet: String
  /// The parts of the snippet that matched, as offsets in its UTF-8.
  let matches: [Range<Int>]

  init(place: String, snippet: String, matches: [Range<Int>]? = nil) {
    self.place = place
    self.snippet = snippet
    self.matches = matches ?? [0..<snippet.utf8.count]
  }

  /// Creates the excerpt of a row of `SearchMatcher.hits`.
  ///
  /// - Parameter runs: The words in a script without blanks, which are looked for in the texts themselves.
  init(_ row: Statement, _ place: SearchPlace, _ runs: [String]) {
    switch place {
    case .vendor, .tags, .items, .note, .paper:
      self = Self.marked(row.string(1), place.columnName)
    case .facts: self = Self.fact(row.string(1))
    case .runs, .paperRuns: self = Self.run(row, place.table, runs) ?? Self.names(row, place.table)
    case .several:
      let snippet = row.string(1)
      let isText = !snippet.unicodeScalars.contains { ("\u{e000}"..."\u{e003}").contains($0) }
      if isText, runs.isEmpty {
        self = Self.marked(snippet, "several")
      } else {
        let found = Self.run(row, place.table, runs) ?? Self.names(row, place.table)
        self.init(place: "several", snippet: found.snippet, matches: found.matches)
      }
    }
  }

  /// Returns the columns with texts as people wrote them, which follow the snippet in a row.
  static func fields(of table: String) -> [String] {
    SearchTable(rawValue: table)?.columns.filter { !["facts", "runs", "paper_runs"].contains($0) } ?? []
  }

  /// Removes the marks from a snippet, and keeps the ranges between them.
  private static func marked(_ marked: String, _ place: String) -> SearchExcerpt {
    var bytes: [UInt8] = []
    var matches: [Range<Int>] = []
    var begin: Int?
    for byte in marked.utf8 {
      switch byte {
      case 2: begin = bytes.count
      case 3:
        if let start = begin { matches.append(start..<bytes.count) }
        begin = nil
      case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: " "))
      case _: bytes.append(byte)
      }
    }
    return SearchExcerpt(place: place, snippet: String(decoding: bytes, as: UTF8.self), matches: matches)
  }

  /// Returns the first token that matched.
  private static func fact(_ marked: String) -> SearchExcerpt {
    let token = marked.split(separator: "\u{2}", omittingEmptySubsequences: false).dropFirst().first?
      .split(separator: "\u{3}").first
    switch token.flatMap({ SearchToken.meaning($0) }) {
    case .amount(let decimal): return SearchExcerpt(place: "amount", snippet: decimal)
    case .category(let key): return SearchExcerpt(place: "category", snippet: key)
    case .group(let group): return SearchExcerpt(place: "group", snippet: group.description)
    case nil: return SearchExcerpt(place: "several", snippet: "")
    }
  }

  /// Returns the first text that has one of the words, around it.
  private static func run(_ row: Statement, _ table: SearchTable, _ runs: [String]) -> SearchExcerpt? {
    for (index, field) in fields(of: table.rawValue).enumerated() {
      guard let text = row.optionalString(Int32(index + 2)) else { continue }
      let scalars = Array(text.unicodeScalars)
      for word in runs {
        let wanted = Array(word.unicodeScalars)
        guard let found = scalars.firstRange(of: wanted) else { continue }
        let (first, last) = (max(0, found.lowerBound - around), min(scalars.count, found.upperBound + around))
        let before = (first > 0 ? "…" : "") + piece(scalars[first..<found.lowerBound])
        let match = piece(scalars[found])
        let after = piece(scalars[found.upperBound..<last]) + (last < scalars.count ? "…" : "")
        let start = before.utf8.count
        return SearchExcerpt(
          place: field, snippet: before + match + after, matches: [start..<start + match.utf8.count])
      }
    }
    return nil
  }

  /// Returns the vendor or another text, where the words are spread over fields.
  private static func names(_ row: Statement, _ table: SearchTable) -> SearchExcerpt {
    let texts = fields(of: table.rawValue).indices.lazy.compactMap { row.optionalString(Int32($0 + 2)) }
    let text = Array((texts.first { !$0.isEmpty } ?? "").unicodeScalars)
    return SearchExcerpt(
      place: "several", snippet: piece(text.prefix(2 * around)) + (text.count > 2 * around ? "…" : ""),
      matches: [])
  }

  /// Characters on either side of a match.
  private static let around = 24

  private static func piece(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.lazy.map { $0 == "\n" ? " " : $0 })
    return String(text)
  }
}
