/// Why a text is no JSON, or not the JSON that was asked for.
///
/// It says where and what is wrong, and never shows any of the text, which may be private.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Bytes before the place, counted from the beginning of the text.
  public let offset: Int
  /// What is wrong there, in a few words.
  public let reason: String

  /// An error at `offset`. For codecs too: a value may be good JSON and no good value.
  public init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// `byte OFFSET: REASON`.
  public var description: String { "byte \(offset): \(reason)" }
}

/// Which JSON is accepted. Both are RFC 8259 in strict UTF-8 without a byte order mark, nested at most 32 deep,
/// and refuse two equal keys in one object.
public enum JSONDialect: Hashable, Sendable {
  /// An event's payload: no `null`, no fractions, no exponents, no `-0`, integers within ±(2^53−1).
  case payload
  /// What other programs write: any value.
  case exchange

  /// The deepest nesting of objects and arrays: a text of plain brackets costs nothing more than this.
  public static let maximumDepth = 32
  /// 2^53−1: the integers up to here are the same in every program that reads JSON.
  public static let maximumInteger: Int64 = 9_007_199_254_740_991
}

/// What a value is, as far as its first byte and, for a number, its form tell.
public enum JSONKind: Hashable, Sendable {
  /// `{…}`
  case object
  /// `[…]`
  case array
  /// `"…"`
  case string
  /// A number without fraction or exponent that an `Int64` holds.
  case integer
  /// Any other number.
  case fraction
  /// `true` or `false`
  case boolean
  /// `null`
  case null
}
