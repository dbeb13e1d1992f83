/// A word of a line, a text in quotation marks, or a text after a marker.
struct EntryToken: Hashable, Sendable {
  enum Kind {
    case word
    /// In quotation marks: part of the vendor, whatever it looks like.
    case quoted
    case tag
    case note
    case group
    case account
    /// One of the amounts by category.
    case split
  }

  let kind: Kind
  /// The text without its marker and quotation marks.
  let text: String
  /// The text with full-width forms as ASCII.
  let plain: String

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
    plain = ASCIIForms.folded(text)
  }

  /// Returns the token as a piece of the amounts by category.
  var inSplit: EntryToken { EntryToken(.split, text) }

  /// The field that the text belongs to unless it has another meaning.
  var field: EntryField {
    switch kind {
    case .word, .quoted: .vendor
    case .tag: .tag
    case .note: .note
    case .group: .group
    case .account: .account
    case .split: .split
    }
  }

  /// Returns the tokens of a line, and whether all its quotation marks are closed.
  ///
  /// `#tag`, `@account`, `in:GROUP` and `note:TEXT` take a word or a text in quotation marks. `note:` with a blank
  /// after it takes the rest of the line, up to the tags and the group at its end.
  static func tokens(of line: String) -> (tokens: [EntryToken], isClosed: Bool) {
    var scanner = EntryScanner(line)
    return (scanner.tokens(), scanner.isClosed)
  }
}

/// Cuts a line into tokens.
private struct EntryScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var isClosed = true

  init(_ line: String) { scalars = Array(line.unicodeScalars) }

  mutating func tokens() -> [EntryToken] {
    var tokens: [EntryToken] = []
    while skipBlanks() {
      if let text = quoted() {
        if !text.isEmpty { tokens.append(EntryToken(.quoted, text)) }
      } else if let token = marked() {
        tokens.append(token)
      } else if ["=", "\u{ff1d}"].contains(scalars[index]) {
        // `=94.20` is a sign and an amount.
        tokens.append(EntryToken(.word, "="))
        index += 1
      } else {
        tokens.append(EntryToken(.word, word()))
      }
    }
    return tokens
  }

  /// Whether anything follows the blanks.
  private mutating func skipBlanks() -> Bool {
    while index < scalars.count, NFC.isWhiteSpace(scalars[index]) { index += 1 }
    return index < scalars.count
  }

  /// Reads the text up to the next blank. A no-break space between digits groups them.
  private mutating func word() -> String {
    let start = index
    while index < scalars.count, !NFC.isWhiteSpace(scalars[index]) || isWithinNumber { index += 1 }
    return String(String.UnicodeScalarView(scalars[start..<index]))
  }

  private var isWithinNumber: Bool {
    guard [0xa0, 0x2009, 0x202f].contains(scalars[index].value), index > 0, index + 1 < scalars.count else {
      return false
    }
    return isDigit(scalars[index - 1]) && isDigit(scalars[index + 1])
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Reads the text in the quotation marks that begin here, or `nil` if there are no marks.
  private mutating func quoted() -> String? {
    guard index < scalars.count, let closing = Self.quotationMarks[scalars[index]] else { return nil }
    let rest = scalars[(index + 1)...]
    guard let end = rest.firstIndex(where: closing.contains) else {
      isClosed = false
      index = scalars.count
      return trimmed(rest)
    }
    index = end + 1
    return trimmed(rest[..<end])
  }

  private static let quotationMarks: [Unicode.Scalar: [Unicode.Scalar]] = [
    "\"": ["\""], "“": ["”", "“"], "„": ["“", "”"], "«": ["»"], "「": ["」"], "＂": ["＂"],
  ]

  /// Reads a token with a marker, or `nil` if no marker is here.
  private mutating func marked() -> EntryToken? {
    let markers: [(marker: String, kind: EntryToken.Kind)] = [
      ("#", .tag), ("@", .account), ("in:", .group), ("note:", .note),
    ]
    for (marker, kind) in markers where begins(with: marker) {
      let start = index
      index += marker.unicodeScalars.count
      if kind == .note, index < scalars.count, NFC.isWhiteSpace(scalars[index]) {
        let end = endOfNote()
        let rest = trimmed(scalars[index..<end])
        index = end
        if !rest.isEmpty { return EntryToken(.note, rest) }
      } else if kind == .group {
        _ = skipBlanks()
      }
      let text = quoted() ?? word()
      if !NFC.trimmed(text).isEmpty { return EntryToken(kind, text) }
      index = start
      return EntryToken(.word, word())
    }
    return nil
  }

  /// Returns where the tags and the group at the end of a line begin.
  ///
  /// A marker with other words after it is a part of the note, and so is one in quotation marks: `note: by the #bar`.
  private func endOfNote() -> Int {
    var places = self
    while places.skipBlanks() {
      var rest = places
      if places.quoted() == nil { _ = places.word() }
      let marker = rest.index + (rest.begins(with: "#") ? 1 : 3)
      guard rest.begins(with: "#") || rest.begins(with: "in:"), marker < scalars.count,
        rest.begins(with: "#") ? scalars[marker].properties.isAlphabetic : !NFC.isWhiteSpace(scalars[marker])
      else { continue }
      let place = rest.index
      if rest.tokens().allSatisfy({ $0.kind == .tag || $0.kind == .group }) { return place }
    }
    return scalars.count
  }

  private func begins(with marker: String) -> Bool {
    let marker = Array(marker.unicodeScalars)
    guard index + marker.count <= scalars.count else { return false }
    let text = String(String.UnicodeScalarView(scalars[index..<(index + marker.count)]))
    return ASCIIForms.folded(text).lowercased().unicodeScalars.elementsEqual(marker)
  }

  private func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> String {
    NFC.trimmed(String(String.UnicodeScalarView(text)))
  }
}
