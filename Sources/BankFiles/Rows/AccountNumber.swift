/// The number of an account, which formats write in several ways.
package enum AccountNumber {
  /// The shortest end of a number that is taken for the whole.
  private static let endCharactersMin = 7

  /// Whether two texts are the number of one account.
  ///
  /// They are if they differ only in spaces and marks, or if one ends with the other. An IBAN ends with the number that
  /// OFX and MT940 write. Zeros before a number do not count.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    let first = digits(one)
    let second = digits(other)
    guard !first.isEmpty, !second.isEmpty else { return false }
    if first == second { return true }
    let (short, long) = first.count < second.count ? (first, second) : (second, first)
    let number = short.drop { $0 == "0" }
    return number.count >= endCharactersMin && number.allSatisfy(\.isNumber) && long.hasSuffix(number)
  }

  /// Whether a text begins like an IBAN and is as long as one.
  static func isIBAN(_ text: String) -> Bool {
    guard let third = text.utf8.dropFirst(2).first, 0x30...0x39 ~= third else { return false }
    let number = digits(text)
    return number.count >= 15 && number.prefix(2).allSatisfy(\.isLetter)
      && number.dropFirst(2).prefix(2).allSatisfy(\.isNumber) && number.count == text.count { !$0.isWhitespace }
  }

  private static func digits(_ text: String) -> String {
    // The bank's code precedes the account's number.
    let number = text.split(separator: "/").last.map(String.init) ?? text
    return String(number.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }
}
