/// Converts text from outside to forms that a journal accepts.
///
/// A journal has no quotation marks and no escapes. Characters with a meaning in their place are replaced by similar
/// ones. The ndjson export contains the original text.
enum HledgerText {
  /// Returns the description in one line.
  ///
  /// `;` would begin a comment and `|` separate payee and note. A leading `*`, `!`, `(` or `=` would begin a status, a
  /// code or a second date.
  static func description(_ text: String) -> String {
    String(line(text) { $0 == ";" ? "," : $0 == "|" ? "/" : $0 }.drop { Self.isMark($0) })
  }

  /// Returns the value of a tag in a comment. A comma would end it, and ledger reads text in brackets as a date.
  static func tagValue(_ text: String) -> String {
    line(text) { scalar in
      switch scalar {
      case ",", ";": "\u{201a}"  // ‚ which only looks like a comma
      case "|": "/"
      case "[": "("
      case "]": ")"
      default: scalar
      }
    }
  }

  /// Returns a part of an account's name. A colon would split it, and two spaces would end it.
  static func accountPart(_ text: String) -> String {
    line(text) { scalar in
      switch scalar {
      case ":": "-"
      case ";": ","
      case "|": "/"
      default: scalar
      }
    }
  }

  /// Returns the text in one line, trimmed, with single spaces for white space and control characters.
  private static func line(_ text: String, _ replace: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var line = String.UnicodeScalarView()
    var spaceIsDue = false
    for scalar in text.unicodeScalars {
      if scalar.value < 0x21 || scalar.value == 0x7f || (scalar.value > 0x7f && isBlank(scalar)) {
        spaceIsDue = !line.isEmpty
        continue
      }
      if spaceIsDue { line.append(" ") }
      spaceIsDue = false
      line.append(replace(scalar))
    }
    return String(line)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  private static func isMark(_ character: Character) -> Bool {
    switch character.unicodeScalars.first {
    case "*", "!", "(", "[", "=", " ": true
    default: false
    }
  }
}
