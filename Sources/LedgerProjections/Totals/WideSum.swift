internal import LedgerDomain

// Sums have 128 bits. A fold therefore never fails because of one, in whatever order events arrive, and the sum is
// right again when the excess is deleted. Two integers of a row hold a sum: `total` and `beyond`.

extension Int128 {
  /// Creates a sum from the two columns of a row.
  @inline(__always)
  init(low: Int64, beyond: Int64) {
    // A sum that fits, the usual case, needs no addition.
    self = beyond == 0 ? Int128(low) : Int128(beyond) << 64 &+ Int128(low)
  }

  /// The column `total`: the sum itself if it fits 64 bits, otherwise the sum modulo 2^64, with a sign.
  @inline(__always) var low: Int64 { Int64(truncatingIfNeeded: self) }

  /// The column `beyond`: how often 2^64 is to be added to `low`, or 0 if the sum fits.
  @inline(__always) var beyond: Int64 { Int64(truncatingIfNeeded: (self &- Int128(low)) >> 64) }

  /// Returns the sum in the form of screens.
  ///
  /// - Throws: `ModelError.overflow` if it needs more than 64 bits.
  func fitting(_ currency: CurrencyCode) throws(ModelError) -> Int64 {
    guard let units = Int64(exactly: self) else { throw .overflow(currency.code) }
    return units
  }
}

/// The SQL that adds a row's sum to the stored one.
///
/// In SQL, a sum of two integers that exceeds 64 bits would be a real number, or an error.
enum WideSumSQL {
  /// The least integer, by which both numbers are moved so that their sum fits.
  private static let least = "-9223372036854775808"

  /// The assignments for `ON CONFLICT DO UPDATE SET` of the columns `count`, `total` and `beyond`.
  static let adding = """
    count = count + excluded.count, total = CASE
      WHEN typeof(total + excluded.total) = 'integer' THEN total + excluded.total
      WHEN total < 0 THEN (total - \(least)) + (excluded.total - \(least))
      ELSE (total + \(least)) + (excluded.total + \(least)) END,
    beyond = beyond + excluded.beyond + CASE
      WHEN typeof(total + excluded.total) = 'integer' THEN 0 WHEN total < 0 THEN -1 ELSE 1 END
    """
}
