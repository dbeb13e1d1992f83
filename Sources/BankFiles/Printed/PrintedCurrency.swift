import LedgerDomain

/// Currencies as files print them.
enum PrintedCurrency {
  /// The currency of a code of three letters that the table knows, or `nil` for any other text.
  static func code(_ bytes: ArraySlice<UInt8>) -> Currency? {
    let text = bytes.count == 3 ? bytes : CellText.trimmed(bytes)
    guard text.count == 3, let currency = Currency(String(decoding: text, as: UTF8.self)),
      currency.minorUnitDigits != nil
    else { return nil }
    return currency
  }

  /// The currency of a code or sign. A sign of several currencies means the first of `likely` that it may mean, otherwise
  /// the one that uses it most.
  static func meaning(_ bytes: ArraySlice<UInt8>, likely: [Currency] = []) -> Currency? {
    if let currency = code(bytes) { return currency }
    if let currency = names[CellText.plain(bytes).lowercased()] { return currency }
    let meanings = CurrencySigns.meanings(of: CellText.plain(bytes)).filter { $0.minorUnitDigits != nil }
    return likely.first(where: meanings.contains) ?? meanings.first
  }

  private static let names: [String: Currency] = [
    "人民币": Currency("CNY"), "美元": Currency("USD"), "港币": Currency("HKD"), "日元": Currency("JPY"),
    "欧元": Currency("EUR"),
    "euro": Currency("EUR"), "euros": Currency("EUR"), "zloty": Currency("PLN"), "руб": Currency("RUB"),
  ].compactMapValues { $0 }

  /// The currency that a header names by its code in capitals, its name or its sign.
  ///
  /// Examples are `Saldo CHF`, `CAD$`, `Débit euros` and `金額(円)`.
  static func inHeader(_ bytes: ArraySlice<UInt8>) -> Currency? {
    let text = CellText.plain(bytes)
    for part in text.split(whereSeparator: { !$0.isLetter && !"$€£¥".contains($0) }) {
      let letters = part.hasSuffix("$") ? part.dropLast() : part
      if letters.utf8.count == 3, letters.allSatisfy({ $0.isUppercase }),
        let currency = code(Array(letters.utf8)[...])
      {
        return currency
      }
      if let currency = names[part.lowercased()] { return currency }
      if part == "€" || part == "£" || part == "円" || part == "元" || part.hasSuffix("（円") {
        return meaning(Array(part.utf8)[...])
      }
    }
    return nil
  }
}
