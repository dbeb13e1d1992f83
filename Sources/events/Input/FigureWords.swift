internal import LedgerAudit

/// A line of words as people type figures and conditions: `group "Berlin, June" EUR >= 12.50`.
enum FigureWords {
  /// A comparison of a condition.
  static let comparisons = FigureComparison.Operator.allCases.map(\.rawValue) + ["=="]

  /// The words of a line: separated by spaces, quotes hold them together, and comparisons stand alone. Within double
  /// quotes `\"` is a quote and `\\` a backslash.
  static func split(_ text: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word = ""
    var isWord = false
    var quote: Character?
    func end() {
      if isWord { words.append(word) }
      word = ""
      isWord = false
    }
    var characters = text[...]
    while let character = characters.popFirst() {
      if let open = quote {
        if character == "\\", let next = characters.first, "\"\\".contains(next), open == "\"" {
          word.append(characters.removeFirst())
        } else if character == open {
          quote = nil
        } else {
          word.append(character)
        }
      } else if character == "\"" || character == "'" && !isWord {
        quote = character
        isWord = true
      } else if character == " " || character == "\t" || character == "\n" {
        end()
      } else if "=<>!".contains(character) {
        end()
        var comparison = String(character)
        if characters.first == "=" { comparison.append(characters.removeFirst()) }
        words.append(comparison)
      } else {
        word.append(character)
        isWord = true
      }
    }
    guard quote == nil else { throw Failure(.dataError, "a quotation mark is not closed in '\(text)'") }
    end()
    return words
  }

  /// A word as `split` reads it back.
  static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && !"\"'=<>!".unicodeScalars.contains(scalar)
      }
    if isPlain { return word }
    if word.contains("\""), !word.contains("'") { return "'\(word)'" }
    return "\"\(word.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined())\""
  }
}
