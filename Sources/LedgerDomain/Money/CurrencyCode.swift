/// A currency: the three letters of its ISO 4217 code, known to our table or not.
///
/// Packed into one integer, so that comparing and hashing cost a register. Orders as the codes do in the alphabet.
///
///     let yen = CurrencyCode("JPY")
///     let digits = yen?.minorUnitDigits  // 0, so that 1284 minor units are ¥1,284
public struct CurrencyCode: Hashable, Comparable, Sendable {
  /// The three ASCII letters, the first in the highest of the lower 24 bits.
  @usableFromInline
  let packed: UInt32

  @inlinable
  init(packed: UInt32) { self.packed = packed }

  /// Creates a currency from a code of three letters A–Z, in either case, or `nil` for any other text.
  ///
  /// A well-formed code that the table does not know is a currency too, with `minorUnitDigits` `nil`. A newer program
  /// on another device may know it.
  @inlinable
  public init?(_ code: String) {
    var packed: UInt32 = 0
    var count = 0
    for byte in code.utf8 {
      let letter = byte & 0xdf
      guard letter >= 0x41, letter <= 0x5a, count < 3 else { return nil }
      packed = packed << 8 | UInt32(letter)
      count += 1
    }
    guard count == 3 else { return nil }
    self.init(packed: packed)
  }

  /// Creates a currency from three letters A–Z in upper case, or `nil` for any other bytes.
  init?(upperCase code: UnsafeRawBufferPointer) {
    guard code.count == 3 else { return nil }
    var packed: UInt32 = 0
    for byte in code {
      guard byte >= 0x41, byte <= 0x5a else { return nil }
      packed = packed << 8 | UInt32(byte)
    }
    self.init(packed: packed)
  }

  /// The code, in upper case: `EUR`.
  public var code: String {
    String(unsafeUninitializedCapacity: 3) { buffer in
      buffer[0] = UInt8(truncatingIfNeeded: packed >> 16)
      buffer[1] = UInt8(truncatingIfNeeded: packed >> 8)
      buffer[2] = UInt8(truncatingIfNeeded: packed)
      return 3
    }
  }

  /// Orders by code.
  @inlinable
  public static func < (left: CurrencyCode, right: CurrencyCode) -> Bool { left.packed < right.packed }
}

extension CurrencyCode: CustomStringConvertible {
  /// The code.
  public var description: String { code }
}

// MARK: - The ones that are named in code

extension CurrencyCode {
  /// The euro.
  @inlinable public static var eur: CurrencyCode { CurrencyCode(packed: 0x45_5552) }
  /// The pound sterling.
  @inlinable public static var gbp: CurrencyCode { CurrencyCode(packed: 0x47_4250) }
  /// The dollar of the United States.
  @inlinable public static var usd: CurrencyCode { CurrencyCode(packed: 0x55_5344) }
  /// The Swiss franc.
  @inlinable public static var chf: CurrencyCode { CurrencyCode(packed: 0x43_4846) }
  /// The Indian rupee.
  @inlinable public static var inr: CurrencyCode { CurrencyCode(packed: 0x49_4e52) }
  /// The yen.
  @inlinable public static var jpy: CurrencyCode { CurrencyCode(packed: 0x4a_5059) }
}
