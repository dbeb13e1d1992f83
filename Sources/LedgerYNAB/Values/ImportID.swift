internal import LedgerBytes
internal import LedgerDomain

/// The form of the identifiers by which YNAB recognizes a repetition (RY-14).
package enum ImportPrefix: String, CaseIterable, Hashable, Sendable {
  /// The form that YNAB gives to rows from a bank: `YNAB:-294230:2015-12-30:1`.
  ///
  /// A bank's row of the same amount and date is then the same transaction.
  case ynab
  /// Our own form: `EV:`, the transaction's id as 25 base-36 digits, a colon, and the occurrence.
  case events

  /// Returns the identifier of a copy.
  ///
  /// - Parameters:
  ///   - occurrence: The number among the copies of the same amount and date in the account, from 1, or of the same
  ///     transaction.
  func id(_ transaction: TransactionID, milliunits: Int64, date: CivilDate, occurrence: Int) -> String {
    switch self {
    case .ynab: return "YNAB:\(milliunits):\(date.iso):\(occurrence)"
    case .events:
      let high = UInt128(transaction.id.high) << 64
      let digits = String(high | UInt128(transaction.id.low), radix: 36)
      return "EV:" + String(repeating: "0", count: 25 - digits.utf8.count) + digits + ":\(occurrence)"
    }
  }
}
