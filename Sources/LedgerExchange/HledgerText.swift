/// Text from outside as a journal can hold it.
///
/// A journal has no quotes and no escapes: what would end a text, or mean something in its place, is replaced by what
/// looks most like it. The words as they were written are in the ndjson export.
enum HledgerText {
  /// A description: one line; `;` would begin a comment, `|` part payee and note, and a leading `*`, `!`, `(` or `=`
  /// be a status, a code or a second date.
  static func description(_ text: String) -> String {
    String(line(text) { $0 == ";" ? "," : $0 == "|" ? "/" : $0 }.drop { Self.isMark($0) })
  }

  /// The value of a tag in a comment: a comma would end it, and what ledger finds in brackets it takes for a date.
  static func tagValue(_ text: String) -> String {
    line(text) { scalar in
      switch scalar {
      case ",", ";": "\u{201a}"  // ‚ which looks like a comma and is none
      case "|": "/"
      case "[": "("
      case "]": ")"
      default: scalar
      }
    }
  }

  /// A part of an account's name: a colon would make two of it, two spaces would end it.
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

  /// The text in one line: control characters are white space, white space of any kind and length is one space, and
  /// there is none at the edges.
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
