internal import LedgerDomain

// Sums are of 128 bits, so that a fold never fails because of one, in whatever order events arrive, and that it is
// right again when the excess is deleted. Two integers of a row hold one: `total` and `beyond`.

extension Int128 {
  /// From the two columns of a row.
  @inline(__always)
  init(low: Int64, beyond: Int64) {
    // Beside a sum that fits, the usual case, nothing is to be added.
    self = beyond == 0 ? Int128(low) : Int128(beyond) << 64 &+ Int128(low)
  }

  /// The column `total`: the sum itself where it fits 64 bits, else what it is modulo 2^64, with a sign.
  @inline(__always) var low: Int64 { Int64(truncatingIfNeeded: self) }

  /// The column `beyond`: how often 2^64 is to be added to `low`; 0 where the sum fits.
  @inline(__always) var beyond: Int64 { Int64(truncatingIfNeeded: (self &- Int128(low)) >> 64) }

  /// The sum as screens hold amounts.
  ///
  /// - Throws: `ModelError.overflow` where it needs more than 64 bits.
  func fitting(_ currency: Currency) throws(ModelError) -> Int64 {
    guard let units = Int64(exactly: self) else { throw .overflow(currency.code) }
    return units
  }
}

/// What adds a row's sum to the one that is there, in SQL, where a sum of two integers that leaves 64 bits would be a
/// real number, or an error.
enum WideSumSQL {
  /// The least integer, by which both are moved so that what is added fits.
  private static let least = "-9223372036854775808"

  /// For `ON CONFLICT DO UPDATE SET`: of the columns `count`, `total` and `beyond`.
  static let adding = """
    count = count + excluded.count, total = CASE
      WHEN typeof(total + excluded.total) = 'integer' THEN total + excluded.total
      WHEN total < 0 THEN (total - \(least)) + (excluded.total - \(least))
      ELSE (total + \(least)) + (excluded.total + \(least)) END,
    beyond = beyond + excluded.beyond + CASE
      WHEN typeof(total + excluded.total) = 'integer' THEN 0 WHEN total < 0 THEN -1 ELSE 1 END
    """
}
