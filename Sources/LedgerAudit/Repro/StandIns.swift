internal import EventLog
public import LedgerBytes
internal import LedgerDomain

/// Texts and amounts of the same shape in place of a person's own: letters for letters, digits for digits.
///
/// The same word becomes the same word and the same amount the same amount everywhere, as far as the secret is the same;
/// another secret, other words. What stays is what the program gives a meaning to: dates, currencies, the five fixed
/// categories, kinds, identifiers and hashes. Whatever a payload holds besides is replaced, also where this version does
/// not know it.
public struct StandIns: Sendable {
  private let secret: [UInt8]
  /// For each place of a number, from the left, which digit stands for which; zero stays zero, and no other digit
  /// stands for itself.
  private let digits: [[UInt8]]

  /// Stand-ins that follow from a secret; 16 random bytes where nobody should undo them.
  public init(secret: [UInt8]) {
    self.secret = secret
    digits = (0..<20).map { place in
      var digits: [UInt8] = Array(1...9)
      var source = SHA256.hash(secret + [0, UInt8(place)]).bytes[...]
      // Sattolo's shuffle (1986): one cycle through all of them, so that no amount stays as it was.
      for index in (1..<9).reversed() { digits.swapAt(index, Int(source.removeFirst()) % index) }
      return [0] + digits
    }
  }

  // MARK: Payloads

  /// Keys whose texts are words of ours.
  private static let kept: Set<String> = [
    "currency", "assumedCurrency", "kind", "kinds", "payment", "source", "origin", "method", "disposition",
    "locale",
    "weeks", "field", "engine", "extractor", "mediaType", "quantity", "frequency", "monthEnd", "scope",
  ]

  /// A payload with stand-ins.
  public func replace(_ payload: JSONValue) -> JSONValue { replace(payload, key: "", field: nil) }

  /// - Parameter field: the field that is spoken of, where a payload is about one.
  private func replace(_ value: JSONValue, key: String, field: Field?) -> JSONValue {
    switch value {
    case .object(let members):
      var about = field
      if case .string(let name)? = members["field"] { about = Field(name) }
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            // Readings stand under the name of their field; parts of a confidence under their own names.
            let inner = key == "readings" || key == "value" || key == "from" || key == "to" || key == "reading"
            let isPart = key == "name" && members["weight"] != nil && members["score"] != nil
            return (
              key,
              isPart ? value : replace(value, key: key, field: inner ? about : Field(key) ?? nil)
            )
          }))
    case .array(let elements): return .array(elements.map { replace($0, key: key, field: field) })
    case .string(let text): return .string(replace(text, key: key, field: field))
    case .integer(let number) where key == "minorUnits": return .integer(replace(minorUnits: number))
    case .integer, .boolean, .null: return value
    case .fraction: return .integer(0)
    }
  }

  private func replace(_ text: String, key: String, field: Field?) -> String {
    if UniqueID(text) != nil || CivilDate(iso: text) != nil || SHA256Digest(hexadecimal: text) != nil {
      return text
    }
    if Self.kept.contains(key) { return text }
    if key == "category" || key == "key" || field == .category { return replace(category: text) }
    if key == "price" { return replace(decimal: text) }
    if ["value", "from", "to", "reading"].contains(key) {
      switch field {
      case .total: return replace(decimal: text)
      case .date, .currency, .payment, .kind, .group: return text
      case .vendor, .category, .note, .account, nil: break
      }
    }
    return replace(words: text)
  }

  /// A category's stream is derived from its key.
  func replace(_ stream: StreamID, original payload: [UInt8]) -> StreamID {
    guard stream.kind == StreamKind.category.rawValue,
      case .string(let key)? = (try? JSONValue(parsing: payload, as: .exchange))?["key"],
      CategoryStream.of(key: key) == stream
    else { return stream }
    return CategoryStream.of(key: replace(category: key))
  }

  func replace(actor: String) -> String {
    guard Actor.isPerson(actor), let slash = actor.firstIndex(of: "/") else { return actor }
    return "user/" + replace(words: String(actor[actor.index(after: slash)...]))
  }

  private func replace(category key: String) -> String {
    FixedCategories.contains(key) ? key : replace(words: key)
  }

  // MARK: Numbers

  /// As many digits, the zeros where they were: 84.50 and 8450 become the same number in two writings.
  public func replace(minorUnits number: Int64) -> Int64 {
    let text = replace(digits: Array(String(number.magnitude).utf8))
    let magnitude = Int64(String(decoding: text, as: UTF8.self)) ?? 0
    return number < 0 ? -magnitude : magnitude
  }

  private func replace(decimal text: String) -> String {
    String(decoding: replace(number: Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Digits and what separates them; zeros at the beginning do not count as places.
  private func replace(number: ArraySlice<UInt8>) -> [UInt8] {
    var replaced = replace(digits: number.filter(Self.isDigit))[...]
    return number.map { Self.isDigit($0) ? replaced.popFirst() ?? $0 : $0 }
  }

  private func replace(digits text: [UInt8]) -> [UInt8] {
    var place = 0
    return text.map { byte in
      if place == 0, byte == UInt8(ascii: "0") { return byte }
      defer { place += 1 }
      return digits[place % digits.count][Int(byte - UInt8(ascii: "0"))] + UInt8(ascii: "0")
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: Words

  /// Words and numbers of a text; what stands between them stays. Dates stay.
  public func replace(words text: String) -> String {
    var result = ""
    var run: [Character] = []
    var kind = Kind.other
    func end() {
      switch kind {
      case .word: result += replace(word: run)
      case .number: result += replace(token: String(run))
      case .other: result += String(run)
      }
      run = []
    }
    for character in text {
      let next = Kind(character, after: kind)
      if next != kind {
        end()
        kind = next
      }
      run.append(character)
    }
    end()
    return result
  }

  private enum Kind {
    case word, number, other

    init(_ character: Character, after kind: Kind) {
      if character.isASCII, character.isNumber {
        self = .number
      } else if kind == .number, character == "." || character == "," || character == "-" || character == "/" {
        self = .number
      } else {
        self = character.isLetter || character.isNumber ? .word : .other
      }
    }
  }

  private func replace(token: String) -> String {
    let isDate = Self.isDate(token)
    return isDate ? token : String(decoding: replace(number: Array(token.utf8)[...]), as: UTF8.self)
  }

  /// Three numbers with one separator, of which one may be a day, one a month, and one a year of two or four digits.
  private static func isDate(_ token: String) -> Bool {
    guard let separator = token.first(where: { !$0.isNumber }), "./-".contains(separator) else { return false }
    let parts = token.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard parts.count == 3, numbers.count == 3 else { return false }
    let lengths = parts.map(\.utf8.count)
    if lengths[0] == 4 {
      return lengths[1] <= 2 && lengths[2] <= 2 && (1...12).contains(numbers[1])
        && (1...31).contains(numbers[2])
    }
    let days = 1...31
    return lengths[0] <= 2 && lengths[1] <= 2 && (lengths[2] == 2 || lengths[2] == 4)
      && days.contains(numbers[0]) && days.contains(numbers[1]) && min(numbers[0], numbers[1]) <= 12
  }

  private func replace(word: [Character]) -> String {
    let folded = String(word).lowercased()
    let hash = SHA256.hash(secret + [1] + Array(folded.utf8)).bytes
    return String(
      word.enumerated().map { index, character -> Character in
        let choice = hash[index % hash.count]
        if !character.isASCII { return character.isUppercase ? "É" : character.isLowercase ? "é" : "語" }
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + choice % 26))
        return character.isUppercase ? Character(letter.uppercased()) : letter
      })
  }
}
