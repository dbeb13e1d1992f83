import LedgerDomain

/// Currencies as files print them.
enum PrintedCurrency {
  /// Returns the currency of a code of three letters that the table knows, or `nil` for any other text.
  static func code(_ bytes: ArraySlice<UInt8>) -> CurrencyCode? {
    let text = bytes.count == 3 ? bytes : CellText.trimmed(bytes)
    guard text.count == 3, let currency = CurrencyCode(String(decoding: text, as: UTF8.self)),
      currency.minorUnitDigits != nil
    else { return nil }
    return currency
  }

  /// Returns the currency of a code or sign. A sign of several currencies means the first of `likely` that it may mean,
  /// otherwise the one that uses it most.
  static func meaning(_ bytes: ArraySlice<UInt8>, likely: [CurrencyCode] = []) -> CurrencyCode? {
    if let currency = code(bytes) { return currency }
    if let currency = names[CellText.plain(bytes).lowercased()] { return currency }
    let meanings = CurrencySigns.meanings(of: CellText.plain(bytes)).filter { $0.minorUnitDigits != nil }
    return likely.first(where: meanings.contains) ?? meanings.first
  }

  /// Returns the currency of a code or sign, but `nil` for `kr` or `Rs` if nothing is likely.
  static func certain(_ bytes: ArraySlice<UInt8>, likely: [CurrencyCode] = []) -> CurrencyCode? {
    let currency = meaning(bytes, likely: likely)
    return sharedSigns.contains(CellText.plain(bytes)) && !likely.contains { $0 == currency } ? nil : currency
  }

  /// The signs that several countries use in their statements, without one that uses it most.
  private static let sharedSigns: Set<String> = ["kr", "kr.", "Kr", "Rs", "Rs.", "₨"]

  private static let names: [String: CurrencyCode] = [
    "人民币": "CNY", "美元": "USD", "港币": "HKD", "日元": "JPY", "欧元": "EUR", "euro": "EUR", "euros": "EUR",
    "euroa": "EUR", "евро": "EUR", "eurot": "EUR", "tl": "TRY", "원": "KRW", "yen": "JPY", "zloty": "PLN",
    "руб": "RUB",
  ].compactMapValues { CurrencyCode($0) }

  /// Returns the currency of a cell that is the name of one and nothing else, such as `euros`.
  static func name(_ bytes: ArraySlice<UInt8>) -> CurrencyCode? { names[CellText.plain(bytes).lowercased()] }

  /// Returns the currency that a header names by its code in capitals, its name or its sign.
  ///
  /// Examples are `Saldo CHF`, `CAD$`, `Débit euros` and `金額(円)`.
  static func inHeader(_ bytes: ArraySlice<UInt8>) -> CurrencyCode? {
    let text = CellText.plain(bytes)
    for part in text.split(whereSeparator: { !$0.isLetter && !"$€£¥".contains($0) }) {
      if part.utf8.count == 3, part.allSatisfy({ $0.isUppercase }), let currency = code(Array(part.utf8)[...]) {
        return currency
      }
      if part == "€" || part == "£" || part == "円" || part == "元" || part.hasSuffix("（円") {
        return meaning(Array(part.utf8)[...])
      }
      if let named = names[part.lowercased()] { return named }
      // A sign of several currencies, such as `$` or `kr`, names none of them. `CAD$` names one.
      let isSign = part.contains { !$0.isASCII || $0 == "$" }
      let meanings = isSign ? CurrencySigns.meanings(of: String(part)) : []
      if meanings.count == 1 { return meanings[0] }
      if part.hasSuffix("$"), let named = code(Array(part.utf8.dropLast())[...]) { return named }
    }
    return nil
  }
}
