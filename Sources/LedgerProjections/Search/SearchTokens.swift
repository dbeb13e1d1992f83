internal import LedgerBytes
internal import LedgerDomain

/// Words of the full-text index that represent facts of a transaction, not its texts.
///
/// Each begins with a character for private use, which FTS5 takes for a letter and which no keyboard types.
enum SearchToken {
  private static let amount = "\u{e000}"
  private static let point = "\u{e001}"
  private static let category = "\u{e002}"
  private static let group = "\u{e003}"

  /// The fact of a token.
  enum Meaning: Equatable {
    case amount(String)
    case category(String)
    case group(GroupID)
  }

  static func of(category key: String) -> String {
    // FTS5 removes case, accents and signs, so the bytes are written as digits.
    category + hex(Array(key.utf8))
  }

  static func of(group id: GroupID) -> String { group + hex(id.id.bytes) }

  static func of(_ decimal: PlainDecimal) -> String {
    amount + decimal.description.split(separator: ".").joined(separator: point)
  }

  /// Returns the meaning of a token, or `nil` if the text is no token.
  static func meaning(_ token: some StringProtocol) -> Meaning? {
    let text = String(token)
    let rest = String(text.unicodeScalars.dropFirst())
    switch text.unicodeScalars.first {
    case "\u{e000}": return .amount(rest.split(separator: Character(point)).joined(separator: "."))
    case "\u{e002}": return bytes(rest).map { .category(String(decoding: $0, as: UTF8.self)) }
    case "\u{e003}": return bytes(rest).flatMap { UniqueID(bytes: $0) }.map { .group(GroupID($0)) }
    case _: return nil
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.compactMap { digits.firstIndex(of: $0) }
    guard values.count == text.utf8.count, values.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}

/// A decimal without sign, without leading zeros and without zeros at its end, such as `84.5`.
struct PlainDecimal: Hashable, CustomStringConvertible {
  private let whole: String
  private let fraction: String

  private init(whole: some StringProtocol, fraction: some StringProtocol) {
    self.whole = String(whole.drop { $0 == "0" })
    self.fraction = String(fraction.reversed().drop { $0 == "0" }.reversed())
  }

  /// The magnitude of an amount of money. A currency without known digits counts its minor units.
  init(_ money: Money) {
    let digits = money.currency.minorUnitDigits ?? 0
    let text = String(money.minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    self.init(whole: padded.dropLast(digits), fraction: padded.suffix(digits))
  }

  /// Returns the decimals that a person may mean by a word. Empty if it is no amount.
  ///
  /// One sign with exactly three digits after it may be a decimal point or group digits, so both are meant. A currency
  /// before or after the digits, and a sign, make no difference.
  static func readings(of word: String) -> Set<PlainDecimal> {
    let core = word.drop { !$0.isASCIIDigit }
    let number = String(core.reversed().drop { !$0.isASCIIDigit }.reversed()).filter { $0 != "'" && $0 != "’" }
    let around = word.unicodeScalars.count - core.unicodeScalars.count
    guard !number.isEmpty, number.utf8.count <= 24, around <= 4,
      number.allSatisfy({ $0.isASCIIDigit || $0 == "." || $0 == "," })
    else { return [] }
    let parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let signs = number.filter { !$0.isASCIIDigit }
    func decimal(_ places: Int) -> PlainDecimal {
      PlainDecimal(whole: parts.dropLast(places).joined(), fraction: places == 0 ? "" : parts[parts.count - 1])
    }
    if signs.isEmpty { return [decimal(0)] }
    if Set(signs).count > 1 { return [decimal(1)] }
    if signs.count > 1 { return [decimal(0)] }
    return parts[1].count == 3 ? [decimal(0), decimal(1)] : [decimal(1)]
  }

  /// Returns the minor units of a currency, or `nil` if it has fewer digits.
  func minorUnits(in currency: CurrencyCode) -> Int64? {
    let digits = currency.minorUnitDigits ?? 0
    guard fraction.count <= digits else { return nil }
    return Int64("0" + whole + fraction + String(repeating: "0", count: digits - fraction.count))
  }

  var description: String { (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)") }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

/// Chinese, Japanese and Korean texts as pairs of neighbours.
///
/// FTS5 takes a sentence of them for one word. As pairs, a word inside of it is a phrase: 東京駅 is `東京 京駅 駅`.
enum SearchRuns {
  /// Whether a character belongs to a script that has no blanks between words.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11ff, 0x3005...0x3007, 0x3040...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff,
      0xac00...0xd7af, 0xf900...0xfaff, 0xff66...0xff9f, 0x20000...0x323af:
      true
    case _: false
    }
  }

  /// Returns the pairs of every run in the texts, or `nil` without a run.
  static func pairs(in texts: [String?]) -> String? {
    var words: [String] = []
    for case let text? in texts where text.utf8.contains(where: { $0 >= 0xe1 }) {
      var before: Unicode.Scalar?
      for scalar in text.unicodeScalars {
        let isPart = contains(scalar)
        if let before { words.append("\(before)" + (isPart ? "\(scalar)" : "")) }
        before = isPart ? scalar : nil
      }
      if let before { words.append("\(before)") }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns the query for a word inside of a run, or `nil` if the word has another character.
  static func query(_ word: String) -> String? {
    let scalars = Array(word.unicodeScalars)
    guard let first = scalars.first, scalars.allSatisfy(contains) else { return nil }
    if scalars.count == 1 { return "\"\(first)\"*" }
    return "\"" + zip(scalars, scalars.dropFirst()).map { "\($0)\($1)" }.joined(separator: " ") + "\""
  }
}
