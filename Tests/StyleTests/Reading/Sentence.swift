/// A word as written, with its punctuation, and the line it is on.
struct Word: Sendable {
  let text: String
  let line: Int
  /// Whether the word is, or holds, code between backticks.
  let isCode: Bool

  /// The word in small letters without the punctuation around it. Empty for code and for quoted literals.
  let plain: String

  init(_ text: String, line: Int, isCode: Bool) {
    self.text = text
    self.line = line
    self.isCode = isCode
    let marks = "\"“”‘.,;:!?()[]*_…—–·<>/'’"
    let core = text.drop { marks.contains($0) }
    let end = core.lastIndex { !marks.contains($0) }
    let bare = end.map { core[...$0] } ?? ""
    let isQuoted =
      text.first.map { "\"“'‘".contains($0) } == true && text.dropFirst().contains { "\"”'’".contains($0) }
    plain = isCode || isQuoted ? "" : bare.lowercased().replacing("’", with: "'")
  }

  /// Whether it counts towards a sentence's length.
  var counts: Bool { isCode || text.contains { $0.isLetter || $0.isNumber } }

  /// The words of a line. Code between backticks is one word, with its spaces. A link's address is left out.
  static func words(of line: Substring, line number: Int) -> [Word] {
    var words: [Word] = []
    var current = ""
    var isCode = false
    var isInside = false
    func close() {
      if !current.isEmpty { words.append(Word(withoutAddress(current), line: number, isCode: isCode)) }
      current = ""
      isCode = false
    }
    for character in line {
      if character == "`" {
        isInside.toggle()
        isCode = true
        current.append(character)
      } else if character.isWhitespace, !isInside {
        close()
      } else {
        current.append(character)
      }
    }
    close()
    return words
  }

  private static func withoutAddress(_ text: String) -> String {
    guard let middle = text.firstRange(of: "](") else { return text }
    let rest = text[middle.upperBound...].drop { $0 != ")" }.dropFirst()
    return String(text[..<middle.lowerBound]) + rest
  }
}

/// A sentence, or what is left of one in a list or a table.
struct Sentence: Sendable {
  let words: [Word]
  /// Whether it is the first of its paragraph.
  let isFirst: Bool

  var line: Int { words.first?.line ?? 0 }
  var text: String { words.map(\.text).joined(separator: " ") }
  var wordCount: Int { words.count { $0.counts } }

  /// Splits a paragraph after a full stop, a question mark or an exclamation mark that ends a word.
  static func sentences(of paragraph: [Word]) -> [Sentence] {
    var sentences: [Sentence] = []
    var start = 0
    for index in paragraph.indices
    where index + 1 == paragraph.count || ends(paragraph[index], paragraph[index + 1]) {
      sentences.append(Sentence(words: Array(paragraph[start...index]), isFirst: start == 0))
      start = index + 1
    }
    return sentences
  }

  private static let abbreviations: Set<String> = ["e.g", "i.e", "cf", "vs", "etc", "approx", "no"]

  private static func ends(_ word: Word, _ next: Word) -> Bool {
    let core = word.text.reversed().drop { "\"”’)*_'".contains($0) }
    guard let mark = core.first, ".?!".contains(mark), !abbreviations.contains(word.plain) else { return false }
    guard let first = next.text.first(where: { !"\"“‘(*_['".contains($0) }) else { return true }
    return first.isUppercase || first.isNumber || first == "`" || first == "-"
  }
}
