/// A JSON value in memory, for tests, imports and tools. Codecs use `JSONReader` and `JSONWriter`.
///
/// Two values are equal if their canonical bytes are. So a composed "é" and a decomposed one are different texts.
public enum JSONValue: Sendable {
  /// Members by key. Two keys that Swift treats as equal, though their bytes differ, cannot both be members.
  case object([String: JSONValue])
  /// Elements in order.
  case array([JSONValue])
  /// Text.
  case string(String)
  /// A number without fraction or exponent that fits into an `Int64`, where `-0` is 0.
  case integer(Int64)
  /// Any other number, as written.
  case fraction(String)
  /// `true` or `false`
  case boolean(Bool)
  /// `null`
  case null

  /// The member with a key, or `nil` if there is no such member or the value is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self, let index = members.index(forKey: key),
      members[index].key.utf8.elementsEqual(key.utf8)
    else { return nil }
    return members[index].value
  }
}

extension JSONValue: Hashable {
  /// Compares text by its bytes.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { key, value in
          guard let index = right.index(forKey: key) else { return false }
          return right[index].key.utf8.elementsEqual(key.utf8) && right[index].value == value
        }
    case (.array(let left), .array(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.integer(let left), .integer(let right)): left == right
    case (.fraction(let left), .fraction(let right)): left.utf8.elementsEqual(right.utf8)
    case (.boolean(let left), .boolean(let right)): left == right
    case (.null, .null): true
    case (.object, _), (.array, _), (.string, _), (.integer, _), (.fraction, _), (.boolean, _), (.null, _):
      false
    }
  }

  /// Hashes the value. Texts that Swift treats as equal have the same hash.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .object(let members):
      hasher.combine(0)
      hasher.combine(members)
    case .array(let elements):
      hasher.combine(1)
      hasher.combine(elements)
    case .string(let text):
      hasher.combine(2)
      hasher.combine(text)
    case .integer(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .fraction(let text):
      hasher.combine(4)
      hasher.combine(text)
    case .boolean(let value):
      hasher.combine(5)
      hasher.combine(value)
    case .null: hasher.combine(6)
    }
  }
}

extension JSONValue {
  /// An integer with a type of its own, as a number.
  @inlinable
  public static func integer(_ number: some DistinctInteger) -> JSONValue { .integer(number.rawValue) }
}

// MARK: - Literals

// There is no `nil` literal: it would silently turn a missing optional value into `.null`.

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// An object. The last one of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
