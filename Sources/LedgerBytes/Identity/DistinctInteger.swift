/// An integer with a type of its own, so that it cannot be given in place of another integer.
///
/// It is stored, encoded and printed as that integer, and takes no more time.
public protocol DistinctInteger: RawRepresentable, Hashable, Strideable, Codable, Sendable, BitwiseCopyable,
  ExpressibleByIntegerLiteral, CustomStringConvertible
where RawValue == Int64, Stride == Int64, IntegerLiteralType == Int64 {
  /// Creates it from the integer.
  init(rawValue: Int64)
}

extension DistinctInteger {
  /// Creates it from an integer, which must fit.
  @inlinable
  public init(_ number: some BinaryInteger) { self.init(rawValue: Int64(number)) }

  /// Creates it from an integer in source code.
  @inlinable
  public init(integerLiteral value: Int64) { self.init(rawValue: value) }

  /// The greatest value, which serves as an open end.
  @inlinable
  package static var max: Self { Self(rawValue: .max) }

  /// The integer in decimal digits.
  @inlinable
  public var description: String { rawValue.description }

  /// Compares the integers.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

  /// Orders by the integers.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Hashes the integer in one step, as the standard library does for integers.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }

  /// Whether it is a multiple of a number, for work that is done every so often.
  @inlinable
  package func isMultiple(of number: Int64) -> Bool { rawValue.isMultiple(of: number) }

  /// Returns the number of steps to another value, which is negative if that one is smaller.
  @inlinable
  public func distance(to other: Self) -> Int64 { other.rawValue - rawValue }

  /// Returns the value that is a number of steps further on.
  @inlinable
  public func advanced(by count: Int64) -> Self { Self(rawValue: rawValue + count) }

  /// Returns the value that is a number of steps further on.
  @inlinable
  public static func + (left: Self, count: Int64) -> Self { left.advanced(by: count) }

  /// Returns the value that is a number of steps further back.
  @inlinable
  public static func - (left: Self, count: Int64) -> Self { Self(rawValue: left.rawValue - count) }

  /// Moves it on by a number of steps.
  @inlinable
  package static func += (left: inout Self, count: Int64) { left = left + count }

  /// Moves it back by a number of steps.
  @inlinable
  package static func -= (left: inout Self, count: Int64) { left = left - count }
}
