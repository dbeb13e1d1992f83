/// A line of words as people type figures and conditions: `group "Berlin, June" EUR >= 12.50`.
package enum FigureWords {
  package static let comparisons = FigureComparison.Operator.allCases.map(\.rawValue) + ["=="]

  /// Returns the words of a line, or `nil` if a quotation mark is not closed.
  ///
  /// Spaces and comparisons separate words, and quotes hold them together.
  ///
  /// Within double quotes `\"` is a quote and `\\` a backslash. The text is read by code points. A quotation mark
  /// counts even if an accent follows it, which then is part of the word.
  package static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isWord = false
    var quote: Unicode.Scalar?
    func end() {
      if isWord { words.append(String(word)) }
      word.removeAll()
      isWord = false
    }
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if let open = quote {
        if scalar == "\\", let next = scalars.first, escaped.contains(next), open == "\"" {
          word.append(scalars.removeFirst())
        } else if scalar == open {
          quote = nil
        } else {
          word.append(scalar)
        }
      } else if scalar == "\"" || scalar == "'" && !isWord {
        quote = scalar
        isWord = true
      } else if scalar == " " || scalar == "\t" || scalar == "\n" {
        end()
      } else if compared.contains(scalar) {
        end()
        var comparison = String(scalar)
        if scalars.first == "=" { comparison.unicodeScalars.append(scalars.removeFirst()) }
        words.append(comparison)
      } else {
        word.append(scalar)
        isWord = true
      }
    }
    guard quote == nil else { return nil }
    end()
    return words
  }

  /// Returns a word as `split` reads it back, and as a shell reads it as one word.
  ///
  /// A name from outside may hold characters that a shell would run or replace, and people copy what is printed.
  package static func quoted(_ word: String) -> String {
    let scalars = word.unicodeScalars
    let isPlain =
      !scalars.isEmpty && !scalars.contains { $0.properties.isWhitespace || special.contains($0) }
    if isPlain { return word }
    if scalars.contains(where: replaced.contains), !scalars.contains("'") { return "'\(word)'" }
    var written = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in scalars {
      if escaped.contains(scalar) { written.append("\\") }
      written.append(scalar)
    }
    written.append("\"")
    return String(written)
  }

  /// The characters that a backslash precedes between double quotes.
  private static let escaped: Set<Unicode.Scalar> = ["\"", "\\", "$", "`"]
  /// The characters that a shell replaces between double quotes.
  private static let replaced: Set<Unicode.Scalar> = ["\"", "\\", "$", "`", "!"]
  /// The characters that end a word or mean something else, here or to a shell.
  private static let special = replaced.union("'=<>;&|()*?[]{}~#^%".unicodeScalars)
  private static let compared: [Unicode.Scalar] = ["=", "<", ">", "!"]
}
