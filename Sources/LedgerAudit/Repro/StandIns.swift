package import LedgerBytes
internal import LedgerDomain

/// Replaces texts and amounts by others of the same shape: letters by letters, digits by digits.
///
/// With the same secret, equal words become equal words, and equal amounts equal amounts. Another secret gives other
/// words. Dates, currencies, colours, the five fixed categories, kinds and random identifiers are not changed, because
/// they have a meaning for the program. Identifiers that were derived from a text, and the hashes and sizes of pages, are
/// replaced, because they can be guessed or looked up. All other content of a payload is replaced, even if this version
/// does not know it.
package struct StandIns: Sendable {
  private let secret: [UInt8]
  /// The replacement of each digit, for each place of a number from the left.
  ///
  /// Zero remains zero, and every other digit is replaced by another one.
  private let digits: [[UInt8]]

  /// Creates the replacements for a secret. With 16 random bytes they cannot be undone.
  package init(secret: [UInt8]) {
    self.secret = secret
    digits = (0..<20).map { place in
      var digits: [UInt8] = Array(1...9)
      var source = SHA256.hash(secret + [0, UInt8(place)]).bytes[...]
      // Sattolo's shuffle (1986) gives one cycle through all digits, so that no amount remains the same.
      for index in (1..<9).reversed() { digits.swapAt(index, Int(source.removeFirst()) % index) }
      return [0] + digits
    }
  }

  // MARK: Payloads

  /// The keys whose texts are words of the program.
  private static let kept: Set<String> = [
    "currency", "assumedCurrency", "kind", "kinds", "payment", "source", "origin", "method", "disposition",
    "locale", "color",
    "weeks", "field", "engine", "extractor", "mediaType", "quantity", "frequency", "monthEnd", "scope",
    "month",
  ]

  /// Replaces the texts and amounts of a payload.
  package func replace(_ payload: JSONValue) -> JSONValue { replace(payload, key: "", field: nil) }

  /// Replaces each text and amount in a value by an invented one of the same shape.
  ///
  /// - Parameter field: The field that the value belongs to, or `nil` if the payload is not about a field.
  private func replace(_ value: JSONValue, key: String, field: TransactionField?) -> JSONValue {
    switch value {
    case .object(let members):
      var about = field
      if case .string(let name)? = members["field"] { about = TransactionField(name) }
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.map { key, value in
            // Readings are under the name of their field, parts of a confidence under their own names.
            let inner = key == "readings" || key == "value" || key == "from" || key == "to" || key == "reading"
            let isPart = key == "name" && members["weight"] != nil && members["score"] != nil
            return (
              key,
              isPart ? value : replace(value, key: key, field: inner ? about : TransactionField(key) ?? nil)
            )
          }))
    case .array(let elements): return .array(elements.map { replace($0, key: key, field: field) })
    case .string(let text): return .string(replace(text, key: key, field: field))
    case .integer(let number) where key == "minorUnits" || key == "bytes":
      return .integer(replace(minorUnits: number))
    case .integer, .boolean, .null: return value
    case .fraction: return .integer(0)
    }
  }

  private func replace(_ text: String, key: String, field: TransactionField?) -> String {
    if UniqueID(text) != nil || CivilDate(iso: text) != nil { return text }
    // The hash of a page confirms a guess of what is on it.
    if let digest = SHA256Digest(hexadecimal: text) { return replace(digest).description }
    if Self.kept.contains(key) { return text }
    // An account's key has to follow from the texts that mention it.
    if ["account", "toAccount"].contains(key) || field == .account {
      return replace(words: AccountState.key(of: text))
    }
    if ["category", "other", "key"].contains(key) || field == .category { return replace(category: text) }
    if key == "price" { return replace(decimal: text) }
    if ["value", "from", "to", "reading"].contains(key) {
      switch field {
      case .total: return replace(decimal: text)
      case .date, .currency, .payment, .kind, .group: return text
      case .vendor, .category, .note, .account, .toAccount, .received, nil: break
      }
    }
    return replace(words: text)
  }

  private func replace(_ digest: SHA256Digest) -> SHA256Digest {
    SHA256.hash(secret + [2] + digest.bytes)
  }

  /// Replaces the stream of a category or an account, which is derived from its key.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - key: The key, or `nil` if no event contains it.
  func replace(_ stream: StreamID, key: String?) -> StreamID {
    guard let kind = StreamKind(rawValue: stream.kind), kind.hasKeys else { return stream }
    return key.flatMap { kind.stream(key: replace(category: $0)) }
      ?? StreamID(kind: stream.kind, id: replace(derived: stream.id))
  }

  /// Replaces an identifier that was derived from a text, such as the command of a line of a batch. Random ones are not
  /// changed.
  package func replace(derived id: UniqueID) -> UniqueID {
    guard id.high >> 12 & 0xf == 8 else { return id }
    let hash = SHA256.hash(secret + [3] + id.bytes)
    return UniqueID.derived(kind: "stand-in", parts: [hash.description])
  }

  /// Replaces a person's name in an actor. Software keeps its name.
  package func replace(actor: String) -> String {
    guard EventActor.isPerson(actor), let slash = actor.firstIndex(of: "/") else { return actor }
    return "user/" + replace(words: String(actor[actor.index(after: slash)...]))
  }

  private func replace(category key: String) -> String {
    FixedCategories.contains(key) ? key : replace(words: key)
  }

  // MARK: Numbers

  /// Replaces the digits of a number and keeps its zeros, so that 84.50 and 8450 get the same digits.
  package func replace(minorUnits number: Int64) -> Int64 {
    let text = replace(digits: Array(String(number.magnitude).utf8))
    let magnitude = Int64(String(decoding: text, as: UTF8.self)) ?? 0
    return number < 0 ? -magnitude : magnitude
  }

  private func replace(decimal text: String) -> String {
    String(decoding: replace(number: Array(text.utf8)[...]), as: UTF8.self)
  }

  /// Replaces the digits of a number with separators. Leading zeros do not count as places.
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

  /// Replaces the words and numbers of a text. Dates and everything between words are not changed.
  package func replace(words text: String) -> String {
    var result = ""
    var run: [Character] = []
    var kind = Kind.other
    func end() {
      switch kind {
      case .word: result += replace(word: run)
      case .number: result += replace(token: String(run))
      case .other: result += String(run.map { Self.isEmoji($0) ? Self.emoji : $0 })
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

  /// The emoji in place of all others.
  private static let emoji: Character = "🔹"

  private static func isEmoji(_ character: Character) -> Bool {
    !character.isASCII && character.unicodeScalars.contains { $0.properties.isEmoji }
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

  /// Whether a text is a date: three numbers with one separator that can be a day, a month and a year.
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
