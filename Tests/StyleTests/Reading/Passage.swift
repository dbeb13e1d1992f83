/// A stretch of prose: a comment, a message or a text in Markdown, as sentences.
struct Passage: Sendable {
  /// The place that a text is read in, which decides the rules for it.
  enum Kind: Sendable {
    case documentation
    case comment
    case message
    case article
    /// The title of a test.
    case title
  }

  let kind: Kind
  let sentences: [Sentence]

  /// - Parameter lines: the text line by line, each with its number in the file.
  init(_ kind: Kind, lines: [(number: Int, text: Substring)]) {
    self.kind = kind
    sentences = Self.paragraphs(of: lines).flatMap(Sentence.sentences)
  }

  init(_ kind: Kind, _ text: String, line: Int = 1) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(kind, lines: lines.enumerated().map { (line + $0.offset, $0.element) })
  }

  /// The words of each paragraph, list item, table cell and option of a usage text. Blocks of code are left out.
  private static func paragraphs(of lines: [(number: Int, text: Substring)]) -> [[Word]] {
    var paragraphs: [[Word]] = []
    var current: [Word] = []
    var isFenced = false
    var wasBlank = true
    func close() {
      if !current.isEmpty { paragraphs.append(current) }
      current = []
    }
    for (number, text) in lines {
      let indentation = text.prefix { $0 == " " }.count
      var rest = text.dropFirst(indentation)
      if rest.hasPrefix("```") {
        isFenced.toggle()
        close()
        continue
      }
      if isFenced { continue }
      if rest.isEmpty {
        close()
        wasBlank = true
        continue
      }
      if rest.hasPrefix("usage:") || rest.hasPrefix("$ ") {
        close()
        continue
      }
      if rest.hasPrefix("--") { close() }
      if wasBlank && indentation >= 4 || rest.hasPrefix("<!--") || rest.hasPrefix("![") { continue }
      wasBlank = false
      if rest.hasPrefix("|") {
        close()
        for cell in rest.split(separator: "|") {
          current = Word.words(of: cell, line: number)
          close()
        }
        continue
      }
      if rest.hasPrefix("#") {
        close()
        current = Word.words(of: rest.drop { $0 == "#" || $0 == " " }, line: number)
        close()
        continue
      }
      if let item = withoutListMarker(rest) {
        close()
        rest = item
      }
      current += Word.words(of: rest, line: number)
    }
    close()
    return paragraphs
  }

  /// The text of a list item, without `- Parameter name:` and its like, or `nil` if the line begins no item.
  private static func withoutListMarker(_ line: Substring) -> Substring? {
    var rest: Substring
    if line.hasPrefix("- ") || line.hasPrefix("* ") || line.hasPrefix("• ") {
      rest = line.dropFirst(2)
    } else {
      let digits = line.prefix { $0.isNumber }
      guard !digits.isEmpty, line.dropFirst(digits.count).hasPrefix(". ") else { return nil }
      rest = line.dropFirst(digits.count + 2)
    }
    rest = rest.drop { $0 == " " }
    for field in ["Parameter ", "Returns:", "Throws:", "Complexity:", "Note:", "Important:"]
    where rest.hasPrefix(field) {
      if let colon = rest.firstIndex(of: ":") { rest = rest[rest.index(after: colon)...] }
    }
    return rest
  }
}
