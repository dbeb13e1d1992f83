/// Converts text from outside to forms that beancount accepts.
enum BeancountText {
  /// Returns the text in quotation marks, with the escapes that beancount's lexer knows.
  static func string(_ text: String) -> String {
    var string = "\"".unicodeScalars
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": string.append(contentsOf: "\\\"".unicodeScalars)
      case "\\": string.append(contentsOf: "\\\\".unicodeScalars)
      case "\n", "\u{85}", "\u{2028}", "\u{2029}": string.append(contentsOf: "\\n".unicodeScalars)
      case "\t": string.append(contentsOf: "\\t".unicodeScalars)
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}": string.append(" ")
      default: string.append(scalar)
      }
    }
    string.append("\"")
    return String(string)
  }

  /// Returns the tag with `#` and hyphens for spaces.
  ///
  /// The result is `nil` if it has characters that a tag cannot have.
  static func tag(_ text: String) -> String? {
    var tag = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        tag.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: " "): tag.append("-")
      default: return nil
      }
    }
    return tag.isEmpty ? nil : tag
  }

  /// Returns the name of an account, as long as no other account has the same spelling.
  static func spelled(_ account: JournalAccount) -> String {
    let part = account.text.isEmpty ? "Unknown" : component(account.text)
    return root(of: account) + ":" + part
  }

  /// Whether the text of an account does not follow from its name.
  ///
  /// Categories are in small letters, and accounts of the person as they are.
  static func isChanged(_ account: JournalAccount, in name: String) -> Bool {
    let part = String(name.dropFirst(root(of: account).count + 1))
    return switch account {
    case .expenses, .income, .transfers, .openings: part.lowercased() != account.text
    case .assets: part != account.text
    }
  }

  private static func root(of account: JournalAccount) -> String {
    switch account {
    case .expenses: "Expenses"
    case .income: "Income"
    case .assets: "Assets"
    case .transfers, .openings: "Equity"
    }
  }

  /// Returns a component of an account's name: letters, digits and hyphens, first a capital or a digit.
  static func component(_ text: String) -> String {
    var component = String.UnicodeScalarView()
    var hyphenIsDue = false
    for scalar in text.unicodeScalars {
      guard isLetterOrDigit(scalar) else {
        hyphenIsDue = !component.isEmpty
        continue
      }
      if hyphenIsDue { component.append("-") }
      hyphenIsDue = false
      component.append(scalar)
    }
    guard let first = component.first else { return "X" }
    if canBegin(first) { return String(component) }
    let capital = first.properties.uppercaseMapping.unicodeScalars
    if capital.allSatisfy(isLetterOrDigit), let begin = capital.first, canBegin(begin) {
      return String(capital) + String(component.dropFirst())
    }
    return "X" + String(component)
  }

  private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .decimalNumber: true
    default: false
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
      true
    default: false
    }
  }
}
