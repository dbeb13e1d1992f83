/// The rate between two amounts of one exchange. It is computed from them and never stored.
public struct ExchangeRate: Hashable, Sendable {
  /// The amount that was given.
  public let given: Money
  /// The amount that was received for it.
  public let received: Money

  /// Creates the rate of an exchange. It is `nil` if both amounts are in one currency, or one is zero.
  public init?(given: Money, received: Money) {
    guard given.currency != received.currency, given.minorUnits != 0, received.minorUnits != 0 else {
      return nil
    }
    self.given = given
    self.received = received
  }

  /// The price of one unit of the given currency as a decimal of six significant digits, rounded down.
  public var decimal: String {
    // Both numbers are below 2^53, and a currency has four decimals at most.
    var numerator = Int128(received.minorUnits.magnitude) * Self.power(given.currency.minorUnitDigits ?? 0)
    let denominator = Int128(given.minorUnits.magnitude) * Self.power(received.currency.minorUnitDigits ?? 0)
    precondition(denominator > 0, "an exchange rate has an amount that was given, and it is not zero")
    var digits = 0
    while digits < 12, numerator / denominator < 100_000 {
      numerator *= 10
      digits += 1
    }
    return Self.decimal(numerator / denominator, digits)
  }

  private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  private static func decimal(_ number: Int128, _ digits: Int) -> String {
    let text = String(number)
    guard digits > 0 else { return text }
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    var decimal = padded.dropLast(digits) + "." + padded.suffix(digits)
    while decimal.hasSuffix("0") { decimal.removeLast() }
    if decimal.hasSuffix(".") { decimal.removeLast() }
    return String(decimal)
  }
}
