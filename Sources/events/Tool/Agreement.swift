internal import LedgerDomain

/// An answer to a yes-or-no question, in the languages of the locales.
enum Agreement {
  case yes
  case no

  /// The advice after an answer that is neither.
  static let advice = "Please answer yes or no."

  private static let yesWords: Set = ["y", "yes", "j", "ja", "o", "oui", "s", "si", "sì", "sim", "はい"]
  private static let noWords: Set = ["n", "no", "nein", "non", "não", "nao", "いいえ"]

  /// Whether a text of several words begins with a no, such as `no, 13.50`. Then it is no entry.
  static func beginsWithNo(_ text: String) -> Bool {
    let first = text.prefix { !$0.isWhitespace }
    return first.count < text.count && Agreement(String(first).filter(\.isLetter)) == .no
  }

  /// Reads an answer. It is `nil` if the text is neither a yes nor a no.
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - byDefault: Whether an empty text is a yes, or `nil` if it is no answer.
  init?(_ text: String, byDefault: Bool? = nil) {
    let word = NFC.foldedKey(text)
    if word.isEmpty, let byDefault {
      self = byDefault ? .yes : .no
    } else if Self.yesWords.contains(word) {
      self = .yes
    } else if Self.noWords.contains(word) {
      self = .no
    } else {
      return nil
    }
  }
}
