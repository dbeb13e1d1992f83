/// The reason that a text is not JSON, or not the expected JSON.
///
/// It contains the place and the reason, and nothing of the text, which may be private.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of bytes before the error.
  public let offset: Int
  /// A short description of the error.
  public let reason: String

  /// Creates an error. Codecs also use it for a value that is valid JSON and otherwise wrong.
  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The text `byte OFFSET: REASON`.
  public var description: String { "byte \(offset): \(reason)" }
}

/// The variant of JSON that is accepted.
///
/// Both are RFC 8259 in strict UTF-8 without a byte order mark, nested at most 32 deep. Both refuse two equal keys in one
/// object.
public enum JSONDialect: Hashable, Sendable {
  /// An event's payload: no `null`, no fractions, no exponents, no `-0`, integers within ±(2^53−1).
  case payload
  /// JSON of other programs, with any value.
  case exchange

  /// The depth of nested objects and arrays, so that a text of brackets takes little memory.
  @usableFromInline package static let nestingDepthMax = 32
  /// The largest integer that is exact in every program that reads JSON, 2^53−1.
  package static let exactIntegerMax: Int64 = 9_007_199_254_740_991
}

/// The kind of a value, decided by its first byte and, for a number, by its form.
package enum JSONKind: Hashable, Sendable {
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
