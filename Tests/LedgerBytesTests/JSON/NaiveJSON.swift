import LedgerBytes

/// Strict JSON once more, the plain way, to compare with: no shared code, no speed. Works on scalars and builds
/// values by recursion.
struct NaiveJSON {
  private var rest: ArraySlice<Unicode.Scalar>

  /// The value of the text by RFC 8259 with keys that differ, nested at most 32 deep, or `nil` if the text is invalid.
  static func parse(_ bytes: [UInt8]) -> JSONValue? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var parser = NaiveJSON(rest: Array(text.unicodeScalars)[...])
    guard let value = parser.value(depth: 0) else { return nil }
    parser.space()
    return parser.rest.isEmpty ? value : nil
  }

  /// Whether a value is allowed in a payload. `-0` cannot be seen here.
  static func isPayload(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): members.values.allSatisfy(isPayload)
    case .array(let elements): elements.allSatisfy(isPayload)
    case .integer(let value): value.magnitude < 1 << 53
    case .string, .boolean: true
    case .fraction, .null: false
    }
  }

  private mutating func space() {
    while let next = rest.first, " \t\r\n".unicodeScalars.contains(next) { rest.removeFirst() }
  }

  private mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard rest.starts(with: wanted) else { return false }
    rest.removeFirst(wanted.count)
    return true
  }

  private mutating func value(depth: Int) -> JSONValue? {
    space()
    if take("{") { return depth < 32 ? object(depth: depth + 1) : nil }
    if take("[") { return depth < 32 ? array(depth: depth + 1) : nil }
    if take("\"") { return string().map(JSONValue.string) }
    if take("true") { return true }
    if take("false") { return false }
    if take("null") { return .null }
    return number()
  }

  private mutating func object(depth: Int) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    space()
    if take("}") { return .object([:]) }
    repeat {
      space()
      guard take("\""), let key = string() else { return nil }
      space()
      guard take(":"), let value = value(depth: depth) else { return nil }
      guard members.updateValue(value, forKey: key) == nil else { return nil }
      space()
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array(depth: Int) -> JSONValue? {
    var elements: [JSONValue] = []
    space()
    if take("]") { return .array([]) }
    repeat {
      guard let value = value(depth: depth) else { return nil }
      elements.append(value)
      space()
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func string() -> String? {
    var units: [UInt16] = []
    while let next = rest.popFirst() {
      if next == "\"" { return String(validating: units, as: UTF16.self) }
      if next.value < 0x20 { return nil }
      guard next == "\\" else {
        units += Array(String(next).utf16)
        continue
      }
      guard let escape = rest.popFirst() else { return nil }
      if escape == "u" {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }),
          let unit = UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
        else { return nil }
        rest.removeFirst(4)
        units.append(unit)
      } else {
        let meanings: [Unicode.Scalar: UInt16] = [
          "\"": 0x22, "\\": 0x5c, "/": 0x2f, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
        ]
        guard let unit = meanings[escape] else { return nil }
        units.append(unit)
      }
    }
    return nil
  }

  private mutating func number() -> JSONValue? {
    let start = rest
    _ = take("-")
    guard let whole = digits(), whole.count == 1 || whole.first != "0" else { return nil }
    var isFraction = false
    if take(".") {
      isFraction = true
      guard digits() != nil else { return nil }
    }
    if take("e") || take("E") {
      isFraction = true
      if !take("+") { _ = take("-") }
      guard digits() != nil else { return nil }
    }
    let text = String(String.UnicodeScalarView(start[..<rest.startIndex]))
    if !isFraction, let value = Int64(text) { return .integer(value) }
    return .fraction(text)
  }

  private mutating func digits() -> ArraySlice<Unicode.Scalar>? {
    let found = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(found.count)
    return found.isEmpty ? nil : found
  }
}
