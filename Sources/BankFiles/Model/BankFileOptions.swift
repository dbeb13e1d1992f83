package import LedgerDomain

/// Answers that a person gave about a file.
package struct BankFileOptions: Hashable, Sendable {
  package var format: BankFileFormat?
  package var encoding: TextEncoding?
  /// The character between two cells.
  package var delimiter: UInt8?
  package var dateOrder: DateOrder?
  package var decimalSign: DecimalSign?
  /// The currency of a file that does not name one, and the meaning of signs such as `$`.
  package var currency: CurrencyCode?
  /// The columns by role, as numbers from 1.
  package var columns: [ColumnRole: Int] = [:]
  /// Whether the file prints charges as positive numbers, as some card statements do.
  package var chargesArePositive = false
  /// The order of dates that an earlier file of the shape proved. It counts if this file proves nothing.
  package var earlierDateOrder: DateOrder?
  /// Whether an earlier file of the account proved that charges are positive. It counts if this file proves nothing.
  package var earlierChargesArePositive = false
  /// The meaning of signs next to words for the direction.
  package var signs: SignReading?
  /// The currency that a sign of several currencies means if it can, such as `$`.
  package var likelyCurrency: CurrencyCode?
  /// Whether the account is known although the file does not name it, so that splits can be transfers.
  package var isOfKnownAccount = false
  /// The names of the account and of the file, in this order, which may be those of a card.
  package var names: [String] = []
  /// The account's number if the file does not have it.
  package var account: String?

  package init() {}
}
