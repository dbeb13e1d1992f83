package import LedgerBytes
package import LedgerDomain

/// A movement as a program for bookkeeping exports it, with values that a bank does not know.
package struct BankEntry: Hashable, Sendable {
  /// A part of the amount in one category.
  package struct Part: Hashable, Sendable {
    /// The category as the file names it, or `nil` for no category.
    package let category: String?
    /// The part in minor units, with the sign of the row's amount.
    package let minorUnits: Int64
  }

  /// Expense, income or transfer. The sign does not tell: a refund is an expense that comes in.
  package let kind: TransactionKind
  /// The amounts by category, which add up to the row's amount. Empty if the row has one category.
  package internal(set) var parts: [Part] = []
  /// The amount that arrived in the other account of a transfer, if its currency is another one.
  package internal(set) var received: Money?
  package internal(set) var note: String?
  package internal(set) var tags: [String] = []
  package internal(set) var flags = TransactionFlags()
  package internal(set) var payment: PaymentMethod?
  /// The identifier of the transaction in the ledger whose export the file is.
  package internal(set) var transaction: UniqueID?

  init(_ kind: TransactionKind) { self.kind = kind }
}
