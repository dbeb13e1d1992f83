// The words and codes of currencies in a line.
extension EntryAmounts {
  /// Returns the currency that a word names, in the form that the parser of amounts takes, or `nil`.
  static func currencyName(_ word: String) -> String? {
    if let name = spelledOut[word.lowercased()] { return name }
    if word.utf8.count == 3, let currency = CurrencyCode(word), currency.minorUnitDigits != nil,
      word == word.uppercased() || word == word.lowercased()
    {
      return currency.code
    }
    return CurrencySigns.meanings(of: word).contains { $0.code != word.uppercased() } ? word : nil
  }

  /// Whether a word next to a number is a currency and not an ordinary word such as ALL, TOP or cup.
  static func isCertain(_ word: String, _ name: String, _ vocabulary: QuickEntry.Vocabulary) -> Bool {
    let currencies = CurrencySigns.meanings(of: name)
    if currencies.contains(vocabulary.currency) { return true }
    if spelledOut[word.lowercased()] != nil { return true }
    // No English word contains such a letter: €, 円, zł.
    if word.utf8.contains(where: { $0 >= 0x80 }) { return true }
    guard currencies.count == 1, word.utf8.count == 3 else { return false }
    return common.contains(name) || word == name && vocabulary.hasSmallLetters && rarer.contains(name)
  }

  /// Codes that are a currency in capital letters, in a line that has small letters too.
  private static let rarer: Set<String> = [
    "ARS", "BHD", "CAD", "CLF", "CLP", "EGP", "ISK", "JOD", "KES", "KWD", "LKR", "NGN", "OMR", "PKR", "QAR",
    "RSD", "SAR", "TND", "TRY", "UAH", "UYU", "XAF", "XOF",
  ]

  static let spelledOut = [
    "euro": "EUR", "euros": "EUR", "pound": "£", "pounds": "£", "dollar": "$", "dollars": "$",
    "franken": "CHF", "francs": "CHF", "rupees": "₹", "yen": "JPY", "€": "€", "$": "$", "£": "£",
  ]

  /// The words that tell which of several dollars, francs or crowns are meant.
  static let countries = [
    "swiss": "CHF", "schweizer": "CHF", "suisse": "CHF", "suisses": "CHF", "svizzeri": "CHF", "suíços": "CHF",
    "us": "USD", "american": "USD", "canadian": "CAD", "australian": "AUD", "british": "GBP", "sterling": "GBP",
    "danish": "DKK", "dänische": "DKK", "norwegian": "NOK", "norwegische": "NOK", "swedish": "SEK",
    "schwedische": "SEK", "czech": "CZK", "tschechische": "CZK", "turkish": "TRY", "türkische": "TRY",
    "egyptian": "EGP", "ägyptische": "EGP",
  ]

  /// The currencies of several countries.
  static let nouns: Set<String> = [
    "dollar", "dollars", "dólares", "pound", "pounds", "pfund", "franc", "francs", "franken", "franchi",
    "franco",
    "francos", "krone", "kronen", "kroner", "kronor", "couronnes", "corone", "coroas", "lira",
  ]

  /// Codes that are no words.
  private static let common: Set<String> = [
    "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "INR", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "BGN", "KRW", "SGD", "HKD", "MXN", "BRL", "ZAR", "THB", "IDR", "AED", "TWD", "ILS", "PHP", "MYR", "VND",
  ]

  /// Returns a code in lower case as the parser of amounts takes it.
  static func upperCased(_ text: String) -> String {
    let letters = text.filter(\.isLetter)
    return letters.utf8.count == 3 && CurrencyCode(letters) != nil ? text.uppercased() : text
  }
}
