/// An amount of one currency, in whole minor units: €84.50 is 8450 EUR, ¥1,284 is 1284 JPY.
///
/// Never a fraction, never rounded. Amounts of two currencies are never added.
///
///     let total = Money(minorUnits: 8450, currency: .eur)
///     let text = total.description  // "84.50 EUR"
///     let more = total.adding(Money(minorUnits: 50, currency: .eur))?.decimal  // "85.00"
public struct Money: Hashable, Sendable {
  /// The number of the currency's smallest units. A refund is negative.
  public let minorUnits: Int64
  /// The currency of the units.
  public let currency: CurrencyCode

  /// Creates an amount from its minor units and its currency.
  @inlinable
  public init(minorUnits: Int64, currency: CurrencyCode) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Returns the largest amount that an event can hold.
  package static func largest(in currency: CurrencyCode) -> Money {
    Money(minorUnits: Amount.minorUnitsMax, currency: currency)
  }

  /// The exact decimal with `.` and no grouping: `84.50`, `-0.05`, `1284` for JPY.
  ///
  /// If the table does not know the currency, it is the minor units as an integer.
  public var decimal: String { DecimalText.plain(minorUnits, digits: currency.minorUnitDigits ?? 0) }

  /// Returns the sum, or `nil` if it does not fit 64 bits or the currencies differ.
  public func adding(_ other: Money) -> Money? {
    guard currency == other.currency else { return nil }
    let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
    return overflow ? nil : Money(minorUnits: sum, currency: currency)
  }
}

extension Money: CustomStringConvertible {
  /// The decimal and the code: `84.50 EUR`.
  public var description: String { "\(decimal) \(currency.code)" }
}

/// Digits of an integer with a decimal point set into them.
enum DecimalText {
  /// `-5` with two digits is `-0.05`. Exact for every value of the type.
  static func plain(_ value: Int64, digits: Int) -> String {
    guard digits > 0 else { return String(value) }
    // The digits of 64 bits, or as many as the fraction needs, with a sign, a zero and the point.
    let capacity = max(20, digits + 1) + 2
    return String(unsafeUninitializedCapacity: capacity) { text in
      var rest = value.magnitude
      var place = capacity
      var count = 0
      while rest > 0 || count <= digits {
        place -= 1
        if count == digits {
          text[place] = UInt8(ascii: ".")
          place -= 1
        }
        text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
        count += 1
      }
      if value < 0 {
        place -= 1
        text[place] = UInt8(ascii: "-")
      }
      precondition(place >= 0, "an amount has at most as many digits as there is room for")
      return text.moveToFront(from: place)
    }
  }

  /// Returns the digits before and after the point, of the magnitude.
  static func split(_ value: Int64, digits: Int) -> (whole: String, fraction: String) {
    let text = String(value.magnitude)
    guard digits > 0 else { return (text, "") }
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
    return (String(padded.dropLast(digits)), String(padded.suffix(digits)))
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Moves the bytes from an offset on to the front, and returns their number.
  fileprivate func moveToFront(from place: Int) -> Int {
    for index in place..<count { self[index - place] = self[index] }
    return count - place
  }
}
